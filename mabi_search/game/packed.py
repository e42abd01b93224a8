"""Convert a `State` to bitboards, and bits to squares. `kernels.board` shows the order of the bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mabi_search.game.rules import (
    BLACK,
    PASS,
    READINGS,
    WHITE,
    Board,
    Key,
    Move,
    Rules,
    Square,
    State,
    squares,
)
from mabi_search.kernels import groups, keys, moves, values
from mabi_search.kernels.board import Setting
from mabi_search.kernels.runs import shape

SIDES = (WHITE, BLACK)
MODES = ("-", "p", "r", "q")
"""The sides and the modes, in the order of their numbers in `kernels.board`. `rules.READINGS` lists the
readings in the order of their numbers."""
TELL_APART = (groups, keys, moves, values, shape)
"""The kernel modules whose code depends on the readings."""


class PackedPosition(NamedTuple):
    """A position in the form that kernels use."""

    setting: Setting
    own: np.uint64
    enemy: np.uint64
    code: np.uint64
    """side * 4 + mode."""
    first: int
    """1 on White's first turn."""
    keys: NDArray[np.uint64]
    """(n, 4): a row for each occurrence of a situation, with white pieces, black pieces, code, and 0."""


def bit(square: Square) -> int:
    """Return a bitboard of one square."""
    return 1 << 8 * square.rank + square.file


def bits(squares: Iterable[Square]) -> np.uint64:
    """Return a bitboard of several squares."""
    return np.uint64(sum(map(bit, squares)))


_SQUARES = [Square(rank, file) for rank in range(8) for file in range(8)]


def squares_of(word: np.uint64) -> list[Square]:
    """Return the squares whose bits are set, from a1 along the ranks."""
    return [square for i, square in enumerate(_SQUARES) if int(word) >> i & 1]


def setting_of(state: State, rules: Rules) -> Setting:
    """Return the board and the rules in the form that kernels use."""
    ranks, files = len(state.board), len(state.board[0])
    squares = [square for square in _SQUARES if square.rank < ranks and square.file < files]
    edge = [s for s in squares if s.rank in (0, ranks - 1) or s.file in (0, files - 1)]
    readings = {
        option: READINGS[option].index(getattr(rules, option))
        for option in ("paralysis", "freeze", "pass_rule", "repetition")
    }
    for module in TELL_APART:
        for option, numbers in module.TOLD_APART.items():
            if readings[option] not in numbers:
                raise AssertionError(
                    f"{option}={getattr(rules, option)} is not implemented in {module.__name__}"
                )
    return Setting(bits(squares), bits(edge), **readings)


def code_of(side: str, mode: str) -> int:
    """Return the code of a side to move and a mode: side * 4 + mode."""
    return SIDES.index(side) * 4 + MODES.index(mode)


def pack(state: State, rules: Rules) -> PackedPosition:
    """Convert a state of an unfinished game to the form that kernels use."""
    white, black = words(state.board)
    own, enemy = (white, black) if state.side == WHITE else (black, white)
    code = np.uint64(code_of(state.side, state.mode))
    arisen = np.array([_key(key) for key in state.seen], np.uint64).reshape(-1, 4)
    return PackedPosition(setting_of(state, rules), own, enemy, code, int(state.ply == 0), arisen)


@lru_cache(maxsize=1 << 12)
def words(board: Board) -> tuple[np.uint64, np.uint64]:
    """Return the bitboards of White and of Black. They are cached for later moves."""
    both = tuple(
        bits(square for square in squares(board) if board[square.rank][square.file] == side) for side in SIDES
    )
    return both[0], both[1]


def past(packed: PackedPosition) -> int:
    """Return how earlier situations restrict play, as a sum of flags of `kernels.keys`."""
    return int(keys.past(packed.setting, packed.keys, packed.own, packed.enemy, int(packed.code)))


def twice(packed: PackedPosition, in_runs: bool = False) -> bool:
    """Return whether some situation has occurred twice; with `in_runs`, whether a situation of a run has."""
    return bool(past(packed) & (keys.TWICE_IN_RUNS if in_runs else keys.TWICE))


def steps_back(state: State, rules: Rules) -> Iterator[Move]:
    """Yield the steps, legal or not, that lead back to an earlier situation of alternate play."""
    if state.mode != MODES[0]:
        return
    packed, side = pack(state, rules), SIDES.index(state.side)
    after = 0 if rules.counts_placements else code_of(SIDES[1 - side], MODES[0])
    own, enemy = int(packed.own), int(packed.enemy)
    for *words, code, _ in set(map(tuple, packed.keys.tolist())):
        origin, target = own & ~words[side], words[side] & ~own
        if words[1 - side] == enemy and code == after and origin.bit_count() == target.bit_count() == 1:
            yield move_of(origin.bit_length() - 1 + 64 * (target.bit_length() - 1))


def move_of(code: int) -> Move:
    """Return the move with a code: origin + 64 * target, or 0 for the pass."""
    if code == 0:
        return PASS
    origin, target = code & 63, code >> 6
    return Move(_SQUARES[origin], _SQUARES[target])


def move_code(move: Move) -> int:
    """Return the code of a move."""
    if move.origin is None or move.target is None:
        return 0
    origin, target = (8 * square.rank + square.file for square in (move.origin, move.target))
    return origin + 64 * target


def _key(key: Key) -> tuple[int, int, int, int]:
    """Return a situation as numbers. The code is 0 if only the placement counts."""
    if isinstance(key[0], str):  # a placement: its ranks
        white, black = words(tuple(map(str, key)))
        return int(white), int(black), 0, 0
    placement, side, mode = key
    white, black = words(tuple(map(str, placement)))
    return int(white), int(black), code_of(str(side), str(mode)), 0
