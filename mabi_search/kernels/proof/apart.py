"""List the placements in which a run overtakes, from lists of the placements of each region.

The standing side's pieces divide the other squares into regions, and the runner's pieces in different regions
never touch. If only one region has enough pieces to overtake, no group of another region is ever frozen, and
whether one is frozen in that region depends on that region alone. So the placements that the run can reach
are exactly the combinations of the placements of each region.
"""

from __future__ import annotations

import numpy as np

from _gamekit.jit.entry import helper, subroutine
from _gamekit.kernels.bits import ZERO, lowest, popcount
from _gamekit.kernels.hash_index import slot_of
from mabi_search.kernels.board import LEADER, UNIQUE, Setting
from mabi_search.kernels.groups import flood, largest
from mabi_search.kernels.moves import list_steps
from mabi_search.kernels.proof.placing import COUNT, LISTED, LISTED_AT_FIRST, Scratch

TOO_MANY = -1


@helper
def list_region(setting: Setting, scratch: Scratch, own: np.uint64, enemy: np.uint64, scale: int) -> int:
    """List the placements of a region's pieces; return their number, or TOO_MANY."""
    most = LISTED_AT_FIRST << (2 * scale)
    slots, count, at = scratch.slots[: 2 * most], 1, 0
    slots[:] = 0
    scratch.listed[0] = own
    slots[slot_of(scratch.listed, slots, own)] = 1
    while at < count:
        for step in range(list_steps(setting, scratch.listed[at], enemy, scratch.after)):
            after = scratch.after[step]
            slot = slot_of(scratch.listed, slots, after)
            if slots[slot] == 0:
                if count == most:
                    return TOO_MANY
                scratch.listed[count] = after
                count += 1
                slots[slot] = count
        at += 1
    scratch.cursor[LISTED] += count
    return count


@helper
def combine(scratch: Scratch, listed: int) -> bool:
    """Combine the placements so far with those just listed; return False if there are too many."""
    count = scratch.cursor[COUNT]
    if count * listed > scratch.placements.size:
        return False
    for which in range(listed - 1, -1, -1):
        for index in range(count):
            scratch.placements[which * count + index] = scratch.placements[index] | scratch.listed[which]
    scratch.cursor[COUNT] = count * listed
    return True


@subroutine
def meet_apart(setting: Setting, scratch: Scratch, own: np.uint64, enemy: np.uint64, scale: int) -> bool:
    """Record every placement in which a run overtakes. Return False if there are too many.

    The result is also False if two regions have enough pieces to overtake, and without a freeze. There a side
    that has overtaken can fall back to an equal group and still hold.

    scale    one of SCALES, for the limits
    """
    cursor, most = scratch.cursor, largest(enemy)
    cursor[:] = 0
    if setting.freeze != UNIQUE and setting.freeze != LEADER:
        return False
    overtaking, free = ZERO, setting.board & ~enemy
    while free != ZERO:
        region = flood(lowest(free), free)
        free ^= region
        if popcount(region & own) > most:
            if overtaking != ZERO:
                return False
            overtaking = region
    listed = list_region(setting, scratch, own & overtaking, enemy, scale)
    for index in range(listed):
        if largest(scratch.listed[index]) > most:
            if cursor[COUNT] == scratch.placements.size:
                return False
            scratch.placements[cursor[COUNT]] = scratch.listed[index]
            cursor[COUNT] += 1
    free = setting.board & ~(enemy | overtaking)
    while free != ZERO and listed != TOO_MANY and cursor[COUNT] > 0:
        region = flood(lowest(free), free)
        free ^= region
        if region & own != ZERO:
            listed = list_region(setting, scratch, own & region, enemy, scale)
            if not combine(scratch, listed):
                return False
    return bool(listed != TOO_MANY)
