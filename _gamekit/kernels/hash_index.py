"""Index of numbered words by open addressing, for kernels.

Words are kept in an array in the order in which they were added. `slots` has a power of two of slots, at
least twice as many as words. It holds a word's number + 1 in the slot of its hash or, if that is taken, in
the next free slot; an empty slot is 0.

Tables that replace entries, and tables with keys longer than a word, do not use this index: they keep the key
in the table itself.
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
    """Return the slot with this word's number, or the free slot where it belongs."""
    mask = np.uint64(slots.size - 1)
    mixed = word * SPREAD
    slot = (mixed ^ (mixed >> HALF)) & mask
    while True:
        found = slots[slot]
        if found == 0 or words[found - 1] == word:
            return int(slot)
        slot = (slot + ONE) & mask
