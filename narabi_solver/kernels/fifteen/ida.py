"""Iterative deepening A* for 15 stones, which uses filters of the rings that may be near a win.

The filters only answer whether a win may be at most 1, 2 or 3 turns away. The tree is therefore searched
without them until four turns are left. From there on, a step of a lane (see `kernels.lanes`) first computes
the signatures of all children of a node and prefetches their words of the filter.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel, subroutine
from _gamekit.jit.forms import form_of, int64
from _gamekit.kernels.bits import ONE, ZERO, lowest, lowest_index, signed
from _gamekit.kernels.cache import prefetch
from narabi_solver.kernels.batch import BATCH, Batch
from narabi_solver.kernels.fifteen.near import (
    FAR,
    HAND,
    NEAR,
    PLACES,
    SWAPS,
    Near,
    may_be_near,
    round_of,
    signature_after,
    word_of,
)
from narabi_solver.kernels.lanes import (
    BOUND,
    CUT,
    DEAL,
    DEPTH,
    FINISHED,
    FOUR,
    NODES,
    OWN_JOB,
    PLAYED,
    RING,
    STARTED,
    TAKES,
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
from narabi_solver.kernels.state import GAME, STONE, Game, in_order, swapped

LANES = 8

# More columns of a job: the legal swaps of its node; the signatures of the children, in the same order.
LEGAL, CHILDREN = OWN_JOB, OWN_JOB + ONE


def lanes() -> Lanes:
    """Return lanes without deals."""
    return at_rest(LANES, int(CHILDREN) + SWAPS, int(TAKES) + PLACES // HAND)


LANES_TYPE = form_of(lanes())


@subroutine
def start(game: Game, near: Near, batch: Batch, lanes: Lanes, lane: np.uint64, deal: int) -> bool:
    """Begin the search of a deal in a lane; return False if the deal is in order, and so is answered."""
    ring = batch.rings[deal]
    batch.found.nodes[deal] = 0
    batch.found.wins[deal] = 0
    if in_order(ring, game):
        batch.found.bound[deal] = 0
        batch.found.status[deal] = SOLVED
        batch.found.wins[deal] = 1
        return False
    begin(game, HAND, PLACES, batch, lanes, lane, deal)
    signature = round_of(ring, near.edges).signature
    bound = 1
    while bound < FAR and not may_be_near(near, signature, np.uint64(bound)):
        bound += 1
    lanes.jobs[lane, BOUND] = max(np.uint64(bound), np.uint64(batch.found.bound[deal]))
    return True


@helper
def expand(game: Game, near: Near, lanes: Lanes, lane: np.uint64) -> None:
    """Find the legal swaps of a lane's node and, near the end, prefetch the filter words of its children."""
    depth = lanes.jobs[lane, DEPTH]
    lanes.jobs[lane, NODES] += ONE
    swaps = legal(HAND, PLACES, lanes, lane, depth)
    lanes.jobs[lane, LEGAL] = swaps
    left = lanes.jobs[lane, BOUND] - depth
    if left > np.uint64(FAR):
        return
    walk = round_of(lanes.frames[lane, depth, RING], near.passed_edges)
    child = CHILDREN
    while swaps != ZERO:
        pair = np.uint64(game.pairs[lowest_index(swaps)])
        swaps &= swaps - ONE
        signature = signature_after(walk, near.passed_edges, pair >> FOUR, pair & STONE)
        prefetch(near.words, word_of(signature, left - ONE))
        lanes.jobs[lane, child] = signature
        child += ONE


@helper
def promising(near: Near, lanes: Lanes, lane: np.uint64, turns: np.uint64) -> np.uint64:
    """Return the legal swaps of a lane's node that lead to rings that may be won within `turns` turns."""
    swaps = lanes.jobs[lane, LEGAL]
    good, child = ZERO, CHILDREN
    while swaps != ZERO:
        swap = lowest(swaps)
        swaps ^= swap
        if may_be_near(near, lanes.jobs[lane, child], turns):
            good |= swap
        child += ONE
    return good


@subroutine
def winning(game: Game, ring: np.uint64, swaps: np.uint64) -> np.uint64:
    """Return the swaps of a set that win at once."""
    good = ZERO
    while swaps != ZERO:
        bit = lowest_index(swaps)
        swaps &= swaps - ONE
        if in_order(
            swapped(ring, signed(np.uint64(game.pairs[bit] >> 4)), signed(np.uint64(game.pairs[bit] & 15))),
            game,
        ):
            good |= ONE << np.uint64(bit)
    return good


