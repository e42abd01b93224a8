"""The mini game of a team: costs against trying everything, the tree against the plain rules."""

import functools
import gzip
import itertools
import random

import pytest

from narabi_solver import Deal, random_deal, solve
from narabi_solver.hidden import SilentOptimum, play_together
from studies.mini import check
from studies.mini.optimum import HEAD, asking_cost, means, named, plan_of, read_plans, sealed, tree
from studies.mini.pricing import First
from studies.mini.search import Search
from studies.mini.worlds import (
    ALL,
    FARTHER,
    HAS,
    INFINITE,
    LIMIT,
    NEXT,
    NUMBER,
    RINGS,
    SWAPS,
    WON,
    WORLDS,
    hands,
    open_cost,
    starts,
    weight,
)

QUICK = "014325"


@functools.cache
def shipped() -> check.Lines:
    """Return the lines of the tree."""
    return check.read(check.FILE.read_bytes())


def test_worlds_are_those_of_the_rules() -> None:
    chosen = random.Random(3)
    cards = check.CARDS
    for _ in range(40):
        ring, world = chosen.randrange(720), chosen.randrange(len(WORLDS))
        labels = RINGS[ring]
        words = [f"{label}:{cards[WORLDS[world][label]]}" for label in labels]
        deal = Deal.parse(f"{' '.join(words[:3])} / {' '.join(words[3:])}", first=0)
        minimum = solve(deal).turns
        assert open_cost(ring, 0, 1 << world) == weight(1 << world) * (
            LIMIT + 1 if minimum is None else minimum
        )
    ways = {state.ring: ways for state, ways in check.deals("012345")}
    assert len(ways) == len(WORLDS) and sum(ways.values()) == 8 * weight(ALL) == 20160


@functools.cache
def plain_cost(ring: int, turn: int, worlds: int) -> int:
    """Return the cost of a position by trying every plan."""
    if WON[ring] or not worlds:
        return 0
    if turn == LIMIT:
        return weight(worlds)
    swaps = [
        [own * 3 + other for own in range(3) for other in SWAPS[ring][own][hand[own]]]
        for hand, _ in hands(ring, worlds)
    ]
    best = INFINITE
    for plan in itertools.product(*(some or [None] for some in swaps)):
        seen: dict[tuple[int, int, int], int] = {}
        cost = 0
        for (hand, some), swap in zip(hands(ring, worlds), plan, strict=True):
            if swap is None:
                cost += weight(some) * (LIMIT + 1 - turn)
                continue
            cost += weight(some)
            for card, has in enumerate(HAS[RINGS[ring][3 + swap % 3]]):
                key = (swap, hand[swap // 3], card)
                seen[key] = seen.get(key, 0) | some & has
        for (swap, _, _), some in seen.items():
            cost += plain_cost(NEXT[ring][swap // 3][swap % 3], turn + 1, some)
        best = min(best, cost)
    return best


@pytest.mark.slow
def test_costs_are_those_of_the_best_of_all_plans() -> None:
    chosen, differ = random.Random(5), 0
    near = [ring for ring in range(720) if not WON[ring] and weight(FARTHER[ring][3]) < 700]
    for _ in range(25):
        ring, turn = chosen.choice(near), chosen.choice((LIMIT - 4, LIMIT - 3))
        own = chosen.sample(hands(ring, ALL), 3)
        worlds = sum(some for _, some in own)
        for stone in RINGS[ring][3:]:
            worlds &= functools.reduce(int.__or__, chosen.sample(HAS[stone], 2))
        if worlds:
            found = Search().cost(ring, turn, worlds, INFINITE)
            assert found == plain_cost(ring, turn, worlds)
            assert Search().cost(ring, turn, worlds, found) >= found
            differ += found > open_cost(ring, turn, worlds)
    assert differ > 4


def test_the_tree_of_a_ring_is_what_its_plan_says_and_no_plan_is_better() -> None:
    kept = read_plans()[QUICK]
    first = First(NUMBER[tuple(map(int, QUICK))])
    assert [word[:3] for word in kept["plan"].split()] == first.names
    plan = plan_of(kept)
    made = tree(first, plan)
    text = gzip.decompress(check.FILE.read_bytes()).decode()
    assert "\n".join(made) in text
    assert first.worth(plan) == kept["cost"] == check.mean(check.check(shipped(), [QUICK])) * weight(ALL)
    assert first.proves(kept["prices"], kept["cost"]) and not first.proves(kept["prices"], kept["cost"] + 1)
    assert not first.proves([0] * len(plan), kept["cost"])


def test_the_plain_rules_give_the_cost_of_rings_however_they_lie() -> None:
    plans = read_plans()
    assert plans.keys() == set(map(named, starts()))
    for ring in ("430152", "512340"):
        kind, _, _ = check.reading(ring if "0" in ring[:3] else ring[3:] + ring[:3], shipped())
        assert check.mean(check.check(shipped(), [ring])) * weight(ALL) == plans[kind]["cost"]


def test_two_readers_play_the_same() -> None:
    deals = [random_deal(2, 41, number) for number in range(30)]
    assert {deal.start().mover for deal in deals} == {0, 1}
    for deal in deals:
        game = play_together(deal, SilentOptimum())
        assert check.turns_of(deal.start(), shipped()) == (game.turns if game.won else check.LOST)


def test_a_changed_tree_is_seen() -> None:
    text = gzip.decompress(check.FILE.read_bytes()).decode()
    with pytest.raises(check.CheckError, match="sum"):
        check.read(gzip.compress(text.replace("eo2", "eo3", 1).encode()))
    start = text.index(f"ring {QUICK}")
    body = [HEAD, *text[start : text.index("ring", start + 1)].splitlines()]
    at = 2
    honest = check.mean(check.check(shipped(), [QUICK]))
    word = body[at].split()[1]
    found = []
    for own, other in itertools.product("123", "123"):
        changed = [*body[:at], body[at].replace(word, f"{word[:3]}{own}{other}"), *body[at + 1 :]]
        try:
            found.append(check.mean(check.check(check.read(sealed(changed)), [QUICK])))
        except check.CheckError as error:
            found.append(str(error))
    assert found.count(honest) == 1 and len(found) == 9  # another swap is illegal, or its turns are not there


def test_asking_is_between_open_cards_and_silence() -> None:
    plans = read_plans()
    costs = {ring: plans[named(ring)]["cost"] for ring in starts()}
    asking = {ring: asking_cost(NUMBER[ring]) for ring in costs}
    for ring, cost in costs.items():
        assert open_cost(NUMBER[ring], 0, ALL) <= asking[ring] <= cost
    lost = means(costs)["cannot be won"]
    assert 0 < lost < 0.01 and means(asking)["winnable"] < means(costs)["winnable"]
    assert all(far[-1] & ~far[0] == 0 for far in FARTHER)
