"""Hash index of numbered words with open addressing, for kernels.

An array holds the words in the order in which they were added. The number of slots is a power of two and at
least twice the number of words. A word's slot is given by its hash or, if that slot is taken, is the next
free one. The slot contains the number of the word plus 1; an empty slot contains 0.

Tables that replace entries or have keys longer than a word do not use this index. They store the keys
themselves.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper
from _gamekit.kernels.bits import ONE

SPREAD = np.uint64(0x9E37_79B9_7F4A_7C15)  # 2^64 / golden ratio: Knuth, TAOCP 6.4
HALF = np.uint64(32)


@helper
def hashed(word: np.uint64) -> np.uint64:
    """Return 32 bits of which each depends on all bits of the word."""
    mixed = word * SPREAD
    return (mixed ^ (mixed >> HALF)) * SPREAD >> HALF


@helper
def slot_of(words: NDArray[np.uint64], slots: NDArray[np.int32 | np.uint32], word: np.uint64) -> int:
    """Return the slot that has a word's number; if none has, return the free slot for it."""
    mask = np.uint64(slots.size - 1)
    slot = hashed(word) & mask
    while True:
        found = slots[slot]
        if found == 0 or words[found - 1] == word:
            return int(slot)
        slot = (slot + ONE) & mask
