"""Number the placements of a small board, in plain Python. `kernels.numbering` explains the numbers."""

from __future__ import annotations

from math import comb

from mabi_search.game import rules as game
from mabi_search.game.position import Position
from mabi_search.game.rules import ALTERNATE, BLACK, LAST_CALL, NOBODY, PASSED, RUN, WHITE, State
from mabi_search.tables.boards import TableSpec

MODES_OF_STATES = (ALTERNATE, LAST_CALL, PASSED, RUN)
"""The modes, in the order of `kernels.retrograde.alternate`."""
HOLDERS = (WHITE, BLACK, NOBODY)
"""The holders, in the order of the slots of a tie in `kernels.values`."""

_WHITE_BITS = str.maketrans("wb.", "100")
_BLACK_BITS = str.maketrans("wb.", "010")


def number_of(board: TableSpec, ranks: game.Board) -> int:
    """Return the number of a placement on the board of a table."""
    text = "".join(ranks)[::-1]
    white, black = int(text.translate(_WHITE_BITS), 2), int(text.translate(_BLACK_BITS), 2)
    return _rank(white, 0) * comb(board.squares - board.white, board.black) + _rank(black, white)


def ranks_of(board: TableSpec, number: int) -> game.Board:
    """Return the placement with a given number."""
    rank, rest = divmod(number, comb(board.squares - board.white, board.black))
    signs = [game.EMPTY] * board.squares
    for square in _set_at(rank, board.white):
        signs[square] = WHITE
    empty = [square for square, sign in enumerate(signs) if sign == game.EMPTY]
    for among_empty in _set_at(rest, board.black):
        signs[empty[among_empty]] = BLACK
    text, files = "".join(signs), int(board.size[2])
    return tuple(text[i : i + files] for i in range(0, len(text), files))


def index_of(board: TableSpec, state: State) -> int:
    """Return the index of a state's byte in a table."""
    sizes = game.largest(state, WHITE), game.largest(state, BLACK)
    tied = sizes[0] == sizes[1] and (sizes[0] > 1 or board.slots == 3)
    slot = HOLDERS.index(state.holder) if tied else 0
    side = int(state.side == BLACK)
    number = number_of(board, state.board)
    return ((number * 2 + side) * board.slots + slot) * board.modes + MODES_OF_STATES.index(state.mode)


def position_at(board: TableSpec, index: int) -> Position:
    """Return the position whose byte has a given index in a table.

    20 plies count as played if White is to move, and 21 if Black is.
    """
    index, mode = divmod(index, board.modes)
    index, slot = divmod(index, board.slots)
    number, side = divmod(index, 2)
    ranks = ranks_of(board, number)
    white, black = (game.largest(State(ranks), colour) for colour in (WHITE, BLACK))
    if white != black:
        holder = WHITE if white > black else BLACK
    else:
        holder = HOLDERS[slot] if white > 1 or board.slots == 3 else NOBODY
    mover = (WHITE, BLACK)[side]
    return Position(State(ranks, mover, MODES_OF_STATES[mode], holder, 20 + side), (), board.rules)


def _rank(squares: int, taken: int) -> int:
    """Return the rank of a set among the sets of its size that contain no square of `taken`."""
    rank, size = 0, 1
    while squares:
        low = squares & -squares
        rank += comb(((low - 1) & ~taken).bit_count(), size)
        squares ^= low
        size += 1
    return rank


def _set_at(rank: int, size: int) -> list[int]:
    """Return the squares of the set with a given rank and size."""
    squares = []
    for left in range(size, 0, -1):
        square = left - 1
        while comb(square + 1, left) <= rank:
            square += 1
        squares.append(square)
        rank -= comb(square, left)
    return squares
