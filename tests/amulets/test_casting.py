"""The best cast: against all placements on small altars; a sure cast never fails."""

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from amulets_solver import Belief, CastAdvice, Placement, Record, Rules, Secret, cast
from amulets_solver.asking.casting import chance
from tests.amulets.oracle import Worlds, placements, random_game


def played(seed: int, spare: str = "anywhere") -> tuple[Belief, Worlds]:
    """Return what a player knows in the middle of a random game on a small altar."""
    choose = random.Random(seed)
    size, amulets = choose.choice((("3x2", 4), ("2x3", 3), ("3x3", 3), ("2x2", 4)))
    rules = Rules(size=size, amulets=amulets, spare=spare)
    game = random_game(rules, choose.choice((2, 3, rules.amulets)), choose, choose.choice((1, 2, 3)))
    seat = choose.randint(1, game.players)
    worlds = Worlds(rules, game.players, game.secrets[seat], seat)
    belief = Belief(game.players, game.secrets[seat], seat, rules)
    for event in game.events:
        worlds.hear(event)
        belief = belief.after(event)
    return belief, worlds


@pytest.mark.parametrize("seed", range(25))
def test_no_placement_is_better(seed: int) -> None:
    belief, worlds = played(seed)
    found = cast(belief)
    best = max(map(worlds.yes, placements(belief.rules)))
    assert found.count == worlds.yes(found.placement) == best
    assert math.isclose(found.probability, best / len(worlds.left))
    assert found.sure == belief.castable == (best == len(worlds.left))
    assert belief.me.amulet in found.spare


def drawn(worlds: Worlds, plan: dict[str, str]) -> Fraction:
    """Return in how many hypotheses a plan succeeds on average, by every way to draw the other amulets."""
    rules = worlds.rules
    rest = [one for one in rules.colours if one not in plan]
    free = [field for field in rules.fields if field not in plan.values()]
    said = []
    for fields in permutations(free, len(rest)):
        whole = {**plan, **dict(zip(rest, fields, strict=True))}
        said.append(worlds.yes(Placement(tuple(whole[one] for one in rules.colours))))
    return Fraction(sum(said), len(said))


def weighed(worlds: Worlds, plan: dict[str, str]) -> Fraction:
    """Return the same, by the chance that the drawn amulets fall on the fields that each hypothesis needs."""
    places, total = len(worlds.rules.fields) - len(plan), Fraction(0)
    for theirs in worlds.tuples():
        needed = [secret for secret in theirs if plan.get(secret.amulet) != secret.field]
        if all(one.amulet not in plan and one.field not in plan.values() for one in needed):
            total += Fraction(1, math.perm(places, len(needed)))
    return total


def plans(belief: Belief) -> Iterator[dict[str, str]]:
    """Yield all casts: amulets and fields for the opponents, whether they can be theirs or not."""
    rules, m = belief.rules, belief.players - 1
    for amulets in combinations([one for one in rules.colours if one != belief.me.amulet], m):
        for fields in permutations(rules.fields, m):
            yield dict(zip(amulets, fields, strict=True))


@pytest.mark.parametrize("seed", range(12))
def test_random_spares(seed: int) -> None:
    """By the plain rules: no cast of all is better, and every way to draw the spare amulets is counted."""
    belief, worlds = played(seed, "random")
    found = cast(belief)
    assert len(found.named) == belief.players - 1 and belief.me.amulet in found.spare
    worth = drawn(worlds, found.named)
    assert worth == weighed(worlds, found.named) == max(weighed(worlds, plan) for plan in plans(belief))
    assert math.isclose(found.probability, worth / len(worlds.left))
    theirs = list(map(frozenset, worlds.tuples()))
    assert found.count == theirs.count(frozenset(Secret(f, a) for a, f in found.named.items()))
    assert found.sure == belief.castable == (worth == len(worlds.left))
    kindest = max(weighed(worlds, plan) for plan in plans(belief) if plan.items() <= fields_of(found).items())
    assert math.isclose(chance(belief, found.placement), kindest / len(worlds.left))


def fields_of(found: CastAdvice) -> dict[str, str]:
    return dict(zip("RYGBKW", found.placement.fields, strict=False))


def test_drawn_amulets_that_fit_are_worth_more_than_one_hypothesis_more() -> None:
    """On the real altar: to name what two hypotheses have is 2.26 %, and the best is to name that of one."""
    record = Record.parse("""
        players 3; spare random; me 1 B3 R
        ask 1 R:B3 Y:E2 G:E5 B:A3 K:E3 : --
        ask 1 R:C5 Y:C2 G:A5 B:E4 K:B4 : --
        ask 1 R:E1 Y:B1 G:A3 B:B5 K:D1 : -o""")
    belief, worlds = Belief.of(record), Worlds(record.rules, 3, record.secrets[1])
    for event in record.events:
        worlds.hear(event)
    found = cast(belief)
    assert found.named == {"B": "B1", "K": "A2"} and round(found.probability, 6) == 0.030988
    best = max(plans(belief), key=lambda plan: weighed(worlds, plan))
    assert best == found.named and math.isclose(found.probability, weighed(worlds, best) / 50)


def test_hedging_with_spare_amulets() -> None:
    """Two opponents, four amulets of which nothing is known: each pair may be theirs, either way round."""
    belief = Belief(3, ("C3", "B"), rules=Rules(spare="anywhere"))
    assert cast(belief).count == 4 * 3 and math.isclose(cast(belief).probability, 12 / 6_624)
    random_spares = cast(Belief(3, ("C3", "B")))
    assert random_spares.count == 2 and 2 / 6_624 < random_spares.probability < 12 / 6_624


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_first_cast_of_the_real_size(players: int) -> None:
    found = cast(Belief(players, ("C3", "B"), rules=Rules(spare="anywhere")))
    assert found.count == math.perm(4, players - 1) and found.spare == ("B",)
    assert len(set(found.placement.fields)) == 5


def test_fields_of_their_own() -> None:
    """Two amulets may both be on one field only: one of them at most helps."""
    rules = Rules(size="2x2", amulets=3)
    only = 1 << 3
    belief = Belief(2, ("A1", "R"), 1, rules, ((0, only, only),))
    assert belief.count == 2 and not belief.castable
    assert cast(belief).count == 1


def test_two_spare_amulets_may_happen_to_be_right() -> None:
    """Every way to draw the fields of three spare amulets, of which two may be needed."""
    rules = Rules(size="3x2", amulets=5, spare="random")
    belief = Belief(3, ("A1", "R"), rules=rules)
    found, worlds = cast(belief), Worlds(rules, 3, belief.me)
    assert len(found.spare) == 3
    assert math.isclose(found.probability, drawn(worlds, found.named) / len(worlds.left))
