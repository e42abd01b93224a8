"""The best silent team of the mini game: its plans, what proves them, and the tree of all its decisions.

::

    python -m studies.mini.optimum    # proves each plan of plans.json, and writes the tree into the package

Rings that are the same but for their numbers and a mirror are one: 31 are left that are not in order. The
first decision is proven by `pricing`, all later ones are found by `search`. `studies.mini.check` follows the
tree by the plain rules and shares no code with this.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from _gamekit.files import write_atomic
from _gamekit.progress import status
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


def plan_of(kept: dict[str, Any]) -> list[int]:
    """Return the swap of each hand in a plan."""
    return [3 * int(word[3]) + int(word[4]) - 4 for word in kept["plan"].split()]


def sealed(lines: Sequence[str]) -> bytes:
    """Return a file of lines, with the sum at its end."""
    body = "".join(f"{line}\n" for line in lines)
    text = f"{body}sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"
    return gzip.compress(text.encode(), mtime=0)


def main() -> None:
    """Prove each plan, and write the tree."""
    plans, lines = read_plans(), [HEAD]
    with status() as show:
        for number, ring in enumerate(starts()):
            show(f"{number} rings")
            first, kept = First(NUMBER[ring]), plans[named(ring)]
            if not first.proves(kept["prices"], kept["cost"]):
                raise SystemExit(f"{named(ring)}: the prices do not prove {kept['cost']}")
            lines += tree(first, plan_of(kept))
    write_atomic(TREE, [sealed(lines)])


if __name__ == "__main__":
    main()
