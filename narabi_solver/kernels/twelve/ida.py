"""Iterative deepening A* for 12 stones, with relaxed distances as estimates, for many deals side by side.

A deal is searched for a win in exactly `bound` turns. The first bound is its relaxed distance, or a larger
bound that is already known. Whenever a search finds no win, the bound rises by one. The slack of a node is
the number of turns still allowed minus its relaxed distance. The swaps of a node are of three kinds:

* A swap that lowers the distance (`Relaxed.sets`) keeps the slack and is always tried.
* A swap that leaves the distance unchanged costs one unit of slack, and is tried if there is any.
* Any other swap costs at least two units, and is tried if the slack allows it. It is abandoned if the
  looked-up distance turns out too large.

Only swaps that lower the distance are therefore tried in a node without slack. The last turn need not be
played: at distance 1, any legal swap that lowers the distance wins. If no legal swap was left out for lack of
slack, a larger bound would visit the same nodes, and the deal is unsolvable.

A step of a lane (see `kernels.lanes`) has two halves. Between them, half of the other lanes make a step. One
half looks up the order of a node, and the other looks up the table words of the node's class. Searching one
deal at a time takes more than twice as long per deal.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel, subroutine
from _gamekit.jit.forms import form_of, int64
from _gamekit.kernels.bits import ONE, ZERO, lowest_index, signed
from _gamekit.kernels.cache import prefetch
from narabi_solver.kernels.batch import BATCH, Batch
from narabi_solver.kernels.lanes import (
    BOUND,
    CUT,
    DEAL,
    DEPTH,
    FINISHED,
    NODES,
    PLAYED,
    STARTED,
    TODO,
    Lanes,
    at_rest,
    begin,
    counts,
    finish,
    legal,
    make_child,
    record,
)
from narabi_solver.kernels.outcomes import SOLVED, UNDECIDED, UNSOLVABLE
from narabi_solver.kernels.state import GAME, Game
from narabi_solver.kernels.twelve.relaxed import CLASSES, PLACES, RELAXED, Relaxed, order_of, pattern_mask

LANES = 16

# More columns of a lane's job; its BOUND is 0 while the deal's distance is still to be looked up: relaxed
# distance of the deal, the depths that have swaps to try (bit 63 - depth, so that the deepest is the lowest),
# where in `Relaxed.orders` the order of the node is still to be looked up, + 1 (0: nowhere).
DISTANCE, OPEN, SPOT, JOB = (np.uint64(i) for i in range(5, 9))

# More columns of a frame: its class, slack, and the swaps still to be looked up. TODO has those that lower
# the distance in the low half, those that leave it as it is in the high one.
PATTERN, ORDER, SLACK, OTHERS, FRAME = (np.uint64(i) for i in range(8, 13))

UNKNOWN = np.uint64(255)
"""The slack of a node whose distance has not been looked up yet."""
HALF = np.uint64(32)
"""Number of bits in each half of TODO, and length of a pattern's row in `Relaxed.steps`."""
COST = np.uint64(5)
SWAP = np.uint64(31)
TARGET = np.uint64(0xFF)
ACTION = np.uint64(8)
CLASSES_WORD = np.uint64(CLASSES)
TOP = np.uint64(1 << 63)


def lanes() -> Lanes:
    """Return lanes without deals."""
    return at_rest(LANES, int(JOB), int(FRAME))


LANES_TYPE = form_of(lanes())


@helper
def class_index(lanes: Lanes, lane: np.uint64, depth: np.uint64) -> np.uint64:
    """Return the index of a node's class."""
    return np.uint64(lanes.frames[lane, depth, PATTERN] * CLASSES_WORD + lanes.frames[lane, depth, ORDER])


@helper
def enter(relaxed: Relaxed, lanes: Lanes, lane: np.uint64) -> None:
    """Look up the order of the node to expand, and prefetch its table words."""
    depth, spot = lanes.jobs[lane, DEPTH], lanes.jobs[lane, SPOT]
    if spot != ZERO:
        lanes.frames[lane, depth, ORDER] = np.uint64(relaxed.orders[spot - ONE])
    index = class_index(lanes, lane, depth)
    prefetch(relaxed.sets, index)
    if lanes.frames[lane, depth, SLACK] == UNKNOWN:
        prefetch(relaxed.distance, index)


