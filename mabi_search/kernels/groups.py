"""Groups: flood, largest sizes, who is paralysed and who is frozen."""

from __future__ import annotations

import numpy as np
from numba.types import UniTuple, int64, uint64

from mabi_search.kernels.board import (
    BY_GROUP,
    LEADER,
    NO_FREEZE,
    SETTING,
    ZERO,
    Setting,
    adjacent,
    lowest,
    popcount,
)
from narabi_mabi_common.kernel_cache import helper, kernel


@helper
def flood(seed: np.uint64, pieces: np.uint64) -> np.uint64:
    """Return the group of `pieces` that holds the seed."""
    group = seed
    while True:
        grown = (group | adjacent(group)) & pieces
        if grown == group:
            return group
        group = grown


@helper
def largest(pieces: np.uint64) -> int:
    """Return the size of the largest group; 0 if there are no pieces."""
    joined = pieces & adjacent(pieces)  # single pieces are done with in bulk
    size = 1 if pieces != ZERO else 0
    while joined != ZERO:
        group = flood(lowest(joined), joined)
        size = max(size, popcount(group))
        joined ^= group
    return size


@helper
def held(setting: Setting, own: np.uint64, enemy: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the own pieces that are paralysed, and those that are frozen."""
    joined = own & adjacent(own)
    single = own ^ joined
    enemy_joined = enemy & adjacent(enemy)
    enemy_most = largest(enemy)
    paralysed = single & adjacent(enemy_joined)  # every joined group is larger than a single piece
    top, tops = single, popcount(single)
    most = 1 if own != ZERO else 0
    rest = joined
    while rest != ZERO:
        group = flood(lowest(rest), joined)
        rest ^= group
        size = popcount(group)
        if size > most:
            top, tops, most = group, 1, size
        elif size == most:
            top |= group
            tops += 1
        if size < enemy_most:
            near = adjacent(group) & enemy_joined
            larger = ZERO
            while near != ZERO:
                other = flood(lowest(near), enemy_joined)
                near &= ~other
                if popcount(other) > size:
                    larger |= other
            touched = group & adjacent(larger)
            if touched != ZERO:
                paralysed |= group if setting.paralysis == BY_GROUP else touched
    frozen = ZERO
    if setting.freeze != NO_FREEZE and most > enemy_most and (setting.freeze == LEADER or tops == 1):
        frozen = top
    return paralysed, frozen


@kernel(UniTuple(uint64, 2)(SETTING, uint64, uint64))
def held_pieces(setting: Setting, own: np.uint64, enemy: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return what `held` does, to be called from outside."""
    return held(setting, own, enemy)


@kernel(int64(uint64))
def largest_group(pieces: np.uint64) -> int:
    """Return what `largest` does, to be called from outside."""
    return largest(pieces)
