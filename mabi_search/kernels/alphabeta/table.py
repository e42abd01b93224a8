"""The transposition table: flat arrays, whole keys.

A key is (own, enemy, code): code holds side, mode, holder and whether it is the first turn. An entry's data::

    bits 63-32  score, offset by 2^15      31-24  depth      23-16  bound      15-0  move

What is proven is kept apart from what is estimated, in a table of its own, and no estimate replaces it.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numba.types import int64
from numpy.typing import NDArray

from _gamekit.kernel_cache import helper, kernel
from _gamekit.kernels.bits import signed
from mabi_search.kernels.hashing import HALF, hashed

UPPER, LOWER, EXACT = 1, 2, 3
"""Bounds."""
OFFSET = 1 << 15


class Table(NamedTuple):
    """A table; the number of entries is a power of two."""

    keys: NDArray[np.uint64]
    """(entries, 3)."""
    data: NDArray[np.uint64]
    """(entries,): 0 where there is none."""


TABLE = numba.typeof(Table(np.zeros((2, 3), np.uint64), np.zeros(2, np.uint64)))
"""The numba type of a `Table`."""


@helper
def slot(table: Table, own: np.uint64, enemy: np.uint64, code: np.uint64) -> int:
    """Return where a position is kept."""
    return hashed(own, enemy, code) & (table.data.size - 1)


@helper
def probe(table: Table, own: np.uint64, enemy: np.uint64, code: np.uint64) -> np.uint64:
    """Return the data of a position; 0 if there is none."""
    at = slot(table, own, enemy, code)
    data: np.uint64 = table.data[at]
    if table.keys[at, 0] == own and table.keys[at, 1] == enemy and table.keys[at, 2] == code:
        return data
    return np.uint64(0)


@helper
def score_of(data: np.uint64) -> int:
    """Return the score of an entry."""
    return signed(data >> HALF) - OFFSET


@helper
def depth_of(data: np.uint64) -> int:
    """Return the depth of an entry."""
    return signed((data >> np.uint64(24)) & np.uint64(255))


@helper
def bound_of(data: np.uint64) -> int:
    """Return the bound of an entry."""
    return signed((data >> np.uint64(16)) & np.uint64(255))


@helper
def move_of(data: np.uint64) -> int:
    """Return the move of an entry, -1 if there is no entry."""
    return signed(data & np.uint64(0xFFFF)) if data != np.uint64(0) else -1


@helper
def keep(
    table: Table,
    own: np.uint64,
    enemy: np.uint64,
    code: np.uint64,
    score: int,
    depth: int,
    bound: int,
    move: int,
) -> None:
    """Write an entry over what is there."""
    at = slot(table, own, enemy, code)
    table.keys[at, 0], table.keys[at, 1], table.keys[at, 2] = own, enemy, code
    table.data[at] = (
        np.uint64(score + OFFSET) << HALF
        | np.uint64(depth) << np.uint64(24)
        | np.uint64(bound) << np.uint64(16)
        | np.uint64(move)
    )


@kernel(int64(TABLE))
def misplaced(table: Table) -> int:
    """Return how many entries are not where their key belongs, or are no positions: 0, or a bug."""
    wrong = 0
    for at in range(table.data.size):
        if table.data[at] != np.uint64(0):
            own, enemy, code = table.keys[at, 0], table.keys[at, 1], table.keys[at, 2]
            if slot(table, own, enemy, code) != at or own & enemy != np.uint64(0) or code >> np.uint64(6):
                wrong += 1
    return wrong
