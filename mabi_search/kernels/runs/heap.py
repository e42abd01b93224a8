"""A heap of integers, the largest first. The caller stores its length."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper


@helper
def push(heap: NDArray[np.int64], count: int, key: int) -> None:
    """Add a key to a heap of `count` keys."""
    at = count
    while at > 0:
        above = (at - 1) >> 1
        if heap[above] >= key:
            break
        heap[at] = heap[above]
        at = above
    heap[at] = key


@helper
def pop(heap: NDArray[np.int64], count: int) -> int:
    """Remove and return the largest key of a heap of `count` keys."""
    top: int = heap[0]
    last = heap[count - 1]
    at = 0
    while True:
        below = 2 * at + 1
        if below >= count - 1:
            break
        below += int(heap[below + 1] > heap[below])  # if this is the last key, the loop ends here
        if heap[below] <= last:
            break
        heap[at] = heap[below]
        at = below
    heap[at] = last
    return top