@subroutine
def start(
    game: Game, hand: int, relaxed: Relaxed, batch: Batch, lanes: Lanes, lane: np.uint64, deal: int
) -> None:
    """Begin the search of a deal in a lane."""
    begin(game, hand, PLACES, batch, lanes, lane, deal)
    ring = batch.rings[deal]
    blanks = pattern_mask(ring)
    lanes.frames[lane, 0, PATTERN] = np.uint64(relaxed.pattern_of[blanks])
    lanes.frames[lane, 0, ORDER] = np.uint64(order_of(ring, blanks))
    deepen(lanes, lane, ZERO)
    lanes.frames[lane, 0, SLACK] = UNKNOWN


@subroutine
def settled_by_distance(batch: Batch, lanes: Lanes, lane: np.uint64, distance: np.uint64) -> bool:
    """Record the relaxed distance of a lane's deal; return True if no search is needed."""
    deal = lanes.jobs[lane, DEAL] - ONE
    bound = max(distance, np.uint64(batch.found.bound[deal]))
    batch.found.wins[deal] = distance == ZERO
    lanes.jobs[lane, DISTANCE] = distance
    deepen(lanes, lane, bound)
    if distance == ZERO:
        finish(batch, lanes, lane, SOLVED, 0)
        return True
    if bound > batch.turns_left[deal]:
        finish(batch, lanes, lane, UNSOLVABLE, signed(np.uint64(batch.turns_left[deal])) + 1)
        return True
    return False


@helper
def in_time(lanes: Lanes, lane: np.uint64, distance: np.uint64) -> bool:
    """Record the relaxed distance of a lane's node; return False if it is too large for the bound."""
    depth = lanes.jobs[lane, DEPTH]
    if distance + depth > lanes.jobs[lane, BOUND]:
        lanes.jobs[lane, CUT] = ONE
        return False
    lanes.frames[lane, depth, SLACK] = lanes.jobs[lane, BOUND] - distance - depth
    return True


@subroutine
def deepen(lanes: Lanes, lane: np.uint64, bound: np.uint64) -> None:
    """Begin the search for a win in exactly `bound` turns."""
    lanes.jobs[lane, BOUND] = bound
    lanes.jobs[lane, CUT] = ZERO
    lanes.jobs[lane, DEPTH] = ZERO
    lanes.jobs[lane, OPEN] = ZERO
    lanes.jobs[lane, SPOT] = ZERO
    lanes.frames[lane, 0, SLACK] = bound - lanes.jobs[lane, DISTANCE]


@helper
def look(hand: int, relaxed: Relaxed, lanes: Lanes, lane: np.uint64) -> bool:
    """Expand the node of a lane: write the swaps to try; return True if they win on the last turn."""
    depth = lanes.jobs[lane, DEPTH]
    slack = lanes.frames[lane, depth, SLACK]
    index = class_index(lanes, lane, depth)
    swaps = legal(hand, PLACES, lanes, lane, depth)
    sets = np.uint64(relaxed.sets[index])
    lower = sets & swaps
    level = ZERO
    others = ZERO
    lanes.jobs[lane, NODES] += ONE
    if lanes.jobs[lane, BOUND] - depth == ONE:
        if lower != ZERO:
            lanes.frames[lane, depth, TODO] = lower
            return True
    elif slack != ZERO:
        level = (sets >> HALF) & swaps
        if slack > ONE:
            others = swaps & ~(lower | level)
    lanes.jobs[lane, CUT] |= swaps & ~(lower | level | others)
    lanes.frames[lane, depth, TODO] = lower | (level << HALF)
    lanes.frames[lane, depth, OTHERS] = others
    if lower | level | others != ZERO:
        lanes.jobs[lane, OPEN] |= TOP >> depth
    return False


