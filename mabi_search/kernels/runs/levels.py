"""Room for runs: what was met on each level, and what is to be looked at; `run` searches in it."""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from _gamekit.kernel_cache import helper
from _gamekit.kernels.bits import ONE
from mabi_search.kernels.runs import joining, novelty

LEVELS = 6
"""Runs that answer runs; deeper ones are left undecided."""
# Columns of the nodes of a level.
PARENT, HOLDS, MOST, DEPTH, BOUND, KIND, NODE = range(7)
"""Where it came from, -1 for the first; 1 if the runner holds; its largest group; steps from the first; what
the other side can hold together at most, if the aim is OVERTAKE; of which kind it is, if new ones count."""
BARRED = -2
"""Instead of where it came from: it may not be entered."""

# Columns of a level.
COUNT, HEAP, WAITING, LEFT, SAVED, WHOLE, ENEMY_MOST, STAMP, SLOTS, LEVEL = range(10)
"""Placements met; of them in the heap; the one whose answer is being searched, or -1, or UNASKED while it was
not asked what the first one gives at once; expansions left, and those saved for answers, -1 once they are
being asked; 1 while nothing was left out; the largest group of the side that stands; marks what `slots` knows
as of this search, 1 or more; how many slots are used, a power of two."""
UNASKED = -2

# Places of the cursor.
AT, AIM, TARGET, BEST, MADE, FOUND, GATHER, FREELY, BY_MARGIN, NEED, NOVELTY, CURSOR = range(12)
"""The level; what is wanted; a size; the node of level 0 with the largest group; placements made in all; the
node of level 0 that reaches the aim; 1 if it counts too how near pieces are together, on both sides; 1 if it
counts what can come together before it frees itself; 1 if a margin is wanted, not just to win, and then by
how many pieces the runner of level 0 has to be ahead."""

OVERTAKE, GREATEST, SHORTEST = range(3)
"""Aims: win the game; a group of `TARGET` pieces, by what seems near; the same by the fewest steps."""
RUNNING, WINS, LOSES, UNKNOWN = range(4)
"""Answers: whether the runner reaches the aim; LOSES is said only if nothing was left out."""

INDEX_BITS = 24
LAST = (1 << INDEX_BITS) - 1
MIX = np.uint64(0x9E37_79B9_7F4A_7C15)
HALF = np.uint64(32)
FEW_SLOTS = 1 << 10
"""That a level begins with: what fits into a small cache is found sooner."""


class Runs(NamedTuple):
    """Room to search runs in; `n` is a power of two."""

    placements: NDArray[np.uint64]
    """(levels, n): the runner's pieces."""
    nodes: NDArray[np.int64]
    """(levels, n, NODE)."""
    heap: NDArray[np.int64]
    """(levels, n): how promising * 2^24 + 2^24 - 1 - index, the largest first."""
    slots: NDArray[np.int64]
    """(levels, 2 n): (stamp * 2^24 + index) * 2 + 1 if the runner holds, of what was met."""
    enemies: NDArray[np.uint64]
    """(levels,): the pieces of the side that stands still."""
    levels: NDArray[np.int64]
    """(levels, LEVEL)."""
    cursor: NDArray[np.int64]
    """(CURSOR,)."""
    trees: NDArray[np.uint64]
    """Room for `joining`."""
    beside: NDArray[np.uint64]
    """(levels,): the squares beside the largest groups of the side that stands still."""
    tops: NDArray[np.uint64]
    """(levels,): the largest group of the side that stands still, of several the first."""
    threats: NDArray[np.uint64]
    """(levels, 65): the squares beside those of its groups that are larger than each size."""
    kinds: NDArray[np.uint64]
    """Room for `novelty`."""


def room(entries: int, levels: int = LEVELS) -> Runs:
    """Return room for so many placements on each level, a power of two, at most 2^23."""
    return Runs(
        np.zeros((levels, entries), np.uint64),
        np.zeros((levels, entries, NODE), np.int64),
        np.zeros((levels, entries), np.int64),
        np.zeros((levels, 2 * entries), np.int64),
        np.zeros(levels, np.uint64),
        np.zeros((levels, LEVEL), np.int64),
        np.zeros(CURSOR, np.int64),
        joining.room(),
        np.zeros(levels, np.uint64),
        np.zeros(levels, np.uint64),
        np.zeros((levels, novelty.SQUARES + 1), np.uint64),
        novelty.room(levels),
    )


RUNS = numba.typeof(room(2))


@helper
def index_in(runs: Runs, level: int, slot: np.uint64) -> int:
    """Return the index of the placement that a slot is taken by, or -1."""
    taken = runs.slots[level, slot]
    return int(taken >> 1 & LAST) if taken >> INDEX_BITS + 1 == runs.levels[level, STAMP] else -1


@helper
def slot_of(runs: Runs, level: int, own: np.uint64, holds: int) -> np.uint64:
    """Return the slot of a placement, or the free one where it would be."""
    last, stamp = np.uint64(runs.levels[level, SLOTS] - 1), runs.levels[level, STAMP]
    mixed = (own ^ np.uint64(holds)) * MIX
    slot = (mixed ^ (mixed >> HALF)) >> np.uint64(16) & last
    while True:
        taken = runs.slots[level, slot]
        if taken >> INDEX_BITS + 1 != stamp:
            break
        if taken & 1 == holds and runs.placements[level, taken >> 1 & LAST] == own:
            break
        slot = slot + ONE & last
    return slot


@helper
def spread(runs: Runs, level: int) -> None:
    """Use twice as many slots."""
    row = runs.levels[level]
    row[SLOTS] *= 2
    runs.slots[level, : row[SLOTS]] = 0
    for index in range(row[COUNT]):
        holds = runs.nodes[level, index, HOLDS]
        slot = slot_of(runs, level, runs.placements[level, index], holds)
        runs.slots[level, slot] = (row[STAMP] << INDEX_BITS | index) << 1 | holds


@helper
def meet(runs: Runs, level: int, slot: np.uint64, own: np.uint64, holds: int) -> int:
    """Return the index of a new placement, whose slot is given; -1 if there is no room for it."""
    row = runs.levels[level]
    count: int = row[COUNT]
    if count == runs.placements.shape[1]:
        row[WHOLE] = 0
        return -1
    runs.slots[level, slot] = (row[STAMP] << INDEX_BITS | count) << 1 | holds
    runs.placements[level, count] = own
    runs.nodes[level, count, HOLDS] = holds
    row[COUNT] = count + 1
    if 2 * (count + 1) > row[SLOTS] and row[SLOTS] < runs.slots.shape[1]:
        spread(runs, level)
    return count


@helper
def bar(runs: Runs, own: np.uint64) -> None:
    """Take a placement of level 0, whoever holds there, for one that was met, so that no step enters it.

    Where there is no room for it there is none for any other.
    """
    for holds in range(2):
        slot = slot_of(runs, 0, own, holds)
        if index_in(runs, 0, slot) < 0:
            index = meet(runs, 0, slot, own, holds)
            if index >= 0:
                runs.nodes[0, index, PARENT] = BARRED
