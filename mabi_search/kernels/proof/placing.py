"""Room for layouts and large placements, and all ways to place the pieces of a layout about a large group.

`layouts` says what these are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper
from _gamekit.kernels.bits import ONE, ZERO, lowest, popcount
from _gamekit.kernels.hash_index import slot_of
from mabi_search.kernels.board import adjacent
from mabi_search.kernels.moves import MOST_STEPS

MOST_PLACEMENTS, MOST_LAYOUTS, MOST_WAITING = 1 << 13, 1 << 8, 1 << 12
MOST_SETS, MOST_FILLED = 1 << 17, 1 << 19
"""Sets of squares looked at, and ways to place the other pieces."""
SHARING = 6
"""Regions that may share what went to the squares beside; of more `leads_to` is not sure."""
SQUARES = 64
SEVERAL = SQUARES
"""Instead of a region, of squares that several can reach."""
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
    homes: NDArray[np.uint64]
    """(SQUARES,): of each region its squares, and those beside that no other can reach."""
    home_of: NDArray[np.int64]
    """(SQUARES,): of which region each square is so, or SEVERAL."""
    beside: NDArray[np.uint64]
    """(1,): the squares beside the standing side's largest groups."""
    waiting: NDArray[np.uint64]
    """(MOST_WAITING, 2): connected sets to be extended, and the squares that these may not take."""
    missing: NDArray[np.int64]
    """(SHARING, 2): how many pieces have left a region, and which."""
    free: NDArray[np.uint64]
    """(SQUARES,): squares that the other pieces can take."""
    home: NDArray[np.int64]
    """(SQUARES,): what regions these are of, or SEVERAL."""
    left: NDArray[np.int64]
    """(SQUARES + 1,): how many pieces of each region are left to be placed; SEVERAL: any number."""
    chosen: NDArray[np.int64]
    """(SQUARES,): which of the free squares the others do take."""
    failed: NDArray[np.uint64]
    """(FAILED, 3): layouts that have led to too many large placements, each where its hash says."""
    after: NDArray[np.uint64]
    """(MOST_STEPS,): a large placement after each step."""
    cursor: NDArray[np.int64]
    """(CURSOR,)"""


def room() -> Room:
    """Return empty work arrays."""
    return Room(
        np.zeros(MOST_PLACEMENTS, np.uint64),
        np.zeros(2 * MOST_PLACEMENTS, np.int32),
        np.zeros(MOST_LAYOUTS, np.uint64),
        np.zeros((MOST_LAYOUTS, SQUARES), np.int64),
        np.zeros(SQUARES, np.uint64),
        np.zeros(SQUARES, np.uint64),
        np.zeros(SQUARES, np.int64),
        np.zeros(1, np.uint64),
        np.zeros((MOST_WAITING, 2), np.uint64),
        np.zeros((SHARING, 2), np.int64),
        np.zeros(SQUARES, np.uint64),
        np.zeros(SQUARES, np.int64),
        np.zeros(SQUARES + 1, np.int64),
        np.zeros(SQUARES, np.int64),
        np.zeros((FAILED, 3), np.uint64),
        np.zeros(MOST_STEPS, np.uint64),
        np.zeros(CURSOR, np.int64),
    )


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
def leads_to(room: Room, layout: int, own: np.uint64, unsure: bool) -> bool:
    """Return whether a layout leads to that of a placement.

    Pieces beside a largest group must still be there, and pieces that have come must come from the regions
    with missing pieces: so many from each (Hall's theorem, over the sets of these regions).

    unsure    the answer where more than `SHARING` regions miss pieces: whichever leaves nothing out
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
            if count < SHARING:
                missing[count, 0], missing[count, 1] = left, region
            count += 1
    if count > SHARING:
        return unsure
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
def find_homes(room: Room, plain: np.uint64) -> None:
    """Write from which region a piece comes to each square; `plain` are those beside one region at most."""
    room.home_of[:] = SEVERAL
    for region in range(room.cursor[REGIONS]):
        squares = room.regions[region]
        room.homes[region] = rest = squares | (adjacent(squares) & room.beside[0] & plain)
        while rest != ZERO:
            room.home_of[popcount(lowest(rest) - ONE)] = region
            rest &= rest - ONE


@helper
def find_free(room: Room, layout: int, group: np.uint64, squares: np.uint64) -> int:
    """Write which squares others than a group can take, and the pieces left of each region; count squares.

    Return -1 if the group takes more pieces of a region than there are.
    """
    room.left[SEVERAL] = SQUARES
    for region in range(room.cursor[REGIONS]):
        from_here = group & ~room.taken[layout] & room.homes[region]
        room.left[region] = room.counts[layout, region] - popcount(from_here)
        if room.left[region] < 0:
            return -1
    count = 0
    rest = squares & ~(group | adjacent(group))
    while rest != ZERO:
        room.free[count] = lowest(rest)
        rest ^= room.free[count]
        room.home[count] = room.home_of[popcount(room.free[count] - ONE)]
        count += 1
    return count


@helper
def fill(room: Room, layout: int, group: np.uint64, squares: np.uint64, pieces: int) -> bool:
    """Meet all placements with this group, whose other pieces do not touch it; return False if too many.

    squares    that pieces which are not yet beside can take
    pieces     how many of them there are
    """
    free, chosen, left, home = room.free, room.chosen, room.left, room.home
    own = group | room.taken[layout]
    others = pieces - popcount(group & ~room.taken[layout])
    count = find_free(room, layout, group, squares)
    if count < others:
        return True
    placed = square = 0
    while True:
        if placed < others and square <= count - others + placed:
            if left[home[square]] > 0:
                left[home[square]] -= 1
                own |= free[square]
                chosen[placed] = square
                placed += 1
            square += 1
            continue
        if placed == others:
            room.cursor[FILLED] += 1
            if room.cursor[FILLED] > MOST_FILLED:
                return False
            if leads_to(room, layout, own, True) and not meet(room, own):
                return False
        if placed == 0:
            return True
        placed -= 1
        square = chosen[placed]
        left[home[square]] += 1
        own ^= free[square]
        square += 1
