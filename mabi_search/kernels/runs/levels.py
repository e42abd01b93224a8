"""Work arrays of the search of runs, in which one side moves alone: placements by level, and their queue."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper
from _gamekit.jit.forms import form_of
from _gamekit.kernels import rows
from _gamekit.kernels.bits import ONE
from _gamekit.kernels.hash_index import hashed
from mabi_search.kernels.runs import joining, novelty, region

LEVELS = 6
"""Number of levels. Each level is a run that answers the run above it; deeper runs remain undecided."""
BARRED = -2
"""The parent of a placement that repetition forbids, so that no step leads to it."""
UNASKED = -2
"""The waiting placement of a level that has just begun, whose first placement may decide it at once."""


class Node:
    """A placement reached on a level."""

    parent: int
    """The placement one step before, -1 for the first, or BARRED."""
    holds: int
    """1 if the running side is the holder."""
    most: int
    """The size of the running side's largest group."""
    depth: int
    """Number of steps from the first placement."""
    bound: int
    """An upper bound on the other side's largest group, if the aim is OVERTAKE."""
    kind: int
    """The kind of the placement, if NOVELTY is on."""
    refuted: int
    """1 if the other side is known to win after a pass in this placement."""


class Level:
    """A run and the state of its search."""

    count: int
    """Number of placements reached."""
    heap: int
    """Number of placements in the heap."""
    waiting: int
    """The placement whose answer is being searched; otherwise -1 or UNASKED."""
    left: int
    """Number of expansions left."""
    saved: int
    """Number of expansions saved for answers; -1 once answers are being searched."""
    whole: int
    """1 until a placement has been left out."""
    enemy_most: int
    """The size of the standing side's largest group."""
    stamp: int
    """The stamp, at least 1, of this search's entries in `Runs.slots`."""
    slots: int
    """Number of slots in use, a power of two."""
    apart: int
    """Number of placements at which the regions are next searched one by one."""


NODE, LEVEL = rows.fields_of(Node), rows.fields_of(Level)

# Indices of the cursor.
AT, AIM, TARGET, BEST, MADE, FOUND, GATHER, FREELY, BY_MARGIN, NEED, NOVELTY, APART, CURSOR = range(13)
"""AT is the current level, AIM is one of the aims below, TARGET is a size, and MADE counts the placements
generated.

BEST and FOUND are nodes of level 0: the one with the largest group, and one that reaches the aim. GATHER,
FREELY and NOVELTY are options of the search order. GATHER considers how close together the pieces of each
side are. FREELY considers how many pieces can be joined while others are stuck. NOVELTY puts new placements
first. APART searches the regions of an answer one by one (`run.cannot_answer`). With BY_MARGIN, the running
side of level 0 must be ahead by NEED pieces to win.
"""

OVERTAKE, GREATEST, SHORTEST = range(3)
"""Aims: win the game; form a group of TARGET pieces; form it in the fewest steps."""
RUNNING, WINS, LOSES, UNKNOWN = range(4)
"""Answers: whether the running side reaches the aim. LOSES means that it cannot, and UNKNOWN that the search
was incomplete. RUNNING means that the search is not over."""

INDEX_BITS = 24
LAST = (1 << INDEX_BITS) - 1
APART_PLACEMENTS = 1 << 15
"""Maximum number of placements in one region of an answer."""
NOT_APART = 1 << 60
"""`Level.apart` of a level whose regions are not searched one by one."""
FEW_SLOTS = 1 << 10
"""Number of slots at the start of a level. Few slots fit into a small cache."""


