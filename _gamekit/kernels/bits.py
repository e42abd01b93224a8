"""Sets as words of 64 bits, for kernels: element i is in the set if bit i is set.

To iterate over a set, take its lowest element and remove it, until the set is empty::

    while swaps != ZERO:
        swap = lowest_index(swaps)
        swaps &= swaps - ONE

Words stay `np.uint64` from end to end: a `uint64` with an `int64` gives `int64`, silently.
"""

from __future__ import annotations

import numpy as np

from _gamekit.jit.entry import helper

ZERO = np.uint64(0)
ONE = np.uint64(1)


@helper
def popcount(word: np.uint64) -> int:
    """Return the number of set bits. Compiles to one instruction."""
    n = 0
    while word != ZERO:
        word &= word - ONE
        n += 1
    return n


@helper
def lowest(word: np.uint64) -> np.uint64:
    """Return the lowest set bit alone; 0 if there is none."""
    return word & (~word + ONE)


@helper
def lowest_index(word: np.uint64) -> int:
    """Return the index of the lowest set bit; the word is not 0. Compiles to one instruction."""
    below = ~word & (word - ONE)
    n = 0
    while below != ZERO:
        below &= below - ONE
        n += 1
    return n


@helper
def signed(word: np.uint64) -> int:
    """Return a word as an index.

    `int` alone would not do: numba's int of an unsigned word stays unsigned, and mixing it with a signed
    number gives a float.
    """
    return int(np.int64(word))
