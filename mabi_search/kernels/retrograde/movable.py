"""Find the pieces that may step, for all placements of a small board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import kernel
from _gamekit.jit.forms import int64, uint32
from mabi_search.kernels.board import SETTING, Setting
from mabi_search.kernels.moves import movable
from mabi_search.kernels.numbering import NUMBERING, Numbering, among_left, list_left, set_of, word_of


@kernel(int64(NUMBERING, SETTING, int64, int64, int64[::1], uint32[::1], uint32[::1]))
def fill_movable(
    numbering: Numbering,
    setting: Setting,
    first: int,
    last: int,
    left: NDArray[np.int64],
    white_free: NDArray[np.uint32],
    black_free: NDArray[np.uint32],
) -> int:
    """Write the pieces of both sides that may step, for White's sets `first` to `last` - 1.

    left                      scratch memory, a place for each square
    white_free, black_free    for each placement, the set of pieces that may step if it is their side's turn
    """
    each = len(numbering.black_left)
    for i in range(first, last):
        white_set = numbering.white_sets[i]
        white = word_of(numbering, white_set)
        list_left(numbering, white_set, left)
        for j in range(each):
            black = word_of(numbering, among_left(numbering.black_left[j], left))
            white_free[i * each + j] = set_of(numbering, movable(setting, white, black, 0))
            black_free[i * each + j] = set_of(numbering, movable(setting, black, white, 0))
    return 0