@helper
def look(game: Game, near: Near, lanes: Lanes, lane: np.uint64) -> bool:
    """Write the swaps to try from a lane's expanded node; return True if they win on the last turn."""
    depth = lanes.jobs[lane, DEPTH]
    left = lanes.jobs[lane, BOUND] - depth
    good = lanes.jobs[lane, LEGAL]
    if left <= np.uint64(FAR):
        good = promising(near, lanes, lane, left - ONE)
        if left == ONE and good != ZERO:
            good = winning(game, lanes.frames[lane, depth, RING], good)
    if good != lanes.jobs[lane, LEGAL]:
        lanes.jobs[lane, CUT] = ONE
    lanes.frames[lane, depth, TODO] = good
    return bool(left == ONE and good != ZERO)


@helper
def descend(game: Game, lanes: Lanes, lane: np.uint64) -> bool:
    """Create the next child of a lane, backtracking if needed; return False if no child is left."""
    depth = lanes.jobs[lane, DEPTH]
    while lanes.frames[lane, depth, TODO] == ZERO:
        if depth == ZERO:
            return False
        depth -= ONE
    todo = lanes.frames[lane, depth, TODO]
    bit = lowest_index(todo)
    lanes.frames[lane, depth, TODO] = todo & (todo - ONE)
    lanes.frames[lane, depth, PLAYED] = np.uint64(bit)
    make_child(game, HAND, PLACES, lanes, lane, depth, np.uint64(game.pairs[bit]))
    lanes.jobs[lane, DEPTH] = depth + ONE
    return True


@helper
def advance(game: Game, near: Near, batch: Batch, lanes: Lanes, lane: np.uint64, count_all: int) -> bool:
    """Process the expanded node of a lane and go to the next node; return True if its deal is answered."""
    deal, bound = lanes.jobs[lane, DEAL] - ONE, signed(lanes.jobs[lane, BOUND])
    if look(game, near, lanes, lane):
        record(game, batch, lanes, lane)
        if not counts(batch, lanes, lane, count_all):
            batch.found.wins[deal] = 1
            finish(batch, lanes, lane, SOLVED, bound)
            return True
    if descend(game, lanes, lane):
        return False
    if batch.found.wins[deal] > 0:
        finish(batch, lanes, lane, SOLVED, bound)
        return True
    if lanes.jobs[lane, CUT] == ZERO:
        finish(batch, lanes, lane, UNSOLVABLE, signed(np.uint64(batch.turns_left[deal])) + 1)
        return True
    lanes.jobs[lane, BOUND] += ONE
    lanes.jobs[lane, CUT] = ZERO
    lanes.jobs[lane, DEPTH] = ZERO
    return False


@helper
def out_of_limits(batch: Batch, lanes: Lanes, lane: np.uint64, max_nodes: int) -> bool:
    """Answer the deal of a lane if no turns or nodes are left; return whether the deal was answered."""
    bound = signed(lanes.jobs[lane, BOUND])
    turns_left = signed(np.uint64(batch.turns_left[lanes.jobs[lane, DEAL] - ONE]))
    if bound > turns_left:
        finish(batch, lanes, lane, UNSOLVABLE, turns_left + 1)
        return True
    if signed(lanes.jobs[lane, NODES]) >= max_nodes:
        finish(batch, lanes, lane, UNDECIDED, bound)
        return True
    return False


@kernel(int64(GAME, NEAR, BATCH, LANES_TYPE, int64[::1], int64, int64, int64))
def search(
    game: Game,
    near: Near,
    batch: Batch,
    lanes: Lanes,
    cursor: NDArray[np.int64],
    quota: int,
    max_nodes: int,
    count_all: int,
) -> int:
    """Search until about `quota` nodes are expanded or all deals are answered; return how many remain.

    cursor      (2,): deals begun, and deals answered

    If `count_all` is not 0, all shortest lines of a deal are counted (see `lanes.counts`); otherwise the
    search ends with the first such line. A deal that is not answered within `max_nodes` nodes ends as
    UNDECIDED. The rings have ten numbers and five blanks.
    """
    count = batch.rings.size
    while cursor[FINISHED] < count and quota > 0:
        for i in range(LANES):
            lane = np.uint64(i)
            while lanes.jobs[lane, DEAL] == ZERO and cursor[STARTED] < count:
                cursor[STARTED] += 1
                answered = not start(game, near, batch, lanes, lane, cursor[STARTED] - 1)
                cursor[FINISHED] += answered or out_of_limits(batch, lanes, lane, max_nodes)
            if lanes.jobs[lane, DEAL] != ZERO:
                quota -= 1
                expand(game, near, lanes, lane)
        for i in range(LANES):  # the words that were asked for have had their time
            lane = np.uint64(i)
            if lanes.jobs[lane, DEAL] != ZERO:
                answered = advance(game, near, batch, lanes, lane, count_all)
                cursor[FINISHED] += answered or out_of_limits(batch, lanes, lane, max_nodes)
    return int(count - cursor[FINISHED])
