"""Every placement in which a side that moves alone has a large group, without meeting all the others.

While one side stands still, pieces of the other beside its largest groups are paralysed until there is a
group as large as those. So until then a piece that stands on such a square stays there, and the others walk
in the regions of the other squares. A **layout** is what of a placement counts for that: the squares beside
that are taken, and how many pieces each region holds. One layout leads to another by pieces that step from
their regions to squares beside, and within a layout the pieces are taken to stand anywhere in their regions.
That allows more than the rules do, which paralyse pieces beside smaller groups too.

The **large** placements, with a group as large as the standing side's largest, are found from the layouts:
each connected set of squares that the pieces can take, and each way to place the others. From these on every
step of the rules is made; what leads to no large placement is of a layout that is known, or of one more. So
all large placements that can be reached are met, and some that cannot. There are few, next to all placements,
where a large group needs nearly all pieces.
"""

from __future__ import annotations

import numpy as np

from _gamekit.jit.entry import helper, subroutine
from _gamekit.kernels.bits import ZERO, lowest, popcount
from mabi_search.kernels.board import Setting, adjacent
from mabi_search.kernels.groups import flood, largest
from mabi_search.kernels.hashing import hashed
from mabi_search.kernels.moves import list_steps
from mabi_search.kernels.proof.placing import (
    COUNT,
    FAILED,
    LARGE,
    LAYOUTS,
    MOST_LAYOUTS,
    MOST_SETS,
    MOST_WAITING,
    REGIONS,
    SETS,
    SQUARES,
    Room,
    fill,
    find_homes,
    leads_to,
    meet,
)
from mabi_search.kernels.runs.shape import beside_top


@helper
def is_known(room: Room, own: np.uint64) -> bool:
    """Return whether a layout that was met leads to that of a placement for certain."""
    for layout in range(room.cursor[LAYOUTS] - 1, -1, -1):
        if leads_to(room, layout, own, False):
            return True
    return False


@helper
def add_layout(room: Room, own: np.uint64) -> bool:
    """Add the layout of a placement; return False if there is no room for it."""
    layout = room.cursor[LAYOUTS]
    if layout == MOST_LAYOUTS:
        return False
    room.taken[layout] = own & room.beside[0]
    for region in range(room.cursor[REGIONS]):
        room.counts[layout, region] = popcount(own & room.regions[region])
    room.cursor[LAYOUTS] = layout + 1
    return True


@helper
def extend(room: Room, layout: int, squares: np.uint64, pieces: int) -> bool:
    """Meet the large placements whose large group holds what waits, each group once; False if too many.

    A square that is left out once may not be taken further on. A cluster of pieces beside that a set comes
    to touch belongs to it.
    """
    taken, waiting, large = room.taken[layout], room.waiting, room.cursor[LARGE]
    count = 1
    while count > 0:
        count -= 1
        group, barred = waiting[count, 0], waiting[count, 1]
        room.cursor[SETS] += 1
        if room.cursor[SETS] > MOST_SETS:
            return False
        size = popcount(group)
        if size >= large and not fill(room, layout, group, squares, pieces):
            return False
        left = pieces - popcount(group & ~taken)
        if left == 0 or size + left + popcount(taken & ~(group | barred)) < large:
            continue
        nexts = adjacent(group) & squares & ~(group | barred)
        while nexts != ZERO:
            square = lowest(nexts)
            nexts ^= square
            larger = group | square
            touched = adjacent(square) & taken & ~group
            while touched != ZERO:
                cluster = flood(lowest(touched), taken)
                touched &= ~cluster
                larger |= cluster
            if larger & barred == ZERO:
                if count == MOST_WAITING:
                    return False
                waiting[count, 0], waiting[count, 1] = larger, barred
                count += 1
            barred |= square
    return True


@subroutine
def find_large(room: Room, layout: int) -> bool:
    """Meet the large placements of all layouts that one leads to; return False if they are too many."""
    taken = room.taken[layout]
    squares = ZERO
    pieces = 0
    for region in range(room.cursor[REGIONS]):
        if room.counts[layout, region] > 0:
            pieces += room.counts[layout, region]
            squares |= room.regions[region] | (adjacent(room.regions[region]) & room.beside[0])
    squares &= ~taken
    if popcount(taken) + pieces < room.cursor[LARGE]:
        return True
    before = ZERO
    rest = taken
    while rest != ZERO:
        cluster = flood(lowest(rest), taken)
        rest &= ~cluster
        room.waiting[0, 0], room.waiting[0, 1] = cluster, before | (adjacent(before) & squares)
        if not extend(room, layout, squares, pieces):
            return False
        before |= cluster
    before |= adjacent(before)
    rest = squares & ~before
    while rest != ZERO and pieces >= room.cursor[LARGE]:
        square = lowest(rest)
        rest ^= square
        room.waiting[0, 0], room.waiting[0, 1] = square, before
        if not extend(room, layout, squares, pieces):
            return False
        before |= square
    return True


@helper
def step_on(setting: Setting, room: Room, own: np.uint64, enemy: np.uint64) -> bool:
    """Meet what a step leads to from a large placement; return False if there is no room for it."""
    for step in range(list_steps(setting, own, enemy, room.after)):
        after = room.after[step]
        if largest(after) >= room.cursor[LARGE]:
            if not meet(room, after):
                return False
        elif not is_known(room, after) and not add_layout(room, after):
            return False
    return True


@helper
def counted(room: Room, own: np.uint64) -> np.uint64:
    """Return a word of how many pieces each region holds."""
    pieces = ZERO
    for region in range(room.cursor[REGIONS]):
        pieces = pieces * np.uint64(SQUARES - 1) + np.uint64(popcount(own & room.regions[region]))
    return pieces


@helper
def follow_layouts(setting: Setting, room: Room, enemy: np.uint64) -> bool:
    """Meet all that layouts and large placements lead to; return False if that is too much."""
    layout = at = 0
    while layout < room.cursor[LAYOUTS] or at < room.cursor[COUNT]:
        if layout < room.cursor[LAYOUTS]:
            if not find_large(room, layout):
                return False
            layout += 1
        else:
            if not step_on(setting, room, room.placements[at], enemy):
                return False
            at += 1
    return True


@subroutine
def meet_large(setting: Setting, room: Room, own: np.uint64, enemy: np.uint64) -> bool:
    """Meet every large placement that a side can reach alone; return False if they are too many.

    There may be some that it cannot reach.
    """
    cursor = room.cursor
    cursor[:] = 0
    cursor[LARGE] = largest(enemy)
    room.slots[:] = 0
    room.beside[0] = beside_top(setting, enemy, cursor[LARGE])
    squares = setting.board & ~(enemy | room.beside[0])
    once = twice = ZERO
    while squares != ZERO:
        region = flood(lowest(squares), squares)
        squares &= ~region
        room.regions[cursor[REGIONS]] = region
        cursor[REGIONS] += 1
        twice |= once & adjacent(region)
        once |= adjacent(region)
    find_homes(room, ~twice)
    taken, pieces = own & room.beside[0], counted(room, own)
    failed = room.failed[hashed(taken, enemy, pieces) & (FAILED - 1)]
    if failed[0] == taken and failed[1] == enemy and failed[2] == pieces:
        return False
    if largest(own) >= cursor[LARGE]:
        meet(room, own)
    else:
        add_layout(room, own)
    whole = follow_layouts(setting, room, enemy)
    if not whole:
        failed[0], failed[1], failed[2] = taken, enemy, pieces
    return whole
