"""Bounds on the groups that a side's pieces can form, and measures of how close together they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import int64, uint64
from _gamekit.kernels.bits import ZERO, lowest, popcount
from mabi_search.kernels.board import (
    BY_GROUP,
    BY_PIECE,
    LEADER,
    NO_FREEZE,
    SETTING,
    UNIQUE,
    Setting,
    adjacent,
)
from mabi_search.kernels.groups import flood, top_and_size

TOLD_APART = {"paralysis": (BY_PIECE, BY_GROUP), "freeze": (UNIQUE, LEADER, NO_FREEZE)}


@helper
def most_in_region(own: np.uint64, squares: np.uint64) -> int:
    """Return the largest number of pieces in one region of `squares`. All pieces must be on these squares."""
    rest = own
    most = 0
    while rest != ZERO:
        region = flood(lowest(rest), squares)
        most = max(most, popcount(region & own))
        rest &= ~region
        if popcount(rest) <= most:  # no other region contains more pieces
            break
    return most


@helper
def together(setting: Setting, own: np.uint64, enemy: np.uint64) -> int:
    """Return the largest number of a side's pieces in one region of the squares without enemy pieces.

    No group of the side can become larger while the enemy stands still.
    """
    return most_in_region(own, setting.board & ~enemy)


@helper
def top_groups(pieces: np.uint64, size: int) -> np.uint64:
    """Return all groups of the largest size, which is `size`."""
    joined = pieces & adjacent(pieces)
    if size == 1:
        return pieces
    top = ZERO
    while joined != ZERO:
        group = flood(lowest(joined), joined)
        joined ^= group
        if popcount(group) == size:
            top |= group
    return top


@helper
def beside_top(setting: Setting, enemy: np.uint64, enemy_most: int) -> np.uint64:
    """Return the squares beside the enemy's largest groups, whose size is `enemy_most`."""
    return adjacent(top_groups(enemy, enemy_most)) & ~enemy & setting.board


@helper
def reach_of(
    setting: Setting, own: np.uint64, enemy: np.uint64, enemy_most: int
) -> tuple[np.uint64, np.uint64]:
    """Return the squares beside the largest enemy groups, and the squares that a side can reach at first.

    Until the side has a group of `enemy_most` pieces, its pieces beside a largest enemy group are paralysed.
    So a piece on such a square stays there, and the other pieces move within regions of the other squares.
    """
    beside = beside_top(setting, enemy, enemy_most)
    return beside, reach_beside(setting, own, enemy, beside)


@helper
def reach_beside(setting: Setting, own: np.uint64, enemy: np.uint64, beside: np.uint64) -> np.uint64:
    """Return the squares that a side can reach at first, given those beside the largest enemy groups."""
    walks = flood(own & ~beside, setting.board & ~enemy & ~beside)  # all regions at once
    return (own & beside) | walks | (adjacent(walks) & beside)


@helper
def freely_together(setting: Setting, own: np.uint64, enemy: np.uint64, enemy_most: int) -> int:
    """Return an upper bound on a side's largest group when that group first has at least `enemy_most` pieces.

    If the bound is less than `enemy_most`, the side will never have a group of that size.
    """
    return freely_beside(setting, own, enemy, top_groups(enemy, enemy_most))


@helper
def freely_beside(setting: Setting, own: np.uint64, enemy: np.uint64, enemy_tops: np.uint64) -> int:
    """Return the same as `freely_together`, given the largest enemy groups."""
    beside = adjacent(enemy_tops) & ~enemy & setting.board
    return most_in_region(own, reach_beside(setting, own, enemy, beside))


@helper
def top_group(pieces: np.uint64) -> np.uint64:
    """Return the largest group, or the first of several."""
    top, _ = top_and_size(pieces)
    return top


