"""Iterative deepening A* over the relaxed distances of 12 stones, many deals in turn.

A deal is searched for a win in exactly `bound` turns, for bound = its relaxed distance, and one more
each time nothing is found. A node has slack = turns still allowed - its relaxed distance. Of its swaps

* those in `Relaxed.lower` keep the slack and are always tried,
* those in `Relaxed.level` cost one and are tried if there is slack,
* all others cost two or more and are tried, their distance looked up, if there is slack for that.

So the children of nodes without slack are known to be good before they are made, and the last turn is
not made at all: a legal swap of `lower` at distance 1 wins. If no legal swap anywhere was left out for
want of slack, a larger bound would visit the same nodes, and the deal is unsolvable.

**Lanes.** A table word comes from memory that is far away. So several deals are searched side by side,
a step each in turn: what a step will need is asked for the step before, and is there when its turn
comes. Alone a search takes half as long again.
A deal's search does not depend on the others, nor on how the work is cut into slices.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numba.types import int64
from numpy.typing import NDArray

from _gamekit.kernel_cache import helper, kernel, subroutine
from _gamekit.kernels.bits import ONE, ZERO, lowest_index, signed
from narabi_solver.kernels.batch import BATCH, SOLVED, UNDECIDED, UNSOLVABLE, Batch
from narabi_solver.kernels.prefetch import prefetch
from narabi_solver.kernels.state import GAME, STONE, Game, passed_on, reachable, undo_after
from narabi_solver.kernels.twelve.relaxed import CLASSES, RELAXED, Relaxed, order_of, pattern_mask

LANES = 16
LEVELS = 26

STARTED, FINISHED = range(2)
"""Places of the cursor."""

# Columns of a lane's job: deal + 1 (0 in a lane at rest), depth of the node to expand, turns allowed,
# relaxed distance of the deal, whether a legal swap was left out, nodes expanded, whether the order of
# the node is still to be looked up.
DEAL, DEPTH, BOUND, DISTANCE, CUT, NODES, PENDING, JOB = (np.uint64(i) for i in range(8))

# Columns of a frame, a node on the way: its ring and class, slack, what no-undo remembers, the swaps still
# to try (those of `lower` in the low half, of `level` in the high one; those to be looked up), the swap
# that led on. While the job is pending, ORDER is the place in `Relaxed.orders` where the order stands.
RING, PATTERN, ORDER, SLACK, BANNED, TODO, OTHERS, PLAYED, FRAME = (np.uint64(i) for i in range(9))

HALF = np.uint64(32)
"""Swaps of a half of TODO, and of a pattern's row in `Relaxed.steps`."""
COST = np.uint64(5)
SWAP = np.uint64(31)
TARGET = np.uint64(0xFF)
ACTION = np.uint64(8)
CLASSES_WORD = np.uint64(CLASSES)
FOUR = np.uint64(4)
NONE = np.uint64(64)
"""No swap."""


class Lanes(NamedTuple):
    """The searches under way."""

    jobs: NDArray[np.uint64]
    """(LANES, 8): see DEAL."""
    frames: NDArray[np.uint64]
    """(LANES, LEVELS, 8): see RING."""
    targets: NDArray[np.uint64]
    """(LANES, 15): for each stone of the deal the set of stones that its card lets it take."""


def lanes() -> Lanes:
    """Return lanes at rest."""
    return Lanes(
        np.zeros((LANES, int(JOB)), np.uint64),
        np.zeros((LANES, LEVELS, int(FRAME)), np.uint64),
        np.zeros((LANES, 15), np.uint64),
    )


LANES_TYPE = numba.typeof(lanes())


@helper
def fits(game: Game, lanes: Lanes, lane: np.uint64, ring: np.uint64, swap: np.uint64) -> bool:
    """Tell whether the stones of a swap fit."""
    pair = np.uint64(game.pairs[swap])
    stone = (ring >> (FOUR * (pair >> FOUR))) & STONE
    other = (ring >> (FOUR * (pair & STONE))) & STONE
    return bool((lanes.targets[lane, stone] >> other) & ONE)


