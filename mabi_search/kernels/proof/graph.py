"""The graph of alternate play. Its nodes are positions and their proven outcomes; its edges are moves.

A position is a placement, the side to move, the holder, and whether it is the first turn. It does not include
the moves that led to it, so each position has one node. A node becomes **won** or **lost** for its side to
move if that follows from nodes decided earlier. So no decision depends on itself, and a cycle proves nothing.
This is retrograde analysis on the visited part of the graph. Nothing is ever concluded from a repetition on
the path. Therefore the graph history interaction problem does not arise (Kishimoto and Müller, "A general
solution to the graph history interaction problem", AAAI 2004).
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
"""Status of a node: the proven outcome for the side to move, or OPEN if nothing is proven."""
PASS_OPEN, PASS_WINS, PASS_LOSES, PASS_DRAWS = range(4)
"""Results of a pass for the side that passes. PASS_DRAWS means that a pass secures a draw, but no win."""
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
    """Plies of the proof, including the deciding pass."""
    answer: int
    """The winning move, which may be PASS; NO_MOVE if none is known."""
    edge: int
    """The first of the node's edges; -1 until the node is expanded."""
    edges: int
    """Number of edges."""
    parents: int
    """The first edge that leads to this node; -1 if there is none."""
    left: int
    """Number of steps not known to lose; passes are not counted."""
    passing: int
    """The result of a pass."""
    effort: int
    """Number of times the run after a pass has been searched."""
    play: int
    """The stored run that refutes a pass, as a tail (see `TAILS`); -1 if there is none."""
    seems: int
    """The estimate of the position + 256 * steps + `NOT_AT_SIGHT`; 0 if the node was decided when created."""


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
    """A step of a replay: an open node, and the won node whose answers are tried there."""

    at: int
    like: int
    """The node already won."""
    after: int
    """The position after the answer at the open node; -1 until the answer has been tried."""
    like_after: int
    """The position after the same answer at the won node."""
    edge: int
    """The edge of the next reply to be answered."""


class Visit:
    """A node on the current path, and the proof numbers at which the search leaves it."""

    at: int
    phi_limit: int
    delta_limit: int


NODE, EDGE = rows.fields_of(Node, np.int32), rows.fields_of(Edge, np.int32)
VISIT, COPY = rows.fields_of(Visit), rows.fields_of(Copy)

# Indices of the cursor.
NODES, EDGE_COUNT, DEPTH, MADE, UNTOLD, FRESH, TOP, CURSOR = range(8)
"""The first five are counts: nodes, edges, nodes on the path, placements searched in runs, and decided nodes
whose parents have not been updated. FRESH is the node at which `search.look_further` continues. TOP is the
node where the search starts, 0 by default."""


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
    USE_APART,
    SEED,
    DISTURBED,
    OPTIONS,
) = range(13)
"""Options of the search. Techniques can be switched off to measure them or to search in another order.

* USE_KEPT: the search of a run first tries plays that won recently.
* USE_NOTES: the results of runs are recorded and looked up.
* USE_FREELY, USE_GATHERING, USE_NOVELTY: `FREELY`, `GATHER` and `NOVELTY` of `levels`.
* USE_WEAK_SUM: `delta` is based on the greatest `phi` of the children, not on their sum.
* USE_LAYOUTS: a pass may be decided by `passing.answer_layouts`.
* USE_ANSWERS: moves that won in other positions are searched first.
* USE_REPLAY: answers that won one node are tried at its siblings (`search.replay`).
* USE_APART: the regions of runs are searched one by one (`passing.answer_apart`, and `APART` of `levels`).

SEED is the seed of the noise in the proof numbers of new nodes. DISTURBED is the upper bound of this noise, a
power of two minus 1.
"""


BY_MARGIN, SIDE, MARGIN, GOAL = range(4)
"""The goal of the proof. BY_MARGIN is 0 if the goal is to win the game.

If BY_MARGIN is 1, SIDE wins if it is ahead by at least MARGIN pieces at the end; otherwise the other side
wins. The holder of a placement is then the side that would win if the game ended there.
"""


