"""Finds good placements by climbing: from the best of some random ones, always to the best neighbour."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from amulets_solver.asking.laws import Fields

Score = Callable[[Fields], NDArray[np.float64]]
STARTS = 96
"""Random placements from which the best are chosen."""


@lru_cache(maxsize=16)
def _starts(size: int, amulets: int, seed: int) -> Fields:
    """Return random placements."""
    return np.argsort(np.random.default_rng(seed).random((STARTS, size)), axis=1)[:, :amulets]


def neighbours(placement: Fields, size: int) -> Fields:
    """Return all placements in which one amulet stands elsewhere, or two are exchanged."""
    amulets = len(placement)
    free = np.setdiff1d(np.arange(size), placement)
    moved = np.tile(placement, (amulets, len(free), 1))
    for amulet in range(amulets):
        moved[amulet, :, amulet] = free
    first, second = np.triu_indices(amulets, 1)
    swapped = np.tile(placement, (len(first), 1))
    at = np.arange(len(first))
    swapped[at, first], swapped[at, second] = placement[second], placement[first]
    return np.concatenate([moved.reshape(-1, amulets), swapped])


def climb(
    score: Score, size: int, amulets: int, budget: int, enough: float, seed: int
) -> tuple[list[tuple[float, tuple[int, ...]]], int]:
    """Return the placements at which climbing ended or passed, best first, and how many were looked at.

    Parameters
    ----------
    score
        Returns what placements are worth.
    size, amulets
        Fields of the altar, and amulets.
    budget
        Placements to look at.
    enough
        No placement is worth more, so one that is worth it ends the search.
    seed
        For the random placements.
    """
    found: dict[tuple[int, ...], float] = {}
    looked = 0
    while looked < budget:
        starts = _starts(size, amulets, seed)
        seed += 1
        values = score(starts)
        looked += len(starts)
        best = int(values.argmax())
        here, value = starts[best], float(values[best])
        while True:
            found[tuple(here.tolist())] = value
            if value >= enough or looked >= budget:
                break
            around = neighbours(here, size)
            values = score(around)
            looked += len(around)
            best = int(values.argmax())
            if values[best] <= value + 1e-12:
                break
            here, value = around[best], float(values[best])
        if value >= enough:
            break
    return sorted(
        ((value, place) for place, value in found.items()), key=lambda one: (-one[0], one[1])
    ), looked