@helper
def first_fitting(game: Game, lanes: Lanes, lane: np.uint64, ring: np.uint64, swaps: np.uint64) -> np.uint64:
    """Return the lowest of these swaps whose stones fit, NONE if there is none."""
    while swaps != ZERO:
        swap = np.uint64(lowest_index(swaps))
        if fits(game, lanes, lane, ring, swap):
            return swap
        swaps &= swaps - ONE
    return NONE


@helper
def enter(relaxed: Relaxed, lanes: Lanes, lane: np.uint64, depth: np.uint64) -> None:
    """Ask for the table words of a node that was just made."""
    index = lanes.frames[lane, depth, PATTERN] * CLASSES_WORD + lanes.frames[lane, depth, ORDER]
    prefetch(relaxed.lower, index)
    if lanes.frames[lane, depth, SLACK] != ZERO:
        prefetch(relaxed.level, index)


@subroutine
def start(game: Game, relaxed: Relaxed, batch: Batch, lanes: Lanes, lane: np.uint64, deal: int) -> bool:
    """Begin a deal in a lane; return False if it is answered at once."""
    ring = batch.rings[deal]
    pattern = np.uint64(relaxed.pattern_of[pattern_mask(ring)])
    order = np.uint64(order_of(ring))
    distance = relaxed.distance[pattern * CLASSES_WORD + order]
    batch.nodes[deal] = 0
    batch.wins[deal] = distance == 0
    batch.bound[deal] = distance
    if distance == 0:
        batch.status[deal] = SOLVED
        return False
    if distance > batch.turns_left[deal]:
        batch.status[deal] = UNSOLVABLE
        batch.bound[deal] = batch.turns_left[deal] + 1
        return False
    for stone in range(game.places):
        lanes.targets[lane, stone] = game.targets[batch.cards[deal, stone], stone]
    lanes.jobs[lane, DEAL] = np.uint64(deal + 1)
    lanes.jobs[lane, DISTANCE] = np.uint64(distance)
    lanes.jobs[lane, NODES] = ZERO
    lanes.frames[lane, 0, RING] = ring
    lanes.frames[lane, 0, PATTERN] = pattern
    lanes.frames[lane, 0, ORDER] = order
    lanes.frames[lane, 0, BANNED] = np.uint64(batch.banned[deal])
    deepen(relaxed, lanes, lane, np.uint64(distance))
    return True


@subroutine
def deepen(relaxed: Relaxed, lanes: Lanes, lane: np.uint64, bound: np.uint64) -> None:
    """Begin the search for a win in exactly `bound` turns."""
    lanes.jobs[lane, BOUND] = bound
    lanes.jobs[lane, CUT] = ZERO
    lanes.jobs[lane, DEPTH] = ZERO
    lanes.frames[lane, 0, SLACK] = bound - lanes.jobs[lane, DISTANCE]
    enter(relaxed, lanes, lane, ZERO)


@helper
def look(game: Game, relaxed: Relaxed, batch: Batch, lanes: Lanes, lane: np.uint64) -> bool:
    """Expand the node of a lane: write down the swaps to try; return True if the last turn wins."""
    depth = lanes.jobs[lane, DEPTH]
    ring = lanes.frames[lane, depth, RING]
    slack = lanes.frames[lane, depth, SLACK]
    banned = lanes.frames[lane, depth, BANNED]
    index = lanes.frames[lane, depth, PATTERN] * CLASSES_WORD + lanes.frames[lane, depth, ORDER]
    swaps = reachable(game, batch.cards, signed(lanes.jobs[lane, DEAL] - ONE), ring)
    if banned != ZERO:
        swaps &= ~(ONE << (banned - ONE))
    lower = np.uint64(relaxed.lower[index]) & swaps
    level = ZERO
    others = ZERO
    lanes.jobs[lane, NODES] += ONE
    if lanes.jobs[lane, BOUND] - depth == ONE:
        win = first_fitting(game, lanes, lane, ring, lower)
        if win != NONE:
            lanes.frames[lane, depth, PLAYED] = win
            lanes.frames[lane, depth, TODO] = lower
            return True
        lower = ZERO  # none of them is legal, or all were counted
    elif slack != ZERO:
        level = np.uint64(relaxed.level[index]) & swaps
        if slack > ONE:
            others = swaps & ~(lower | level)
    if lanes.jobs[lane, CUT] == ZERO:
        left_out = swaps & ~(lower | level | others)
        if first_fitting(game, lanes, lane, ring, left_out) != NONE:
            lanes.jobs[lane, CUT] = ONE
    lanes.frames[lane, depth, TODO] = lower | (level << HALF)
    lanes.frames[lane, depth, OTHERS] = others
    return False


