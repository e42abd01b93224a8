"""The score of a position: exact if the game is over or already decided, otherwise an estimate.

The unit is a hundredth of a piece. A draw is 0. Estimates are odd, so none of them is 0. A proven win
is at least `WIN`, a proven loss at most -`WIN`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import int16, int64, uint64
from _gamekit.kernels.bits import popcount
from mabi_search.kernels.board import LAST_CALL, PASSED, RUN, SETTING, Setting, adjacent
from mabi_search.kernels.moves import count_steps, movable
from mabi_search.kernels.runs.shape import freely_beside, gathering, together, top_group, top_groups

FILES = 8
BYTE = np.uint64(0xFF)
LINES = 3**FILES
"""Number of patterns of a rank or file."""
MOST_CLASSES = 8
"""Number of classes of lines, a power of two."""
TERNARY = np.array([sum(3**bit for bit in range(FILES) if byte >> bit & 1) for byte in range(1 << FILES)])
"""The bits of each byte, read as digits in base 3."""
TRANSPOSING = (
    (np.uint64(28), np.uint64(0x0F0F_0F0F_0000_0000)),
    (np.uint64(14), np.uint64(0x3333_0000_3333_0000)),
    (np.uint64(7), np.uint64(0x5500_5500_5500_5500)),
)

WIN = 20_000
"""A win with margin 0; each piece of margin is worth 100 more."""
INFINITE = 30_000
PIECE = 100

LIMIT = WIN // 2 - 1
"""Maximum absolute value of an estimate."""
REACH = 7

# Indices of the weights. Each table has rows for three holders: the other side, nobody, the side to move.
HOLDERS, SIZES, STEPS_TOLD, MARGINS, BESIDE_TOLD, PHASES, NEAR_TOLD = 3, 33, 16, 10, 9, 6, 32
LINE_CLASSES = 0
"""Numbers of the tables of patterns: for each rank, then for each file."""
BY_SIZE = LINE_CLASSES + 2 * FILES
"""Weights for the sizes of the two largest groups."""
BY_STEPS = BY_SIZE + HOLDERS * SIZES * SIZES
"""Weights for the numbers of steps of both sides, up to a maximum. A side with few steps must pass first."""
BY_MARGIN = BY_STEPS + HOLDERS * STEPS_TOLD * STEPS_TOLD
"""Weights for the margins that both sides could reach while the other side stands still. A margin is the
number of pieces that a side can join, minus the other side's largest group; the least is LEAST_MARGIN. A side
that cannot overtake has no answer to a pass."""
BY_BESIDE = BY_MARGIN + HOLDERS * MARGINS * MARGINS
"""Weights for the numbers of pieces beside the other side's largest group. Most of these are paralysed."""
BY_NEAR = BY_BESIDE + HOLDERS * BESIDE_TOLD * BESIDE_TOLD
"""Weights for how close pieces are to their side's largest group: first for the side to move, then for the
other side. There is a row for each phase, which depends on the size of the largest group on the board."""
BY_LINE = BY_NEAR + 2 * PHASES * NEAR_TOLD
"""Weights for the pattern of a rank or file, read in base 3. There is a table for each class of lines."""
WEIGHTS = BY_LINE + MOST_CLASSES * LINES
LEAST_MARGIN = -3
DENSE = 6
"""Number of weights in an estimate that do not belong to lines."""
PLACES = DENSE + 2 * FILES
"""Number of weights that are added up for an estimate."""


class SideFeatures(NamedTuple):
    """Data of one side from which several features of the evaluation are computed."""

    top: np.uint64
    """The side's largest group, or the first of several."""
    most: int
    """The size of that group."""
    tops: np.uint64
    """All groups of that size."""
    free: np.uint64
    """The pieces that are neither paralysed nor frozen."""


@helper
def final(own_most: int, enemy_most: int, holds: int) -> int:
    """Return the score for the side to move if the game ends now.

    holds    1 if the side to move is the holder, -1 if the other side is, 0 if nobody is
    """
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
    """Return the score if the result is already certain, otherwise INFINITE.

    A side that can end the game by a winning pass wins. A side that moves alone and can never overtake loses:
    repetition forces it to pass at some time, and then the other side's pass ends the game.
    """
    now = final(own_most, enemy_most, holds)
    if (mode == PASSED or mode == LAST_CALL) and now >= WIN:
        return now
    if (mode == PASSED or mode == RUN) and now <= -WIN and together(setting, own, enemy) <= enemy_most:
        return -WIN
    return INFINITE


