"""`Belief` against the list of all hypotheses: on small altars everything, at the real size random games."""

import random
from itertools import product

import pytest

from amulets_solver import ArgumentError, Belief, ContradictionError, Placement, Record, Rules, Secret
from amulets_solver.game.rules import Asked, Cast, others, signs_of_cast
from tests.amulets.oracle import Worlds, compare, placements, random_game, random_placement
from tests.nightly import thinned

SMALL = [
    (Rules(size=size, amulets=amulets, spare="anywhere"), players)
    for size, most in (("2x2", 4), ("3x2", 3))
    for amulets in range(2, most + 1)
    for players in range(2, amulets + 1)
]


@pytest.mark.parametrize(
    ("rules", "players"), thinned(3, SMALL), ids=lambda one: str(getattr(one, "size", one))
)
def test_every_question_and_answer_on_small_altars(rules: Rules, players: int) -> None:
    """Also what is no possible answer: a contradiction then, and nowhere else."""
    start = Worlds(rules, players, Secret("A1", "R"))
    belief = Belief(players, ("A1", "R"), rules=rules)
    compare(belief, start, list(placements(rules))[:5])
    assert belief.count == len(start.left)
    every = list(placements(rules))
    for number, placement in enumerate(every):
        for signs in map("".join, product("*o+-", repeat=players - 1)):
            event = Asked(1, placement, signs)
            left = [secrets for secrets in start.left if event.agrees(secrets)]
            if not left:
                with pytest.raises(ContradictionError):
                    belief.after(event)
                continue
            heard = belief.after(event)
            assert heard.count == len(left)
            if number % 7 == 0:
                worlds = Worlds(rules, players, Secret("A1", "R"))
                worlds.hear(event)
                compare(heard, worlds, [every[-1 - number], every[number // 2]])
                best = max(map(worlds.yes, every))
                assert heard.castable == (best == len(left))


@pytest.mark.parametrize(("rules", "players"), SMALL[::2], ids=lambda one: str(getattr(one, "size", one)))
def test_every_cast_on_small_altars(rules: Rules, players: int) -> None:
    for caster in range(1, players + 1):
        for placement in list(placements(rules))[:: 1 + 4 * (rules.size == "3x2")]:
            start = Worlds(rules, players, Secret("A1", "R"))
            for signs in {signs_of_cast(secrets, caster, placement) for secrets in start.left}:
                worlds = Worlds(rules, players, Secret("A1", "R"))
                event = Cast(caster, placement, signs)
                worlds.hear(event)
                heard = Belief(players, Secret("A1", "R"), rules=rules).after(event)
                assert set(heard.hypotheses()) == worlds.tuples()


def follow(rules: Rules, players: int, seed: int, acts: int) -> None:
    """Play a random game, and compare what a random player knows after each event."""
    choose = random.Random(seed)
    game = random_game(rules, players, choose, acts)
    seat = choose.randint(1, players)
    me = game.secrets[seat]
    worlds, belief = Worlds(rules, players, me, seat), Belief(players, me, seat, rules)
    truth = tuple(game.secrets[one] for one in others(seat, players))
    for event in game.events:
        worlds.hear(event)
        belief = belief.after(event)
        compare(belief, worlds, [random_placement(rules, choose) for _ in range(2)])
        assert truth in set(belief.hypotheses())
        if belief.castable:
            fields = belief.sure_fields
            assert fields is not None
            for theirs in belief.hypotheses():
                assert all(fields[amulet] == field for field, amulet in theirs)


@pytest.mark.parametrize("seed", thinned(4, range(4)))
def test_random_games_of_the_real_size(seed: int) -> None:
    follow(Rules(), 3, seed, 4)


@pytest.mark.parametrize("seed", thinned(4, range(20)))
def test_random_games_of_other_sizes(seed: int) -> None:
    choose = random.Random(seed)
    rules = Rules(size=choose.choice(("3x3", "4x2", "2x6")), amulets=choose.choice((4, 5)))
    follow(rules, choose.choice((2, 3, 4)), seed, 5)


@pytest.mark.nightly
@pytest.mark.parametrize("players", [2, 3, 4])
def test_thousands_of_random_games(players: int) -> None:
    for seed in range({2: 2_000, 3: 1_000, 4: 20}[players]):
        follow(Rules(), players, seed, 5)


def test_five_players_by_hand() -> None:
    """Too many to list: the numbers are those of the rules."""
    belief = Belief(5, ("C3", "B"))
    assert belief.count == 255_024 * 24
    law = belief.law_counts(Placement.parse("R:A1 Y:B2 G:D4 B:C5 K:E3"))
    assert sum(law.values()) == belief.count
    assert all(abs(sum(one.values()) - 2) < 1e-12 for one in belief.marginals.values())


def test_it_does_not_change_and_can_be_compared() -> None:
    belief = Belief(3, ("c3", "blue"))
    placement = Placement.parse("R:A1 Y:B2 G:D4 B:C5 K:E3")
    first, second = belief.hear(placement, "+-"), belief.hear(placement, "+-")
    assert first == second and hash(first) == hash(second) and first != belief
    assert belief.count == 6_624 and first.count == 978
    assert repr(first) == "<Belief of player 1 with C3 B: 978 hypotheses>"
    assert belief.hear(placement, "+").count > first.count  # only the first answer


PLACED = Placement.parse("R:A1 Y:B2 G:D4 B:C5 K:E3")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Belief(9, ("C3", "B")), "2 to 5 players"),
        (lambda: Belief(3, ("C9", "B")), "'C9' is not a field"),
        (lambda: Belief(3, "C3"), "a Secret is needed"),
        (lambda: Belief(3, ("C3", "B"), 4), "the seats are 1 to 3"),
        (lambda: Belief(3, ("C3", "B"), rules="5x5"), "Rules are needed"),
        (lambda: Belief(3, ("C3", "B")).hear(PLACED, "+-o"), "3 signs were given for 2"),
        (lambda: Belief(3, ("C3", "B")).hear(PLACED, "yy"), "the signs are"),
        (lambda: Belief(3, ("C3", "B")).hear("R:A1", "+-"), "a Placement is needed"),
        (lambda: Belief(3, ("C3", "B")).law(Placement(("A1",))), "does not put 5 amulets"),
        (lambda: Belief(3, ("C3", "B")).hear(PLACED, "+-", 7), "the seats are 1 to 3"),
        (lambda: Belief.of(Record.parse("players 3; me 1 C3 B"), 1, -1), "events must be a whole number, 0"),
    ],
)
def test_what_cannot_be(make: object, said: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        make()
    assert said in str(caught.value)
