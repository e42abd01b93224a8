"""Tables in memory, in the form that kernels use."""

from __future__ import annotations

import functools
import math
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mabi_search.kernels.board import Setting
from mabi_search.kernels.numbering import Numbering
from mabi_search.tables import stored
from mabi_search.tables.boards import TableSpec


class Table(NamedTuple):
    """A table in the form that kernels use. The bytes of `values` and `alone` are mapped from its file."""

    board: TableSpec
    numbering: Numbering
    setting: Setting
    values: NDArray[np.uint8]
    """The byte of each state, as in `kernels.values`."""
    alone: NDArray[np.uint8]
    """For each placement, the sides that win by a run from it, as bits WHITE_WINS and BLACK_WINS."""
    longest: int
    """The largest distance in the table."""


def sets_of(squares: int, pieces: int) -> NDArray[np.int64]:
    """Return all sets of `pieces` squares, as integers with a bit for each square, in increasing order."""
    sets = [sum(1 << square for square in chosen) for chosen in combinations(range(squares), pieces)]
    return np.array(sorted(sets), np.int64)


def _sizes(board: TableSpec, beside: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return the rank and the largest group's size of every set; 0 if its size is that of no side."""
    sets = np.arange(1 << board.squares, dtype=np.int64)
    pieces = np.bitwise_count(sets)
    rank = np.zeros(sets.size, np.int32)
    for count in {board.white, board.black}:
        which = np.flatnonzero(pieces == count)
        rank[which] = np.arange(which.size)
    most = np.zeros(sets.size, np.uint8)
    need = sets[(pieces == board.white) | (pieces == board.black)]
    rest = need.copy()
    while rest.any():
        group = rest & -rest
        while True:
            grown = group.copy()
            for square, around in enumerate(beside.tolist()):
                grown |= np.where(group >> square & 1, around, 0) & rest
            if (grown == group).all():
                break
            group = grown
        most[need] = np.maximum(most[need], np.bitwise_count(group))
        rest &= ~group
    return rank, most


def numbering_of(board: TableSpec) -> Numbering:
    """Return the arrays that number the placements of a board."""
    ranks, files = int(board.size[0]), int(board.size[2])
    n = board.squares
    beside = np.zeros(n, np.int64)
    for a in range(n):
        for b in range(n):
            if abs(a // files - b // files) + abs(a % files - b % files) == 1:
                beside[a] |= 1 << b
    choose = [[math.comb(a, b) for b in range(n + 2)] for a in range(n + 1)]
    rank, most = _sizes(board, beside)
    return Numbering(
        ranks, files, n, board.white, board.black, np.array(choose, np.int64), rank, most, beside,
        sets_of(n, board.white), sets_of(n, board.black),
        sets_of(n - board.black, board.white), sets_of(n - board.white, board.black),
    )  # fmt: skip


def load(board: TableSpec, folder: str | Path | None = None) -> Table:
    """Load a table for kernels, or return the loaded one if its file has not changed.

    The errors are those of `stored.load`.
    """
    return _for_kernels(stored.load(board, folder))


@functools.lru_cache(maxsize=32)
def _for_kernels(table: stored.StoredTable) -> Table:
    board = table.board
    values, alone = np.frombuffer(table.values, np.uint8), np.frombuffer(table.alone, np.uint8)
    return Table(board, numbering_of(board), board.setting, values, alone, table.longest)
