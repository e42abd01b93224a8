"""Scratch memory for `layouts`, and the placements that contain a given large group.

The module `layouts` defines layouts, regions and large placements.
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
"""Limits of one search: sets of squares, and ways to place the remaining pieces."""
SCALES = (0, 2, 4)
"""Each successive search by layouts has these limits times two to the power of this. MOST_WAITING stays."""
LISTED_AT_FIRST = 1 << 9
"""Maximum number of placements of a region that are listed at the first scale. Each next scale has 16 times
as many."""
SHARING = 6
"""`leads_to` is exact for up to this many regions with missing pieces."""
SQUARES = 64
SEVERAL = SQUARES
"""Used in place of a region: pieces of several regions can reach the square."""
FAILED = 1 << 12

COUNT, SETS, FILLED, LAYOUTS, REGIONS, LARGE, SCALE, LISTED, CURSOR = range(9)
"""Indices of the cursor. The first five count large placements, sets of squares, ways to place the remaining
pieces, layouts and regions. LARGE is the least size of a large group, SCALE one of SCALES.
LISTED is the number of placements that `apart` has listed in the regions."""


class Scratch(NamedTuple):
    """Scratch memory for the layouts and the large placements of one run."""

    placements: NDArray[np.uint64]
    """(k,): the large placements, in the order of their discovery."""
    slots: NDArray[np.int32]
    """(2 k,): a hash table with the index of each large placement plus 1."""
    taken: NDArray[np.uint64]
    """(l,): the occupied squares beside the largest groups, for each layout."""
    counts: NDArray[np.int64]
    """(l, SQUARES): the number of pieces in each region, for each layout."""
    regions: NDArray[np.uint64]
    """(SQUARES,): the squares of each region."""
    homes: NDArray[np.uint64]
    """(SQUARES,): the home of each region: its squares, and adjacent squares that no other region can
    reach."""
    home_of: NDArray[np.int64]
    """(SQUARES,): for each square, the region whose home contains it, or SEVERAL."""
    beside: NDArray[np.uint64]
    """(1,): the squares beside the largest groups of the side that does not move."""
    waiting: NDArray[np.uint64]
    """(MOST_WAITING, 2): connected sets to be extended, and the squares that may not be added to them."""
    missing: NDArray[np.int64]
    """(SHARING, 2): the number of pieces that have left a region, and the region."""
    free: NDArray[np.uint64]
    """(SQUARES,): free squares, which pieces outside the large group can occupy."""
    home: NDArray[np.int64]
    """(SQUARES,): for each free square, the region whose home contains it, or SEVERAL."""
    left: NDArray[np.int64]
    """(SQUARES + 1,): the number of pieces of each region still to be placed; no limit for SEVERAL."""
    chosen: NDArray[np.int64]
    """(SQUARES,): indices of the free squares that are occupied."""
    failed: NDArray[np.uint64]
    """(FAILED, 4): a hash table of layouts for which the search failed: too many large placements. The last
    column has the scale."""
    after: NDArray[np.uint64]
    """(MOST_STEPS,): the placement after each step from a large placement."""
    listed: NDArray[np.uint64]
    """(r,): the placements of the pieces in one region."""
    cursor: NDArray[np.int64]
    """(CURSOR,)"""


def scratch() -> Scratch:
    """Return empty work arrays."""
    placements, layouts = MOST_PLACEMENTS << SCALES[-1], MOST_LAYOUTS << SCALES[-1]
    return Scratch(
        np.zeros(placements, np.uint64),
        np.zeros(2 * placements, np.int32),
        np.zeros(layouts, np.uint64),
        np.zeros((layouts, SQUARES), np.int64),
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
        np.zeros((FAILED, 4), np.uint64),
        np.zeros(MOST_STEPS, np.uint64),
        np.zeros(LISTED_AT_FIRST << 2 * SCALES[-1], np.uint64),
        np.zeros(CURSOR, np.int64),
    )


@helper
def meet(scratch: Scratch, own: np.uint64) -> bool:
    """Record a large placement unless it is known; return False if the memory is full."""
    slot = slot_of(scratch.placements, scratch.slots, own)
    if scratch.slots[slot]:
        return True
    count = scratch.cursor[COUNT]
    if count == MOST_PLACEMENTS << scratch.cursor[SCALE]:
        return False
    scratch.placements[count] = own
    scratch.slots[slot] = count + 1
    scratch.cursor[COUNT] = count + 1
    return True


@helper
def leads_to(scratch: Scratch, layout: int, own: np.uint64, unsure: bool) -> bool:
    """Return whether a layout leads to the layout of a placement.

    Pieces that were beside a largest group must still be there. New pieces there must come from adjacent
    regions, and each region must miss at least as many pieces as come from it. The test is Hall's theorem,
    applied to all sets of these regions.

    unsure    the answer if more than `SHARING` regions miss pieces; the caller passes the safe one
    """
    taken, missing = scratch.taken[layout], scratch.missing
    came = own & scratch.beside[0] & ~taken
    if own & taken != taken:
        return False
    count = 0
    for region in range(scratch.cursor[REGIONS]):
        left = scratch.counts[layout, region] - popcount(own & scratch.regions[region])
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
                elsewhere |= adjacent(scratch.regions[missing[index, 1]])
        if popcount(came & ~elsewhere) > pieces:
            return False
    return True


@helper
def find_homes(scratch: Scratch, plain: np.uint64) -> None:
    """Find the homes of the regions. `plain` is the set of squares beside at most one region."""
    scratch.home_of[:] = SEVERAL
    for region in range(scratch.cursor[REGIONS]):
        squares = scratch.regions[region]
        scratch.homes[region] = rest = squares | (adjacent(squares) & scratch.beside[0] & plain)
        while rest != ZERO:
            scratch.home_of[popcount(lowest(rest) - ONE)] = region
            rest &= rest - ONE


@helper
def find_free(scratch: Scratch, layout: int, group: np.uint64, squares: np.uint64) -> int:
    """List the squares that pieces outside the group can occupy, and count the pieces left in each region.

    Return the number of these squares, or -1 if the group needs more pieces of a region than it has.
    """
    scratch.left[SEVERAL] = SQUARES
    for region in range(scratch.cursor[REGIONS]):
        from_here = group & ~scratch.taken[layout] & scratch.homes[region]
        scratch.left[region] = scratch.counts[layout, region] - popcount(from_here)
        if scratch.left[region] < 0:
            return -1
    count = 0
    rest = squares & ~(group | adjacent(group))
    while rest != ZERO:
        scratch.free[count] = lowest(rest)
        rest ^= scratch.free[count]
        scratch.home[count] = scratch.home_of[popcount(scratch.free[count] - ONE)]
        count += 1
    return count


@helper
def fill(scratch: Scratch, layout: int, group: np.uint64, squares: np.uint64, pieces: int) -> bool:
    """Record all placements with this group and no pieces beside it; return False if there are too many.

    squares    the squares that the pieces of the regions can occupy
    pieces     the number of these pieces
    """
    free, chosen, left, home = scratch.free, scratch.chosen, scratch.left, scratch.home
    own = group | scratch.taken[layout]
    others = pieces - popcount(group & ~scratch.taken[layout])
    count = find_free(scratch, layout, group, squares)
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
            scratch.cursor[FILLED] += 1
            if scratch.cursor[FILLED] > MOST_FILLED << scratch.cursor[SCALE]:
                return False
            if leads_to(scratch, layout, own, True) and not meet(scratch, own):
                return False
        if placed == 0:
            return True
        placed -= 1
        square = chosen[placed]
        left[home[square]] += 1
        own ^= free[square]
        square += 1
