"""The graph of alternate play: every position once, with its moves as edges and its proven outcome.

A node is a placement with its side to move, its holder and whether it is the first turn, without the moves
that led to it. A node is **won** or **lost** for its side to move if that follows from nodes decided earlier:
so the order of decisions is well-founded, and a cycle proves nothing. This is retrograde analysis on the
visited part of the graph. Nothing is ever concluded from a repetition on the path, so the problem of graph
history interaction does not arise. (Kishimoto and Müller, "A general solution to the graph history
interaction problem", AAAI 2004.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper
from _gamekit.jit.forms import form_of
from _gamekit.kernels import rows
from mabi_search.kernels.alphabeta.evaluation import PLACES, WEIGHTS
from mabi_search.kernels.alphabeta.work import MAX_MOVES, NO_MOVE
from mabi_search.kernels.hashing import hashed
from mabi_search.kernels.moves import MOST_STEPS
from mabi_search.kernels.proof import placing
from mabi_search.kernels.runs import levels

OPEN, WON, LOST = range(3)
"""Proven outcomes for the side to move."""
PASS_OPEN, PASS_WINS, PASS_LOSES, PASS_DRAWS = range(4)
"""Results of a pass for the side that passes; PASS_DRAWS: at least a draw, and no win."""
INFINITE = 1 << 29
MAX_PATH, LONGEST_REPLAY = 1 << 12, 1 << 9
MOVES = 1 << 12
NOT_AT_SIGHT = 1 << 16


class Node:
    """A position with its proven outcome and its proof numbers."""

    code: int
    """Side + 2 * holder (0, 1, 2 for nobody, White, Black) + 8 on the first turn."""
    status: int
    """The proven outcome."""
    phi: int
    """A proof number: what it seems to take to prove that the side to move wins."""
    delta: int
    """The other: that it loses."""
    layer: int
    """Plies from the root."""
    distance: int
    """Plies of the proof up to the deciding pass."""
    answer: int
    """The move that wins, PASS or NO_MOVE."""
    edge: int
    """The first of its edges, -1 if they were not made."""
    edges: int
    """How many there are."""
    parents: int
    """The first edge that leads here."""
    left: int
    """Moves not known to lose."""
    passing: int
    """The result of a pass."""
    effort: int
    """How often a run was searched for that."""
    play: int
    """The tail of a play that refutes a pass, or -1."""
    seems: int
    """The estimate of the position + 256 * steps + `NOT_AT_SIGHT`; 0 if it was decided without a search."""


class Edge:
    """A move."""

    child: int
    """Where it leads."""
    parent: int
    """Whence."""
    next: int
    """The next edge that leads to the same node."""
    move: int
    """Origin + 64 * target, negative if the move may be forbidden to who needs it for a proof."""


class Copy:
    """A node that is to be won as another was."""

    at: int
    like: int
    """The other."""
    after: int
    """The node after the answer, -1 before it is given."""
    like_after: int
    """That of the other."""
    edge: int
    """The next reply to be looked at."""


class Visit:
    """A node on the path that is searched, and up to which proof numbers."""

    at: int
    phi_limit: int
    delta_limit: int


NODE, EDGE = rows.fields_of(Node, np.int32), rows.fields_of(Edge, np.int32)
VISIT, COPY = rows.fields_of(Visit), rows.fields_of(Copy)

# Places of the cursor.
NODES, EDGE_COUNT, DEPTH, MADE, UNTOLD, FRESH, TOP, CURSOR = range(8)
"""Nodes; edges; nodes on the path; placements of runs looked at; decided nodes that are untold; the first
node that was not looked at in their order; the node that is searched, 0 if not said otherwise."""


(
    USE_KEPT,
    USE_NOTES,
    USE_FREELY,
    USE_GATHERING,
    USE_WEAK_SUM,
    USE_LAYOUTS,
    USE_NOVELTY,
    USE_ANSWERS,
    USE_REPLAY,
    SEED,
    DISTURBED,
    OPTIONS,
) = range(12)
"""Ideas that can be switched off, to measure them or to have another order: runs begin with plays that won
lately; runs that were searched are noted; `levels.FREELY` and `levels.GATHER`; DELTA is no sum;
`passing.answer_all`; `levels.NOVELTY`; moves that won elsewhere come first; `search.replay`. And by what the
proof numbers of new nodes are disturbed, and by how much at most: a power of two less 1."""


BY_MARGIN, SIDE, MARGIN, GOAL = range(4)
"""0 if it is to win the game. 1 if it is that SIDE is ahead by MARGIN pieces in the end, or that it is not:
then to win stands for that, and the holder of a placement is who reaches it if the game ends now."""


class Known(NamedTuple):
    """Results of runs, and work arrays to search them."""

    runs: levels.Runs
    """Room for runs."""
    large: placing.Room
    """Room for what a run can do."""
    kept: NDArray[np.int64]
    """(3, KEPT + 1): for each side, and FOR_ANSWERS, the plays that won lately, or -1, and the place of the
    next."""
    plays: NDArray[np.int16]
    """(k, LONGEST + 1): runs that won: how many steps, and these."""
    made: NDArray[np.int64]
    """(1,): how many plays there are."""
    noted: NDArray[np.uint64]
    """(k, 3): own and enemy pieces of runs; 0, LOSING, or WINNING + a tail; k is a power of two."""
    near: NDArray[np.uint64]
    """(2, MOST_STEPS): what is one step on, and two."""


class Graph(NamedTuple):
    """The graph with its work arrays."""

    words: NDArray[np.uint64]
    """(n, 2): the pieces of the side to move, and those of the other."""
    nodes: rows.Rows
    """(n,) of `Node`, zeros until made."""
    edges: rows.Rows
    """(m,) of `Edge`, zeros until made."""
    slots: NDArray[np.int32]
    """(2 n,): a hash table of nodes + 1; its length is a power of two."""
    untold: NDArray[np.int32]
    """(n,): decided nodes whose parents do not know it yet."""
    path: rows.Rows
    """(MAX_PATH,) of `Visit`."""
    cursor: NDArray[np.int64]
    """(CURSOR,)"""
    past: NDArray[np.uint64]
    """(k, 4): own, enemy and side of situations that have arisen, and how often."""
    weights: NDArray[np.int16]
    """(WEIGHTS,): of the evaluation."""
    places: NDArray[np.int64]
    """(PLACES,): where those of a position are."""
    known: Known
    options: NDArray[np.int64]
    """(OPTIONS,): ideas, 0 if off."""
    costs: NDArray[np.int64]
    """(efforts, 2): what it seems to take to prove that the run after a pass wins, and that it loses, after
    so many were in vain."""
    answers: NDArray[np.int32]
    """(2, MOVES): for each side what won last in reply to a move, or NO_MOVE."""
    goal: NDArray[np.int64]
    """(GOAL,): what is to be proven."""
    trail: rows.Rows
    """(LONGEST_REPLAY,) of `Copy`."""


RUN_ENTRIES = 1 << 18
KEPT, LONGEST = 8, 95
TAILS = LONGEST + 1
"""A tail of a play, what is left of it after some steps: its number times this, and how many these are."""
LOSING, WINNING = 1, 2
FOR_ANSWERS = 2
"""Where plays are kept that answer what a run can do at most."""


def known(run_entries: int = RUN_ENTRIES) -> Known:
    """Return room for what is known of runs."""
    return Known(
        levels.room(run_entries),
        placing.room(),
        np.where(np.arange(KEPT + 1) < KEPT, -1, np.zeros((3, 1), np.int64)),
        np.zeros((run_entries // 2, LONGEST + 1), np.int16),
        np.zeros(1, np.int64),
        np.zeros((4 * run_entries, 3), np.uint64),
        np.zeros((2, MOST_STEPS), np.uint64),
    )


def room(
    nodes: int, past: NDArray[np.uint64], weights: NDArray[np.int16], costs: NDArray[np.int64], known: Known
) -> Graph:
    """Return an empty graph for so many nodes, a power of two."""
    return Graph(
        np.zeros((nodes, 2), np.uint64),
        rows.zeros(nodes, NODE),
        rows.zeros(6 * nodes + MAX_MOVES, EDGE),
        np.zeros(2 * nodes, np.int32),
        np.zeros(nodes, np.int32),
        rows.zeros(MAX_PATH, VISIT),
        np.zeros(CURSOR, np.int64),
        past,
        weights,
        np.zeros(PLACES, np.int64),
        known,
        np.ones(OPTIONS, np.int64),
        costs,
        np.full((2, MOVES), NO_MOVE, np.int32),
        np.zeros(GOAL, np.int64),
        rows.zeros(LONGEST_REPLAY, COPY),
    )


GRAPH = form_of(
    room(2, np.zeros((0, 4), np.uint64), np.zeros(WEIGHTS, np.int16), np.zeros((1, 2), np.int64), known(2))
)
"""The form of a `Graph`."""


@helper
def slot_of(graph: Graph, own: np.uint64, enemy: np.uint64, code: int) -> int:
    """Return the slot of a node, or the free one where it would be.

    Not by `hash_index`, whose keys are one word: this key is two words and a code.
    """
    last = graph.slots.size - 1
    slot = hashed(own, enemy, np.uint64(code)) & last
    while graph.slots[slot]:
        node = graph.slots[slot] - 1
        if graph.words[node, 0] == own and graph.words[node, 1] == enemy and graph.nodes[node].code == code:
            break
        slot = (slot + 1) & last
    return slot


@helper
def need_of(graph: Graph, side: int) -> int:
    """Return by how many pieces a side has to be ahead."""
    if graph.goal[BY_MARGIN] == 0:
        return 1
    margin = graph.goal[MARGIN]
    return int(margin if graph.goal[SIDE] == side else 1 - margin)


@helper
def holds(code: int) -> int:
    """Return 1 if the side to move holds, -1 if the other does, 0 if nobody."""
    holder = code >> 1 & 3
    if holder == 0:
        return 0
    return 1 if holder - 1 == code & 1 else -1


@helper
def decide(graph: Graph, node: int, status: int, distance: int, answer: int) -> None:
    """Write the outcome of a node, and queue the update of its parents."""
    row: Node = graph.nodes[node]
    row.status, row.distance, row.answer = status, distance, answer
    row.phi, row.delta = (0, INFINITE) if status == WON else (INFINITE, 0)
    graph.untold[graph.cursor[UNTOLD]] = node
    graph.cursor[UNTOLD] += 1
