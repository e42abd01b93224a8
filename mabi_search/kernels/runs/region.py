"""Decide whether a side that moves alone can ever overtake, by searching all placements in each region.

The standing side's pieces divide the other squares into regions, and pieces in different regions never touch.
So whether the pieces of a region can form a group larger than the standing side's largest group depends on
that region alone. Pieces in other regions are ignored. Until a region has such a group, none of its pieces is
frozen, because none belongs to the only largest group.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel, subroutine
from _gamekit.jit.forms import form_of, int64, uint64
from _gamekit.kernels.bits import ZERO, lowest, popcount
from _gamekit.kernels.hash_index import slot_of
from mabi_search.kernels.board import SETTING, Setting
from mabi_search.kernels.groups import flood, largest
from mabi_search.kernels.moves import MOST_STEPS, list_steps

RUNNING, NEVER, REACHED, FULL = range(4)
"""The ways in which a call of `advance` ends. FULL means that the memory is full."""

COUNT, NEXT, MOST, SLOTS, LEFT, BEFORE, CURSOR = range(7)
"""COUNT is the number of placements reached in the region, and NEXT is the next placement to be expanded.
MOST is the size that a group must exceed. SLOTS is the number of slots in use, a power of two. LEFT is the
number of regions still to be searched, and BEFORE is the number of placements reached in earlier regions."""
MOST_REGIONS = 32
MOST_EXPANSIONS = 256
"""Maximum number of expansions of a call of `advance`, in addition to 4 for each placement of its quota."""
FEW_SLOTS = 1 << 12
"""Initial number of slots. Few slots fit into a small cache."""


class RegionScratch(NamedTuple):
    """Scratch memory for the placements of a region."""

    placements: NDArray[np.uint64]
    """(n,): the placements, in the order of their discovery."""
    slots: NDArray[np.int32]
    """(2 n,): the hash table of `hash_index`. Only the first SLOTS slots are in use."""
    left: NDArray[np.uint64]
    """(MOST_REGIONS,): the running side's pieces in each region with enough of them. The first LEFT are
    valid."""
    after: NDArray[np.uint64]
    """(MOST_STEPS,): the placement after each step."""
    cursor: NDArray[np.int64]
    """(CURSOR,)"""


def scratch(placements: int) -> RegionScratch:
    """Return scratch memory for `placements` placements, a power of two. Each uses 16 bytes once reached."""
    return RegionScratch(
        np.zeros(placements, np.uint64),
        np.zeros(2 * placements, np.int32),
        np.zeros(MOST_REGIONS, np.uint64),
        np.zeros(MOST_STEPS, np.uint64),
        np.zeros(CURSOR, np.int64),
    )


SCRATCH = form_of(scratch(2))


@helper
def spread(work: RegionScratch) -> None:
    """Double the number of slots in use."""
    cursor = work.cursor
    cursor[SLOTS] *= 2
    slots = work.slots[: cursor[SLOTS]]
    slots[:] = 0
    for index in range(cursor[COUNT]):
        slots[slot_of(work.placements, slots, work.placements[index])] = index + 1


@helper
def meet(work: RegionScratch, own: np.uint64) -> bool:
    """Add a placement; return False if it was reached before. There must be memory for it."""
    slots = work.slots[: work.cursor[SLOTS]]
    slot = slot_of(work.placements, slots, own)
    if slots[slot]:
        return False
    count = work.cursor[COUNT]
    work.placements[count] = own
    slots[slot] = count + 1
    work.cursor[COUNT] = count + 1
    if 2 * work.cursor[COUNT] > slots.size and slots.size < work.slots.size:
        spread(work)
    return True


@helper
def turn_over(work: RegionScratch) -> int:
    """Finish a region; return NEVER if it was the last region, otherwise RUNNING."""
    work.cursor[BEFORE] += work.cursor[COUNT]
    work.cursor[COUNT] = 0
    return RUNNING if work.cursor[LEFT] else NEVER


@helper
def begin_region(work: RegionScratch) -> None:
    """Begin the last of the remaining regions."""
    cursor = work.cursor
    cursor[LEFT] -= 1
    cursor[NEXT], cursor[SLOTS] = 0, min(FEW_SLOTS, work.slots.size)
    for slot in range(cursor[SLOTS]):
        work.slots[slot] = 0
    meet(work, work.left[cursor[LEFT]])


@helper
def find_regions(
    setting: Setting, work: RegionScratch, standing: np.uint64, runner: np.uint64, most: int
) -> int:
    """Find the regions with more than `most` pieces of the running side; return NEVER if there is none."""
    cursor = work.cursor
    cursor[COUNT], cursor[LEFT], cursor[BEFORE], cursor[MOST] = 0, 0, 0, most
    free = setting.board & ~standing
    while free != ZERO:
        squares = flood(lowest(free), free)
        free ^= squares
        at = cursor[LEFT]
        if popcount(squares & runner) > most:
            while at > 0 and work.left[at - 1] > squares & runner:
                work.left[at] = work.left[at - 1]
                at -= 1
            work.left[at] = squares & runner
            cursor[LEFT] += 1
    return turn_over(work)


@helper
def reach(setting: Setting, work: RegionScratch, standing: np.uint64, quota: int) -> int:
    """Reach at most `quota` more placements of a region, but for those of the last expansion.

    Return how that ended, NEVER after the last region. If few placements are new, `MOST_EXPANSIONS` ends the
    call.
    """
    cursor = work.cursor
    last = cursor[COUNT] + quota
    if cursor[COUNT] == 0 and quota > 0:
        begin_region(work)
    for _ in range(MOST_EXPANSIONS + 4 * quota):
        if cursor[COUNT] > 0 and cursor[NEXT] == cursor[COUNT]:
            return turn_over(work)
        if cursor[COUNT] >= last:
            return RUNNING
        own = work.placements[cursor[NEXT]]
        cursor[NEXT] += 1
        for step in range(list_steps(setting, own, standing, work.after)):
            if cursor[COUNT] == work.placements.size:
                return FULL
            after = work.after[step]
            if meet(work, after) and largest(after) > cursor[MOST]:
                return REACHED
    return RUNNING


@subroutine
def never_exceeds(
    setting: Setting, work: RegionScratch, standing: np.uint64, runner: np.uint64, most: int, placements: int
) -> tuple[int, int]:
    """Search about this many placements of all regions. Return how that ended, and how many were reached."""
    answer = find_regions(setting, work, standing, runner, most)
    reached = 0
    while answer == RUNNING and reached < placements:
        answer = reach(setting, work, standing, placements - reached)
        reached = work.cursor[BEFORE] + work.cursor[COUNT]
    return answer, reached


@kernel(int64(SETTING, SCRATCH, uint64, uint64, int64))
def begin(setting: Setting, work: RegionScratch, standing: np.uint64, runner: np.uint64, most: int) -> int:
    """Call `find_regions` from Python."""
    return find_regions(setting, work, standing, runner, most)


@kernel(int64(SETTING, SCRATCH, uint64, int64))
def advance(setting: Setting, work: RegionScratch, standing: np.uint64, quota: int) -> int:
    """Call `reach` from Python."""
    return reach(setting, work, standing, quota)
