"""Lines replayed quickly, and deals packed many at once, against the plain rules and `pack`."""

from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from narabi_solver import Deal, IllegalMoveError, InternalError, Rules, Stone, random_deals, solve_many
from narabi_solver.game.rules import (
    Place,
    State,
    Swap,
    in_order,
    legal_moves,
    play_unchecked,
    replay as plain_replay,
)
from narabi_solver.kernels.batch import PackedSolutions
from narabi_solver.solving import batch
from narabi_solver.solving.many import packed_groups
from narabi_solver.solving.packed import pack
from narabi_solver.solving.replaying import Replayer
from tests import strategies
from tests.nightly import nightly, nightly_twin, slow


def wins(deal: Deal, line: list[Swap], rules: Rules) -> bool:
    """Replay a line by the plain rules."""
    try:
        return in_order(plain_replay(deal.start(), line, rules).ring)
    except IllegalMoveError:
        return False


def wins_quickly(deal: Deal, line: list[Swap], rules: Rules) -> bool:
    """Replay it beside two other lines of the deal, none and its first swap."""
    start = deal.start()
    places, mover = len(deal.ring), start.mover
    firsts = [(mover + turn) % deal.players * start.hand for turn in range(len(line))]
    pairs = [
        [(start.number(place) - first) % places for place in swap]
        for swap, first in zip(line, firsts, strict=True)
    ]
    lines = np.zeros((3, 24), np.uint8)
    lines[:, : len(line)] = [own << 4 | other for own, other in pairs]
    turns = np.array([0, len(line), min(1, len(line))], np.uint8)
    replayer = Replayer(deal.deck, deal.players, places, rules)
    none, whole, first = replayer.wins([deal] * 3, np.full(3, mover), lines, turns).tolist()
    assert none is wins(deal, [], rules) and first is wins(deal, line[:1], rules)
    return bool(whole)


def mutated(draw: st.DrawFn, state: State, line: list[Swap]) -> list[Swap]:
    """Change a swap of a line, or leave it as it is."""
    places = st.sampled_from(list(state.places()))
    swaps = st.builds(Swap, places, places)
    i = draw(st.integers(0, len(line)))
    return [*line[:i], draw(swaps), *line[i + draw(st.integers(0, 1)) :]]


@given(data=st.data(), deal=st.one_of(strategies.near_wins(), strategies.deals()), no_undo=st.booleans())
def test_lines_as_by_the_plain_rules(data: st.DataObject, deal: Deal, no_undo: bool) -> None:
    rules = Rules(no_undo=no_undo, limit=data.draw(st.integers(0, 5)))
    state, line = deal.start(), []
    for _ in range(data.draw(st.integers(0, 6))):
        swaps = legal_moves(state, Rules())
        if not swaps:
            break
        winning = [swap for swap in swaps if in_order(play_unchecked(state, swap).ring)]
        line.append(data.draw(st.sampled_from(winning or swaps)))
        state = play_unchecked(state, line[-1])
    if data.draw(st.booleans()):
        line = data.draw(st.composite(mutated)(state, line))
    assert wins_quickly(deal, line, rules) is wins(deal, line, rules)


@pytest.mark.parametrize("players", [3, *slow(5), *nightly(4)])
def test_each_fault_is_noticed(players: int) -> None:
    rules, few = Rules(no_undo=True), 30
    for solution in solve_many(islice(random_deals(players, seed=5), few)):
        deal, line = solution.deal, list(solution.swaps)
        if len(line) < 3:
            continue
        assert wins_quickly(deal, line, Rules())
        back = Swap(line[0].other, line[0].own)
        back_again = [*line[:1], back, *line[2:]]
        faults = [line[:-1], line[1:], line[::-1], [*line, line[-1]], back_again]
        faults += [[Swap(swap.own, Place(swap.own.seat, 0)), *line[1:]] for swap in line[:1]]
        assert not any(wins_quickly(deal, fault, rules) for fault in faults)
        assert not wins_quickly(deal, line, Rules(limit=len(line) - 1))


def ring_of(labels: str) -> Deal:
    stones = [f"{label}:at-most-6" for label in labels]
    return Deal.parse(" / ".join(" ".join(stones[i : i + 4]) for i in (0, 4, 8)), unusual=True)


def test_won_before_and_undone() -> None:
    deal, blanks = ring_of("d0w12d345678"), list(Swap.parse_line("A1-B2"))
    assert in_order(play_unchecked(deal.start(), blanks[0]).ring)
    assert not wins_quickly(deal, blanks, Rules()) and not wins(deal, blanks, Rules())
    deal, undone = ring_of("d0w12d354678"), list(Swap.parse_line("A4-B1 B1-A4 C1-B4"))
    for replayed in (wins, wins_quickly):
        assert [replayed(deal, undone, Rules(no_undo=no_undo)) for no_undo in (False, True)] == [True, False]


def test_a_line_that_does_not_win_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals are searched in lists of 1, 2, …: the first one is alone."""
    deals, true = list(islice(random_deals(3, seed=6), 3)), batch.solve_packed
    right = [one.swaps for one in solve_many(deals)]
    assert all(wins(deal, list(line), Rules()) for deal, line in zip(deals, right, strict=True))

    def wrong(*given: Any) -> PackedSolutions:
        found = true(*given)
        found.lines[1:, 1] = found.lines[1:, 0]
        return found

    monkeypatch.setattr(batch, "solve_packed", wrong)
    solutions = solve_many(deals)
    assert [next(solutions).swaps for _ in (0, 1)] == right[:2]
    with pytest.raises(InternalError, match="does not win"):
        next(solutions)


def with_more_white_stones(deal: Deal) -> Deal:
    """Return a deal in which white stones replace the dark ones."""
    return strategies.with_stones(deal, lambda s: Stone("w" if s.label == "d" else s.label, s.card))


UNUSUAL = strategies.deals(unusual=True)
DEALS = given(
    deals=st.lists(
        st.one_of(
            strategies.deals(),
            UNUSUAL,
            UNUSUAL.map(with_more_white_stones),
            strategies.games(),
            strategies.odd_deals(),
            strategies.odd_deals().map(lambda deal: replace(deal, moves=())),
        ),
        max_size=8,
    ),
    rules=strategies.rules,
)


@settings(max_examples=40)
@DEALS
def test_many_packed_as_one_by_one(deals: list[Deal], rules: Rules) -> None:
    groups = packed_groups(deals, rules)
    assert sorted(i for members, _, _ in groups for i in members) == list(range(len(deals)))
    for members, packed, seats in groups:
        for n, i in enumerate(members):
            state = deals[i].state(rules)
            one = pack(state, rules)
            assert (packed.game is one.game) and seats[n] == state.mover
            assert (packed.rings[n], packed.banned[n]) == (one.ring, one.banned)
            assert np.array_equal(packed.cards[n], one.cards[0])
            assert packed.turns_left[n] == rules.limit - state.turns


test_more_packed_as_one_by_one = nightly_twin(DEALS, 100, test_many_packed_as_one_by_one)
