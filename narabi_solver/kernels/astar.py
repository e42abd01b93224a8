"""Finds the minimum of one state by A*, in steps, for any ring, without tables, with or without no-undo.

A node is a state with the number of turns that led to it. The **total** of a node is the sum of these turns
and an estimate of the turns left; no win through the node takes fewer turns than its total. The search picks
the node with the lowest total. The estimate is half the distance from order, rounded up (`order_distance`). A
node that is picked for the first time is tested: `last_turns` decides whether the node can be won in exactly
the estimated turns. If so, its total is the minimum; if not, its estimate rises by one turn. A tested node
that is picked again is expanded.

The total of a child may be lower than that of its parent. Such a child cannot be won within its total,
because the parent was tested. It counts as tested and gets the total of its parent.

Without an estimate, the search is breadth-first, and the test is whether the node is in order.

All changes are in `Nodes` and `Work`, so the division into steps does not affect the search. A step allocates
nothing. At `MEMORY`, the caller copies the nodes into longer arrays, calls `index` to fill the slots, and
continues.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel, subroutine
from _gamekit.jit.forms import form_of, int64, uint64, void
from _gamekit.kernels.bits import ONE, ZERO, lowest_index
from _gamekit.kernels.hash_index import SPREAD, hashed
from narabi_solver.kernels.children import backs_after, fits_stones, other_place, own_place, reachable
from narabi_solver.kernels.last_turns import Trial, trial, wins_in
from narabi_solver.kernels.order_distance import (
    Distance,
    distance,
    look_ahead,
    look_back,
    prepare,
    wrong_after,
)
from narabi_solver.kernels.state import (
    MAX_SWAPS,
    NO_GAME,
    Game,
    in_order,
    passed_on,
    stone_at,
    swapped,
)

GOES_ON, USED_UP, DECIDED, EXHAUSTED, MEMORY = range(5)
"""The results of a step: `TESTS` nodes were tested, the quota was used up, a win was found, no line wins in
time, or there is no space for more nodes.
"""

TESTS = 1 << 14
"""Largest number of tests in a step: about 20 ms."""

FIRST_ROWS = 1 << 12
"""Number of nodes that the arrays of a new search can hold."""

TURNS = 24
"""Largest number of turns of a game."""

GONE = 255
"""Value of `Nodes.turns` for a node whose state has been reached again in fewer turns."""


class Question(NamedTuple):
    """A state, and the settings of its search."""

    game: Game
    cards: NDArray[np.uint8]
    """(1, 15): for each stone, the index of its card in the deck."""
    estimates: int
    """1 for A*, 0 for breadth-first search."""
    turns_left: int
    """Number of turns that may still be played."""


class Nodes(NamedTuple):
    """Arrays of nodes, and a hash table of their states."""

    rings: NDArray[np.uint64]
    """The rings of the nodes, from the mover's first place."""
    backs: NDArray[np.uint64]
    """The histories for no-undo."""
    parents: NDArray[np.uint32]
    """The index of each node's parent."""
    links: NDArray[np.uint32]
    """For each node, 1 + the index of the next node in the same list; 0 for the last node."""
    turns: NDArray[np.uint8]
    """The number of turns that led to each node, or GONE."""
    swaps: NDArray[np.uint8]
    """The swap that led to each node: own place * 16 + other place, counted from its mover's first place."""
    slots: NDArray[np.uint32]
    """The hash table of the states: 1 + the index of a node; 0 for a free slot. Its size is a power of two
    and at least twice the number of rows.
    """


ROWS = Nodes._fields[:-1]
"""The names of the arrays with a value for each node."""


class Work(NamedTuple):
    """The memory of a search besides its nodes."""

    cursor: NDArray[np.int64]
    """(3,): COUNT, EXPANDED and BOUND."""
    lists: NDArray[np.uint32]
    """(2, 25, 25): 1 + the index of the first node of each list; 0 for an empty list. There is a list for
    each tested (0 or 1), total and turns.
    """
    line: NDArray[np.uint8]
    """(24,): the swaps of the winning line: own place * 16 + other place, counted from each mover's first
    place.
    """
    distance: Distance
    trial: Trial