@helper
def descend(game: Game, relaxed: Relaxed, batch: Batch, lanes: Lanes, lane: np.uint64) -> bool:
    """Make the next child of a lane, going back where all are done; return False if there is none."""
    depth = lanes.jobs[lane, DEPTH]
    while True:
        ring = lanes.frames[lane, depth, RING]
        todo = lanes.frames[lane, depth, TODO]
        others = lanes.frames[lane, depth, OTHERS]
        while todo | others != ZERO:
            if todo != ZERO:
                swap = np.uint64(lowest_index(todo))
                todo &= todo - ONE
                cost = swap >> COST
                swap &= SWAP
            else:
                swap = np.uint64(lowest_index(others))
                others &= others - ONE
                cost = NONE
            if not fits(game, lanes, lane, ring, swap):
                continue
            slack = lanes.frames[lane, depth, SLACK]
            step = np.uint64(relaxed.steps[lanes.frames[lane, depth, PATTERN] * HALF + swap])
            pattern = step & TARGET
            spot = (step >> ACTION) * CLASSES_WORD + lanes.frames[lane, depth, ORDER]
            if cost == NONE:
                order = np.uint64(relaxed.orders[spot])
                there = np.uint64(relaxed.distance[pattern * CLASSES_WORD + order])
                if there + depth + ONE > lanes.jobs[lane, BOUND]:
                    lanes.jobs[lane, CUT] = ONE
                    continue
                slack_after = lanes.jobs[lane, BOUND] - there - depth - ONE
            else:
                slack_after = slack - cost
            lanes.frames[lane, depth, TODO] = todo
            lanes.frames[lane, depth, OTHERS] = others
            lanes.frames[lane, depth, PLAYED] = swap
            make_child(game, batch, lanes, lane, depth, swap)
            depth += ONE
            lanes.frames[lane, depth, PATTERN] = pattern
            lanes.frames[lane, depth, ORDER] = spot
            lanes.frames[lane, depth, SLACK] = slack_after
            lanes.jobs[lane, DEPTH] = depth
            lanes.jobs[lane, PENDING] = ONE
            prefetch(relaxed.orders, spot)
            return True
        if depth == ZERO:
            return False
        depth -= ONE


@helper
def make_child(
    game: Game, batch: Batch, lanes: Lanes, lane: np.uint64, depth: np.uint64, swap: np.uint64
) -> None:
    """Write ring and no-undo of the child that a swap leads to."""
    ring = lanes.frames[lane, depth, RING]
    pair = np.uint64(game.pairs[swap])
    own, other = FOUR * (pair >> FOUR), FOUR * (pair & STONE)
    difference = ((ring >> own) ^ (ring >> other)) & STONE
    child = ring ^ (difference << own) ^ (difference << other)
    lanes.frames[lane, depth + ONE, RING] = passed_on(child, game.places, game.hand)
    if game.no_undo:
        deal = signed(lanes.jobs[lane, DEAL] - ONE)
        undo = undo_after(game, batch.cards, deal, ring, signed(pair >> FOUR), signed(pair & STONE))
        lanes.frames[lane, depth + ONE, BANNED] = np.uint64(undo)
    else:
        lanes.frames[lane, depth + ONE, BANNED] = ZERO


@subroutine
def finish(batch: Batch, lanes: Lanes, lane: np.uint64, status: int, bound: int) -> None:
    """Write the answer of a lane and lay the lane to rest."""
    deal = lanes.jobs[lane, DEAL] - ONE
    batch.status[deal] = status
    batch.bound[deal] = bound
    batch.nodes[deal] = signed(lanes.jobs[lane, NODES])
    lanes.jobs[lane, DEAL] = ZERO


