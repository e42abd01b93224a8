"""The kernels against the plain rules, move set by move set."""

import numpy as np
import pytest

from mabi_search.game import rules as game
from mabi_search.game.packed import pack, squares_of
from mabi_search.game.position import Position
from mabi_search.game.rules import BLACK, WHITE, Move, Rules, State
from mabi_search.kernels import board, groups, moves
from mabi_search.search.perft import perft
from tests.mabi.games import SIZES, every_reading, game as random_game
from tests.mabi.samples import position_of, symmetric
from tests.nightly import nightly, slow, thinned
from tests.parts import called


def steps_of(state: State, rules: Rules) -> set[Move]:
    """Return the steps that the kernels find."""
    packed = pack(state, rules)
    free = np.uint64(called(moves.movable)(packed.setting, packed.own, packed.enemy, packed.first))
    empty = int(packed.setting.board & ~(packed.own | packed.enemy))
    found = [int(called(way)(free)) & empty for way in (board.north, board.south, board.east, board.west)]
    ways = ((-1, 0), (1, 0), (0, -1), (0, 1))  # where from: below, above, left, right
    return {
        Move(game.Square(target.rank + rank, target.file + file), target)
        for word, (rank, file) in zip(found, ways, strict=True)
        for target in squares_of(word)
    }


def check(state: State, rules: Rules) -> None:
    """Compare groups, paralysed, frozen and steps."""
    packed = pack(state, rules)
    white, black = (packed.own, packed.enemy) if state.side == WHITE else (packed.enemy, packed.own)
    assert groups.largest_group(white) == game.largest(state, WHITE)
    assert groups.largest_group(black) == game.largest(state, BLACK)
    paralysed, frozen = called(groups.held)(packed.setting, packed.own, packed.enemy)
    own = state.pieces(state.side)
    assert squares_of(paralysed) == [s for s in own if game.paralysers(state, s, rules)]
    held = {square for group in game.frozen(state, rules) for square in group}
    assert squares_of(frozen) == [s for s in own if s in held]
    free = Rules(**{**vars(rules), "repetition": "off"})
    plain = {move for move in game.legal_moves(state, free) if move.origin is not None}
    assert steps_of(state, rules) == plain


READINGS = list(every_reading())
THIRD = [n for n in range(len(READINGS)) if (n + n // 3 + n // 12 + n // 36) % 3 == 0]
"""Each two readings of different names with each other."""
NUMBERS = [*thinned(8, THIRD), *nightly(*(n for n in range(len(READINGS)) if n not in THIRD))]


def name_of(number: int) -> str:
    return "-".join(READINGS[number].values())


@pytest.mark.parametrize("number", NUMBERS, ids=name_of)
def test_move_sets_of_random_games(number: int) -> None:
    for size in [SIZES[(number + i) % len(SIZES)] for i in range(3)]:
        rules = Rules(size=size, setup=("rows", "diagonals")[number % 2], **READINGS[number])
        for state in random_game(rules, seed=number, plies=10 if size == "8x8" else 25):
            if not state.over:
                check(state, rules)


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS, ids=name_of)
def test_perft_of_positions_with_a_past(number: int) -> None:
    """From late in games in which repetition is near, three plies on."""
    for size in ("3x4", "2x4", "2x2"):
        rules = Rules(size=size, **READINGS[number])
        for state in list(random_game(rules, 1, 14))[::5]:
            if not state.over:
                assert kernel_perft(state, 3, rules) == game.perft(state, 3, rules)


def kernel_perft(state: State, depth: int, rules: Rules) -> int | None:
    """Return the perft of a state in the middle of a game."""
    return perft(position_of(state, rules), depth).nodes


TABLE = """
8x8 run     20 1044 50086 2211450
8x8 resume  20 1044 50086 2211450
8x8 final   20 1044 50086 2211450
8x8 plain   20 1044 50086 2208192
4x4 run     8 72 502 3130
4x4 plain   8 72 502 3188
3x4 run     10 40 246 854
4x6 run     11 172 2202 24860
"""
"""Of the rules page; the first three plies of 8x8 and the small boards were found by two other programs."""


@pytest.mark.parametrize("line", TABLE.strip().splitlines())
def test_perft_table(line: str) -> None:
    size, rule, *counts = line.split()
    position = Position.start(Rules(size=size, pass_rule=rule))
    assert [perft(position, depth).nodes for depth in range(1, 5)] == [int(count) for count in counts]


@pytest.mark.parametrize("size", ["2x2", *slow("2x3")])
@pytest.mark.parametrize("rule", ["run", "resume", "final", "plain"])
@pytest.mark.parametrize("repetition", ["situation", "placement", "off"])
def test_deep_perft_where_repetition_bites(size: str, rule: str, repetition: str) -> None:
    rules = Rules(size=size, pass_rule=rule, repetition=repetition)
    position = Position.start(rules)
    for depth in range(1, 9 if size == "2x2" else 8):
        assert perft(position, depth).nodes == game.perft(position.state, depth, rules)


def test_repetition_changes_the_deep_perft() -> None:
    """Or the test above would prove nothing."""
    counts = {
        repetition: perft(Position.start(Rules(size="2x3", repetition=repetition)), 9).nodes
        for repetition in ("situation", "placement", "off")
    }
    assert len(set(counts.values())) == 3


def test_symmetric_positions_have_equal_perft() -> None:
    """A half turn with the colours changed, and mirrors, keep the rules; all but the first turn."""
    rules = Rules(size="4x5")
    for state in list(random_game(rules, 3, 20))[4::3]:
        if state.over:
            break
        count = kernel_perft(state, 3, Rules(size="4x5", repetition="off"))
        for other in symmetric(state):
            size = f"{len(other.board)}x{len(other.board[0])}"
            assert kernel_perft(other, 3, Rules(size=size, repetition="off")) == count


def test_a_pause_changes_nothing_and_a_stop_is_said() -> None:
    from mabi_search import Limits

    position = Position.start(Rules(size="5x5"))
    whole = perft(position, 6).nodes
    assert whole is not None
    asked = []
    limits = Limits(stop=lambda: bool(asked.append(1)) or len(asked) > 2)
    stopped = perft(position, 9, limits=limits)
    assert stopped.nodes is None and stopped.stopped_by == "interrupt"
    assert sum(p.nodes or 0 for p in (perft(position.play(m), 5) for m in position.legal_moves)) == whole
