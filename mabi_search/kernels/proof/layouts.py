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

from typing import NamedTuple

import numba
import numpy as np
from numba.types import boolean, uint64
from numpy.typing import NDArray

from mabi_search.kernels.alphabeta.shape import beside_top
from mabi_search.kernels.alphabeta.table import hashed
from mabi_search.kernels.board import SETTING, ZERO, Setting, adjacent, lowest, popcount
from mabi_search.kernels.groups import flood, largest
from mabi_search.kernels.moves import movable
from mabi_search.kernels.proof.region import slot_of
from narabi_mabi_common.kernel_cache import helper, kernel, subroutine

MOST_PLACEMENTS, MOST_LAYOUTS, MOST_WAITING = 1 << 13, 1 << 8, 1 << 12
MOST_SETS, MOST_FILLED = 1 << 17, 1 << 19
"""Sets of squares looked at, and ways to place the other pieces."""
SHARING = 6
"""Regions that may share what went to the squares beside; more are taken to do so in any way."""
SQUARES = 64
FAILED = 1 << 12

COUNT, SETS, FILLED, LAYOUTS, REGIONS, LARGE, CURSOR = range(7)
"""Large placements met; sets of squares, and ways to place others, looked at; layouts; regions; how large
that is."""


class Room(NamedTuple):
    """Room for the layouts and the large placements of one run."""

    placements: NDArray[np.uint64]
    """(MOST_PLACEMENTS,): the large placements, in the order in which they were met."""
    slots: NDArray[np.int32]
    """(2 MOST_PLACEMENTS,): a hash table of their indices + 1."""
    taken: NDArray[np.uint64]
    """(MOST_LAYOUTS,): squares beside that are taken."""
    counts: NDArray[np.int64]
    """(MOST_LAYOUTS, SQUARES): pieces in each region."""
    regions: NDArray[np.uint64]
    """(SQUARES,)"""
    beside: NDArray[np.uint64]
    """(1,): the squares beside the standing side's largest groups."""
    waiting: NDArray[np.uint64]
    """(MOST_WAITING, 2): connected sets to be extended, and the squares that these may not take."""
    missing: NDArray[np.int64]
    """(SHARING, 2): how many pieces have left a region, and which."""
    free: NDArray[np.uint64]
    """(SQUARES,): squares that the other pieces can take."""
    chosen: NDArray[np.int64]
    """(SQUARES,): which of them they do take."""
    failed: NDArray[np.uint64]
    """(FAILED, 3): layouts that have led to too many large placements, each where its hash says."""
    cursor: NDArray[np.int64]
    """(CURSOR,)"""


def room() -> Room:
    """Return room to work in."""
    return Room(
        np.zeros(MOST_PLACEMENTS, np.uint64),
        np.zeros(2 * MOST_PLACEMENTS, np.int32),
        np.zeros(MOST_LAYOUTS, np.uint64),
        np.zeros((MOST_LAYOUTS, SQUARES), np.int64),
        np.zeros(SQUARES, np.uint64),
        np.zeros(1, np.uint64),
        np.zeros((MOST_WAITING, 2), np.uint64),
        np.zeros((SHARING, 2), np.int64),
        np.zeros(SQUARES, np.uint64),
        np.zeros(SQUARES, np.int64),
        np.zeros((FAILED, 3), np.uint64),
        np.zeros(CURSOR, np.int64),
    )


ROOM = numba.typeof(room())


@helper
def meet(room: Room, own: np.uint64) -> bool:
    """Remember a large placement, which may be known; return False if there is no room for it."""
    slot = slot_of(room.placements, room.slots, own)
    if room.slots[slot]:
        return True
    count = room.cursor[COUNT]
    if count == MOST_PLACEMENTS:
        return False
    room.placements[count] = own
    room.slots[slot] = count + 1
    room.cursor[COUNT] = count + 1
    return True


@helper
def leads_to(room: Room, layout: int, own: np.uint64) -> bool:
    """Tell whether a layout leads to that of a placement.

    What was beside must be there still, and what has come there must come from the regions whose pieces are
    missing: so many from each (Hall's theorem, over the sets of these regions).
    """
    taken, missing = room.taken[layout], room.missing
    came = own & room.beside[0] & ~taken
    if own & taken != taken:
        return False
    count = 0
    for region in range(room.cursor[REGIONS]):
        left = room.counts[layout, region] - popcount(own & room.regions[region])
        if left < 0:
            return False
        if left > 0:
            if count == SHARING:
                return True
            missing[count, 0], missing[count, 1] = left, region
            count += 1
    for some in range(1 << count):
        pieces = 0
        elsewhere = ZERO
        for index in range(count):
            if some >> index & 1:
                pieces += missing[index, 0]
            else:
                elsewhere |= adjacent(room.regions[missing[index, 1]])
        if popcount(came & ~elsewhere) > pieces:
            return False
    return True


@helper
def is_known(room: Room, own: np.uint64) -> bool:
    """Tell whether a layout that was met leads to that of a placement."""
    for layout in range(room.cursor[LAYOUTS] - 1, -1, -1):
        if leads_to(room, layout, own):
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
def fill(room: Room, layout: int, group: np.uint64, squares: np.uint64, pieces: int) -> bool:
    """Meet all placements with this group, whose other pieces do not touch it; return False if too many.

    squares    that pieces which are not yet beside can take
    pieces     how many of them there are
    """
    taken, free, chosen = room.taken[layout], room.free, room.chosen
    others = pieces - popcount(group & ~taken)
    count = 0
    rest = squares & ~(group | adjacent(group))
    while rest != ZERO:
        free[count] = lowest(rest)
        rest ^= free[count]
        count += 1
    if count < others:
        return True
    for index in range(others):
        chosen[index] = index
    while True:
        own = group | taken
        for index in range(others):
            own |= free[chosen[index]]
        room.cursor[FILLED] += 1
        if room.cursor[FILLED] > MOST_FILLED:
            return False
        if leads_to(room, layout, own) and not meet(room, own):
            return False
        last = others - 1
        while last >= 0 and chosen[last] == count - others + last:
            last -= 1
        if last < 0:
            return True
        chosen[last] += 1
        for index in range(last + 1, others):
            chosen[index] = chosen[index - 1] + 1


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
    empty = setting.board & ~(own | enemy)
    free = movable(setting, own, enemy, 0)
    while free != ZERO:
        piece = lowest(free)
        free ^= piece
        targets = adjacent(piece) & empty
        while targets != ZERO:
            target = lowest(targets)
            targets ^= target
            after = own ^ piece ^ target
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
    while squares != ZERO:
        region = flood(lowest(squares), squares)
        squares &= ~region
        room.regions[cursor[REGIONS]] = region
        cursor[REGIONS] += 1
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


@kernel(boolean(SETTING, ROOM, uint64, uint64))
def large_placements(setting: Setting, room: Room, own: np.uint64, enemy: np.uint64) -> bool:
    """Do what `meet_large` does, to be called from outside."""
    return meet_large(setting, room, own, enemy)
