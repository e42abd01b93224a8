"""Lanes of the searches for 12 and 15 stones: several deals searched side by side in one kernel.

A lane contains the search of one deal at a time. Reading a table from main memory is slow. The kernel
therefore prefetches a word for a lane, makes a step in each of the other lanes, and then reads the word. The
search of a deal depends neither on other deals nor on the division of the work into slices.

**Legality** is not tested swap by swap. For each place, 16 bits of a word are the set of the places whose
stones the stone there may take. There is a word for each seat, the mover's first::

    word of a seat   bits 63-48   47-32           31-16           15-0
                     (place 3)    its place 2     its place 1     its place 0

The first word, restricted by the cards' conditions on places and by no-undo, is the set of all legal swaps. A
swap exchanges two of the sets, and two bits in each set. Passing the turn on rotates the words, and the bits
in each set.

Callers pass `hand` and `places` as constants, so that the compiler knows the sizes of shifts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, subroutine
from _gamekit.kernels.bits import ONE, ZERO, lowest_index, popcount, signed
from narabi_solver.kernels.batch import LINE, Batch
from narabi_solver.kernels.state import (
    MAX_HAND,
    MAX_PLACES,
    NOWHERE,
    STONE,
    Game,
    back_of,
    passed_on,
    stone_at,
    swap_bit,
    swapped,
)

STARTED, FINISHED = range(2)
"""Indices of the cursor: deals begun, and deals answered."""

DEAL, DEPTH, BOUND, CUT, NODES, OWN_JOB = (np.uint64(i) for i in range(6))
"""Columns of a lane's job: deal + 1 (0 for a lane without a deal), depth of its node, turns allowed, whether
a legal swap was left out, and nodes expanded. The columns from `OWN_JOB` on belong to one search only.
"""

RING, BANNED, TODO, PLAYED, TAKES = (np.uint64(i) for i in range(5))
"""Columns of a frame, which is a node on the path: its ring, the swap that no-undo forbids, the swaps still
to try, the swap played, and for each seat the word of what its stones may take. The forbidden swap is 1 + its
bit, or 0 for none. Further columns belong to one search only.
"""

FOUR = np.uint64(4)
LANE = np.uint64(16)
"""Number of bits of each set of places in a word."""
EACH = np.uint64(0x0001_0001_0001_0001)
"""The lowest bit of each of the four sets in a word."""


class Lanes(NamedTuple):
    """The searches in progress."""

    jobs: NDArray[np.uint64]
    """(lanes, columns): the jobs, with the columns described at DEAL."""
    frames: NDArray[np.uint64]
    """(lanes, levels, columns): the frames, with the columns described at RING."""
    reach: NDArray[np.uint64]
    """(lanes, 15, 4): for each stone of the deal and each of the mover's own places, a set of swaps: those
    that the stone's card allows by its conditions on places.
    """


def at_rest(count: int, job: int, frame: int) -> Lanes:
    """Return `count` lanes without deals; a job has `job` columns, and a frame has `frame` columns."""
    shapes = (count, job), (count, LINE + 2, frame), (count, MAX_PLACES, MAX_HAND)
    return Lanes(*(np.zeros(shape, np.uint64) for shape in shapes))


@helper
def turned(sets: np.uint64, own: np.uint64, other: np.uint64, size: np.uint64, places: int) -> np.uint64:
    """Return a word after an exchange of two places, as counted from the next player's first place."""
    change = ((sets >> own) ^ (sets >> other)) & EACH
    sets ^= (change << own) ^ (change << other)
    others = np.uint64(places) - size
    all_places = ((ONE << np.uint64(places)) - ONE) * EACH
    low = ((ONE << others) - ONE) * EACH
    return ((sets >> size) & low) | ((sets << others) & (all_places ^ low))


