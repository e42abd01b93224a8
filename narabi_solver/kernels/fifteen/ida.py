"""Iterative deepening A* for 15 stones, over the clipped relaxed distances.

The bound tells only whether a win may be 1, 2 or 3 turns away, so the tree is searched as it is down
to four turns from its end. The children of a node there are all classed first, and their table words
asked for, before the first one is looked at: memory works on all of them at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numba.types import int64
from numpy.typing import NDArray

from _gamekit.kernel_cache import helper, kernel, subroutine
from _gamekit.kernels.bits import ONE, ZERO, lowest_index, popcount, signed
from narabi_solver.kernels.batch import BATCH, LINE, SOLVED, UNDECIDED, UNSOLVABLE, Batch
from narabi_solver.kernels.fifteen.clipped import (
    CLIPPED,
    HAND,
    PLACES,
    Clipped,
    class_of,
    number_places,
    numbers_after_swap,
    passed_places,
    passed_spots,
    spots_after_swap,
    spots_of,
    value_at,
)
from narabi_solver.kernels.prefetch import prefetch
from narabi_solver.kernels.state import (
    GAME,
    MAX_SWAPS,
    Game,
    fits_stones,
    in_order,
    other_place,
    own_place,
    passed_on,
    reachable,
    swapped,
    undo_after,
    without_undo,
)

DEAL, DEPTH, BOUND, CUT, NODES = range(5)
"""Places of the job: deal, depth of the node, turns allowed, whether a legal swap was left out, nodes
expanded."""
IN_ORDER_BOUND = 4
"""Turns that the table cannot tell from more."""


class Path(NamedTuple):
    """The nodes on the way; a column is a depth."""

    job: NDArray[np.int64]
    """(5,): see DEAL."""
    rings: NDArray[np.uint64]
    spots: NDArray[np.uint64]
    numbers: NDArray[np.uint64]
    todo: NDArray[np.uint64]
    banned: NDArray[np.int64]
    played: NDArray[np.int64]
    swaps: NDArray[np.int64]
    """(36,): room for the swaps of a node."""
    classes: NDArray[np.uint64]
    """(36,): room for the classes they lead to."""


def path() -> Path:
    """Return room for a search."""
    words = [np.zeros(LINE + 2, np.uint64) for _ in range(4)]
    whole = [np.zeros(LINE + 2, np.int64) for _ in range(2)]
    job = np.zeros(5, np.int64)
    job[DEAL] = -1
    return Path(
        job, words[0], words[1], words[2], words[3], whole[0], whole[1],
        np.zeros(MAX_SWAPS, np.int64), np.zeros(MAX_SWAPS, np.uint64),
    )  # fmt: skip


PATH = numba.typeof(path())


@subroutine
def begin(game: Game, batch: Batch, path: Path, deal: int) -> bool:
    """Begin a deal; return False if it is in order and so answered."""
    ring = batch.rings[deal]
    batch.nodes[deal] = 0
    batch.bound[deal] = 0
    batch.wins[deal] = 0
    if in_order(ring, game):
        batch.status[deal] = SOLVED
        batch.wins[deal] = 1
        return False
    path.job[DEAL] = deal
    path.job[DEPTH] = 0
    path.job[BOUND] = 1
    path.job[CUT] = 0
    path.job[NODES] = 0
    path.rings[0] = ring
    path.spots[0] = spots_of(ring)
    path.numbers[0] = number_places(ring)
    path.banned[0] = signed(np.uint64(batch.banned[deal]))
    return True


@helper
def fitting(game: Game, batch: Batch, path: Path, depth: int) -> np.uint64:
    """Return the set of legal swaps of a node."""
    deal = path.job[DEAL]
    ring = path.rings[depth]
    swaps = without_undo(reachable(game, batch.cards, deal, ring), path.banned[depth])
    legal = ZERO
    while swaps != ZERO:
        bit = lowest_index(swaps)
        swaps &= swaps - ONE
        if fits_stones(game, batch.cards, deal, ring, own_place(game, bit), other_place(game, bit)):
            legal |= ONE << np.uint64(bit)
    return legal


@helper
def make_child(game: Game, path: Path, depth: int, bit: int) -> None:
    """Write the ring that a swap leads to, its spots and its number places, one column on."""
    own, other = np.uint64(own_place(game, bit)), np.uint64(other_place(game, bit))
    ring, spots, numbers = path.rings[depth], path.spots[depth], path.numbers[depth]
    path.rings[depth + 1] = passed_on(swapped(ring, signed(own), signed(other)), PLACES, HAND)
    path.spots[depth + 1] = passed_spots(spots_after_swap(ring, spots, own, other))
    path.numbers[depth + 1] = passed_places(numbers_after_swap(numbers, own, other))


@helper
def promising(
    game: Game,
    table: Clipped,
    path: Path,
    depth: int,
    legal: np.uint64,
) -> np.uint64:
    """Return which legal swaps of a node lead to classes that the turns left after them may win."""
    left = np.uint64(path.job[BOUND] - depth - 1)
    count = 0
    while legal != ZERO:
        bit = lowest_index(legal)
        legal &= legal - ONE
        make_child(game, path, depth, bit)
        index = class_of(path.rings[depth + 1], path.spots[depth + 1], path.numbers[depth + 1], table)
        prefetch(table.values, index >> np.uint64(2))
        path.swaps[count] = bit
        path.classes[count] = index
        count += 1
    good = ZERO
    for i in range(count):
        if value_at(table, path.classes[i]) < left:
            good |= ONE << np.uint64(path.swaps[i])
    return good


@subroutine
def winning(game: Game, path: Path, depth: int, legal: np.uint64) -> np.uint64:
    """Return which legal swaps of a node win at once."""
    good = ZERO
    while legal != ZERO:
        bit = lowest_index(legal)
        legal &= legal - ONE
        if in_order(swapped(path.rings[depth], own_place(game, bit), other_place(game, bit)), game):
            good |= ONE << np.uint64(bit)
    return good


@helper
def look(game: Game, table: Clipped, batch: Batch, path: Path) -> bool:
    """Expand the node of a search: write down the swaps to try; return True if the last turn wins.

    The wins of the node are counted then, and the first line of the deal is written down.
    """
    depth = path.job[DEPTH]
    path.job[NODES] += 1
    legal = fitting(game, batch, path, depth)
    left = path.job[BOUND] - depth
    good = legal
    if left == 1:
        good = winning(game, path, depth, legal)
    elif left <= IN_ORDER_BOUND:
        good = promising(game, table, path, depth, legal)
    if good != legal:
        path.job[CUT] = 1
    if left > 1:
        path.todo[depth] = good
        return False
    path.todo[depth] = ZERO
    if good == ZERO:
        return False
    deal = path.job[DEAL]
    if batch.wins[deal] == 0:
        path.played[depth] = lowest_index(good)
        for turn in range(depth + 1):
            batch.lines[deal, turn] = game.pairs[path.played[turn]]
    batch.wins[deal] += popcount(good)
    return True


@helper
def descend(game: Game, batch: Batch, path: Path) -> bool:
    """Make the next child, going back where all are done; return False if there is none."""
    depth = path.job[DEPTH]
    while depth >= 0:
        todo = path.todo[depth]
        if todo != ZERO:
            bit = lowest_index(todo)
            path.todo[depth] = todo & (todo - ONE)
            path.played[depth] = bit
            make_child(game, path, depth, bit)
            path.banned[depth + 1] = undo_after(
                game,
                batch.cards,
                path.job[DEAL],
                path.rings[depth],
                own_place(game, bit),
                other_place(game, bit),
            )
            path.job[DEPTH] = depth + 1
            return True
        depth -= 1
    return False


@subroutine
def finish(batch: Batch, path: Path, status: int, bound: int) -> None:
    """Write the answer."""
    deal = path.job[DEAL]
    batch.status[deal] = status
    batch.bound[deal] = bound
    batch.nodes[deal] = path.job[NODES]
    path.job[DEAL] = -1


@helper
def advance(
    game: Game,
    table: Clipped,
    batch: Batch,
    path: Path,
    max_nodes: int,
    count_all: int,
) -> bool:
    """Expand one node and make the next one; return True if the deal is answered."""
    bound = path.job[BOUND]
    turns_left = signed(np.uint64(batch.turns_left[path.job[DEAL]]))
    if bound > turns_left:
        finish(batch, path, UNSOLVABLE, turns_left + 1)
        return True
    if path.job[NODES] >= max_nodes:
        finish(batch, path, UNDECIDED, bound)
        return True
    if look(game, table, batch, path) and count_all == 0:
        batch.wins[path.job[DEAL]] = 1
        finish(batch, path, SOLVED, bound)
        return True
    if descend(game, batch, path):
        return False
    if batch.wins[path.job[DEAL]] > 0:
        finish(batch, path, SOLVED, bound)
        return True
    if path.job[CUT] == 0:
        finish(batch, path, UNSOLVABLE, turns_left + 1)
        return True
    path.job[BOUND] = bound + 1
    path.job[CUT] = 0
    path.job[DEPTH] = 0
    return False


@kernel(int64(GAME, CLIPPED, BATCH, PATH, int64[::1], int64, int64, int64))
def search(
    game: Game,
    table: Clipped,
    batch: Batch,
    path: Path,
    cursor: NDArray[np.int64],
    quota: int,
    max_nodes: int,
    count_all: int,
) -> int:
    """Search deals until `quota` nodes are expanded or all are answered; return how many are not yet.

    cursor      (1,): deals begun

    If `count_all` is not 0, all shortest lines of a deal are counted, else the search ends with the
    first. A deal that is not answered within `max_nodes` nodes ends UNDECIDED. The rings have ten numbers and
    five blanks.
    """
    count = batch.rings.size
    while quota > 0:
        if path.job[DEAL] < 0:
            if cursor[0] == count:
                break
            cursor[0] += 1
            if not begin(game, batch, path, cursor[0] - 1):
                continue
        quota -= 1
        advance(game, table, batch, path, max_nodes, count_all)
    return int(count - cursor[0] + (path.job[DEAL] >= 0))
