"""Solving: against the specification, the plain search, and laws that need no oracle."""

import itertools
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from _gamekit import limits as limits_module
from benchmarks import plain_bfs
from benchmarks.cases import Case, load
from narabi_solver import (
    ArgumentError,
    Deal,
    IllegalMoveError,
    Limits,
    Outcome,
    Rules,
    Stone,
    random_deal,
    random_deals,
    solve,
    solve_many,
)
from tests import strategies
from tests.narabi.samples import EXAMPLE, LONG, minimum_turns
from tests.nightly import nightly, slow, thinned

# Takes minutes: found by trying random cards.


@pytest.mark.parametrize(
    "case", thinned(4, (case for case in load() if case.nodes >= 0)), ids=lambda case: case.name
)
def test_named_cases(case: Case) -> None:
    solution = solve(case.deal, rules=case.rules, algorithm="bfs")
    assert solution.proven
    assert (solution.turns, solution.nodes) == (case.turns, case.nodes)
    assert solution.lower_bound == (case.limit + 1 if case.turns is None else case.turns)


@pytest.mark.slow
@given(strategies.near_wins(), st.booleans())
@settings(max_examples=40, deadline=None)
def test_as_the_specification_says_within_two_turns(deal: Deal, no_undo: bool) -> None:
    rule = Rules(no_undo=no_undo, limit=2)
    solution = solve(deal, rules=rule)
    assert solution.proven
    assert solution.turns == minimum_turns(deal.state(), rule)


@pytest.mark.slow
@given(strategies.near_wins(st.sampled_from([3, 4])), st.booleans())
@settings(max_examples=4, deadline=None)
def test_as_the_specification_says_within_three_turns(deal: Deal, no_undo: bool) -> None:
    rule = Rules(no_undo=no_undo, limit=3)
    assert solve(deal, rules=rule).turns == minimum_turns(deal.state(), rule)


@pytest.mark.slow
@pytest.mark.parametrize("no_undo", [False, True])
@pytest.mark.parametrize(
    ("players", "count", "limit"),
    [(3, 2, 24), (4, 2, 24), (5, 2, 4), *nightly((3, 5, 24), (4, 6, 24), (5, 5, 4))],
)
def test_as_the_plain_search_says(players: int, count: int, limit: int, no_undo: bool) -> None:
    rule = Rules(no_undo=no_undo, limit=limit)
    for deal in itertools.islice(random_deals(players, seed=77), count):
        assert solve(deal, rules=rule).turns == plain_bfs.solve(deal, rule), deal


@given(strategies.games(unusual=True, longest=6), st.booleans())
@settings(max_examples=40, deadline=None)
def test_from_the_middle_of_a_game(game: Deal, no_undo: bool) -> None:
    rule = Rules(no_undo=no_undo, limit=min(24, len(game.moves) + 3))
    assert solve(game, rules=rule).turns == plain_bfs.solve(game, rule)


def test_following_the_line_takes_a_turn_less_each_time() -> None:
    for rule in (Rules(), Rules(no_undo=True)):
        deal = random_deal(4, seed=3, index=1)
        solution = solve(deal, rules=rule)
        for turn in range(len(solution.swaps) + 1):
            later = replace(deal, moves=solution.swaps[:turn])
            assert solve(later, rules=rule).turns == (solution.turns or 0) - turn


@given(strategies.deals(unusual=True), st.integers(1, 4))
@settings(max_examples=40, deadline=None)
def test_turning_the_table_changes_nothing(deal: Deal, seats: int) -> None:
    """All rules are relative to the mover, so seats may be renamed in turn."""
    rule = Rules(limit=4)
    turned = deal.seats[seats % deal.players :] + deal.seats[: seats % deal.players]
    first = (deal.state().mover - seats) % deal.players
    assert solve(Deal(turned, first, unusual=True), rules=rule).turns == solve(deal, rules=rule).turns


PLACE_CARDS = ["left", "right", "two-away", "three-away", "four-away", "stay"]


@given(strategies.near_wins(), st.data())
@settings(max_examples=40, deadline=None)
def test_relabelling_the_numbers_changes_nothing_where_cards_ask_for_places_only(
    deal: Deal, data: st.DataObject
) -> None:
    count = 10 if deal.players == 5 else 9
    shift, sign = data.draw(st.integers(0, count - 1)), data.draw(st.sampled_from([1, -1]))
    cards = data.draw(st.lists(st.sampled_from(PLACE_CARDS), min_size=15, max_size=15))

    def renamed(label: str) -> str:
        return label if label in "wd" else str((sign * int(label) + shift) % count)

    ring = [Stone(stone.label, card) for stone, card in zip(deal.ring, cards, strict=False)]
    hand = len(ring) // deal.players
    first = deal.state().mover

    def turns(stones: list[Stone]) -> int | None:
        seats = tuple(tuple(stones[i : i + hand]) for i in range(0, len(stones), hand))
        return solve(Deal(seats, first, unusual=True), rules=Rules(limit=5)).turns

    assert turns(ring) == turns([Stone(renamed(stone.label), stone.card) for stone in ring])


