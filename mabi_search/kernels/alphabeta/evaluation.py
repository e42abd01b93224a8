"""What a position is worth: exactly where the game is over or cannot be turned, else an estimate.

The unit is a hundredth of a piece. Estimates are odd, so none is mistaken for a draw, which is 0; what is
proven to be won or lost is `WIN` or more.
"""

from __future__ import annotations

import numpy as np
from numba.types import int64, uint64

from mabi_search.kernels.board import (
    FINAL_RULE,
    LAST_CALL,
    PASSED,
    RUN,
    RUN_RULE,
    SETTING,
    ZERO,
    Setting,
    adjacent,
    lowest,
    popcount,
)
from mabi_search.kernels.groups import flood
from mabi_search.kernels.moves import count_steps, movable
from narabi_mabi_common.kernel_cache import helper, kernel

WIN = 20_000
"""A win with margin 0; each piece of margin is worth 100 more."""
INFINITE = 30_000
PIECE = 100

TIE = 30
"""For holding, while the largest groups are equal."""
STEP = 2
"""For each step that a side can make, were it to move."""
NEAR = 6
"""For each piece that is k steps from the largest group, REACH - k times."""
REACH = 6


@helper
def final(own_most: int, enemy_most: int, holds: int) -> int:
    """Return the worth for the side to move if the game ends now; `holds` is 1, -1, or 0 for nobody."""
    margin = own_most - enemy_most
    if margin > 0 or (margin == 0 and holds > 0):
        return WIN + PIECE * margin
    if margin < 0 or holds < 0:
        return -WIN + PIECE * margin
    return 0


@helper
def top_group(pieces: np.uint64) -> np.uint64:
    """Return the largest group; of several the first; of single pieces one."""
    joined = pieces & adjacent(pieces)
    top = lowest(pieces)
    most = 1
    while joined != ZERO:
        group = flood(lowest(joined), joined)
        joined ^= group
        size = popcount(group)
        if size > most:
            top, most = group, size
    return top


@helper
def cannot_overtake(setting: Setting, own: np.uint64, enemy_most: int, enemy: np.uint64) -> bool:
    """Tell whether the side, moving alone, can never have a group larger than the enemy's.

    No connected region of the squares not taken by the enemy holds enough of its pieces.
    """
    free = setting.board & ~enemy
    rest = own
    while rest != ZERO:
        region = flood(lowest(rest), free)
        if popcount(region & own) > enemy_most:
            return False
        rest &= ~region
    return True


@helper
def gathering(setting: Setting, own: np.uint64, top: np.uint64, enemy: np.uint64) -> int:
    """Return how near a side's pieces are to its largest group."""
    free = setting.board & ~enemy
    known = top
    total = 0
    for distance in range(1, REACH):
        grown = (known | adjacent(known)) & free
        total += (REACH - distance) * popcount(grown & ~known & own)
        known = grown
    return NEAR * total


@helper
def settled(
    setting: Setting, own: np.uint64, enemy: np.uint64, mode: int, own_most: int, enemy_most: int, holds: int
) -> int:
    """Return the worth if it is plain without a search, else INFINITE.

    Who may end the game by a pass and wins by it does; who moves alone and can never overtake loses, since
    the other side will answer the pass that must come by the last one.
    """
    now = final(own_most, enemy_most, holds)
    if (mode == PASSED or mode == LAST_CALL) and now >= WIN:
        return now
    if (mode == PASSED or mode == RUN) and now <= -WIN:
        rule = setting.pass_rule
        if (rule == RUN_RULE or rule == FINAL_RULE) and cannot_overtake(setting, own, enemy_most, enemy):
            return -WIN
    return INFINITE


@helper
def estimate(
    setting: Setting, own: np.uint64, enemy: np.uint64, own_most: int, enemy_most: int, holds: int
) -> int:
    """Return what a position seems to be worth for the side to move; odd."""
    empty = setting.board & ~(own | enemy)
    worth = PIECE * (own_most - enemy_most)
    if own_most == enemy_most:
        worth += TIE * holds
    worth += STEP * count_steps(empty, movable(setting, own, enemy, 0))
    worth -= STEP * count_steps(empty, movable(setting, enemy, own, 0))
    worth += gathering(setting, own, top_group(own), enemy) - gathering(setting, enemy, top_group(enemy), own)
    return worth | 1


@kernel(int64(SETTING, uint64, uint64, int64, int64, int64))
def estimated(
    setting: Setting, own: np.uint64, enemy: np.uint64, own_most: int, enemy_most: int, holds: int
) -> int:
    """Return what `estimate` does, to be called from outside."""
    return estimate(setting, own, enemy, own_most, enemy_most, holds)
