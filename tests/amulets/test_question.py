"""Questions: the best of all placements where that is said, exact worth, and facts of the real size."""

import itertools
import math
import random

import numpy as np
import pytest

from amulets_solver import ArgumentError, Belief, Limits, Placement, Rules, Secret, question
from amulets_solver.asking.laws import Listed, Marginal, Packed
from amulets_solver.asking.placements import neighbours, representatives
from amulets_solver.asking.question import bits_of, castable_share, entropy_bound, most_alike
from amulets_solver.belief.counting import entropy, placed
from amulets_solver.game.rules import answers
from amulets_solver.sizes import GOALS
from tests.amulets.oracle import Worlds, placements, random_placement
from tests.nightly import slow

ENTROPY = {3: 3.3201, 4: 4.9777, 5: 6.6334}
"""Bits of the best first question, for each number of players: facts of the rules' page."""


def plain_bits(worlds: Worlds, placement: Placement) -> float:
    counts = worlds.law(placement).values()
    return sum(count * math.log2(len(worlds.left) / count) for count in counts) / len(worlds.left)


@pytest.mark.parametrize("players", sorted(ENTROPY))
def test_the_best_first_question(players: int) -> None:
    """Five rows and five columns, none on the own field, the own amulet in its row or column; proven."""
    found = question(Belief(players, ("C3", "B")))
    assert round(found.bits, 4) == ENTROPY[players] and found.proven and found.bound == found.bits
    fields = found.placement.fields
    assert len({field[0] for field in fields}) == len({field[1] for field in fields}) == 5
    assert "C3" not in fields and ("C" in found.placement["B"] or "3" in found.placement["B"])


@pytest.mark.parametrize("players", [2, 3, *slow(4)])
def test_proven_on_small_altars(players: int) -> None:
    """Against all placements and the plain rules, after some random questions, for each goal."""
    for seed in range(2 if players == 4 else 5):
        choose = random.Random(seed)
        size, spare = "3x2" if players > 2 else "3x3", "anywhere"
        rules = Rules(size=size, amulets=max(3, players), spare=spare)
        me = Secret("A1", "R")
        worlds, belief = Worlds(rules, players, me), Belief(players, me, rules=rules)
        secrets = choose.choice(worlds.left)
        for _ in range(seed % 2):
            placement = random_placement(rules, choose)
            said = answers(secrets, 1, placement)
            belief = belief.hear(placement, said)
            worlds.left = [one for one in worlds.left if answers(one, 1, placement) == said]
        every = list(placements(rules))
        best = max(plain_bits(worlds, one) for one in every)
        found = question(belief)
        assert found.proven and math.isclose(found.bits, best, abs_tol=1e-9)
        assert best <= entropy_bound(belief) + 1e-9
        sizes = [sum(n * n for n in worlds.law(one).values()) / len(worlds.left) for one in every]
        small = question(belief, "expected-size")
        assert small.proven and math.isclose(small.expected_count, min(sizes))
        chances = [sure_after(worlds, one, every) for one in every[:: 7 if players > 2 else 40]]
        sure = question(belief, "castable")
        assert sure.proven and sure.castable_after >= max(chances) - 1e-9
        assert math.isclose(sure.castable_after, sure_after(worlds, sure.placement, every))


def sure_after(worlds: Worlds, placement: Placement, every: list[Placement]) -> float:
    """Return the probability that a sure cast is possible after a question, by trying every cast."""
    by_answer: dict[str, list[dict[int, Secret]]] = {}
    for secrets in worlds.left:
        by_answer.setdefault(answers(secrets, 1, placement), []).append(secrets)
    sure = 0
    for some in by_answer.values():
        needed = {theirs for secrets in some for seat, theirs in secrets.items() if seat != 1}
        amulets, fields = {one.amulet for one in needed}, {one.field for one in needed}
        sure += len(some) * (len(amulets) == len(fields) == len(needed))
    return sure / len(worlds.left)


def heard_twice(players: int, seed: int) -> Belief:
    choose = random.Random(seed)
    belief = Belief(players, ("C3", "B"))
    secrets = {1: belief.me}
    fields = choose.sample([one for one in belief.rules.fields if one != "C3"], players - 1)
    for seat, field, amulet in zip(
        range(2, players + 1), fields, choose.sample("RYGK", players - 1), strict=True
    ):
        secrets[seat] = Secret(field, amulet)
    for _ in range(choose.choice((1, 2))):
        found = question(belief).placement
        belief = belief.hear(found, answers(secrets, 1, found))
    return belief


@pytest.mark.parametrize("players", [3, *slow(4, 5)])
def test_what_is_said_of_the_best_found(players: int) -> None:
    """Its worth is exact, no neighbour of it and no random placement passes the bound, and it is repeated."""
    for seed in range(2):
        belief = heard_twice(players, seed)
        found = question(belief)
        bits, left = bits_of(belief, found.placement)
        law = belief.law_counts(found.placement)
        assert math.isclose(found.bits, bits, abs_tol=1e-9) and math.isclose(found.expected_count, left)
        assert math.isclose(left, sum(n * n for n in law.values()) / belief.count)
        assert found.bits <= found.bound <= math.log2(belief.count) + 1e-9
        assert found == question(Belief(**vars_of(belief)))
        choose = random.Random(seed)
        for _ in range(20):
            other = bits_of(belief, random_placement(belief.rules, choose))[0]
            assert other <= found.bound + 1e-9 and other <= found.bits + 0.3
        more = question(belief, limits=Limits(max_nodes=6_000))
        assert more.bits >= found.bits - 1e-9