@helper
def within(value: int, least: int, count: int) -> int:
    """Return `value - least`, limited to 0 … `count - 1`."""
    return min(max(value - least, 0), count - 1)


@helper
def find_places(
    setting: Setting,
    own: np.uint64,
    enemy: np.uint64,
    ours: SideFeatures,
    theirs: SideFeatures,
    holds: int,
    weights: NDArray[np.int16],
    into: NDArray[np.int64],
) -> None:
    """Write the indices of the weights that apply to a position into `into`, for the side to move."""
    empty = setting.board & ~(own | enemy)
    row = holds + 1
    into[0] = BY_SIZE + (row * SIZES + ours.most) * SIZES + theirs.most
    steps = within(count_steps(empty, ours.free), 0, STEPS_TOLD)
    enemy_steps = within(count_steps(empty, theirs.free), 0, STEPS_TOLD)
    into[1] = BY_STEPS + (row * STEPS_TOLD + steps) * STEPS_TOLD + enemy_steps
    margin = within(freely_beside(setting, own, enemy, theirs.tops) - theirs.most, LEAST_MARGIN, MARGINS)
    other = within(freely_beside(setting, enemy, own, ours.tops) - ours.most, LEAST_MARGIN, MARGINS)
    into[2] = BY_MARGIN + (row * MARGINS + margin) * MARGINS + other
    beside = within(popcount(own & adjacent(theirs.top)), 0, BESIDE_TOLD)
    enemy_beside = within(popcount(enemy & adjacent(ours.top)), 0, BESIDE_TOLD)
    into[3] = BY_BESIDE + (row * BESIDE_TOLD + beside) * BESIDE_TOLD + enemy_beside
    phase = min((max(ours.most, theirs.most) - 1) >> 1, PHASES - 1)
    near = gathering(setting, own, ours.top, enemy, REACH) >> 1
    into[4] = BY_NEAR + phase * NEAR_TOLD + within(near, 0, NEAR_TOLD)
    near = gathering(setting, enemy, theirs.top, own, REACH) >> 1
    into[5] = BY_NEAR + (PHASES + phase) * NEAR_TOLD + within(near, 0, NEAR_TOLD)
    find_lines(own, enemy, weights, into)


@helper
def find_lines(own: np.uint64, enemy: np.uint64, weights: NDArray[np.int16], into: NDArray[np.int64]) -> None:
    """Write the indices of the weights for ranks and files, which exist whatever `weights` has."""
    for turned in range(2):
        for rank in range(FILES):
            shift = np.uint64(8 * rank)
            line = TERNARY[own >> shift & BYTE] + 2 * TERNARY[enemy >> shift & BYTE]
            line_class = np.int64(weights[LINE_CLASSES + turned * FILES + rank]) & (MOST_CLASSES - 1)
            into[DENSE + turned * FILES + rank] = BY_LINE + line_class * LINES + line
        own, enemy = transposed(own), transposed(enemy)


@helper
def transposed(word: np.uint64) -> np.uint64:
    """Return a word with ranks and files exchanged."""
    for shift, mask in TRANSPOSING:
        moved = (word ^ (word << shift)) & mask
        word ^= moved ^ (moved >> shift)
    return word


@helper
def estimate(
    setting: Setting,
    own: np.uint64,
    enemy: np.uint64,
    ours: SideFeatures,
    theirs: SideFeatures,
    holds: int,
    weights: NDArray[np.int16],
    into: NDArray[np.int64],
) -> int:
    """Return an odd number, the estimate for the side to move; write its weights' indices into `into`."""
    find_places(setting, own, enemy, ours, theirs, holds, weights, into)
    worth = 0
    for i in range(PLACES):
        worth += int(np.int64(weights[into[i]]))
    return min(max(worth, -LIMIT), LIMIT) | 1


@helper
def side_features(setting: Setting, own: np.uint64, enemy: np.uint64, top: np.uint64) -> SideFeatures:
    """Return the `SideFeatures` of a side whose largest group is `top`."""
    most = popcount(top)
    return SideFeatures(top, most, top_groups(own, most), movable(setting, own, enemy, 0))


@kernel(int64(SETTING, uint64, uint64, int64, int16[::1], int64[::1]))
def estimated(
    setting: Setting,
    own: np.uint64,
    enemy: np.uint64,
    holds: int,
    weights: NDArray[np.int16],
    into: NDArray[np.int64],
) -> int:
    """Call `estimate` from Python."""
    ours, theirs = (
        side_features(setting, own, enemy, top_group(own)),
        side_features(setting, enemy, own, top_group(enemy)),
    )
    return estimate(setting, own, enemy, ours, theirs, holds, weights, into)
