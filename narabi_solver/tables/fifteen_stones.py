"""Computes the table for 15 stones from the rules of the relaxed problem."""

from __future__ import annotations

import numpy as np

from _gamekit.progress import Progress
from narabi_solver.kernels.fifteen import clipped
from narabi_solver.kernels.fifteen.clipped import Clipped
from narabi_solver.tables.building import masks_with, pieces

RINGS_AT_ONCE = 20_000
"""Filled between two checks for Ctrl-C."""


def build_clipped(progress: Progress) -> Clipped:
    """Return the table for 15 stones; takes about four seconds. `progress` is as for `build_relaxed`."""
    masks = masks_with(clipped.PLACES, clipped.PLACES - clipped.RANKS)
    pattern_of = np.zeros(1 << clipped.PLACES, np.uint16)
    pattern_of[masks] = np.arange(clipped.PATTERNS)
    values = np.full(clipped.PATTERNS * clipped.ORDERS // 4, 0xFF, np.uint8)
    table = Clipped(values, pattern_of)
    rings = np.array([_ascending_ring(mask) for mask in masks], np.uint64)
    clipped.fill_wins(table, rings)
    classes = np.zeros(clipped.SWAPS, np.uint64)
    for turns in (1, 2, 3):
        found = np.zeros(clipped.SWAPS * rings.size if turns < 3 else 0, np.uint64)
        count = 0
        for first, last in pieces(rings.size, RINGS_AT_ONCE):
            progress(f"table for 5 players: turn {turns}, {first * 100 // rings.size} %")
            count = clipped.fill_layer(table, rings, first, last, turns - 1, found, count, classes)
        rings = found[:count]
    return table


def _ascending_ring(mask: int) -> int:
    """Return a ring of 15 stones in order with its blanks in the places of a mask."""
    numbers, blanks = iter(range(clipped.RANKS)), iter(range(clipped.RANKS, clipped.PLACES))
    return sum(next(blanks if mask >> p & 1 else numbers) << 4 * p for p in range(clipped.PLACES))
