"""Placements up to symmetry: rows, columns and amulets that nothing distinguishes may be exchanged.

A placement is kept if it uses exchangeable rows, columns and amulets in their order. The first of all
equivalent placements, as a list of numbers, always does: exchanging two things that are out of order would
make it smaller. So every class has a placement that is kept; some have several.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from amulets_solver.asking.laws import Fields
from amulets_solver.belief.belief import Belief


def representatives(belief: Belief, most: int) -> Fields | None:
    """Return placements among which is one of each class, a row each; None if more than `most`."""
    rules = belief.rules
    rows, columns, amulets = _classes(belief)
    size, wide = len(rules.fields), rules.columns
    fields = np.arange(size)
    found: Fields = np.zeros((1, 0), dtype=np.intp)
    for amulet in range(rules.amulets):
        free = np.ones((len(found), size), dtype=bool)
        np.put_along_axis(free, found, False, axis=1)
        free &= _in_order(found // wide, rows)[:, fields // wide]
        free &= _in_order(found % wide, columns)[:, fields % wide]
        alike = [before for before in range(amulet) if amulets[before] == amulets[amulet]]
        if alike:
            free &= fields > found[:, alike[-1], None]
        if np.count_nonzero(free) > most:
            return None
        at, which = np.nonzero(free)
        found = np.concatenate([found[at], which[:, None]], axis=1)
    return found


def _in_order(used: Fields, classes: list[int]) -> NDArray[np.bool_]:
    """Return (placements, lines): whether a line is used, or all of its class before it are."""
    taken = np.zeros((len(used), len(classes)), dtype=bool)
    np.put_along_axis(taken, used, True, axis=1)
    found = taken.copy()
    for line, kind in enumerate(classes):
        before = [other for other in range(line) if classes[other] == kind]
        found[:, line] |= taken[:, before].all(axis=1)
    return found


def _classes(belief: Belief) -> tuple[list[int], list[int], list[int]]:
    """Return a class number for each row, column and amulet; those of one class can be exchanged."""
    rules = belief.rules
    bits = belief.array[..., None] >> np.arange(len(rules.fields), dtype=np.uint64) & np.uint64(1)
    cube = bits.astype(bool).reshape(*belief.array.shape, rules.rows, rules.columns)
    return _numbered(cube, 2), _numbered(cube, 3), _numbered(cube, 1)


def _numbered(cube: NDArray[np.bool_], axis: int) -> list[int]:
    seen: dict[bytes, int] = {}
    slices = np.moveaxis(cube, axis, 0)
    return [seen.setdefault(one.tobytes(), len(seen)) for one in slices]
