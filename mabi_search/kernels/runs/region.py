"""Whether a side that moves alone can ever overtake: every placement of each region's pieces is met.

Pieces in different regions of the squares that the standing side has not taken never touch. So whether a
region can hold a larger group than the standing side's largest depends on its own pieces alone, and the
others are left out. Before it does, none of its pieces is frozen: no group of theirs is the single largest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import form_of, int64, uint64
from _gamekit.kernels.bits import ZERO, lowest, popcount
from _gamekit.kernels.hash_index import slot_of
from mabi_search.kernels.board import SETTING, Setting
from mabi_search.kernels.groups import flood, largest
from mabi_search.kernels.moves import MOST_STEPS, list_steps

RUNNING, NEVER, REACHED, FULL = range(4)
"""How a slice ended; FULL: there is no room for the next placement."""

COUNT, NEXT, MOST, SLOTS, LEFT, BEFORE, CURSOR = range(7)
"""Placements met in a region; the next to be expanded; the standing side's largest group; how many slots are
used, a power of two; regions after this one; placements met in those before."""
MOST_REGIONS = 32
FEW_SLOTS = 1 << 12
"""That are used at first: memory that is far apart is slow to be had."""


class Met(NamedTuple):
    """Room for the placements of a region."""

    placements: NDArray[np.uint64]
    """(n,): in the order in which they were met."""
    slots: NDArray[np.int32]
    """(2 n,): the numbers of the placements, see `hash_index`, as far as it is used."""
    left: NDArray[np.uint64]
    """(MOST_REGIONS,): the runner's pieces in regions that hold enough of them; the first LEFT are open."""
    after: NDArray[np.uint64]
    """(MOST_STEPS,): a placement after each step."""
    cursor: NDArray[np.int64]
    """(CURSOR,)"""


def room(placements: int) -> Met:
    """Return room for so many placements, a power of two; memory is used as they are met, 16 bytes each."""
    return Met(
        np.zeros(placements, np.uint64),
        np.zeros(2 * placements, np.int32),
        np.zeros(MOST_REGIONS, np.uint64),
        np.zeros(MOST_STEPS, np.uint64),
        np.zeros(CURSOR, np.int64),
    )


MET = form_of(room(2))


@helper
def spread(met: Met) -> None:
    """Use twice as many slots."""
    cursor = met.cursor
    cursor[SLOTS] *= 2
    slots = met.slots[: cursor[SLOTS]]
    slots[:] = 0
    for index in range(cursor[COUNT]):
        slots[slot_of(met.placements, slots, met.placements[index])] = index + 1


@helper
def meet(met: Met, own: np.uint64) -> bool:
    """Remember a placement, for which there is room; return False if it was met before."""
    slots = met.slots[: met.cursor[SLOTS]]
    slot = slot_of(met.placements, slots, own)
    if slots[slot]:
        return False
    count = met.cursor[COUNT]
    met.placements[count] = own
    slots[slot] = count + 1
    met.cursor[COUNT] = count + 1
    if 2 * met.cursor[COUNT] > slots.size and slots.size < met.slots.size:
        spread(met)
    return True


@helper
def turn_over(met: Met) -> int:
    """End with a region; return NEVER if none is left, else RUNNING."""
    met.cursor[BEFORE] += met.cursor[COUNT]
    met.cursor[COUNT] = 0
    return RUNNING if met.cursor[LEFT] else NEVER


@helper
def begin_region(met: Met) -> None:
    """Begin with the last region that is left."""
    cursor = met.cursor
    cursor[LEFT] -= 1
    cursor[NEXT], cursor[SLOTS] = 0, min(FEW_SLOTS, met.slots.size)
    for slot in range(cursor[SLOTS]):
        met.slots[slot] = 0
    meet(met, met.left[cursor[LEFT]])


@kernel(int64(SETTING, MET, uint64, uint64, int64))
def begin(setting: Setting, met: Met, standing: np.uint64, runner: np.uint64, most: int) -> int:
    """Begin with the regions that hold more than `most` of the runner's pieces; return NEVER if none does."""
    cursor = met.cursor
    cursor[COUNT], cursor[LEFT], cursor[BEFORE], cursor[MOST] = 0, 0, 0, most
    free = setting.board & ~standing
    while free != ZERO:
        squares = flood(lowest(free), free)
        free ^= squares
        at = cursor[LEFT]
        if popcount(squares & runner) > most:
            while at > 0 and met.left[at - 1] > squares & runner:
                met.left[at] = met.left[at - 1]
                at -= 1
            met.left[at] = squares & runner
            cursor[LEFT] += 1
    return turn_over(met)


@kernel(int64(SETTING, MET, uint64, int64))
def advance(setting: Setting, met: Met, standing: np.uint64, quota: int) -> int:
    """Expand so many placements of a region at most; return how that ended, NEVER if it was the last."""
    cursor = met.cursor
    if cursor[COUNT] == 0:
        begin_region(met)
    for _ in range(quota):
        if cursor[NEXT] == cursor[COUNT]:
            return turn_over(met)
        own = met.placements[cursor[NEXT]]
        cursor[NEXT] += 1
        for step in range(list_steps(setting, own, standing, met.after)):
            if cursor[COUNT] == met.placements.size:
                return FULL
            after = met.after[step]
            if meet(met, after) and largest(after) > cursor[MOST]:
                return REACHED
    return RUNNING
