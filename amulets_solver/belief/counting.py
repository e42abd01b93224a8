"""Exact counts without listing: in how many ways each of some sets gives a field, all different.

For sets S1, S2 … the ways to choose a field from each, all different, are a sum over the partitions of the
sets into blocks: of the product over blocks B of (-1)^(|B|-1) (|B|-1)! times the number of fields that
all sets of B have in common (inclusion and exclusion over the partition lattice). For two sets that is
|S1| |S2| - |S1 & S2|. With four sets there are 15 partitions. Many such counts are made at once with numpy.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

Sets = NDArray[np.uint64]
Counts = NDArray[np.int64]


@lru_cache(maxsize=8)
def partitions(sets: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return all partitions of so many sets: a factor, and the blocks as bits."""
    found: list[tuple[int, ...]] = [()]
    for new in range(sets):
        bit = 1 << new
        found = [
            blocks[:at] + (blocks[at] | bit,) + blocks[at + 1 :] if at < len(blocks) else (*blocks, bit)
            for blocks in found
            for at in range(len(blocks) + 1)
        ]
    return tuple((math.prod(_factor(block.bit_count()) for block in blocks), blocks) for blocks in found)


def _factor(size: int) -> int:
    factor = math.factorial(size - 1)
    return -factor if size % 2 == 0 else factor


def ways(sets: list[Sets]) -> Counts:
    """Return in how many ways each of the sets gives a field, all different.

    Parameters
    ----------
    sets
        The sets, as arrays that can be broadcast together: the counts of all their elements are made at once.
    """
    common: dict[int, Sets] = {}
    sizes: dict[int, Counts] = {}
    for block in range(1, 1 << len(sets)):
        last = block.bit_length() - 1
        rest = block ^ (1 << last)
        common[block] = common[rest] & sets[last] if rest else sets[last]
        sizes[block] = np.bitwise_count(common[block]).astype(np.int64)
    total: Counts | int = 0
    for factor, blocks in partitions(len(sets)):
        product: Counts | int = factor
        for block in blocks:
            product = product * sizes[block]
        total = total + product
    assert not isinstance(total, int)
    return total


@lru_cache(maxsize=64)
def injections(amulets: tuple[int, ...], opponents: int) -> NDArray[np.intp]:
    """Return every way in which so many opponents may have different ones of these amulets, a row each."""
    return np.array(list(permutations(amulets, opponents)), dtype=np.intp).reshape(-1, opponents)
