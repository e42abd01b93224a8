"""Computes the filters for 15 stones from the rules of the relaxed problem."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit import philox
from _gamekit.progress import Progress
from narabi_solver.kernels.fifteen import near as kernels
from narabi_solver.kernels.fifteen.near import FAR, HAND, PLACES, RANKS, SWAPS, WORDS, Near
from narabi_solver.solving.twelve_table import masks_with, pieces

RINGS_AT_ONCE = 20_000
"""Number of rings processed between two checks for Ctrl-C."""


def build_near(progress: Progress) -> Near:
    """Return the filters for 15 stones, in about two seconds; `progress` is as for `build_relaxed`.

    Rings with the same signature count as one ring. The chance that any two different rings of the relaxed
    problem have the same signature is 1 in 10 million. A test compares the number of rings at each distance
    with an independent count.
    """
    edges, passed_edges = _edges()
    near = Near(np.zeros(WORDS, np.uint64), edges, passed_edges, np.zeros(2, np.int64))
    rings = np.array([_ascending_ring(mask) for mask in masks_with(PLACES, PLACES - RANKS)], np.uint64)
    all_signatures = np.zeros(rings.size, np.uint64)
    kernels.sign(near, rings, all_signatures)
    for filter_number in range(FAR):
        kernels.enter(near, all_signatures, filter_number)
    for turns in range(1, FAR):
        reached, signatures = [], []
        for first, last in pieces(rings.size, RINGS_AT_ONCE):
            progress(f"table for 5 players: turn {turns}, {first * 100 // rings.size} %")
            parents, signed = np.zeros((2, SWAPS * (last - first)), np.uint64)
            kernels.before(near, rings[first:last], parents, signed)
            if turns == FAR - 1:
                kernels.enter(near, signed, turns)
            else:
                signed, where = np.unique(signed, return_index=True)
                reached.append(parents[where])
                signatures.append(signed)
        if turns < FAR - 1:
            reached_signatures, where = np.unique(np.concatenate(signatures), return_index=True)
            new = ~np.isin(reached_signatures, all_signatures)
            rings, all_signatures = (
                np.concatenate(reached)[where[new]],
                np.concatenate([all_signatures, reached_signatures[new]]),
            )
            near.rings[turns - 1] = all_signatures.size
            for filter_number in range(turns, FAR):
                kernels.enter(near, all_signatures, filter_number)
    return near


def _edges() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return `Near.edges` and `Near.passed_edges`."""
    source = philox.words(0, 0, 0)
    edges = np.zeros((16, 16), np.uint64)
    for place in range(PLACES):
        for other in range(place):
            edges[place, other] = edges[other, place] = next(source) << 32 | next(source)
    passed = np.zeros((16, 16), np.uint64)
    passed[:PLACES, :PLACES] = np.roll(edges[:PLACES, :PLACES], (HAND, HAND), (0, 1))
    return edges.reshape(-1), passed.reshape(-1)


def _ascending_ring(mask: int) -> int:
    """Return a ring of 15 stones in order, with its blanks in the places of a mask."""
    numbers, blanks = iter(range(RANKS)), iter(range(RANKS, PLACES))
    return sum(next(blanks if mask >> p & 1 else numbers) << 4 * p for p in range(PLACES))
