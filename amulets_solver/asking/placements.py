"""Choose placements to compare: one of each symmetry class if there are few, or the best by hill climbing.

Rows are interchangeable if nothing distinguishes them; so are columns and amulets. A placement is kept if it
uses interchangeable rows, columns and amulets in their order. At least one placement of each class is kept:
the smallest, as a list of numbers. If it used two rows out of order, exchanging the rows would make the
list smaller.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from amulets_solver.asking.laws import Fields
from amulets_solver.belief.belief import Belief


def representatives(belief: Belief, most: int) -> Fields | None:
    """Return placements, one per row, with at least one of each class; None if there are more than `most`."""
    rules = belief.rules
    rows, columns, amulets = _classes(belief)
    size, wide = len(rules.fields), rules.columns
    fields = np.arange(size)
    placements: Fields = np.zeros((1, 0), dtype=np.intp)
    for amulet in range(rules.amulets):
        free = np.ones((len(placements), size), dtype=bool)
        np.put_along_axis(free, placements, False, axis=1)
        free &= _in_order(placements // wide, rows)[:, fields // wide]
        free &= _in_order(placements % wide, columns)[:, fields % wide]
        alike = [before for before in range(amulet) if amulets[before] == amulets[amulet]]
        if alike:
            free &= fields > placements[:, alike[-1], None]
        if np.count_nonzero(free) > most:
            return None
        at, which = np.nonzero(free)
        placements = np.concatenate([placements[at], which[:, None]], axis=1)
    return placements


def _in_order(used: Fields, classes: list[int]) -> NDArray[np.bool_]:
    """Return for each (placement, line) whether the line, or each earlier line of its class, is used.

    The lines are the rows or the columns of the altar.
    """
    taken = np.zeros((len(used), len(classes)), dtype=bool)
    np.put_along_axis(taken, used, True, axis=1)
    found = taken.copy()
    for line, kind in enumerate(classes):
        before = [other for other in range(line) if classes[other] == kind]
        found[:, line] |= taken[:, before].all(axis=1)
    return found


def _classes(belief: Belief) -> tuple[list[int], list[int], list[int]]:
    """Return a class number for each row, column and amulet. Equal numbers mean interchangeable."""
    rules = belief.rules
    bits = belief.array[..., None] >> np.arange(len(rules.fields), dtype=np.uint64) & np.uint64(1)
    cube = bits.astype(bool).reshape(*belief.array.shape, rules.rows, rules.columns)
    return _numbered(cube, 2), _numbered(cube, 3), _numbered(cube, 1)


def _numbered(cube: NDArray[np.bool_], axis: int) -> list[int]:
    seen: dict[bytes, int] = {}
    slices = np.moveaxis(cube, axis, 0)
    return [seen.setdefault(one.tobytes(), len(seen)) for one in slices]


Score = Callable[[Fields], NDArray[np.float64]]
STARTS = 96
"""Number of random placements, of which the best is the start of a climb."""


@lru_cache(maxsize=16)
def _starts(size: int, amulets: int, seed: int) -> Fields:
    """Return random placements."""
    return np.argsort(np.random.default_rng(seed).random((STARTS, size)), axis=1)[:, :amulets]


def neighbours(placement: Fields, size: int) -> Fields:
    """Return all placements that differ by one moved amulet or by two exchanged amulets."""
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
    """Return the values and placements on the path of hill climbing, best first, and the number evaluated."""
    values_on_path: dict[tuple[int, ...], float] = {}
    looked = 0
    while looked < budget:
        starts = _starts(size, amulets, seed)
        seed += 1
        values = score(starts)
        looked += len(starts)
        best = int(values.argmax())
        here, value = starts[best], float(values[best])
        while True:
            values_on_path[tuple(here.tolist())] = value
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
        ((value, place) for place, value in values_on_path.items()), key=lambda pair: (-pair[0], pair[1])
    ), looked
