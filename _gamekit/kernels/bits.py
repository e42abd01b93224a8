"""Sets as 64-bit words, for kernels: element i is in the set if bit i is set.

To iterate over a set, take and remove its lowest element until the set is empty::

    while swaps != ZERO:
        swap = lowest_index(swaps)
        swaps &= swaps - ONE

All words must be `np.uint64`: an operation of a `uint64` and an `int64` silently gives an `int64`.
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
    """Return a word with only the lowest set bit; 0 if no bit is set."""
    return word & (~word + ONE)


@helper
def lowest_index(word: np.uint64) -> int:
    """Return the index of the lowest set bit of a word that is not 0. Compiles to one instruction."""
    below = ~word & (word - ONE)
    n = 0
    while below != ZERO:
        below &= below - ONE
        n += 1
    return n


@helper
def signed(word: np.uint64) -> int:
    """Return a word as a signed index.

    `int` alone is not enough: numba keeps the int of an unsigned word unsigned, and mixing it with a signed
    number gives a float.
    """
    return int(np.int64(word))