@helper
def gathering(setting: Setting, own: np.uint64, top: np.uint64, enemy: np.uint64, reach: int) -> int:
    """Return how near pieces are to the largest group. Each piece k < `reach` steps away adds `reach` - k."""
    free = setting.board & ~enemy
    known, rest = top, own & ~top
    total = 0
    for _ in range(1, reach):
        known = (known | adjacent(known)) & free
        total += popcount(known & rest)
    return total


@helper
def gathering_and_together(
    setting: Setting, own: np.uint64, top: np.uint64, enemy: np.uint64, reach: int
) -> tuple[int, int]:
    """Return the results of `gathering` and `together`, computed by a single flood fill."""
    free = setting.board & ~enemy
    known, rest = top, own & ~top
    total, nearness = 0, reach
    while rest != ZERO:
        grown = (known | adjacent(known)) & free
        if grown == known:
            break
        known = grown
        nearness = max(nearness - 1, 0)
        total += nearness * popcount(known & rest)
        rest &= ~known
    most = popcount(own & ~rest)
    if rest != ZERO:
        most = max(most, most_in_region(rest, free))
    return total, most


@helper
def nearness(
    setting: Setting, own: np.uint64, top: np.uint64, enemy: np.uint64, enemy_top: np.uint64, reach: int
) -> tuple[int, int, int]:
    """Return `gathering` of one side, and `gathering_and_together` of the other side.

    Both flood fills run in the same loop, which takes no longer than the longer of the two.
    """
    free, enemy_free = setting.board & ~enemy, setting.board & ~own
    known, rest = top, own & ~top
    enemy_known, enemy_rest = enemy_top, enemy & ~enemy_top
    total = enemy_total = 0
    left = reach
    while True:
        left = max(left - 1, 0)
        known = (known | adjacent(known)) & free
        grown = (enemy_known | adjacent(enemy_known)) & enemy_free
        total += left * popcount(known & rest)
        enemy_total += left * popcount(grown & enemy_rest)
        rest &= ~known
        enemy_rest &= ~grown
        over = enemy_rest == ZERO or grown == enemy_known
        enemy_known = grown
        if over and (rest == ZERO or left <= 1):
            break
    enemy_most = popcount(enemy & ~enemy_rest)
    if enemy_rest != ZERO:
        enemy_most = max(enemy_most, most_in_region(enemy_rest, enemy_free))
    return total, enemy_total, enemy_most


@helper
def threaten(threats: NDArray[np.uint64], enemy: np.uint64) -> None:
    """Write, for each size, the squares beside larger enemy groups.

    threats    uint64[65]
    """
    threats[:] = ZERO
    rest = enemy & adjacent(enemy)
    while rest != ZERO:
        group = flood(lowest(rest), rest)
        rest ^= group
        around = adjacent(group)
        for size in range(1, popcount(group)):
            threats[size] |= around


@helper
def free_among(
    setting: Setting, own: np.uint64, most: int, threats: NDArray[np.uint64], enemy_most: int
) -> np.uint64:
    """Return the same as `moves.movable`, given the threats of the side that stands still.

    most    the size of the side's largest group
    """
    joined = own & adjacent(own)
    free: np.uint64 = own & ~(threats[1] & ~joined)
    touched = joined & threats[2]
    while touched != ZERO:
        group = flood(lowest(touched), joined)
        touched &= ~group
        threatened = group & threats[popcount(group)]
        if threatened != ZERO:
            free &= ~(group if setting.paralysis == BY_GROUP else threatened)
    if most > enemy_most and setting.freeze != NO_FREEZE:
        top = top_groups(own, most)
        if setting.freeze != UNIQUE or popcount(top) == most:
            free &= ~top
    return free


@kernel(int64(SETTING, uint64, uint64))
def most_together(setting: Setting, own: np.uint64, enemy: np.uint64) -> int:
    """Call `together` from Python."""
    return together(setting, own, enemy)


@kernel(int64(SETTING, uint64, uint64, int64))
def most_freely_together(setting: Setting, own: np.uint64, enemy: np.uint64, enemy_most: int) -> int:
    """Call `freely_together` from Python."""
    return freely_together(setting, own, enemy, enemy_most)