def test_more_turns_never_hurt_and_no_undo_never_helps() -> None:
    for deal in itertools.islice(random_deals(3, seed=8), 30):
        minimum = solve(deal).turns
        assert minimum is not None
        assert solve(deal, rules=Rules(limit=minimum)).turns == minimum
        below = solve(deal, rules=Rules(limit=minimum - 1))
        assert (below.outcome, below.lower_bound) == (Outcome.UNSOLVABLE, minimum)
        stricter = solve(deal, rules=Rules(no_undo=True)).turns
        assert stricter is None or stricter >= minimum


@pytest.mark.parametrize("seconds", [10.0, *slow(1e-4), *nightly(1e-9)])
def test_the_length_of_slices_changes_nothing(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "SLICE_SECONDS", seconds)
    for case in load()[:10] + [case for case in load() if "undo" in case.name]:
        solution = solve(case.deal, rules=case.rules, algorithm="bfs")
        assert (solution.turns, solution.nodes) == (case.turns, case.nodes)


def test_node_limit_stops_exactly_and_says_so() -> None:
    deal = Deal.parse(EXAMPLE)
    whole = solve(deal, algorithm="bfs")
    for nodes in (0, 1, 100, whole.nodes - 1):
        cut = solve(deal, limits=Limits(max_nodes=nodes), algorithm="bfs")
        assert (cut.outcome, cut.stopped_by, cut.nodes) == (Outcome.UNDECIDED, "nodes", nodes)
        assert not cut.proven and cut.turns is None
        assert 0 < cut.lower_bound <= (whole.turns or 0)
        assert "undecided" in cut.summary and "unsolvable" not in cut.summary
    assert solve(deal, limits=Limits(max_nodes=whole.nodes), algorithm="bfs").turns == whole.turns


def test_other_limits() -> None:
    deal = Deal.parse(LONG, unusual=True)
    started = time.process_time()
    assert solve(deal, limits=Limits(max_seconds=0.2), algorithm="bfs").stopped_by == "seconds"
    assert solve(deal, limits=Limits(max_memory=1 << 20), algorithm="bfs").stopped_by == "memory"
    asked = iter([False, False, True])
    stopped = solve(deal, limits=Limits(stop=lambda: next(asked)), algorithm="bfs")
    assert stopped.stopped_by == "interrupt" and stopped.nodes > 0
    assert time.process_time() - started < 5


@pytest.mark.parametrize("name", ["max_nodes", "max_seconds", "max_memory"])
@pytest.mark.parametrize("value", [-1, "1", float("nan")])
def test_limits_out_of_range(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=name):
        Limits(**{name: value})  # type: ignore[arg-type]


def test_verdicts() -> None:
    deal = Deal.parse(EXAMPLE)
    assert solve(deal).summary == "solved in 5 turns and in no fewer (proven)"
    assert solve(deal, rules=Rules(limit=3)).summary == "no win within 3 turns (proven)"
    late = Deal.parse(EXAMPLE + " moves B2-A3 C1-B3")
    assert solve(late, rules=Rules(limit=4)).summary == "no win within 2 turns (proven)"
    stuck = next(case for case in load() if case.name == "first-stuck")
    assert solve(stuck.deal).summary == "unsolvable (proven)"


def test_rules_that_forbid_what_was_played() -> None:
    game = Deal.parse(
        "0:at-most-6 2:left 1:left 3:left / 4:at-most-6 5:right 6:right 7:right / 8:left w:left d:left d:left"
        " moves A1-B1 B1-A1",
        unusual=True,
    )
    assert solve(game, rules=Rules(limit=2)).outcome is Outcome.UNSOLVABLE
    with pytest.raises(IllegalMoveError, match="undo"):
        solve(game, rules=Rules(no_undo=True))
    with pytest.raises(IllegalMoveError, match="ended with turn 1"):
        solve(game, rules=Rules(limit=1))


def test_solve_many_is_lazy_and_keeps_the_order() -> None:
    taken = []

    def deals():
        for deal in random_deals(3, seed=4):
            taken.append(deal)
            yield deal

    solutions = solve_many(deals(), rules=Rules(no_undo=True))
    first = list(itertools.islice(solutions, 3))
    assert len(taken) <= 4
    assert [solution.deal for solution in first] == taken[:3]
    assert all(solution.rules.no_undo for solution in first)


def test_unknown_algorithm() -> None:
    with pytest.raises(ArgumentError, match="algorithm must be one of"):
        solve(Deal.parse(EXAMPLE), algorithm="magic")


def test_outcomes_are_words() -> None:
    assert [*Outcome] == ["solved", "unsolvable", "undecided"] and f"{Outcome.UNDECIDED}" == "undecided"
    for wrong in (0, 3, -1, True, None, "lost"):
        with pytest.raises(ValueError, match="is not a valid Outcome"):
            Outcome(wrong)  # type: ignore[arg-type]