@subroutine
def record(game: Game, batch: Batch, lanes: Lanes, lane: np.uint64) -> None:
    """Write down the line that wins in the node of a lane, if it is the first, and count the wins there.

    The swaps that may win, of which one does, stand in TODO.
    """
    deal = lanes.jobs[lane, DEAL] - ONE
    depth = lanes.jobs[lane, DEPTH]
    if batch.wins[deal] == 0:
        for turn in range(signed(depth) + 1):
            batch.lines[deal, turn] = game.pairs[lanes.frames[lane, turn, PLAYED]]
    ring = lanes.frames[lane, depth, RING]
    swaps = np.uint64(lanes.frames[lane, depth, TODO])
    while swaps != ZERO:
        batch.wins[deal] += fits(game, lanes, lane, ring, np.uint64(lowest_index(swaps)))
        swaps &= swaps - ONE
    lanes.frames[lane, depth, TODO] = ZERO
    lanes.frames[lane, depth, OTHERS] = ZERO


@helper
def advance(
    game: Game,
    relaxed: Relaxed,
    batch: Batch,
    lanes: Lanes,
    lane: np.uint64,
    max_nodes: int,
    count_all: int,
) -> bool:
    """Take one step with a lane; return True if its deal is answered.

    A node takes two: its order is looked up, then it is expanded and the next node made. In between
    the other lanes have their turn, and memory its time.
    """
    if lanes.jobs[lane, PENDING] != ZERO:
        depth = lanes.jobs[lane, DEPTH]
        lanes.frames[lane, depth, ORDER] = np.uint64(relaxed.orders[lanes.frames[lane, depth, ORDER]])
        lanes.jobs[lane, PENDING] = ZERO
        enter(relaxed, lanes, lane, depth)
        return False
    bound = signed(lanes.jobs[lane, BOUND])
    if signed(lanes.jobs[lane, NODES]) >= max_nodes:
        finish(batch, lanes, lane, UNDECIDED, bound)
        return True
    if look(game, relaxed, batch, lanes, lane):
        record(game, batch, lanes, lane)
        if count_all == 0:
            batch.wins[lanes.jobs[lane, DEAL] - ONE] = 1
            finish(batch, lanes, lane, SOLVED, bound)
            return True
    if descend(game, relaxed, batch, lanes, lane):
        return False
    if batch.wins[lanes.jobs[lane, DEAL] - ONE] > 0:
        finish(batch, lanes, lane, SOLVED, bound)
        return True
    turns_left = signed(np.uint64(batch.turns_left[lanes.jobs[lane, DEAL] - ONE]))
    if lanes.jobs[lane, CUT] == ZERO or bound >= turns_left:
        finish(batch, lanes, lane, UNSOLVABLE, turns_left + 1)
        return True
    deepen(relaxed, lanes, lane, np.uint64(bound + 1))
    return False


@kernel(int64(GAME, RELAXED, BATCH, LANES_TYPE, int64[::1], int64, int64, int64))
def search(
    game: Game,
    relaxed: Relaxed,
    batch: Batch,
    lanes: Lanes,
    cursor: NDArray[np.int64],
    quota: int,
    max_nodes: int,
    count_all: int,
) -> int:
    """Search deals until about `quota` steps are taken or all are answered; return how many are not yet.

    If `count_all` is not 0, all shortest lines of a deal are counted, else the search ends with the
    first. A deal that is not answered within `max_nodes` nodes ends UNDECIDED. The rings have nine numbers
    and three blanks.
    """
    count = batch.rings.size
    while cursor[FINISHED] < count and quota > 0:
        for i in range(LANES):
            lane = np.uint64(i)
            if lanes.jobs[lane, DEAL] != ZERO:
                quota -= 1
                cursor[FINISHED] += advance(game, relaxed, batch, lanes, lane, max_nodes, count_all)
            while lanes.jobs[lane, DEAL] == ZERO and cursor[STARTED] < count:
                cursor[STARTED] += 1
                cursor[FINISHED] += not start(game, relaxed, batch, lanes, lane, cursor[STARTED] - 1)
    return int(count - cursor[FINISHED])
