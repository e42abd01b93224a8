"""A heap of integers, the largest first, in an array whose length the caller knows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper


@helper
def push(heap: NDArray[np.int64], count: int, key: int) -> None:
    """Put a key into a heap of so many, the largest first."""
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
    """Take the largest key from a heap of so many."""
    top: int = heap[0]
    last = heap[count - 1]
    at = 0
    while True:
        below = 2 * at + 1
        if below >= count - 1:
            break
        below += int(heap[below + 1] > heap[below])  # if that is the last one, it stops here
        if heap[below] <= last:
            break
        heap[at] = heap[below]
        at = below
    heap[at] = last
    return top
