"""Placements as numbers in plain Python: those of the kernels, and there and back."""

import itertools
import math

import pytest
from hypothesis import given, settings, strategies as st

from mabi_search import ArgumentError, Rules
from mabi_search.game import rules as game
from mabi_search.game.packed import words
from mabi_search.game.rules import State
from mabi_search.kernels import numbering, values
from mabi_search.tables import placements
from mabi_search.tables.boards import MOST_PLACEMENTS, TableSpec
from mabi_search.tables.kernel_tables import numbering_of
from tests.nightly import nightly_twin
from tests.parts import called


def board_with(size: str, white: int, black: int, **readings: str) -> TableSpec:
    return TableSpec.of(Rules(size=size, **readings), white, black)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("size", "white", "black"), [("2x2", 1, 1), ("2x3", 2, 2), ("3x2", 1, 3), ("3x3", 3, 2), ("2x4", 4, 4)]
)
def test_every_placement_of_a_small_board(size: str, white: int, black: int) -> None:
    """All numbers once, in the order and with the places that kernels give them."""
    board = board_with(size, white, black)
    numbered = numbering_of(board)
    for number in range(board.placements):
        ranks = placements.ranks_of(board, number)
        assert (len(ranks), len(ranks[0])) == (int(size[0]), int(size[2]))
        assert ("".join(ranks).count("w"), "".join(ranks).count("b")) == (white, black)
        assert placements.number_of(board, ranks) == number
        sets = [called(numbering.set_of)(numbered, word) for word in words(ranks)]
        assert called(numbering.number_of)(numbered, *sets) == number
        sizes = [game.largest(State(ranks), side) for side in "wb"]
        assert sizes == [numbered.most[one] for one in sets]


LARGER = [
    board_with(size, white, black, pass_rule=pass_rule, freeze=freeze)
    for (size, white, black), (pass_rule, freeze) in itertools.product(
        [("4x4", 4, 4), ("3x5", 2, 5), ("2x8", 5, 3), ("4x5", 3, 3)],
        [("run", "unique"), ("final", "none"), ("plain", "leader"), ("resume", "none")],
    )
]


LARGER_BOARDS = given(st.data())


def placed_apart(board: TableSpec, data: st.DataObject) -> int:
    """Draw the number of a placement in which every group is one piece: a side has squares of one colour."""
    height, width = int(board.size[0]), int(board.size[2])
    squares = [[game.EMPTY] * width for _ in range(height)]
    for colour, (piece, count) in enumerate((("w", board.white), ("b", board.black))):
        own = [(y, x) for y in range(height) for x in range(width) if (x + y) % 2 == colour]
        for y, x in data.draw(st.permutations(own))[:count]:
            squares[y][x] = piece
    return placements.number_of(board, tuple(map("".join, squares)))


@pytest.mark.slow
@settings(max_examples=60)
@LARGER_BOARDS
def test_bytes_of_larger_boards(data: st.DataObject) -> None:
    """Where the byte of a state is, against the kernels, with every reading that moves it."""
    board = data.draw(st.sampled_from(LARGER))
    apart = data.draw(st.booleans())
    number = placed_apart(board, data) if apart else data.draw(st.integers(0, board.placements - 1))
    ranks = placements.ranks_of(board, number)
    numbered = numbering_of(board)
    sets = [called(numbering.set_of)(numbered, word) for word in words(ranks)]
    assert called(numbering.number_of)(numbered, *sets) == number == placements.number_of(board, ranks)
    side = data.draw(st.integers(0, 1))
    mode = data.draw(st.integers(0, board.modes - 1))
    white, black = (int(numbered.most[one]) for one in sets)
    tied = (0, 1, 2) if white == 1 else (0, 1)
    holder = data.draw(st.sampled_from(tied)) if white == black else int(white < black)
    state = State(ranks, "wb"[side], placements.MODES_OF_STATES[mode], placements.HOLDERS[holder], 20 + side)
    slot = called(values.slot_of)(board.setting, white, black, holder)
    slots, modes = called(values.slots_of)(board.setting), called(values.modes_of)(board.setting)
    index = ((number * 2 + side) * slots + slot) * modes + mode
    assert placements.index_of(board, state) == index
    if holder == 2 or white > 1 or white != black or board.freeze == "none":
        found = placements.position_at(board, index).state
        assert (found.board, found.side, found.mode) == (state.board, state.side, state.mode)
        assert found.holder == state.holder


test_more_bytes_of_larger_boards = nightly_twin(LARGER_BOARDS, 200, test_bytes_of_larger_boards)


@given(st.integers(2, 8), st.integers(2, 8), st.data())
def test_there_and_back(height: int, width: int, data: st.DataObject) -> None:
    """On every size that may have a table, with any number of pieces."""
    size, squares = f"{height}x{width}", height * width
    white = data.draw(st.integers(1, squares - 1))
    black = data.draw(st.integers(1, squares - white))
    try:
        board = board_with(size, white, black)
    except ArgumentError:
        assert squares > 24 or math.comb(squares, white) * math.comb(squares - white, black) > MOST_PLACEMENTS
        return
    number = data.draw(st.integers(0, board.placements - 1))
    assert placements.number_of(board, placements.ranks_of(board, number)) == number
