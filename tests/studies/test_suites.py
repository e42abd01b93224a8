"""The endgame suites are what they say."""

from collections import Counter

import pytest

from mabi_search import analyse_pass
from mabi_search.game.notation import text_of
from mabi_search.game.rules import PASS, Rules, State, play_unchecked, start, why_illegal
from mabi_search.search.analysis import deepening
from studies.endgames.mabi_suites import (
    DISTANCES,
    MOST_PLIES,
    OPENING,
    SIZES,
    file_of,
    games,
    images,
    normal,
    suite,
)
from tests.mabi.samples import symmetric
from tests.nightly import thinned


@pytest.mark.parametrize("size", SIZES)
def test_the_files(size: str) -> None:
    rows = suite(size)
    lines = [line for line in file_of(size).read_text().splitlines() if not line.startswith("#")]
    assert lines == [str(row) for row in rows]
    assert {row.distance for row in rows} == set(DISTANCES)
    assert min(Counter(row.distance for row in rows).values()) >= 100
    assert len({(row.distance, row.game) for row in rows}) == len(rows)
    ends = {row.game: row.ply + row.distance for row in rows}
    for row in rows:
        position = row.position
        assert str(position) == row.text and position.rules.size == size and not position.moves
        assert position.mode == "-" and position.outcome() is None and position.ply == row.ply
        assert OPENING[0] <= row.ply and row.ply + row.distance == ends[row.game] < MOST_PLIES


@pytest.mark.parametrize("size", SIZES)
def test_no_position_is_another_by_symmetry(size: str) -> None:
    rows = suite(size)
    assert len({normal(row.position.state) for row in rows}) == len(rows)
    for row in rows[::50]:
        state = row.position.state
        assert {(one.board, one.side, one.holder) for one in closed(state)} == set(images(state))


def closed(state: State) -> list[State]:
    """Return all that mirrors, turns and changes of the colours make of a state."""
    found = [state]
    for one in found:
        found += [other for other in symmetric(one) if other not in found]
    return found


@pytest.mark.parametrize("size", SIZES)
def test_easy_ones_are_decided_by_two_plies_and_no_others(size: str) -> None:
    rows = suite(size)
    for row in [row for row in rows if row.easy][:5] + [row for row in rows if not row.easy][::60]:
        *_, found = deepening(row.position, depth=2, for_pass=0)  # by the plies alone
        assert found.proven == row.easy


@pytest.mark.parametrize("size", thinned(2, SIZES))
def test_the_positions_are_those_of_their_games(size: str) -> None:
    """By the rules, from the start; whatever the search has become since."""
    rules, rows, played = Rules(size=size), suite(size), games(size)
    assert {row.game for row in rows} == set(played)
    for number, moves in sorted(played.items())[::4]:
        assert moves[-1] == PASS and PASS not in moves[:-1]
        met = {row.ply: row for row in rows if row.game == number}
        state = start(rules)
        for ply, move in enumerate(moves):
            if ply in met:
                row = met.pop(ply)
                assert text_of(state) == row.text and row.ply + row.distance == len(moves) - 1
            assert why_illegal(state, move, rules) is None
            state = play_unchecked(state, move, rules)
        assert not met


@pytest.mark.nightly
@pytest.mark.parametrize("step", [5, 1])
def test_what_a_pass_comes_to(step: int) -> None:
    passing = [row for row in suite("6x6") if row.distance == 0 and row.passed in ("win", "loss")]
    assert len({row.passed for row in passing[::step]}) == 2
    for row in passing[::step]:
        proven = analyse_pass(row.position).outcome
        assert proven in ("undecided", row.passed)
        after = row.position.play(PASS)
        assert after.mode == "p" and after.side != row.position.side
