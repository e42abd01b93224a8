"""Number the placements of a small board.

Squares are numbered from 0 along the ranks, without the gaps of the words in `kernels.board`. A **set** is an
integer with a bit for each square. Sets of equal size are ranked in increasing order, as in the combinatorial
number system. The number of a placement is

    rank of White's set * (how many sets Black has left) + rank of Black's set among the squares left

For example, take a 2x2 board with a white piece on b1 and a black piece on b2. White's set is 2, and its rank
is 1. Black is on the third of the three squares left, so the rank of its set is 2. The number is 1 * 3 + 2 =
5.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper
from _gamekit.jit.forms import form_of
from _gamekit.kernels.bits import ZERO, signed


class Numbering(NamedTuple):
    """The arrays that number the placements of a board."""

    ranks: int
    files: int
    squares: int
    white: int
    """Number of White's pieces."""
    black: int
    choose: NDArray[np.int64]
    """[n, k]: the number of sets of k squares among n squares."""
    rank: NDArray[np.int32]
    """The rank of each set among the sets of its size."""
    most: NDArray[np.uint8]
    """The size of the largest group of each set."""
    beside: NDArray[np.int64]
    """The squares beside each square."""
    white_sets: NDArray[np.int64]
    """All sets of White."""
    black_sets: NDArray[np.int64]
    white_left: NDArray[np.int64]
    """All sets of White among the squares that Black leaves empty. Bit i stands for the i-th of these
    squares, counted from 0."""
    black_left: NDArray[np.int64]


def no_numbering() -> Numbering:
    """Return an empty numbering, for calls that require one."""
    one, two = np.zeros(1, np.int64), np.zeros((1, 1), np.int64)
    small, byte = np.zeros(1, np.int32), np.zeros(1, np.uint8)
    return Numbering(1, 1, 1, 1, 1, two, small, byte, one, one, one, one, one)


NUMBERING = form_of(no_numbering())
"""The type of a `Numbering` in the signatures of kernels."""


@helper
def word_of(numbering: Numbering, squares: int) -> np.uint64:
    """Convert a set to a word of `kernels.board`."""
    word = ZERO
    row = (1 << numbering.files) - 1
    for rank in range(numbering.ranks):
        word |= np.uint64(squares >> rank * numbering.files & row) << np.uint64(8 * rank)
    return word


@helper
def set_of(numbering: Numbering, word: np.uint64) -> int:
    """Convert a word of `kernels.board` to a set."""
    squares = 0
    row = np.uint64((1 << numbering.files) - 1)
    for rank in range(numbering.ranks):
        squares |= signed(word >> np.uint64(8 * rank) & row) << rank * numbering.files
    return squares


@helper
def count(squares: int) -> int:
    """Return the number of squares of a set."""
    n = 0
    while squares:
        squares &= squares - 1
        n += 1
    return n


@helper
def first_of(squares: int) -> int:
    """Return the lowest square of a set."""
    return count((squares & -squares) - 1)


@helper
def number_of(numbering: Numbering, white: int, black: int) -> int:
    """Return the number of a placement."""
    number = 0
    left, k = black, 1
    while left:
        low = left & -left
        number += numbering.choose[count((low - 1) & ~white), k]
        left ^= low
        k += 1
    return int(np.int64(numbering.rank[white])) * len(numbering.black_left) + number


@helper
def list_left(numbering: Numbering, taken: int, left: NDArray[np.int64]) -> int:
    """Write the squares outside a set into `left`, and return their number."""
    n = 0
    for square in range(numbering.squares):
        if not taken >> square & 1:
            left[n] = square
            n += 1
    return n


@helper
def among_left(local: int, left: NDArray[np.int64]) -> int:
    """Convert a set of indices in `left` to the set of the squares at these indices."""
    squares = 0
    while local:
        squares |= 1 << left[first_of(local)]
        local &= local - 1
    return squares


@helper
def steps_to(numbering: Numbering, free: int, empty: int) -> int:
    """Return the number of steps of the free pieces to empty squares."""
    n = 0
    while free:
        n += count(numbering.beside[first_of(free)] & empty)
        free &= free - 1
    return n
