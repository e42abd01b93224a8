"""The sizes of the groups of a side, kept from step to step.

A step changes only the groups beside the square that the piece leaves and beside the one that it enters, so
few squares are flooded anew. All groups are compared with those of the other side at once, by words.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from _gamekit.jit.entry import helper
from _gamekit.kernels.bits import ZERO, lowest, popcount
from mabi_search.kernels.board import (
    BY_GROUP,
    BY_PIECE,
    LEADER,
    NO_FREEZE,
    UNIQUE,
    Setting,
    adjacent,
    east,
    north,
    south,
    west,
)
from mabi_search.kernels.groups import flood

TOLD_APART = {"paralysis": (BY_PIECE, BY_GROUP), "freeze": (UNIQUE, LEADER, NO_FREEZE)}


MOST = 32
"""The largest size that is kept. A group with more pieces is larger than all others on the board, so that
comparisons of sizes give the same with this one."""


class Sizes(NamedTuple):
    """For each piece the size of its group less 1, in binary, at most `MOST` - 1: one word for each digit."""

    ones: np.uint64
    twos: np.uint64
    fours: np.uint64
    eights: np.uint64
    sixteens: np.uint64


@helper
def digit(word: np.uint64, group: np.uint64, size: int, place: int) -> np.uint64:
    """Return the word of a digit once the group has a size of `size` + 1."""
    return word | group if size >> place & 1 else word & ~group


@helper
def resized(sizes: Sizes, group: np.uint64) -> Sizes:
    """Return the sizes once these squares are a group."""
    size = min(popcount(group), MOST) - 1
    return Sizes(
        digit(sizes.ones, group, size, 0),
        digit(sizes.twos, group, size, 1),
        digit(sizes.fours, group, size, 2),
        digit(sizes.eights, group, size, 3),
        digit(sizes.sixteens, group, size, 4),
    )


@helper
def sizes_of(pieces: np.uint64) -> Sizes:
    """Return the sizes of all groups."""
    sizes = Sizes(ZERO, ZERO, ZERO, ZERO, ZERO)
    joined = pieces & adjacent(pieces)
    while joined != ZERO:
        group = flood(lowest(joined), joined)
        joined ^= group
        sizes = resized(sizes, group)
    return sizes


@helper
def sizes_after(sizes: Sizes, own: np.uint64, origin: np.uint64, target: np.uint64) -> Sizes:
    """Return the sizes after a step. `own` are the pieces after it."""
    kept = ~origin
    sizes = Sizes(
        sizes.ones & kept, sizes.twos & kept, sizes.fours & kept, sizes.eights & kept, sizes.sixteens & kept
    )
    left = adjacent(origin) & own
    if adjacent(target) & own != ZERO:
        group = flood(target, own)
        left &= ~group
        sizes = resized(sizes, group)
    else:
        left &= ~target
    while left != ZERO:
        group = flood(lowest(left), own)
        left &= ~group
        sizes = resized(sizes, group)
    return sizes


@helper
def tops_and_size(pieces: np.uint64, sizes: Sizes) -> tuple[np.uint64, int]:
    """Return all groups of the largest size, and that size; 0 if there are no pieces."""
    tops, size = pieces, 1 if pieces != ZERO else 0
    larger = tops & sizes.sixteens
    if larger != ZERO:
        tops, size = larger, size + 16
    larger = tops & sizes.eights
    if larger != ZERO:
        tops, size = larger, size + 8
    larger = tops & sizes.fours
    if larger != ZERO:
        tops, size = larger, size + 4
    larger = tops & sizes.twos
    if larger != ZERO:
        tops, size = larger, size + 2
    larger = tops & sizes.ones
    if larger != ZERO:
        tops, size = larger, size + 1
    if size == MOST:
        size = popcount(tops)
    return tops, size


@helper
def first_top(tops: np.uint64, size: int) -> np.uint64:
    """Return the first of the largest groups."""
    return tops if popcount(tops) == size else flood(lowest(tops), tops)


@helper
def exceed(larger: np.uint64, digit: np.uint64, other: np.uint64) -> np.uint64:
    """Return where numbers of one more digit exceed others, given where those of the lower digits do."""
    return (digit & ~other) | (larger & ~(digit ^ other))


@helper
def smaller(
    sizes: Sizes, ones: np.uint64, twos: np.uint64, fours: np.uint64, eights: np.uint64, sixteens: np.uint64
) -> np.uint64:
    """Return where the sizes are smaller than those of these digits."""
    larger = ones & ~sizes.ones
    larger = exceed(larger, twos, sizes.twos)
    larger = exceed(larger, fours, sizes.fours)
    larger = exceed(larger, eights, sizes.eights)
    return exceed(larger, sixteens, sizes.sixteens)


@helper
def paralysed_beside(setting: Setting, own: np.uint64, sizes: Sizes, others: Sizes) -> np.uint64:
    """Return the pieces that are paralysed, given the sizes of the other side's groups."""
    one, two, four, eight, sixteen = others
    paralysed = own & (
        smaller(sizes, north(one), north(two), north(four), north(eight), north(sixteen))
        | smaller(sizes, south(one), south(two), south(four), south(eight), south(sixteen))
        | smaller(sizes, east(one), east(two), east(four), east(eight), east(sixteen))
        | smaller(sizes, west(one), west(two), west(four), west(eight), west(sixteen))
    )
    return flood(paralysed, own) if setting.paralysis == BY_GROUP else paralysed


@helper
def unheld(
    setting: Setting,
    own: np.uint64,
    sizes: Sizes,
    tops: np.uint64,
    most: int,
    others: Sizes,
    enemy_most: int,
) -> np.uint64:
    """Return the same as `moves.movable`, given all groups."""
    held = paralysed_beside(setting, own, sizes, others) | frozen_among(setting, tops, most, enemy_most)
    return own & ~held


@helper
def frozen_among(setting: Setting, tops: np.uint64, size: int, enemy_most: int) -> np.uint64:
    """Return the pieces that are frozen, given all groups of the largest size."""
    if size <= enemy_most or setting.freeze == NO_FREEZE:
        return ZERO
    if setting.freeze == UNIQUE and popcount(tops) != size:
        return ZERO
    return tops
