"""What a position is worth: exactly where the game is over or cannot be turned, else an estimate.

The unit is a hundredth of a piece. Estimates are odd, so none is mistaken for a draw, which is 0; what is
proven to be won or lost is `WIN` or more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba.types import int64, uint64
from numpy.typing import NDArray

from _gamekit.kernel_cache import helper, kernel
from _gamekit.kernels.bits import popcount
from mabi_search.kernels.board import LAST_CALL, PASSED, RUN, SETTING, Setting, adjacent
from mabi_search.kernels.moves import count_steps, movable
from mabi_search.kernels.runs.shape import gathering_and_together, together, top_group

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


class Lie(NamedTuple):
    """What the features need of one side."""

    top: np.uint64
    """Its largest group, of several the first."""
    most: int
    """How many pieces that has."""
    free: np.uint64
    """The pieces that may step, where a square beside them is empty."""


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
def features(
    setting: Setting,
    own: np.uint64,
    enemy: np.uint64,
    ours: Lie,
    theirs: Lie,
    holds: int,
    into: NDArray[np.int64],
) -> None:
    """Write the features of a position, for the side to move."""
    empty = setting.board & ~(own | enemy)
    steps, enemy_steps = count_steps(empty, ours.free), count_steps(empty, theirs.free)
    near, joined = gathering_and_together(setting, own, ours.top, enemy, REACH)
    enemy_near, enemy_joined = gathering_and_together(setting, enemy, theirs.top, own, REACH)
    room = adjacent(empty)
    into[LARGEST] = ours.most - theirs.most
    into[HOLDS] = holds
    into[STEPS] = steps - enemy_steps
    into[NEAR] = near - enemy_near
    into[TOGETHER] = joined - enemy_joined
    into[LOCKED] = popcount(own & ~(ours.free & room)) - popcount(enemy & ~(theirs.free & room))
    few, enemy_few = max(0, SOON - steps), max(0, SOON - enemy_steps)
    into[FEW] = few - enemy_few
    into[FEW_HOLDING] = (few if holds > 0 else 0) - (enemy_few if holds < 0 else 0)


@helper
def estimate(
    setting: Setting,
    own: np.uint64,
    enemy: np.uint64,
    ours: Lie,
    theirs: Lie,
    holds: int,
    weights: NDArray[np.int64],
    into: NDArray[np.int64],
) -> int:
    """Return what a position seems to be worth for the side to move, odd; `into` takes the features."""
    features(setting, own, enemy, ours, theirs, holds, into)
    worth = 0
    for i in range(FEATURES):
        worth += weights[i] * into[i]
    return (worth // UNIT) | 1


@helper
def lie(setting: Setting, own: np.uint64, enemy: np.uint64, top: np.uint64) -> Lie:
    """Return what the features need of a side, whose largest group is given."""
    return Lie(top, popcount(top), movable(setting, own, enemy, 0))


@kernel(int64(SETTING, uint64, uint64, int64, int64[::1], int64[::1]))
def estimated(
    setting: Setting,
    own: np.uint64,
    enemy: np.uint64,
    holds: int,
    weights: NDArray[np.int64],
    into: NDArray[np.int64],
) -> int:
    """Return what `estimate` does, to be called from outside."""
    ours, theirs = lie(setting, own, enemy, top_group(own)), lie(setting, enemy, own, top_group(enemy))
    return estimate(setting, own, enemy, ours, theirs, holds, weights, into)
