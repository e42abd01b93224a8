"""The graph of alternate play: every position once, with its moves as edges and its proven outcome.

A node is a placement with its side to move, its holder and whether it is the first turn, without the moves
that led to it. A node is **won** or **lost** for its side to move if that follows from nodes decided earlier.
So the order of decisions is well-founded, and a cycle proves nothing. This is retrograde analysis on the
visited part of the graph. Nothing is ever concluded from a repetition on the path. Therefore the problem of
graph history interaction does not arise (Kishimoto and Müller, "A general solution to the graph history
interaction problem", AAAI 2004).
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
"""Results of a pass for the side that passes. PASS_DRAWS means at least a draw, but no win."""
INFINITE = 1 << 29
MAX_PATH, LONGEST_REPLAY = 1 << 12, 1 << 9
MOVES = 1 << 12
NOT_AT_SIGHT = 1 << 16


class Node:
    """A position with its proven outcome and its proof numbers."""

    code: int
    """side + 2 * holder (0, 1, 2 for nobody, White, Black) + 8 on the first turn."""
    status: int
    """The proven outcome."""
    phi: int
    """The proof number of a win: the estimated effort to prove that the side to move wins."""
    delta: int
    """The proof number of a loss: the estimated effort to prove that the side to move loses."""
    layer: int
    """Plies from the root."""
    distance: int
    """Plies of the proof up to the deciding pass."""
    answer: int
    """The move that wins, PASS or NO_MOVE."""
    edge: int
    """The first of the node's edges; -1 before they are made."""
    edges: int
    """Number of edges."""
    parents: int
    """The first edge that leads to this node."""
    left: int
    """Number of moves not known to lose."""
    passing: int
    """The result of a pass."""
    effort: int
    """How often a run was searched to find the result of a pass."""
    play: int
    """The tail of a play that refutes a pass, or -1."""
    seems: int
    """The estimate of the position + 256 * steps + `NOT_AT_SIGHT`; 0 if the node was decided at sight."""


class Edge:
    """A move."""

    child: int
    """The node after the move."""
    parent: int
    """The node before the move."""
    next: int
    """The next edge that leads to the same node."""
    move: int
    """Origin + 64 * target; negative if repetition may forbid the move to the side whose proof needs it."""


class Copy:
    """A node that may be won in the same way as another node was."""

    at: int
    like: int
    """The node that was won."""
    after: int
    """The node after the answer; -1 before the answer is given."""
    like_after: int
    """The node after the answer in the line that won."""
    edge: int
    """The next reply to be tried."""


class Visit:
    """A node on the current path, with the limits of its proof numbers."""

    at: int
    phi_limit: int
    delta_limit: int


NODE, EDGE = rows.fields_of(Node, np.int32), rows.fields_of(Edge, np.int32)
VISIT, COPY = rows.fields_of(Visit), rows.fields_of(Copy)

# Places of the cursor.
NODES, EDGE_COUNT, DEPTH, MADE, UNTOLD, FRESH, TOP, CURSOR = range(8)
"""NODES, EDGE_COUNT, DEPTH, MADE and UNTOLD count nodes, edges, nodes on the path, placements searched in
runs, and decided nodes whose parents are not updated yet. FRESH is the first node that `search.look_further`
has not passed. TOP is the node from which the search starts, 0 by default."""


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
"""Techniques that can be switched off, to measure them or to search in another order.

* USE_KEPT: the search of a run begins with plays that won recently.
* USE_NOTES: the results of runs are noted.
* USE_FREELY, USE_GATHERING, USE_NOVELTY: `FREELY`, `GATHER` and `NOVELTY` of `levels`.
* USE_WEAK_SUM: `delta` is not a sum.
* USE_LAYOUTS: `passing.answer_all`.
* USE_ANSWERS: moves that won elsewhere come first.
* USE_REPLAY: `search.replay`.

SEED is the seed of the noise in the proof numbers of new nodes, and DISTURBED its upper bound: a power of two
less 1.
"""


BY_MARGIN, SIDE, MARGIN, GOAL = range(4)
"""The goal. BY_MARGIN is 0 if the goal is to win the game.

If it is 1, SIDE wins if it is ahead by MARGIN pieces at the end, and the other side wins if it is not. The
holder of a placement is then the side that reaches its goal if the game ends now.
"""