COUNT, EXPANDED, BOUND = range(3)
"""Indices of the cursor: number of nodes, number of expanded nodes, and a lower bound on the turns of a
win.
"""


def work_scratch() -> Work:
    """Return empty scratch memory for a search."""
    lists = np.zeros((2, TURNS + 1, TURNS + 1), np.uint32)
    return Work(np.zeros(3, np.int64), lists, np.zeros(TURNS, np.uint8), distance(), trial())


def nodes_for(count: int) -> Nodes:
    """Return empty arrays for `count` nodes; `count` must be a power of two."""
    return Nodes(
        np.empty(count, np.uint64),
        np.empty(count, np.uint64),
        np.empty(count, np.uint32),
        np.empty(count, np.uint32),
        np.empty(count, np.uint8),
        np.empty(count, np.uint8),
        np.zeros(2 * count, np.uint32),
    )


QUESTION = form_of(Question(NO_GAME, np.zeros((1, 15), np.uint8), 0, 0))
NODES = form_of(nodes_for(1))
WORK = form_of(work_scratch())


@helper
def slot_of(nodes: Nodes, ring: np.uint64, backs: np.uint64) -> int:
    """Return the slot that holds a state's node, or the free slot for the state."""
    mask = np.uint64(nodes.slots.size - 1)
    slot = hashed(ring ^ (backs * SPREAD)) & mask
    while True:
        number = nodes.slots[slot]
        if number == 0 or (nodes.rings[number - 1] == ring and nodes.backs[number - 1] == backs):
            return int(slot)
        slot = (slot + ONE) & mask


@helper
def file(nodes: Nodes, work: Work, node: int, tested: int, total: int) -> None:
    """Add a node to the list for `tested`, `total` and the turns of the node."""
    turns = nodes.turns[node]
    nodes.links[node] = work.lists[tested, total, turns]
    work.lists[tested, total, turns] = node + 1


@helper
def add(
    nodes: Nodes, work: Work, ring: np.uint64, backs: np.uint64, slot: int, turns: int, parent: int, swap: int
) -> int:
    """Add a node; return its index."""
    node = work.cursor[COUNT]
    work.cursor[COUNT] += 1
    nodes.rings[node], nodes.backs[node], nodes.parents[node] = ring, backs, parent
    nodes.turns[node], nodes.swaps[node], nodes.slots[slot] = turns, swap, node + 1
    return int(node)


@helper
def label(game: Game, distance: Distance, ring: np.uint64) -> None:
    """Write the label of the stone in each place, and the place of each label."""
    for place in range(game.places):
        stone = min(stone_at(ring, place), game.ranks)
        distance.labels[place] = stone
        distance.spots[stone] = place


@helper
def estimate(question: Question, wrong: int) -> int:
    """Return the least number of turns that can correct `wrong` wrong places; 0 without estimates."""
    return (wrong + 1) // 2 * question.estimates


@subroutine
def test(question: Question, nodes: Nodes, work: Work, node: int) -> bool:
    """Return whether a node can be won in its estimated turns; if so, write the end of its line."""
    game, ring, turns = question.game, nodes.rings[node], int(np.int64(nodes.turns[node]))
    if question.estimates == 0:
        return in_order(ring, game)
    label(game, work.distance, ring)
    left = estimate(question, look_back(work.distance, game.places, game.ranks))
    return left == 0 or wins_in(
        game, question.cards, work.distance, ring, nodes.backs[node], turns, left, work.trial, work.line
    )


