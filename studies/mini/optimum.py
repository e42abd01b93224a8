"""The best silent team of the mini game: its plans, what proves them, and the tree of all its decisions.

::

    python -m studies.mini.optimum tree               # the tree from plans.json, into the package: seconds
    python -m studies.mini.optimum prove              # prices of plans.json prove each plan: a minute
    python -m studies.mini.optimum prove 012354       # the same of one ring
    python -m studies.mini.optimum plans [RING …]     # plans and prices anew: three minutes
    python -m studies.mini.optimum questions          # what a team needs that may ask

Rings that are the same but for their numbers and a mirror are one: 31 are left that are not in order. The
first decision is found by `pricing`, all later ones by `search`. `studies.mini.check` follows the tree by the
plain rules and shares no code with this.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from _gamekit.files import write_atomic
from studies.mini.pricing import First
from studies.mini.search import Decision, Search
from studies.mini.worlds import (
    ALL,
    FARTHER,
    HAS,
    INFINITE,
    LIMIT,
    NEXT,
    NUMBER,
    RINGS,
    SIGNS,
    SWAPS,
    WON,
    Hand,
    Ring,
    alike,
    fits,
    hands,
    open_cost,
    starts,
    weight,
)

PLANS = Path(__file__).with_name("plans.json")
"""For each ring the cost of the best plan, the plan (a swap for each hand) and the prices that prove it."""
TREE = Path(__file__).parents[2] / "narabi_solver" / "data" / "mini-silent.txt.gz"
HEAD = "narabi mini silent 1"


def named(ring: Ring) -> str:
    """Return a ring as a text."""
    return "".join(map(str, ring))


def tree(first: First, plan: Sequence[int]) -> list[str]:
    """Return the lines of a ring: what each hand plays, after each sequence of swaps that both saw."""
    chosen = {hand: swap for (hand, _, _), swap in zip(first.hands, plan, strict=True)}
    return [f"ring {named(RINGS[first.ring])}", *_below(first.search, first.ring, 0, ALL, "", chosen)]


def _below(
    search: Search, ring: int, turn: int, worlds: int, seen: str, plan: dict[Hand, int] | None
) -> Iterator[str]:
    decision = Decision(search, ring, turn, worlds)
    if not decision.hands:
        return
    if plan is None:
        cost = search.cost(ring, turn, worlds, INFINITE) - decision.stuck
        if decision.best(cost + 1) != cost:
            raise ArithmeticError(f"the cost {cost} of {named(RINGS[ring])} is not found again")
        plan = decision.plan
    places = {swap: f"{swap // 3 + 1}{swap % 3 + 1}" for swap in range(9)}
    words = [f"{''.join(SIGNS[card] for card in hand)}{places[plan[hand]]}" for hand in sorted(plan)]
    yield f"{' ' * turn}{seen}: {' '.join(words)}"
    groups: dict[tuple[int, int], int] = {}
    for hand, some, _ in decision.hands:
        group = (plan[hand], hand[plan[hand] // 3])
        groups[group] = groups.get(group, 0) | some
    for (swap, given), some in sorted(groups.items()):
        own, other = divmod(swap, 3)
        after = NEXT[ring][own][other]
        if WON[after] or turn + 1 == LIMIT:
            continue
        for taken, has in enumerate(HAS[RINGS[ring][3 + other]]):
            if some & has:
                words_seen = f"{places[swap]}{SIGNS[given]}{SIGNS[taken]}"
                yield from _below(search, after, turn + 1, some & has, words_seen, None)


def asking_cost(ring: int) -> int:
    """Return what a team needs at least, and no more, if it may ask as often as it likes.

    The first mover knows its hand, and can hear all nine answers before its first swap; nobody can know more
    by then, and after it no team is better than with open cards. The order of nine questions can tell any
    hand, so that from then on both seats do know all cards: the bound is reached.
    """
    total = 0
    for hand, worlds in hands(ring, ALL):
        swaps = [(own, other) for own in range(3) for other in SWAPS[ring][own][hand[own]]]
        if not swaps:
            total += weight(worlds) * (LIMIT + 1)
            continue
        parts = [worlds]
        for own in range(3):
            for other in range(3, 6):
                yes = [
                    has
                    for card, has in enumerate(HAS[RINGS[ring][other]])
                    if fits(RINGS[ring], card, other, own)
                ]
                mask = sum(yes)
                parts = [part for one in parts for part in (one & mask, one & ~mask) if part]
        for part in parts:
            total += weight(part) + min(open_cost(NEXT[ring][own][other], 1, part) for own, other in swaps)
    return total


def means(costs: dict[Ring, int]) -> dict[str, Fraction]:
    """Return turns on average, of all deals and of those that can be won, from the costs of `starts`."""
    counts = starts()
    ordered = sum(0 in ring[:3] for ring in alike(RINGS[0]))
    all_worlds = weight(ALL)
    deals = (sum(counts.values()) + ordered) * all_worlds
    lost = sum(count * weight(FARTHER[NUMBER[ring]][-1]) for ring, count in counts.items())
    total = sum(count * costs[ring] for ring, count in counts.items())
    return {
        "all": Fraction(total, deals),
        "winnable": Fraction(total - lost * (LIMIT + 1), deals - lost),
        "cannot be won": Fraction(lost, deals),
    }


def read_plans() -> dict[str, Any]:
    """Return what `PLANS` has."""
    found: dict[str, Any] = json.loads(PLANS.read_text("utf-8"))
    return found


def write_plans(plans: dict[str, Any]) -> None:
    """Write `PLANS`, a line for each ring."""
    lines = [f' "{ring}": {json.dumps(plans[ring])}' for ring in sorted(plans)]
    write_atomic(PLANS, [("{\n" + ",\n".join(lines) + "\n}\n").encode()])


def sealed(lines: Sequence[str]) -> bytes:
    """Return a file of lines, with the sum at its end."""
    body = "".join(f"{line}\n" for line in lines)
    text = f"{body}sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"
    return gzip.compress(text.encode(), mtime=0)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("tree", "prove", "plans", "questions"))
    parser.add_argument("rings", nargs="*", help="rings like 012354, instead of all")
    options = parser.parse_args()
    rings = [tuple(map(int, ring)) for ring in options.rings] or list(starts())
    plans = read_plans() if PLANS.exists() else {}
    lines, costs, started = [HEAD], {}, time.process_time()
    for number, ring in enumerate(rings, 1):
        name = named(ring)
        if options.what == "questions":
            costs[ring] = asking_cost(NUMBER[ring])
            continue
        first = First(NUMBER[ring])
        if options.what == "plans":
            plan, prices = first.solved()
            words = [
                f"{hand}{swap // 3 + 1}{swap % 3 + 1}" for hand, swap in zip(first.names, plan, strict=True)
            ]
            plans[name] = {"cost": first.worth(plan), "plan": " ".join(words), "prices": prices}
            write_plans(plans)
        kept = plans[name]
        costs[ring], plan = (
            kept["cost"],
            [3 * int(word[3]) + int(word[4]) - 4 for word in kept["plan"].split()],
        )
        if options.what == "tree":
            lines += tree(first, plan)
        elif not first.proves(kept["prices"], kept["cost"]):
            raise SystemExit(f"{name}: the prices do not prove {kept['cost']}")
        print(
            f"{number} of {len(rings)}: {name} {kept['cost']}, {time.process_time() - started:.0f} s",
            flush=True,
        )
    if len(rings) == len(starts()):
        print({name: f"{float(mean):.6f}" for name, mean in means(costs).items()})
        if options.what == "tree":
            write_atomic(TREE, [sealed(lines)])


if __name__ == "__main__":
    main()