class Known(NamedTuple):
    """Results of runs, and scratch memory for searching them."""

    runs: levels.Runs
    """Scratch memory of the run search."""
    large: placing.Scratch
    """Scratch memory for the placements that a run can reach."""
    kept: NDArray[np.int64]
    """(3, KEPT + 1): for each side, and for FOR_ANSWERS, the plays that won recently, or -1, and the place of
    the next one."""
    plays: NDArray[np.int16]
    """(k, LONGEST + 1): runs that won; the number of steps, then the steps."""
    made: NDArray[np.int64]
    """(1,): number of plays."""
    noted: NDArray[np.uint64]
    """(k, 3): own and enemy pieces of runs, then 0, LOSING, or WINNING + a tail; k is a power of two."""
    near: NDArray[np.uint64]
    """(2, MOST_STEPS): placements one step and two steps further on."""


class Graph(NamedTuple):
    """The graph with its work arrays."""

    words: NDArray[np.uint64]
    """(n, 2): the pieces of the side to move, and those of the other side."""
    nodes: rows.Rows
    """(n,) of `Node`, zeros until made."""
    edges: rows.Rows
    """(m,) of `Edge`, zeros until made."""
    slots: NDArray[np.int32]
    """(2 n,): a hash table of nodes + 1; its length is a power of two."""
    untold: NDArray[np.int32]
    """(n,): decided nodes whose parents are not updated yet."""
    path: rows.Rows
    """(MAX_PATH,) of `Visit`."""
    cursor: NDArray[np.int64]
    """(CURSOR,)"""
    past: NDArray[np.uint64]
    """(k, 4): own, enemy and side of situations that have arisen, and how often."""
    weights: NDArray[np.int16]
    """(WEIGHTS,): the weights of the evaluation."""
    places: NDArray[np.int64]
    """(PLACES,): indices of the weights of a position."""
    known: Known
    options: NDArray[np.int64]
    """(OPTIONS,): techniques, 0 if off."""
    costs: NDArray[np.int64]
    """(efforts, 2): proof numbers of a win and of a loss in the run after a pass, by the number of efforts
    spent in vain."""
    answers: NDArray[np.int32]
    """(2, MOVES): for each side, the last move that won in reply to a move, or NO_MOVE."""
    goal: NDArray[np.int64]
    """(GOAL,): what is to be proven."""
    trail: rows.Rows
    """(LONGEST_REPLAY,) of `Copy`."""


RUN_ENTRIES = 1 << 18
KEPT, LONGEST = 8, 95
TAILS = LONGEST + 1
"""A **tail** is the rest of a play after some steps, coded as the play's number * TAILS + those steps."""
LOSING, WINNING = 1, 2
FOR_ANSWERS = 2
"""The row of `Known.kept` for plays that answer the placements that a run can reach."""


def known(run_entries: int = RUN_ENTRIES) -> Known:
    """Return scratch memory for runs, without results."""
    return Known(
        levels.scratch(run_entries),
        placing.scratch(),
        np.where(np.arange(KEPT + 1) < KEPT, -1, np.zeros((3, 1), np.int64)),
        np.zeros((run_entries // 2, LONGEST + 1), np.int16),
        np.zeros(1, np.int64),
        np.zeros((4 * run_entries, 3), np.uint64),
        np.zeros((2, MOST_STEPS), np.uint64),
    )


def scratch(
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
    scratch(2, np.zeros((0, 4), np.uint64), np.zeros(WEIGHTS, np.int16), np.zeros((1, 2), np.int64), known(2))
)
"""The form of a `Graph`."""


@helper
def slot_of(graph: Graph, own: np.uint64, enemy: np.uint64, code: int) -> int:
    """Return the slot of a node, or the free slot where it would be.

    `hash_index` does not serve here: its keys are one word, and this key is two words and a code.
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
    """Return by how many pieces a side has to be ahead to win."""
    if graph.goal[BY_MARGIN] == 0:
        return 1
    margin = graph.goal[MARGIN]
    return int(margin if graph.goal[SIDE] == side else 1 - margin)


@helper
def holds(code: int) -> int:
    """Return 1 if the side to move is the holder, -1 if the other side is, 0 if nobody is."""
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