class Runs(NamedTuple):
    """Scratch memory of the search of runs. `n` is a power of two."""

    placements: NDArray[np.uint64]
    """(levels, n): the running side's pieces in each placement."""
    nodes: rows.Rows
    """(levels, n) of `Node`."""
    heap: NDArray[np.int64]
    """(levels, n): a heap of promise * 2^24 + 2^24 - 1 - index, the largest first."""
    slots: NDArray[np.int64]
    """(levels, 2 n): (stamp * 2^24 + index) * 2, plus 1 if the running side is the holder."""
    enemies: NDArray[np.uint64]
    """(levels,): the pieces of the standing side."""
    levels: rows.Rows
    """(levels,) of `Level`."""
    cursor: NDArray[np.int64]
    """(CURSOR,)."""
    trees: NDArray[np.uint64]
    """Scratch memory of `joining`."""
    beside: NDArray[np.uint64]
    """(levels,): the squares beside the largest groups of the standing side."""
    tops: NDArray[np.uint64]
    """(levels,): the largest group of the standing side, or the first of several."""
    threats: NDArray[np.uint64]
    """(levels, 65): for each size, the squares beside larger groups of the standing side."""
    kinds: NDArray[np.uint64]
    """Scratch memory of `novelty`."""
    region: region.RegionScratch
    """Scratch memory for the regions of an answer."""


def scratch(entries: int, levels: int = LEVELS) -> Runs:
    """Return scratch memory for `entries` placements on each level. This is a power of two, at most 2^23."""
    return Runs(
        np.zeros((levels, entries), np.uint64),
        rows.zeros((levels, entries), NODE),
        np.zeros((levels, entries), np.int64),
        np.zeros((levels, 2 * entries), np.int64),
        np.zeros(levels, np.uint64),
        rows.zeros(levels, LEVEL),
        np.zeros(CURSOR, np.int64),
        joining.scratch(),
        np.zeros(levels, np.uint64),
        np.zeros(levels, np.uint64),
        np.zeros((levels, novelty.SQUARES + 1), np.uint64),
        novelty.scratch(levels),
        region.scratch(APART_PLACEMENTS),
    )


RUNS = form_of(scratch(2))


@helper
def index_in(runs: Runs, level: int, slot: np.uint64) -> int:
    """Return the index of the placement in a slot, or -1 if the slot is free."""
    taken = runs.slots[level, slot]
    return int(taken >> 1 & LAST) if taken >> INDEX_BITS + 1 == runs.levels[level].stamp else -1


@helper
def slot_of(runs: Runs, level: int, own: np.uint64, holds: int) -> np.uint64:
    """Return the slot of a placement, or the free slot where it would be.

    `hash_index.slot_of` cannot be used here: the key includes the holder, and a stamp frees all slots at once
    when a level begins.
    """
    last, stamp = np.uint64(runs.levels[level].slots - 1), runs.levels[level].stamp
    slot = hashed(own ^ np.uint64(holds)) & last
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
    """Double the number of slots in use."""
    row: Level = runs.levels[level]
    row.slots *= 2
    runs.slots[level, : row.slots] = 0
    for index in range(row.count):
        holds = runs.nodes[level, index].holds
        slot = slot_of(runs, level, runs.placements[level, index], holds)
        runs.slots[level, slot] = (row.stamp << INDEX_BITS | index) << 1 | holds


@helper
def meet(runs: Runs, level: int, slot: np.uint64, own: np.uint64, holds: int) -> int:
    """Add a new placement in its slot, and return its index; -1 if the memory is full."""
    row: Level = runs.levels[level]
    count: int = row.count
    if count == runs.placements.shape[1]:
        row.whole = 0
        return -1
    runs.slots[level, slot] = (row.stamp << INDEX_BITS | count) << 1 | holds
    runs.placements[level, count] = own
    runs.nodes[level, count].holds = holds
    runs.nodes[level, count].refuted = 0
    row.count = count + 1
    if 2 * (count + 1) > row.slots and row.slots < runs.slots.shape[1]:
        spread(runs, level)
    return count


@helper
def bar(runs: Runs, own: np.uint64) -> None:
    """Mark a placement of level 0 as reached with either holder, so that no step leads to it.

    If the memory is full, the mark is not needed, because no other placement can be added either.
    """
    for holds in range(2):
        slot = slot_of(runs, 0, own, holds)
        if index_in(runs, 0, slot) < 0:
            index = meet(runs, 0, slot, own, holds)
            if index >= 0:
                runs.nodes[0, index].parent = BARRED