@helper
def write_takes(
    game: Game, hand: int, places: int, batch: Batch, deal: int, words: NDArray[np.uint64]
) -> None:
    """Write, for each seat, the word of what its stones may take."""
    ring = batch.rings[deal]
    for i in range(words.size):
        words[i] = ZERO
    for place in range(places):
        stone = stone_at(ring, place)
        targets = game.targets[batch.cards[deal, stone], stone]
        words[place // hand] |= targets << (LANE * np.uint64(place % hand))
    for i in range(words.size):  # sets of stones become sets of their places
        stones, sets = words[i], ZERO
        for other in range(places):
            sets |= ((stones >> np.uint64(stone_at(ring, other))) & EACH) << np.uint64(other)
        words[i] = sets


@helper
def begin(game: Game, hand: int, places: int, batch: Batch, lanes: Lanes, lane: np.uint64, deal: int) -> None:
    """Load a deal into a lane: its first node, and the swaps that its cards allow by place."""
    first = signed(TAKES)
    write_takes(game, hand, places, batch, deal, lanes.frames[lane, 0, first : first + places // hand])
    for stone in range(places):
        for own in range(hand):
            lanes.reach[lane, stone, own] = game.reach[batch.cards[deal, stone], own]
    lanes.jobs[lane, DEAL] = np.uint64(deal + 1)
    lanes.jobs[lane, DEPTH] = ZERO
    lanes.jobs[lane, CUT] = ZERO
    lanes.jobs[lane, NODES] = ZERO
    lanes.frames[lane, 0, RING] = batch.rings[deal]
    lanes.frames[lane, 0, BANNED] = ZERO
    for own in range(hand):
        back = back_of(batch.backs[deal], own, places)
        if back != NOWHERE:
            lanes.frames[lane, 0, BANNED] = ONE + np.uint64(swap_bit(game, own, back))


@helper
def legal(hand: int, places: int, lanes: Lanes, lane: np.uint64, depth: np.uint64) -> np.uint64:
    """Return the set of legal swaps of a node."""
    ring = np.uint64(lanes.frames[lane, depth, RING])
    others = np.uint64(places - hand)
    sets = np.uint64(lanes.frames[lane, depth, TAKES]) >> np.uint64(hand)
    swaps, reached = ZERO, ZERO
    for i in range(hand):
        own = np.uint64(i)
        swaps |= ((sets >> (LANE * own)) & ((ONE << others) - ONE)) << (others * own)
        reached |= np.uint64(lanes.reach[lane, (ring >> (FOUR * own)) & STONE, own])
    return np.uint64(swaps & reached & ~((ONE << np.uint64(lanes.frames[lane, depth, BANNED])) >> ONE))


@helper
def make_child(
    game: Game, hand: int, places: int, lanes: Lanes, lane: np.uint64, depth: np.uint64, pair: np.uint64
) -> None:
    """Write the child after a swap: its ring, what its stones may take, and the swap that no-undo forbids.

    The cards may forbid that swap anyway.
    """
    own, other = pair >> FOUR, pair & STONE
    size = np.uint64(hand)
    others = np.uint64(places) - size
    child = depth + ONE
    ring = swapped(lanes.frames[lane, depth, RING], signed(own), signed(other))
    lanes.frames[lane, child, RING] = passed_on(ring, places, hand)
    banned = ZERO
    if game.no_undo and other < size + size:
        banned = ONE + (other - size) * others + (others - size + own)
    lanes.frames[lane, child, BANNED] = banned
    exchange(lanes, lane, depth, own, other, hand, places)


@helper
def exchange(
    lanes: Lanes, lane: np.uint64, depth: np.uint64, own: np.uint64, other: np.uint64, hand: int, places: int
) -> None:
    """Write the words of the child after a swap, as counted from the next player's first place."""
    frames, size = lanes.frames, np.uint64(hand)
    all_places = (ONE << np.uint64(places)) - ONE
    seat = other // size
    at, own_at = LANE * (other - seat * size), LANE * own
    mine = frames[lane, depth, TAKES]
    change = ((mine >> own_at) ^ (frames[lane, depth, TAKES + seat] >> at)) & all_places
    for i in range(1, places // hand):
        sets = frames[lane, depth, TAKES + np.uint64(i)]
        if np.uint64(i) == seat:
            sets ^= change << at
        frames[lane, depth + ONE, TAKES + np.uint64(i - 1)] = turned(sets, own, other, size, places)
    last = TAKES + np.uint64(places // hand - 1)
    frames[lane, depth + ONE, last] = turned(mine ^ (change << own_at), own, other, size, places)


@helper
def counts(batch: Batch, lanes: Lanes, lane: np.uint64, count_all: int) -> bool:
    """Return whether a lane must count all lines with its present bound; otherwise, the first line suffices.

    If a lower bound was known before the search, lines are counted only if the minimum equals that bound.
    """
    known = np.uint64(batch.found.bound[lanes.jobs[lane, DEAL] - ONE])
    return count_all != 0 and (known == ZERO or known == lanes.jobs[lane, BOUND])


@subroutine
def finish(batch: Batch, lanes: Lanes, lane: np.uint64, status: int, bound: int) -> None:
    """Write the answer of a lane and free the lane."""
    deal = lanes.jobs[lane, DEAL] - ONE
    batch.found.status[deal] = status
    batch.found.bound[deal] = bound
    batch.found.nodes[deal] = signed(lanes.jobs[lane, NODES])
    lanes.jobs[lane, DEAL] = ZERO


@subroutine
def record(game: Game, batch: Batch, lanes: Lanes, lane: np.uint64) -> None:
    """Count the winning swaps of a lane's node; write the line if it is the first line of the deal.

    TODO has the winning swaps, and is cleared.
    """
    deal = lanes.jobs[lane, DEAL] - ONE
    depth = lanes.jobs[lane, DEPTH]
    wins = lanes.frames[lane, depth, TODO]
    lanes.frames[lane, depth, TODO] = ZERO
    if batch.found.wins[deal] == 0:
        lanes.frames[lane, depth, PLAYED] = np.uint64(lowest_index(wins))
        for turn in range(signed(depth) + 1):
            batch.found.lines[deal, turn] = game.pairs[lanes.frames[lane, turn, PLAYED]]
    batch.found.wins[deal] += popcount(wins)
