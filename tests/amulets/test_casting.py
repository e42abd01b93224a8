"""The best cast: against all placements on small altars; a sure cast never fails."""

import math
import random
from fractions import Fraction
from itertools import permutations

import pytest

from amulets_solver import Belief, Placement, Rules, Secret, cast
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


@pytest.mark.parametrize("seed", range(12))
def test_random_spares(seed: int) -> None:
    """By the plain rules: every way to put the spare amulets on free fields; the plan is the best one."""
    belief, worlds = played(seed, "random")
    found, rules, m = cast(belief), belief.rules, belief.players - 1
    plan = {one: found.placement[one] for one in rules.colours if one not in found.spare}
    assert len(plan) == m
    free = [field for field in rules.fields if field not in plan.values()]
    total, ways = 0, 0
    for fields in permutations(free, len(found.spare)):
        whole = {**plan, **dict(zip(found.spare, fields, strict=True))}
        total += worlds.yes(Placement(tuple(whole[one] for one in rules.colours)))
        ways += 1
    assert math.isclose(found.probability, Fraction(total, ways * len(worlds.left)))
    theirs = list(map(frozenset, worlds.tuples()))
    best = max(theirs.count(one) for one in set(theirs))
    assert found.count == best and theirs.count(frozenset(Secret(f, a) for a, f in plan.items())) == best
    assert found.sure == belief.castable == (best == len(worlds.left))


def test_hedging_with_spare_amulets() -> None:
    """Two opponents, four amulets of which nothing is known: each pair may be theirs, either way round."""
    belief = Belief(3, ("C3", "B"))
    assert cast(belief).count == 4 * 3 and math.isclose(cast(belief).probability, 12 / 6_624)
    random_spares = cast(Belief(3, ("C3", "B"), rules=Rules(spare="random")))
    assert random_spares.count == 2 and 2 / 6_624 < random_spares.probability < 12 / 6_624


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_first_cast_of_the_real_size(players: int) -> None:
    found = cast(Belief(players, ("C3", "B")))
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
    found = cast(belief)
    worlds = Worlds(rules, 3, belief.me)
    plan = {one: found.placement[one] for one in rules.colours if one not in found.spare}
    free = [field for field in rules.fields if field not in plan.values()]
    total = []
    for fields in permutations(free, len(found.spare)):
        whole = {**plan, **dict(zip(found.spare, fields, strict=True))}
        total.append(worlds.yes(Placement(tuple(whole[one] for one in rules.colours))))
    assert len(found.spare) == 3
    assert math.isclose(found.probability, sum(total) / len(total) / len(worlds.left))
