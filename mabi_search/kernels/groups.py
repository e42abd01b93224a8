"""Groups: flood fill, largest groups, paralysed and frozen pieces."""

from __future__ import annotations

import numpy as np

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import int64, uint64
from _gamekit.kernels.bits import ZERO, lowest, popcount
from mabi_search.kernels.board import BY_GROUP, BY_PIECE, LEADER, NO_FREEZE, UNIQUE, Setting, adjacent

TOLD_APART = {"paralysis": (BY_PIECE, BY_GROUP), "freeze": (UNIQUE, LEADER, NO_FREEZE)}


@helper
def flood(seed: np.uint64, pieces: np.uint64) -> np.uint64:
    """Return the group of `pieces` that contains the seed."""
    group = seed
    while True:
        once = (group | adjacent(group)) & pieces
        grown = (once | adjacent(once)) & pieces
        if grown == once:
            return grown
        group = grown


@helper
def top_and_size(pieces: np.uint64) -> tuple[np.uint64, int]:
    """Return the largest group and its size. If there are several largest groups, return the first."""
    joined = pieces & adjacent(pieces)  # single pieces need no flood fill
    top = lowest(pieces)
    size = 1 if pieces != ZERO else 0
    while joined != ZERO:
        group = flood(lowest(joined), joined)
        joined ^= group
        count = popcount(group)
        if count > size:
            top, size = group, count
        if popcount(joined) <= size:  # no other group is larger
            break
    return top, size


@helper
def largest(pieces: np.uint64) -> int:
    """Return the size of the largest group; 0 if there are no pieces."""
    _, size = top_and_size(pieces)
    return size


@helper
def leaders(setting: Setting, pieces: np.uint64) -> tuple[int, np.uint64]:
    """Return the size of the largest group, and the pieces frozen if all enemy groups are smaller."""
    joined = pieces & adjacent(pieces)
    top = pieces ^ joined
    tops = popcount(top)
    most = 1 if pieces != ZERO else 0
    while joined != ZERO:
        group = flood(lowest(joined), joined)
        joined ^= group
        size = popcount(group)
        if size > most:
            top, tops, most = group, 1, size
        elif size == most:
            top |= group
            tops += 1
    if setting.freeze == NO_FREEZE or (setting.freeze == UNIQUE and tops != 1):
        top = ZERO
    return most, top


@helper
def paralysed_by(setting: Setting, own: np.uint64, enemy: np.uint64) -> tuple[np.uint64, int]:
    """Return the own pieces that are paralysed, and the size of the largest enemy group.

    Only enemy groups of two or more pieces are considered. An own group is flooded once for each enemy group
    of three or more pieces that touches it.
    """
    joined = own & adjacent(own)
    single = own ^ joined
    paralysed = ZERO
    most = 1 if enemy != ZERO else 0
    rest = enemy & adjacent(enemy)
    while rest != ZERO:
        larger = flood(lowest(rest), rest)
        rest ^= larger
        size = popcount(larger)
        most = max(most, size)
        around = adjacent(larger)
        paralysed |= around & single  # every joined group is larger than a single piece
        touched = around & joined
        if size > 2:
            while touched != ZERO:
                group = flood(lowest(touched), joined)
                if popcount(group) < size:
                    paralysed |= group if setting.paralysis == BY_GROUP else group & around
                touched &= ~group
    return paralysed, most


@helper
def held(setting: Setting, own: np.uint64, enemy: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the own pieces that are paralysed, and those that are frozen."""
    most, top = leaders(setting, own)
    paralysed, enemy_most = paralysed_by(setting, own, enemy)
    return paralysed, top if most > enemy_most else ZERO


@kernel(int64(uint64))
def largest_group(pieces: np.uint64) -> int:
    """Call `largest` from Python."""
    return largest(pieces)
