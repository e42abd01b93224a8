"""Finds numbered words again by open addressing, for kernels.

Words are kept in an array in the order in which they were found; `slots`, a power of two of them and at
least twice as many as there are words, holds a word's number + 1 where its hash says or, if that is
taken, in the next slots; 0 where nothing is.

Tables that forget, and those whose keys are more than a word, have their own: what is looked at there
stands in the table itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper
from _gamekit.kernels.bits import ONE

SPREAD = np.uint64(0x9E37_79B9_7F4A_7C15)  # 2^64 / golden ratio: Knuth, TAOCP 6.4
HALF = np.uint64(32)


@helper
def slot_of(words: NDArray[np.uint64], slots: NDArray[np.int32 | np.uint32], word: np.uint64) -> int:
    """Return the slot that holds this word's number, or the free one where it belongs."""
    mask = np.uint64(slots.size - 1)
    mixed = word * SPREAD
    slot = (mixed ^ (mixed >> HALF)) & mask
    while True:
        found = slots[slot]
        if found == 0 or words[found - 1] == word:
            return int(slot)
        slot = (slot + ONE) & mask
