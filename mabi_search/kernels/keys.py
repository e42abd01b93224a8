"""What has arisen before, as rows of words, and how often something is among them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper
from mabi_search.kernels.board import NO_REPETITION, PLACEMENT, SITUATION, Setting

TOLD_APART = {"repetition": (SITUATION, PLACEMENT, NO_REPETITION)}

# Columns of the keys, a row for all that has arisen.
WHITE, BLACK, KEY_CODE, AGAIN, KEY = range(5)
"""Both words; side * 4 + mode; 1 if it is the second time."""


@helper
def occurrences(
    setting: Setting,
    keys: NDArray[np.uint64],
    count: int,
    white: np.uint64,
    black: np.uint64,
    code: np.uint64,
) -> int:
    """Return how often a position is among the keys."""
    n = 0
    for i in range(count):
        if keys[i, WHITE] == white and keys[i, BLACK] == black:
            if setting.repetition == PLACEMENT or keys[i, KEY_CODE] == code:
                n += 1
    return n