class Known(NamedTuple):
    """Results of runs, and scratch memory for searching them."""

    runs: levels.Runs
    """Scratch memory of the search of runs."""
    large: placing.Scratch
    """Scratch memory for the layouts and the large placements of a run."""
    kept: NDArray[np.int64]
    """(3, KEPT + 1): the plays that won recently, or -1; then the index to overwrite next. The rows are for
    the two sides and for FOR_ANSWERS."""
    plays: NDArray[np.int16]
    """(k, LONGEST + 1): plays, each as its number of steps and its steps."""
    made: NDArray[np.int64]
    """(1,): number of plays."""
    noted: NDArray[np.uint64]
    """(k, 3): own pieces, enemy pieces, and result (0, LOSING or WINNING + a tail) of runs; k is a power of
    two."""
    near: NDArray[np.uint64]
    """(2, MOST_STEPS): the placements after one step and after two steps."""


class Graph(NamedTuple):
    """The graph with its work arrays."""

    words: NDArray[np.uint64]
    """(n, 2): the pieces of the side to move, and those of the other side."""
    nodes: rows.Rows
    """(n,) of `Node`; zeros for nodes not created."""
    edges: rows.Rows
    """(m,) of `Edge`; zeros for edges not created."""
    slots: NDArray[np.int32]
    """(2 n,): a hash table with the number of each node plus 1; 2 n is a power of two."""
    untold: NDArray[np.int32]
    """(n,): decided nodes whose parents have not been updated."""
    path: rows.Rows
    """(MAX_PATH,) of `Visit`."""
    cursor: NDArray[np.int64]
    """(CURSOR,)"""
    past: NDArray[np.uint64]
    """(k, 4): own pieces, enemy pieces and side of each earlier situation, and how often it occurred."""
    weights: NDArray[np.int16]
    """(WEIGHTS,): the weights of the evaluation."""
    places: NDArray[np.int64]
    """(PLACES,): indices of the weights that apply to a position."""
    known: Known
    options: NDArray[np.int64]
    """(OPTIONS,): techniques (0 means off), seed and noise."""
    costs: NDArray[np.int64]
    """(efforts, 2): proof numbers of a win and of a loss in the run after a pass, by the number of failed
    searches of the run."""
    answers: NDArray[np.int32]
    """(2, MOVES): for each side, the last move that won in reply to a move, or NO_MOVE."""
    goal: NDArray[np.int64]
    """(GOAL,): the goal of the proof."""
    trail: rows.Rows
    """(LONGEST_REPLAY,) of `Copy`."""


RUN_ENTRIES = 1 << 18
KEPT, LONGEST = 8, 95
TAILS = LONGEST + 1
"""A play is a stored winning run, and a **tail** is the rest of it after k steps. Its code is the number of
the play * TAILS + k."""
LOSING, WINNING = 1, 2
FOR_ANSWERS = 2
"""The row of `Known.kept` for plays that answer placements reached by a run."""


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
    """Return an empty graph with capacity for `nodes` nodes, a power of two."""
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
"""The type of a `Graph` in the signatures of kernels."""


@helper
def slot_of(graph: Graph, own: np.uint64, enemy: np.uint64, code: int) -> int:
    """Return the slot of a node, or the free slot where it would be.

    `hash_index` cannot be used here: its keys are single words, and this key is two words and a code.
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
    """Return the lead in pieces that a side needs to win."""
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
    """Store the outcome of a node, and queue the node for the update of its parents."""
    row: Node = graph.nodes[node]
    row.status, row.distance, row.answer = status, distance, answer
    row.phi, row.delta = (0, INFINITE) if status == WON else (INFINITE, 0)
    graph.untold[graph.cursor[UNTOLD]] = node
    graph.cursor[UNTOLD] += 1
