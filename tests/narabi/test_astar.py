"""The search for one state, with and without its estimate, against the rules."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from _gamekit.limits import Limits, SharedWatch, Watch
from narabi_solver import Deal, Deck, Outcome, Rules, State, Stone, random_deals
from narabi_solver.game.errors import IllegalMoveError
from narabi_solver.kernels import order_distance
from narabi_solver.solving.answers import Solution, solution_of
from narabi_solver.solving.packing import pack
from narabi_solver.solving.search import search
from narabi_solver.solving.solve import line_of
from tests import strategies
from tests.narabi.samples import DIFFERENT, LONG, READINGS, minimum_turns, sparse
from tests.nightly import nightly, nightly_twin, thinned

ANY = next(random_deals(3))
"""The deal of every solution here: searches are given states."""

NAMES = [card.name for card in Deck.standard()]


def found(state: State, rules: Rules, limits: Limits | None = None, estimates: bool = True) -> Solution:
    """Return what the search finds; the line was replayed."""
    algorithm = "astar" if estimates else "bfs"
    answers = search(pack(state, rules), SharedWatch(limits), algorithm=algorithm)
    return solution_of(ANY, rules, answers, 0, line_of(answers, 0, state, rules), 0.0)


def check(state: State, rules: Rules) -> int | None:
    """Compare both ways to search with the rules; return the minimum."""
    turns = minimum_turns(state, rules)
    for estimates in (True, False):
        raw = found(state, rules, estimates=estimates)
        expected = Outcome.UNSOLVABLE if turns is None else Outcome.SOLVED
        bound = rules.limit - state.turns + 1 if turns is None else turns
        assert (raw.outcome, raw.lower_bound, raw.stopped_by) == (expected, bound, None), (state, rules)
    return turns


def small(labels: str, dice: random.Random, names: list[str]) -> State:
    """Return a ring of six stones for two players."""
    ring = [Stone(label, dice.choice(names)) for label in dice.sample(labels, 6)]
    return Deal((tuple(ring[:3]), tuple(ring[3:])), dice.randrange(2), unusual=True, deck=Deck.of(2)).start()


@pytest.mark.parametrize("every", [31, *nightly(1)])
@pytest.mark.parametrize("rules", thinned(3, READINGS))
def test_small_rings(rules: Rules, every: int) -> None:
    """Every arrangement of six numbers, or each so many-th, with cards of its own."""
    dice, seen = random.Random(7), set()
    names = [card.name for card in Deck.of(2)]
    for order in itertools.islice(itertools.permutations("012345"), 0, None, every):
        ring = [Stone(label, dice.choice(names)) for label in order]
        deal = Deal((tuple(ring[:3]), tuple(ring[3:])), dice.randrange(2), unusual=True, deck=Deck.of(2))
        seen.add(check(deal.start(), replace(rules, limit=dice.randrange(4, 25))))
    assert seen >= {0, 1, 2, 3, 4, None}


SOME_LIMITS = 0, 2, 4, 12, 18, 24


@pytest.mark.parametrize("rules", READINGS)
@pytest.mark.parametrize(
    "limit", [*thinned(3, SOME_LIMITS), *nightly(*sorted({*range(25)} - {*SOME_LIMITS}))]
)
def test_every_limit(rules: Rules, limit: int) -> None:
    dice = random.Random(limit)
    names = [card.name for card in Deck.of(2)]
    for _ in range(4):
        check(small("012345", dice, names), replace(rules, limit=limit))


@given(strategies.near_wins(), st.sampled_from(READINGS))
@settings(max_examples=20)
def test_two_turns_of_any_cards(deal: Deal, rules: Rules) -> None:
    check(deal.start(), replace(rules, limit=2))


@pytest.mark.slow
@given(strategies.games(unusual=True), st.sampled_from(READINGS))
@settings(max_examples=15)
def test_from_the_middle_of_a_game(deal: Deal, rules: Rules) -> None:
    rules = replace(rules, limit=min(24, len(deal.moves) + 2))
    try:
        state = deal.state(rules)
    except IllegalMoveError:
        return
    check(state, rules)


@given(st.integers(0, 2**32), st.sampled_from([3, 4, 5]), st.sampled_from(READINGS))
def test_with_and_without_the_estimate(seed: int, players: int, rules: Rules) -> None:
    """Few free stones and other numbers of blanks, as far as the plain layers go in a moment."""
    deal = sparse(players, seed)
    blank = str(seed % 9)
    for text in (str(deal), str(deal).replace(f"{blank}:", "w:" if blank != "0" else "0:")):
        state = Deal.parse(text, unusual=True).start()
        raw = found(state, rules, Limits(max_nodes=3_000), estimates=False)
        led = found(state, rules, Limits(max_nodes=3_000))
        if raw.stopped_by is None and led.stopped_by is None:
            assert (raw.outcome, raw.lower_bound) == (led.outcome, led.lower_bound)
        elif led.stopped_by is None:
            assert raw.lower_bound <= led.lower_bound
        elif raw.stopped_by is None:
            assert led.lower_bound <= raw.lower_bound


def nearest(labels: list[int], ranks: int) -> int:
    """Return in how many places a ring differs from the nearest ring in order, by trying all."""
    fewest = len(labels)
    for places in itertools.combinations(range(len(labels)), ranks):
        for first, way in itertools.product(range(ranks), (1, -1)):
            wanted = [ranks] * len(labels)
            for i, place in enumerate(places):
                wanted[place] = (first + way * i) % ranks
            fewest = min(fewest, sum(a != b for a, b in zip(labels, wanted, strict=True)))
    return fewest


RINGS = given(st.sampled_from([(6, 6), (6, 1), (8, 3), (8, 5), (9, 5)]), st.randoms(use_true_random=False))


@settings(max_examples=10)
@RINGS
def test_the_distance_from_order(size: tuple[int, int], dice: random.Random) -> None:
    """That of a ring, and those after swaps, in any order."""
    places, ranks = size
    distance = order_distance.distance()
    order_distance.prepare(distance, places, ranks)
    swaps = list(itertools.combinations(range(places), 2))
    for _ in range(3):  # what one ring left behind must not count for the next
        labels = dice.sample([*range(ranks), *[ranks] * (places - ranks)], places)
        distance.labels[:places] = labels
        assert order_distance.look_back(distance, places, ranks) == nearest(labels, ranks)
        order_distance.look_ahead(distance, places, ranks)
        for first, last in dice.sample(swaps, 12):
            after = labels.copy()
            after[first], after[last] = after[last], after[first]
            assert order_distance.wrong_after(distance, places, ranks, first, last) == nearest(after, ranks)


test_more_distances_from_order = nightly_twin(RINGS, 25, test_the_distance_from_order)


def test_a_swap_looks_at_nothing_of_the_swaps_before() -> None:
    deal = Deal.parse(
        "d:even 5:four-away d:right / 4:lower 3:at-least-3 8:odd / 1:stay 2:higher 9:three-away"
        " / 0:at-most-6 7:2-to-6 6:two-away / d:left w:white w:dark"
    )
    assert [found(deal.start(), rules).lower_bound for rules in READINGS] == [6, 6, 6]


@pytest.mark.parametrize("rules", READINGS)
@pytest.mark.parametrize("estimates", [True, False])
def test_stopped_anywhere_with_a_bound_that_holds(rules: Rules, estimates: bool) -> None:
    state = Deal.parse(DIFFERENT, unusual=True).start()
    whole = found(state, rules, estimates=estimates)
    for nodes in range(whole.nodes):
        raw = found(state, rules, Limits(max_nodes=nodes), estimates)
        assert (raw.outcome, raw.stopped_by, raw.nodes) == (Outcome.UNDECIDED, "nodes", nodes)
        assert 1 <= raw.lower_bound <= whole.lower_bound
    assert found(state, rules, Limits(max_nodes=whole.nodes), estimates) == whole


def test_the_cut_into_steps_and_rows_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [deal.start() for deal in itertools.islice(random_deals(5, seed=8), 12)]
    whole = [found(state, rules) for state in states for rules in READINGS]
    monkeypatch.setattr("narabi_solver.kernels.astar.FIRST_ROWS", 64)
    monkeypatch.setattr(Watch, "next_slice", lambda self, nodes: 1)
    assert [found(state, rules) for state in states for rules in READINGS] == whole


@pytest.mark.parametrize(("rules", "turns"), [*zip(READINGS, (3, 3, 4), strict=True)])
def test_what_was_received_before_the_search_counts(rules: Rules, turns: int) -> None:
    """Not only the last swap reversed: seat A may not send back what it received, two turns later."""
    deal = Deal.parse(DIFFERENT + " moves A4-B3", unusual=True)
    raw = found(deal.state(rules), rules)
    assert (raw.outcome, raw.lower_bound) == (Outcome.SOLVED, turns)


def test_memory() -> None:
    state = Deal.parse(LONG, unusual=True).start()
    raw = found(state, READINGS[0], Limits(max_memory=1 << 20))
    assert (raw.outcome, raw.stopped_by) == (Outcome.UNDECIDED, "memory") and raw.lower_bound > 4
