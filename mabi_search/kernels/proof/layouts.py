"""Find all placements with a large group that one side can reach by moving alone.

The other side does not move. Pieces beside its largest groups are paralysed until the moving side has a group
of that size. Until then such a piece stays on its square, and the other pieces move within the **regions**
into which these squares divide the board. Therefore many placements can be treated as one **layout**: the
occupied squares beside the largest groups, and the number of pieces in each region. A layout leads to another
one if pieces step from their regions to squares beside those groups. Within a layout, pieces may be anywhere
in their regions. This allows more than the rules, under which smaller groups also paralyse.

A placement is **large** if its largest group is at least as large as the other side's. The large placements
of a layout are listed directly: each connected set of squares that the pieces can occupy, with each way to
place the remaining pieces. The steps from a large placement follow the rules. Each leads to a large
placement, to a known layout, or to a new one. So the search finds every large placement that can be reached,
and some that cannot. If a large group needs nearly all pieces, only few placements are large.
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
    SCALE,
    SETS,
    SQUARES,
    Scratch,
    fill,
    find_homes,
    leads_to,
    meet,
)
from mabi_search.kernels.runs.shape import beside_top


@helper
def is_known(scratch: Scratch, own: np.uint64) -> bool:
    """Return whether some known layout certainly leads to the layout of a placement."""
    for layout in range(scratch.cursor[LAYOUTS] - 1, -1, -1):
        if leads_to(scratch, layout, own, False):
            return True
    return False


@helper
def add_layout(scratch: Scratch, own: np.uint64) -> bool:
    """Add the layout of a placement; return False if the memory is full."""
    layout = scratch.cursor[LAYOUTS]
    if layout == MOST_LAYOUTS << scratch.cursor[SCALE]:
        return False
    scratch.taken[layout] = own & scratch.beside[0]
    for region in range(scratch.cursor[REGIONS]):
        scratch.counts[layout, region] = popcount(own & scratch.regions[region])
    scratch.cursor[LAYOUTS] = layout + 1
    return True


@helper
def extend(scratch: Scratch, layout: int, squares: np.uint64, pieces: int) -> bool:
    """Record the large placements whose large group contains the first waiting set.

    Return False if there are too many.

    Each group is generated once, because a square that has been left out is barred from then on. If a set
    touches a cluster of pieces beside the largest groups, the cluster joins the set.
    """
    taken, waiting, large = scratch.taken[layout], scratch.waiting, scratch.cursor[LARGE]
    count = 1
    while count > 0:
        count -= 1
        group, barred = waiting[count, 0], waiting[count, 1]
        scratch.cursor[SETS] += 1
        if scratch.cursor[SETS] > MOST_SETS << scratch.cursor[SCALE]:
            return False
        size = popcount(group)
        if size >= large and not fill(scratch, layout, group, squares, pieces):
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
def find_large(scratch: Scratch, layout: int) -> bool:
    """Record the large placements that one layout leads to; return False if there are too many."""
    taken = scratch.taken[layout]
    squares = ZERO
    pieces = 0
    for region in range(scratch.cursor[REGIONS]):
        if scratch.counts[layout, region] > 0:
            pieces += scratch.counts[layout, region]
            squares |= scratch.regions[region] | (adjacent(scratch.regions[region]) & scratch.beside[0])
    squares &= ~taken
    if popcount(taken) + pieces < scratch.cursor[LARGE]:
        return True
    before = ZERO
    rest = taken
    while rest != ZERO:
        cluster = flood(lowest(rest), taken)
        rest &= ~cluster
        scratch.waiting[0, 0], scratch.waiting[0, 1] = cluster, before | (adjacent(before) & squares)
        if not extend(scratch, layout, squares, pieces):
            return False
        before |= cluster
    before |= adjacent(before)
    rest = squares & ~before
    while rest != ZERO and pieces >= scratch.cursor[LARGE]:
        square = lowest(rest)
        rest ^= square
        scratch.waiting[0, 0], scratch.waiting[0, 1] = square, before
        if not extend(scratch, layout, squares, pieces):
            return False
        before |= square
    return True


@helper
def step_on(setting: Setting, scratch: Scratch, own: np.uint64, enemy: np.uint64) -> bool:
    """Record the placement or layout after each step of a large placement; return False if memory is full."""
    for step in range(list_steps(setting, own, enemy, scratch.after)):
        after = scratch.after[step]
        if largest(after) >= scratch.cursor[LARGE]:
            if not meet(scratch, after):
                return False
        elif not is_known(scratch, after) and not add_layout(scratch, after):
            return False
    return True


@helper
def counted(scratch: Scratch, own: np.uint64) -> np.uint64:
    """Return the numbers of pieces in all regions, packed into one word."""
    pieces = ZERO
    for region in range(scratch.cursor[REGIONS]):
        pieces = pieces * np.uint64(SQUARES - 1) + np.uint64(popcount(own & scratch.regions[region]))
    return pieces


@helper
def follow_layouts(setting: Setting, scratch: Scratch, enemy: np.uint64) -> bool:
    """Process all layouts and large placements until none are left; return False if there are too many."""
    layout = at = 0
    while layout < scratch.cursor[LAYOUTS] or at < scratch.cursor[COUNT]:
        if layout < scratch.cursor[LAYOUTS]:
            if not find_large(scratch, layout):
                return False
            layout += 1
        else:
            if not step_on(setting, scratch, scratch.placements[at], enemy):
                return False
            at += 1
    return True


@subroutine
def meet_large(setting: Setting, scratch: Scratch, own: np.uint64, enemy: np.uint64, scale: int) -> bool:
    """Record every large placement that a side can reach alone; return False if there are too many.

    Some recorded placements may not be reachable.

    scale    one of SCALES, for the limits
    """
    cursor = scratch.cursor
    cursor[:] = 0
    cursor[LARGE], cursor[SCALE] = largest(enemy), scale
    scratch.slots[:] = 0
    scratch.beside[0] = beside_top(setting, enemy, cursor[LARGE])
    squares = setting.board & ~(enemy | scratch.beside[0])
    once = twice = ZERO
    while squares != ZERO:
        region = flood(lowest(squares), squares)
        squares &= ~region
        scratch.regions[cursor[REGIONS]] = region
        cursor[REGIONS] += 1
        twice |= once & adjacent(region)
        once |= adjacent(region)
    find_homes(scratch, ~twice)
    taken, pieces = own & scratch.beside[0], counted(scratch, own)
    failed = scratch.failed[hashed(taken, enemy, pieces) & (FAILED - 1)]
    if failed[0] == taken and failed[1] == enemy and failed[2] == pieces and failed[3] >= np.uint64(scale):
        return False
    if largest(own) >= cursor[LARGE]:
        meet(scratch, own)
    else:
        add_layout(scratch, own)
    whole = follow_layouts(setting, scratch, enemy)
    if not whole:
        failed[0], failed[1], failed[2], failed[3] = taken, enemy, pieces, np.uint64(scale)
    return whole
