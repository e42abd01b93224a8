"""The transposition table: entries with full keys.

A key is (own, enemy, code). The code consists of the side, the mode, the holder, and whether it is the first
turn. The layout of an entry's content is::

    bits 63-32  score, offset by 2^15      31-24  depth      23-16  bound      15-0  move

Proven outcomes are kept apart, so that no estimate replaces them.

Several threads may use a table at the same time without a lock. Therefore an entry is signed: the third word
of its key contains, above the code, 58 bits that depend on the whole entry. If another thread has overwritten
half of an entry, the signature does not match, and the entry is ignored.
"""

from __future__ import annotations

import numpy as np

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import form_of, int64
from _gamekit.kernels import rows
from _gamekit.kernels.bits import signed
from _gamekit.kernels.cache import zeros_in_lines
from mabi_search.kernels.hashing import HALF, hashed, mixed

CODE_BITS = np.uint64(6)
UPPER, LOWER, EXACT = 1, 2, 3
"""Kinds of bounds on a score."""
OFFSET = 1 << 15


class Entry:
    """An estimate or a proven outcome of a position."""

    own: int
    """The pieces of the side to move."""
    enemy: int
    code: int
    """The code with the signature."""
    content: int
    """Score, depth, bound and move; 0 if there is no entry."""


ENTRY = rows.fields_of(Entry, np.uint64)
ESTIMATES, PROOFS, KINDS = range(3)


def empty(entries: int) -> rows.Rows:
    """Return a transposition table with so many entries of each kind, a power of two.

    Both entries of an index lie in one line of the cache.
    """
    return zeros_in_lines((entries, KINDS), ENTRY)


TABLE = form_of(empty(2))
"""The type of a transposition table in the signatures of kernels."""


@helper
def slot(table: rows.Rows, own: np.uint64, enemy: np.uint64, code: np.uint64) -> int:
    """Return the index at which a position is stored."""
    return hashed(own, enemy, code) & (len(table) - 1)


@helper
def signed_code(own: np.uint64, enemy: np.uint64, code: np.uint64, content: np.uint64) -> np.uint64:
    """Return the third word of an entry's key: the code with the signature."""
    return code | mixed(own ^ content, enemy, code) << CODE_BITS


@helper
def probe(table: rows.Rows, kind: int, own: np.uint64, enemy: np.uint64, code: np.uint64) -> np.uint64:
    """Return the content of a position's entry; 0 if it is not in the table."""
    entry = table[slot(table, own, enemy, code), kind]
    content: np.uint64 = entry.content
    if entry.own == own and entry.enemy == enemy and entry.code == signed_code(own, enemy, code, content):
        return content
    return np.uint64(0)


@helper
def score_of(content: np.uint64) -> int:
    """Return the score of an entry."""
    return signed(content >> HALF) - OFFSET


@helper
def depth_of(content: np.uint64) -> int:
    """Return the depth of an entry."""
    return signed((content >> np.uint64(24)) & np.uint64(255))


@helper
def bound_of(content: np.uint64) -> int:
    """Return the bound of an entry."""
    return signed((content >> np.uint64(16)) & np.uint64(255))


@helper
def move_of(content: np.uint64) -> int:
    """Return the move of an entry; -1 if there is no entry."""
    return signed(content & np.uint64(0xFFFF)) if content != np.uint64(0) else -1


@helper
def keep(
    table: rows.Rows,
    kind: int,
    own: np.uint64,
    enemy: np.uint64,
    code: np.uint64,
    score: int,
    depth: int,
    bound: int,
    move: int,
) -> None:
    """Store an entry, and replace any other entry of its kind at its index."""
    entry = table[slot(table, own, enemy, code), kind]
    content = (
        np.uint64(score + OFFSET) << HALF
        | np.uint64(depth) << np.uint64(24)
        | np.uint64(bound) << np.uint64(16)
        | np.uint64(move)
    )
    entry.own, entry.enemy = own, enemy
    entry.code, entry.content = signed_code(own, enemy, code, content), content


@kernel(int64(TABLE))
def misplaced(table: rows.Rows) -> int:
    """Return the number of entries that are damaged or at a wrong index: 0 if only one thread has written."""
    wrong = 0
    for at in range(len(table)):
        for kind in range(KINDS):
            entry = table[at, kind]
            if entry.content != np.uint64(0):
                code = entry.code & ((np.uint64(1) << CODE_BITS) - np.uint64(1))
                if slot(table, entry.own, entry.enemy, code) != at or entry.own & entry.enemy != np.uint64(0):
                    wrong += 1
                elif entry.code != signed_code(entry.own, entry.enemy, code, entry.content):
                    wrong += 1
    return wrong
