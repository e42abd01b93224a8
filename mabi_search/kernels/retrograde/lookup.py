"""Values of positions out of a finished table, for other kernels and for arrays."""

from __future__ import annotations

import numpy as np
from numba.types import int64, uint8, uint64
from numpy.typing import NDArray

from mabi_search.kernels.board import SETTING, Setting
from mabi_search.kernels.retrograde.alternate import modes_of, slot_of, slots_of
from mabi_search.kernels.retrograde.numbering import NUMBERING, Numbering, number_of, set_of
from narabi_mabi_common.kernel_cache import helper, kernel


@helper
def byte_of(
    numbering: Numbering,
    setting: Setting,
    values: NDArray[np.uint8],
    white: np.uint64,
    black: np.uint64,
    side: int,
    holder: int,
    mode: int,
) -> int:
    """Return the byte of a position in alternate play; `kernels.retrograde.alternate` tells its meaning.

    white, black    words of `kernels.board`, with as many pieces as the table is about
    side            0 White is to move, 1 Black
    holder          0 White, 1 Black, 2 nobody
    mode            0 in alternate play, 1 in mode q, and under `resume` 2 in mode p and 3 in mode r
    """
    w, b = set_of(numbering, white), set_of(numbering, black)
    slot = slot_of(setting, numbering.most[w], numbering.most[b], holder)
    number = number_of(numbering, w, b)
    return int(np.int64(values[((number * 2 + side) * slots_of(setting) + slot) * modes_of(setting) + mode]))


@kernel(
    int64(
        NUMBERING,
        SETTING,
        uint8[::1],
        uint64[::1],
        uint64[::1],
        int64[::1],
        int64[::1],
        int64[::1],
        uint8[::1],
    )
)
def look_up(
    numbering: Numbering,
    setting: Setting,
    values: NDArray[np.uint8],
    white: NDArray[np.uint64],
    black: NDArray[np.uint64],
    side: NDArray[np.int64],
    holder: NDArray[np.int64],
    mode: NDArray[np.int64],
    found: NDArray[np.uint8],
) -> int:
    """Write the byte of each position into `found`."""
    for i in range(len(white)):
        found[i] = byte_of(numbering, setting, values, white[i], black[i], side[i], holder[i], mode[i])
    return 0