def vars_of(belief: Belief) -> dict[str, object]:
    return {name: getattr(belief, name) for name in ("players", "me", "seat", "rules", "sets")}


def test_a_question_when_all_is_known() -> None:
    belief = Belief(2, ("A1", "R"), rules=Rules(size="2x2", amulets=2)).hear(
        Placement.parse("R:A1 Y:B2", Rules(size="2x2", amulets=2)), "*"
    )
    found = question(belief)
    assert (belief.known, found.bits, found.expected_count, found.proven) == (True, 0.0, 1.0, True)


def test_two_amulets_on_one_field_are_no_sure_cast() -> None:
    """Which of two amulets the opponent has on B2 is not known: the question must tell them apart."""
    rules = Rules(size="2x2", amulets=3)
    laws = Listed(Belief(2, ("A1", "R"), rules=rules, sets=((0, 0b1000, 0b1000),)))
    apart = np.array([1, 0, 2])  # Y:A1 is in no line with B2, G:A2 is
    alike = np.array([0, 1, 2])  # Y:B1 and G:A2 both are
    assert castable_share(laws, apart) == 1.0 and castable_share(laws, alike) == 0.0


@pytest.mark.parametrize("players", [3, 4, 5])
def test_single_opponents_bound_the_law(players: int) -> None:
    belief = heard_twice(players, 5)
    rows = np.array([np.random.default_rng(i).permutation(25)[:5] for i in range(60)])
    alone, whole = Marginal(belief).bits(rows), entropy(Packed(belief).counts(rows))
    assert (alone >= whole - 1e-9).all()
    counts = Marginal(belief).counts(rows)
    vectors = np.array(list(itertools.product(range(4), repeat=players - 1)))
    laws = Listed(belief).counts(rows) if belief.count < 5000 else Packed(belief).counts(rows)
    for one in range(players - 1):
        for sign in range(4):
            assert (counts[:, one, sign] == laws[:, vectors[:, one] == sign].sum(axis=1)).all()


def test_representatives_stand_for_all_placements() -> None:
    """Each placement has a twin among them: the same entropies, and as many different laws."""
    for players, rules in ((2, Rules(size="3x3", amulets=3)), (3, Rules(size="4x2", amulets=3))):
        belief = Belief(players, ("B2", "Y"), rules=rules)
        some = representatives(belief, 10**6)
        every = np.array(list(itertools.permutations(range(len(rules.fields)), rules.amulets)))
        assert len(some) < len(every) / 4
        laws = Listed(belief)
        by_law = {tuple(sorted(law)) for law in laws.counts(every).tolist()}
        assert {tuple(sorted(law)) for law in laws.counts(some).tolist()} == by_law
        assert representatives(belief, len(some) - 1) is None


def test_neighbours() -> None:
    found = neighbours(np.array([0, 3, 5]), 9)
    assert len(found) == len({tuple(one) for one in found.tolist()}) == 3 * 6 + 3
    assert all(len(set(one)) == 3 for one in found.tolist())
    assert all(sum(a != b for a, b in zip(one, (0, 3, 5), strict=True)) in (1, 2) for one in found.tolist())


@pytest.mark.parametrize(
    ("options", "said"),
    [({"goal": "luck"}, "the goal must be entropy"), ({"seed": -1}, "seed must be"), ({"seed": "1"}, "seed")],
)
def test_what_cannot_be(options: dict[str, object], said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        question(Belief(3, ("C3", "B")), **options)
    with pytest.raises(ArgumentError, match="a Belief is needed"):
        question("players 3")
    assert set(GOALS) == {"entropy", "expected-size", "castable"}


@pytest.mark.parametrize("spare", ["random", "anywhere"])
def test_bounds_of_each_goal_hold_for_all_placements(spare: str) -> None:
    """Also where a question is not proven to be the best: no placement passes its bound."""
    rules = Rules(size="3x3", amulets=4, spare=spare)
    secret = Secret("B2", "Y")
    belief = Belief(3, secret, rules=rules).hear(Placement.parse("R:A1 Y:C3 G:B1 B:A2", rules), "-+")
    worlds = Worlds(rules, 3, secret)
    worlds.left = [{1: secret, 2: a, 3: b} for a, b in belief.hypotheses()]
    every = list(placements(rules))[::17]
    sizes = [sum(n * n for n in worlds.law(one).values()) / belief.count for one in every]
    chances = [castable_share(Listed(belief), np.array(placed(one, rules))) for one in every]
    small = question(belief, "expected-size", limits=Limits(max_nodes=1))
    sure = question(belief, "castable", limits=Limits(max_nodes=1))
    assert small.chosen_by == "expected-size" and small.bound <= min(sizes) + 1e-9
    assert sure.chosen_by == "castable" and max(chances) <= sure.bound + 1e-9
    assert not small.proven or small.bound == small.expected_count
    assert not sure.proven or sure.bound == sure.castable_after
    assert max(chances) <= min(1.0, most_alike(belief) * 16 / belief.count)


def test_a_sure_cast_is_too_far_to_look_for() -> None:
    found = question(Belief(3, ("C3", "B")), "castable")
    assert (found.goal, found.chosen_by, found.proven) == ("castable", "entropy", False)
    assert "more than 3,000 hypotheses are left; no question allows a sure cast in more than 0.48%" in (
        found.summary
    )
    assert (
        "no question leaves fewer than"
        in question(
            Belief(3, ("C3", "B")).hear(Placement.parse("R:A1 Y:B2 G:D4 B:C5 K:E3"), "+-"), "expected-size"
        ).summary
    )
