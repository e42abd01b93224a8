"""Work arrays for runs: the placements generated on each level, and the queue of `run`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper
from _gamekit.jit.forms import form_of
from _gamekit.kernels import rows
from _gamekit.kernels.bits import ONE
from mabi_search.kernels.runs import joining, novelty

LEVELS = 6
"""Runs that answer runs; deeper ones are left undecided."""
BARRED = -2
"""Instead of where a placement came from: it may not be entered."""
UNASKED = -2
"""Instead of what waits for an answer: it was not asked what the first placement gives at once."""


class Node:
    """A placement that was met on a level."""

    parent: int
    """Where it came from, -1 for the first, or BARRED."""
    holds: int
    """1 if the runner holds."""
    most: int
    """The runner's largest group."""
    depth: int
    """Steps from the first."""
    bound: int
    """Upper bound on the other side's largest group, if the aim is OVERTAKE."""
    kind: int
    """Of which kind it is, if new ones count."""
    refuted: int
    """1 if the other side was found to win after a pass here."""


class Level:
    """A run, and how far its search is."""

    count: int
    """Placements met."""
    heap: int
    """Of them in the heap."""
    waiting: int
    """The one whose answer is being searched, -1, or UNASKED."""
    left: int
    """Expansions left."""
    saved: int
    """Those saved for answers, -1 once they are being asked."""
    whole: int
    """1 while nothing was left out."""
    enemy_most: int
    """The largest group of the side that stands."""
    stamp: int
    """Stamp of this search's entries in `Runs.slots`, 1 or more."""
    slots: int
    """How many slots are used, a power of two."""


NODE, LEVEL = rows.fields_of(Node), rows.fields_of(Level)

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
    nodes: rows.Rows
    """(levels, n) of `Node`."""
    heap: NDArray[np.int64]
    """(levels, n): how promising * 2^24 + 2^24 - 1 - index, the largest first."""
    slots: NDArray[np.int64]
    """(levels, 2 n): (stamp * 2^24 + index) * 2 + 1 if the runner holds, of what was met."""
    enemies: NDArray[np.uint64]
    """(levels,): the pieces of the side that stands still."""
    levels: rows.Rows
    """(levels,) of `Level`."""
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
        rows.zeros((levels, entries), NODE),
        np.zeros((levels, entries), np.int64),
        np.zeros((levels, 2 * entries), np.int64),
        np.zeros(levels, np.uint64),
        rows.zeros(levels, LEVEL),
        np.zeros(CURSOR, np.int64),
        joining.room(),
        np.zeros(levels, np.uint64),
        np.zeros(levels, np.uint64),
        np.zeros((levels, novelty.SQUARES + 1), np.uint64),
        novelty.room(levels),
    )


RUNS = form_of(room(2))


@helper
def index_in(runs: Runs, level: int, slot: np.uint64) -> int:
    """Return the index of the placement that a slot is taken by, or -1."""
    taken = runs.slots[level, slot]
    return int(taken >> 1 & LAST) if taken >> INDEX_BITS + 1 == runs.levels[level].stamp else -1


@helper
def hashed(own: np.uint64, holds: np.uint64) -> np.uint64:
    """Return 32 bits that depend on all of a key.

    Keys that differ only on the upper ranks must not collide: a run may have a million placements.
    """
    mixed = (own ^ own >> HALF ^ holds) * MIX
    return (mixed ^ mixed >> HALF) * MIX >> HALF


@helper
def slot_of(runs: Runs, level: int, own: np.uint64, holds: int) -> np.uint64:
    """Return the slot of a placement, or the free one where it would be.

    Not by `hash_index`: who holds is in the key, and a stamp frees all slots at once when a level begins.
    """
    last, stamp = np.uint64(runs.levels[level].slots - 1), runs.levels[level].stamp
    slot = hashed(own, np.uint64(holds)) & last
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
    row: Level = runs.levels[level]
    row.slots *= 2
    runs.slots[level, : row.slots] = 0
    for index in range(row.count):
        holds = runs.nodes[level, index].holds
        slot = slot_of(runs, level, runs.placements[level, index], holds)
        runs.slots[level, slot] = (row.stamp << INDEX_BITS | index) << 1 | holds


@helper
def meet(runs: Runs, level: int, slot: np.uint64, own: np.uint64, holds: int) -> int:
    """Return the index of a new placement, whose slot is given; -1 if there is no room for it."""
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
    """Take a placement of level 0, whoever holds there, for one that was met, so that no step enters it.

    Where there is no room for it there is none for any other.
    """
    for holds in range(2):
        slot = slot_of(runs, 0, own, holds)
        if index_in(runs, 0, slot) < 0:
            index = meet(runs, 0, slot, own, holds)
            if index >= 0:
                runs.nodes[0, index].parent = BARRED
