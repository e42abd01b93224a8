"""Values of positions out of a finished table, for arrays of them."""

from __future__ import annotations

import numpy as np
from numba.types import int64, uint8, uint64
from numpy.typing import NDArray

from _gamekit.kernel_cache import kernel
from mabi_search.kernels.board import SETTING, Setting
from mabi_search.kernels.numbering import NUMBERING, Numbering
from mabi_search.kernels.values import byte_of


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
