"""Whether a side that moves alone can ever overtake: every placement of one region's pieces is met.

Pieces in different regions of the squares that the standing side has not taken never touch. So whether a
region can hold a larger group than the standing side's largest depends on its own pieces alone, and the
others are left out. Before it does, none of its pieces is frozen: no group of theirs is the single largest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import form_of, int64, uint64, void
from _gamekit.kernels.hash_index import slot_of
from mabi_search.kernels.board import SETTING, Setting
from mabi_search.kernels.groups import largest
from mabi_search.kernels.moves import MOST_STEPS, list_steps

RUNNING, NEVER, REACHED, FULL = range(4)
"""How a slice ended; FULL: there is no room for the next placement."""

COUNT, NEXT, MOST, SLOTS, CURSOR = range(5)
"""Placements met; the next to be expanded; the standing side's largest group; how many slots are used, a
power of two."""
FEW_SLOTS = 1 << 12
"""That are used at first: memory that is far apart is slow to be had."""


class Met(NamedTuple):
    """Room for the placements of a region."""

    placements: NDArray[np.uint64]
    """(n,): in the order in which they were met."""
    slots: NDArray[np.int32]
    """(2 n,): the numbers of the placements, see `hash_index`, as far as it is used."""
    after: NDArray[np.uint64]
    """(MOST_STEPS,): a placement after each step."""
    cursor: NDArray[np.int64]
    """(CURSOR,)"""


def room(placements: int) -> Met:
    """Return room for so many placements, a power of two; memory is used as they are met, 16 bytes each."""
    return Met(
        np.zeros(placements, np.uint64),
        np.zeros(2 * placements, np.int32),
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


@kernel(void(MET, uint64, int64))
def begin(met: Met, own: np.uint64, most: int) -> None:
    """Begin with the pieces of a region, in empty room."""
    met.cursor[COUNT], met.cursor[NEXT], met.cursor[MOST] = 0, 0, most
    met.cursor[SLOTS] = min(FEW_SLOTS, met.slots.size)
    meet(met, own)


@kernel(int64(SETTING, MET, uint64, int64))
def advance(setting: Setting, met: Met, enemy: np.uint64, quota: int) -> int:
    """Expand so many placements at most; return how that ended."""
    cursor = met.cursor
    for _ in range(quota):
        if cursor[NEXT] == cursor[COUNT]:
            return NEVER
        own = met.placements[cursor[NEXT]]
        cursor[NEXT] += 1
        for step in range(list_steps(setting, own, enemy, met.after)):
            if cursor[COUNT] == met.placements.size:
                return FULL
            after = met.after[step]
            if meet(met, after) and largest(after) > cursor[MOST]:
                return REACHED
    return RUNNING