@subroutine
def expand(question: Question, nodes: Nodes, work: Work, node: int) -> None:
    """Add the children of a tested node."""
    game, cards, distance = question.game, question.cards, work.distance
    places, ranks = game.places, game.ranks
    ring, backs, turns = nodes.rings[node], nodes.backs[node], int(np.int64(nodes.turns[node])) + 1
    if question.estimates:
        label(game, distance, ring)
        look_back(distance, places, ranks)
        look_ahead(distance, places, ranks)
    swaps = reachable(game, cards, 0, ring, backs)
    while swaps != ZERO:
        bit = lowest_index(swaps)
        swaps &= swaps - ONE
        own, other = own_place(game, bit), other_place(game, bit)
        if not fits_stones(game, cards, 0, ring, own, other):
            continue
        child = passed_on(swapped(ring, own, other), places, game.hand)
        child_backs = backs_after(game, cards, 0, ring, backs, own, other)
        slot = slot_of(nodes, child, child_backs)
        known = int(np.int64(nodes.slots[slot])) - 1
        if known >= 0 and nodes.turns[known] <= turns:
            continue
        wrong = wrong_after(distance, places, ranks, own, other) if question.estimates else 0
        total = turns + estimate(question, wrong)
        tested = 0
        if total < work.cursor[BOUND]:
            total, tested = int(work.cursor[BOUND]), 1
        if total <= question.turns_left:
            if known >= 0:
                nodes.turns[known] = GONE
            new = add(nodes, work, child, child_backs, slot, turns, node, game.pairs[bit])
            file(nodes, work, new, tested, total)


@helper
def next_list(work: Work) -> int:
    """Return the index, tested * 25 + turns, of the list that has the next node; -1 if there is none.

    Only nodes whose total equals the bound count. Untested nodes come before tested nodes. Within each group,
    nodes with more turns come first, because they are nearer to a win.
    """
    total = int(work.cursor[BOUND])
    for tested in range(2):
        for turns in range(total, -1, -1):
            if work.lists[tested, total, turns] != 0:
                return int(tested * (TURNS + 1) + turns)
    return -1


@kernel(void(QUESTION, NODES, WORK, uint64, uint64))
def begin(question: Question, nodes: Nodes, work: Work, ring: np.uint64, backs: np.uint64) -> None:
    """Add the first node; slots, lists and cursor must be empty."""
    slot = slot_of(nodes, ring, backs)
    node = add(nodes, work, ring, backs, slot, 0, 0, 0)
    prepare(work.distance, question.game.places, question.game.ranks)
    label(question.game, work.distance, ring)
    wrong = look_back(work.distance, question.game.places, question.game.ranks)
    total = estimate(question, wrong)
    work.cursor[BOUND] = total
    if total <= question.turns_left:
        file(nodes, work, node, 0, total)


@kernel(void(NODES, int64))
def index(nodes: Nodes, count: int) -> None:
    """Enter the first `count` nodes into the hash table, which must be empty."""
    for node in range(count):
        if nodes.turns[node] != GONE:
            nodes.slots[slot_of(nodes, nodes.rings[node], nodes.backs[node])] = node + 1


@kernel(int64(QUESTION, NODES, WORK, int64))
def step(question: Question, nodes: Nodes, work: Work, quota: int) -> int:
    """Expand at most `quota` nodes, and test at most TESTS nodes; return the result of the step.

    Between steps, no win takes fewer turns than the bound, and no node in a list has a lower total.
    """
    cursor, tests = work.cursor, 0
    while cursor[BOUND] <= question.turns_left:
        total, where = int(cursor[BOUND]), next_list(work)
        if where < 0:
            cursor[BOUND] += 1
            continue
        tested, turns = where // (TURNS + 1), where % (TURNS + 1)
        if tested and quota == 0:
            return USED_UP
        if tested and cursor[COUNT] + MAX_SWAPS > nodes.rings.size:
            return MEMORY
        if tests == TESTS:
            return GOES_ON
        node = int(np.int64(work.lists[tested, total, turns])) - 1
        work.lists[tested, total, turns] = nodes.links[node]
        if nodes.turns[node] == GONE:
            continue
        if tested:
            expand(question, nodes, work, node)
            cursor[EXPANDED] += 1
            quota -= 1
            continue
        tests += 1
        if test(question, nodes, work, node):
            for turn in range(turns - 1, -1, -1):
                work.line[turn] = nodes.swaps[node]
                node = int(np.int64(nodes.parents[node]))
            return DECIDED
        if total < question.turns_left:
            file(nodes, work, node, 1, total + 1)
    return EXHAUSTED