@helper
def descend(game: Game, hand: int, relaxed: Relaxed, lanes: Lanes, lane: np.uint64) -> bool:
    """Create the next child of a lane, from the deepest possible node; return False if no child is left."""
    if lanes.jobs[lane, OPEN] == ZERO:
        return False
    depth = np.uint64(63 - lowest_index(lanes.jobs[lane, OPEN]))
    todo = lanes.frames[lane, depth, TODO]
    others = lanes.frames[lane, depth, OTHERS]
    slack = lanes.frames[lane, depth, SLACK]
    if todo != ZERO:
        swap = np.uint64(lowest_index(todo))
        todo &= todo - ONE
        lanes.frames[lane, depth, TODO] = todo
        slack -= swap >> COST
        swap &= SWAP
    else:
        swap = np.uint64(lowest_index(others))
        others &= others - ONE
        lanes.frames[lane, depth, OTHERS] = others
        slack = UNKNOWN
    if todo | others == ZERO:
        lanes.jobs[lane, OPEN] ^= TOP >> depth
    step = np.uint64(relaxed.steps[lanes.frames[lane, depth, PATTERN] * HALF + swap])
    spot = (step >> ACTION) * CLASSES_WORD + lanes.frames[lane, depth, ORDER]
    prefetch(relaxed.orders, spot)
    lanes.frames[lane, depth, PLAYED] = swap
    make_child(game, hand, PLACES, lanes, lane, depth, np.uint64(game.pairs[swap]))
    depth += ONE
    lanes.frames[lane, depth, PATTERN] = step & TARGET
    lanes.frames[lane, depth, SLACK] = slack
    lanes.jobs[lane, DEPTH] = depth
    lanes.jobs[lane, SPOT] = spot + ONE
    return True


@helper
def advance(
    game: Game,
    hand: int,
    relaxed: Relaxed,
    batch: Batch,
    lanes: Lanes,
    lane: np.uint64,
    max_nodes: int,
    count_all: int,
) -> bool:
    """Expand the node of a lane and create the next node; return True if its deal is answered."""
    near = True
    depth = lanes.jobs[lane, DEPTH]
    if lanes.frames[lane, depth, SLACK] == UNKNOWN:
        distance = np.uint64(relaxed.distance[class_index(lanes, lane, depth)])
        if lanes.jobs[lane, BOUND] == ZERO:
            if settled_by_distance(batch, lanes, lane, distance):
                return True
        else:
            near = in_time(lanes, lane, distance)
    bound = signed(lanes.jobs[lane, BOUND])
    if near and signed(lanes.jobs[lane, NODES]) >= max_nodes:
        finish(batch, lanes, lane, UNDECIDED, bound)
        return True
    if near and look(hand, relaxed, lanes, lane):
        record(game, batch, lanes, lane)
        if not counts(batch, lanes, lane, count_all):
            batch.found.wins[lanes.jobs[lane, DEAL] - ONE] = 1
            finish(batch, lanes, lane, SOLVED, bound)
            return True
    if descend(game, hand, relaxed, lanes, lane):
        return False
    if batch.found.wins[lanes.jobs[lane, DEAL] - ONE] > 0:
        finish(batch, lanes, lane, SOLVED, bound)
        return True
    turns_left = signed(np.uint64(batch.turns_left[lanes.jobs[lane, DEAL] - ONE]))
    if lanes.jobs[lane, CUT] == ZERO or bound >= turns_left:
        finish(batch, lanes, lane, UNSOLVABLE, turns_left + 1)
        return True
    deepen(lanes, lane, np.uint64(bound + 1))
    return False


@helper
def run(
    game: Game,
    hand: int,
    relaxed: Relaxed,
    batch: Batch,
    lanes: Lanes,
    cursor: NDArray[np.int64],
    quota: int,
    max_nodes: int,
    count_all: int,
) -> int:
    """Perform `search`; callers pass `hand` as a constant, so that the compiler knows the sizes of shifts."""
    count = batch.rings.size
    while cursor[FINISHED] < count and quota > 0:
        for i in range(LANES):
            lane = np.uint64(i)
            if lanes.jobs[lane, DEAL] != ZERO:
                quota -= 1
                cursor[FINISHED] += advance(game, hand, relaxed, batch, lanes, lane, max_nodes, count_all)
            if lanes.jobs[lane, DEAL] == ZERO and cursor[STARTED] < count:
                start(game, hand, relaxed, batch, lanes, lane, cursor[STARTED])
                cursor[STARTED] += 1
            half_way = np.uint64((i + LANES // 2) % LANES)  # between two steps of that lane
            if lanes.jobs[half_way, DEAL] != ZERO:
                enter(relaxed, lanes, half_way)
    return int(count - cursor[FINISHED])


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
    """Search until about `quota` nodes are expanded or all deals are answered; return how many remain.

    If `count_all` is not 0, all shortest lines of a deal are counted (see `lanes.counts`); otherwise the
    search ends with the first such line. A deal that is not answered within `max_nodes` nodes ends as
    UNDECIDED. The rings have nine numbers and three blanks.
    """
    if game.hand == 4:
        return run(game, 4, relaxed, batch, lanes, cursor, quota, max_nodes, count_all)
    return run(game, 3, relaxed, batch, lanes, cursor, quota, max_nodes, count_all)
