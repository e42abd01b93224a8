"""How new a placement is to a run: best-first search alone goes through all that is as good as what it has.

A placement is **new** to those of its kind if it has a piece where none of them has one, or, which is worth
less, two pieces where none of them has both. What is new is looked at first (N. Lipovetzky, H. Geffner,
*Best-First Width Search*, AAAI 2017). Of a kind are those with the same largest group, the same bound on what
the other side can hold together, and about as many pieces beside the other side's largest groups.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mabi_search.kernels.alphabeta.table import hashed
from mabi_search.kernels.board import ONE, ZERO, lowest, popcount
from narabi_mabi_common.kernel_cache import helper

KINDS, SQUARES = 1 << 11, 64
NEW_SQUARE, NEW_PAIR = 1000, 500


def room(levels: int) -> NDArray[np.uint64]:
    """Return room: of each kind, for each square, the squares taken together with it; and a stamp."""
    return np.zeros((levels, KINDS, SQUARES + 1), np.uint64)


@helper
def bonus(kinds: NDArray[np.uint64], stamp: np.uint64, own: np.uint64, kind: np.uint64) -> int:
    """Return what it is worth that a placement is new to its kind, and take it in."""
    seen = kinds[hashed(kind, ZERO, ZERO) & (KINDS - 1)]
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
