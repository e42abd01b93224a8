"""Novelty of placements in a run. It orders placements that are otherwise equally promising.

A placement is **new** if it has a piece on a square on which no earlier placement of its kind has one. It is
new to a lesser degree if it has a pair of pieces that no earlier placement of its kind has. New placements
are searched first (N. Lipovetzky, H. Geffner, *Best-First Width Search*, AAAI 2017). Two placements are of
the same kind if three numbers agree: the size of the largest group, the bound on the other side's largest
group, and, roughly, the number of pieces beside the other side's largest groups.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper
from _gamekit.kernels.bits import ONE, ZERO, lowest, popcount
from mabi_search.kernels.hashing import hashed

KINDS, SQUARES = 1 << 11, 64
NEW_SQUARE, NEW_PAIR = 1000, 500


def scratch(levels: int) -> NDArray[np.uint64]:
    """Return scratch memory: for each kind, the squares occupied together with each square, and a stamp."""
    return np.zeros((levels, KINDS, SQUARES + 1), np.uint64)


@helper
def row_of(kind: np.uint64) -> int:
    """Return the row of a kind in the scratch memory."""
    return int(hashed(kind, ZERO, ZERO) & (KINDS - 1))


@helper
def bonus_of_step(seen: NDArray[np.uint64], own: np.uint64, target: np.uint64) -> int:
    """Return `bonus` for a placement one step after another placement of the same kind."""
    square = popcount(target - ONE)
    worth = NEW_SQUARE if seen[square] == ZERO else NEW_PAIR
    rest = own & ~seen[square]
    if rest == ZERO:
        return 0
    seen[square] |= own
    while rest != ZERO:
        piece = lowest(rest)
        rest ^= piece
        seen[popcount(piece - ONE)] |= target
    return worth


@helper
def bonus(seen: NDArray[np.uint64], stamp: np.uint64, own: np.uint64) -> int:
    """Return the bonus for the novelty of a placement, and add the placement to the row of its kind."""
    if seen[SQUARES] != stamp:
        seen[:] = ZERO
        seen[SQUARES] = stamp
    worth = 0
    rest = own
    while rest != ZERO:
        piece = lowest(rest)
        rest ^= piece
        square = popcount(piece - ONE)
        if seen[square] == ZERO:
            worth = NEW_SQUARE
        elif worth == 0 and own & ~seen[square] != ZERO:
            worth = NEW_PAIR
        seen[square] |= own
    return worth
