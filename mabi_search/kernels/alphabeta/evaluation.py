"""What a position is worth: exactly where the game is over or cannot be turned, else an estimate.

The unit is a hundredth of a piece. Estimates are odd, so none is mistaken for a draw, which is 0; what is
proven to be won or lost is `WIN` or more.
"""

from __future__ import annotations

import numpy as np
from numba.types import UniTuple, int64, uint64
from numpy.typing import NDArray

from mabi_search.kernels.alphabeta.shape import gathering, together, top_group
from mabi_search.kernels.board import (
    LAST_CALL,
    PASSED,
    RUN,
    SETTING,
    Setting,
    adjacent,
    popcount,
)
from mabi_search.kernels.moves import count_steps, movable
from narabi_mabi_common.kernel_cache import helper, kernel

WIN = 20_000
"""A win with margin 0; each piece of margin is worth 100 more."""
INFINITE = 30_000
PIECE = 100

(LARGEST, HOLDS, STEPS, NEAR, TOGETHER, LOCKED, FEW, FEW_HOLDING, FEATURES) = range(9)
"""Features, each the own one less the other side's: the largest group; holding; steps; for each piece that is
k steps from the largest group 7 - k, if k is 6 at most; the pieces that one region of the squares not taken
by the other side holds; pieces that cannot step; 6 less the steps, if there are fewer: who has few of them
will have to pass first; the same if the side holds, for whom that pass may lose what it has."""
WEIGHTS = (1600, 332, 361, 228, -241, -51, -1091, 1246)
"""Of the features, in sixteenths of a hundredth of a piece; by self-play: `benchmarks/mabi_tune.py`."""
REACH = 7
SOON = 6
UNIT = 16


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
def settled(
    setting: Setting, own: np.uint64, enemy: np.uint64, mode: int, own_most: int, enemy_most: int, holds: int
) -> int:
    """Return the worth if it is plain without a search, else INFINITE.

    Who may end the game by a pass and wins by it does; who moves alone and can never overtake loses, since
    the other side will answer the pass that must come by the last one. That the pass must come rests on the
    rule of repetition.
    """
    now = final(own_most, enemy_most, holds)
    if (mode == PASSED or mode == LAST_CALL) and now >= WIN:
        return now
    if (mode == PASSED or mode == RUN) and now <= -WIN and together(setting, own, enemy) <= enemy_most:
        return -WIN
    return INFINITE


@helper
def near(setting: Setting, own: np.uint64, enemy: np.uint64) -> int:
    """Return how near a side's pieces are to its largest group."""
    return int(gathering(setting, own, top_group(own), enemy, REACH))


@helper
def features(
    setting: Setting,
    own: np.uint64,
    enemy: np.uint64,
    sizes: tuple[int, int],
    holds: int,
    into: NDArray[np.int64],
) -> None:
    """Write the features of a position, for the side to move."""
    empty = setting.board & ~(own | enemy)
    free, enemy_free = movable(setting, own, enemy, 0), movable(setting, enemy, own, 0)
    steps, enemy_steps = count_steps(empty, free), count_steps(empty, enemy_free)
    room = adjacent(empty)
    into[LARGEST] = sizes[0] - sizes[1]
    into[HOLDS] = holds
    into[STEPS] = steps - enemy_steps
    into[NEAR] = near(setting, own, enemy) - near(setting, enemy, own)
    into[TOGETHER] = together(setting, own, enemy) - together(setting, enemy, own)
    into[LOCKED] = popcount(own & ~(free & room)) - popcount(enemy & ~(enemy_free & room))
    few, enemy_few = max(0, SOON - steps), max(0, SOON - enemy_steps)
    into[FEW] = few - enemy_few
    into[FEW_HOLDING] = (few if holds > 0 else 0) - (enemy_few if holds < 0 else 0)


@helper
def estimate(
    setting: Setting,
    own: np.uint64,
    enemy: np.uint64,
    sizes: tuple[int, int],
    holds: int,
    weights: NDArray[np.int64],
    into: NDArray[np.int64],
) -> int:
    """Return what a position seems to be worth for the side to move, odd; `into` takes the features."""
    features(setting, own, enemy, sizes, holds, into)
    worth = 0
    for i in range(FEATURES):
        worth += weights[i] * into[i]
    return (worth // UNIT) | 1


@kernel(int64(SETTING, uint64, uint64, UniTuple(int64, 2), int64, int64[::1], int64[::1]))
def estimated(
    setting: Setting,
    own: np.uint64,
    enemy: np.uint64,
    sizes: tuple[int, int],
    holds: int,
    weights: NDArray[np.int64],
    into: NDArray[np.int64],
) -> int:
    """Return what `estimate` does, to be called from outside."""
    return estimate(setting, own, enemy, sizes, holds, weights, into)
