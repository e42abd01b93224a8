"""The transposition table: flat arrays with full keys.

A key is (own, enemy, code). The code consists of the side, the mode, the holder, and whether it is the first
turn. The layout of an entry's data is::

    bits 63-32  score, offset by 2^15      31-24  depth      23-16  bound      15-0  move

Proven outcomes are kept in a separate table, so that no estimate replaces them.

Several threads may use a table at the same time without a lock. Therefore an entry is signed: the third word
of its key contains, above the code, 58 bits that depend on the whole entry. If another thread has overwritten
half of an entry, the signature does not match, and the entry is ignored.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import form_of, int64
from _gamekit.kernels.bits import signed
from mabi_search.kernels.hashing import HALF, hashed, mixed

CODE_BITS = np.uint64(6)
UPPER, LOWER, EXACT = 1, 2, 3
"""Kinds of bounds on a score."""
OFFSET = 1 << 15


class Table(NamedTuple):
    """A transposition table. The number of entries is a power of two."""

    keys: NDArray[np.uint64]
    """(entries, 3): own pieces, enemy pieces, and the code with the signature."""
    data: NDArray[np.uint64]
    """(entries,): the data; 0 if there is no entry."""


TABLE = form_of(Table(np.zeros((2, 3), np.uint64), np.zeros(2, np.uint64)))
"""The type of a `Table` in the signatures of kernels."""


@helper
def slot(table: Table, own: np.uint64, enemy: np.uint64, code: np.uint64) -> int:
    """Return the index at which a position is stored."""
    return hashed(own, enemy, code) & (table.data.size - 1)


@helper
def signed_code(own: np.uint64, enemy: np.uint64, code: np.uint64, data: np.uint64) -> np.uint64:
    """Return the third word of an entry's key: the code with the signature."""
    return code | mixed(own ^ data, enemy, code) << CODE_BITS


@helper
def probe(table: Table, own: np.uint64, enemy: np.uint64, code: np.uint64) -> np.uint64:
    """Return the data of a position; 0 if it is not in the table."""
    at = slot(table, own, enemy, code)
    data: np.uint64 = table.data[at]
    if table.keys[at, 0] == own and table.keys[at, 1] == enemy:
        if table.keys[at, 2] == signed_code(own, enemy, code, data):
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
    """Return the move of an entry; -1 if there is no entry."""
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
    """Store an entry, and replace any other entry at its index."""
    at = slot(table, own, enemy, code)
    data = (
        np.uint64(score + OFFSET) << HALF
        | np.uint64(depth) << np.uint64(24)
        | np.uint64(bound) << np.uint64(16)
        | np.uint64(move)
    )
    table.keys[at, 0], table.keys[at, 1] = own, enemy
    table.keys[at, 2], table.data[at] = signed_code(own, enemy, code, data), data


@kernel(int64(TABLE))
def misplaced(table: Table) -> int:
    """Return the number of entries that are damaged or at a wrong index: 0 if only one thread has written."""
    wrong = 0
    for at in range(table.data.size):
        if table.data[at] != np.uint64(0):
            own, enemy, data = table.keys[at, 0], table.keys[at, 1], table.data[at]
            code = table.keys[at, 2] & ((np.uint64(1) << CODE_BITS) - np.uint64(1))
            if slot(table, own, enemy, code) != at or own & enemy != np.uint64(0):
                wrong += 1
            elif table.keys[at, 2] != signed_code(own, enemy, code, data):
                wrong += 1
    return wrong
