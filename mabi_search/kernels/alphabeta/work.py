"""The work arrays of the search, with a row for each ply, and its options."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper
from _gamekit.jit.forms import form_of
from _gamekit.kernels import rows
from mabi_search.kernels.alphabeta.complete import Complete, no_table
from mabi_search.kernels.alphabeta.evaluation import PLACES, WEIGHTS
from mabi_search.kernels.runs import levels

MAX_PLY = 64
MAX_MOVES = 4 * 32 + 1
PASS = 0
"""A move is origin + 64 * target; a1a1 stands for the pass."""
NO_MOVE = -1

# Columns of the words, a row a ply.
OWN, ENEMY, WORDS = range(3)


class Node:
    """A node of the search, a row a ply."""

    side: int
    """0 or 1: who is to move."""
    mode: int
    holder: int
    """0, 1, 2 for nobody, White, Black."""
    first: int
    """1 on White's first turn."""
    alpha: int
    """The window, as it is by now."""
    beta: int
    low: int
    """Alpha as it was given."""
    best: int
    """The best score so far."""
    best_move: int
    """Its move."""
    depth: int
    """Plies left."""
    count: int
    """Moves."""
    next: int
    """How many of them are done."""
    move: int
    """The move made."""
    same: int
    """1 if the same side moves after it."""
    scout: int
    """1 if the child is searched with a null window."""
    taint: int
    """1 if the score holds on this path only."""
    is_key: int
    """1 if a key was entered."""
    less: int
    """Plies that the child is searched less."""


NODE = rows.fields_of(Node)

# Places of the cursor.
PLY, STATE, VALUE, NODES, KEYS, DEPTH, WANTED, FOUND, KNOWN, LEFT_OUT, CURSOR = range(11)
"""Those from DEPTH on are of `deepening`: the depth, how many lines it should have, how many were found, and
at the depth before; and how many moves are left out from the outset."""
ENTER, RETURNED, FINISHED, RUNNING = range(4)


class Work(NamedTuple):
    """The work arrays of a search."""

    words: NDArray[np.uint64]
    """(MAX_PLY, WORDS)"""
    nodes: rows.Rows
    """(MAX_PLY,) of `Node`."""
    moves: NDArray[np.int64]
    """(MAX_PLY, MAX_MOVES)"""
    order: NDArray[np.int64]
    """(MAX_PLY, MAX_MOVES): how promising the moves are."""
    line: NDArray[np.int64]
    """(MAX_PLY, MAX_PLY): the best line from each ply."""
    length: NDArray[np.int64]
    """(MAX_PLY,): its moves."""
    lines: NDArray[np.int64]
    """(MAX_MOVES, MAX_PLY): the lines of a depth that were found."""
    lengths: NDArray[np.int64]
    """(MAX_MOVES,): their moves."""
    scores: NDArray[np.int64]
    """(MAX_MOVES,)"""
    killers: NDArray[np.int64]
    """(MAX_PLY, 2)"""
    history: NDArray[np.int64]
    """(2, 4096): for each side and move how often it cut."""
    keys: NDArray[np.uint64]
    """(n, 4): White, Black and side * 4 + mode of what has arisen, as in `perft`."""
    excluded: NDArray[np.int64]
    """(MAX_MOVES,): moves left out at the first ply, then NO_MOVE."""
    options: NDArray[np.int64]
    """(OPTIONS,): techniques, 0 if off."""
    weights: NDArray[np.int16]
    """(WEIGHTS,): of the evaluation."""
    places: NDArray[np.int64]
    """(PLACES,): where those of a position are."""
    runs: levels.Runs
    """Room for runs."""
    complete: Complete
    """The table of a small board, used if USE_TABLES is not 0."""


(
    USE_TABLE, USE_SCOUT, USE_KILLERS, USE_HISTORY, USE_JOINS, USE_SETTLED, USE_RUNS, USE_REDUCTIONS,
    USE_TABLES, USE_PROOFS, USE_DEEP_PROOFS, USE_FUTILITY, THOROUGH, OPTIONS,
) = range(14)  # fmt: skip
"""Techniques that can be switched off, to measure them. USE_TABLES is the largest distance from the first
node that an answer of the table of a small board may have. USE_PROOFS: what is proven of a position is read
where it comes up again; USE_DEEP_PROOFS: also if the proof took more plies than are left, so that the first
depth at which a win is found need not be that of the shortest. THOROUGH: expansions of the
run after a pass at once, 0 if it is searched as any other."""
RUN_ENTRIES = 1 << 14
EFFORTS = (1, 1, 1, 1, 4, 16, 64, 256, 1024)
"""Expansions that a run may take where so many plies are left; the last also for more."""
THOROUGH_DEPTH = 2
"""Plies left after a pass at once when its run is searched thoroughly: that is done once."""
REDUCED_FROM, REDUCED_DEPTH = 6, 3
"""Quiet moves from this place on are searched one ply less, if this depth or more is left."""
MORE_FROM, MORE_DEPTH = 12, 6
"""The same for two plies."""
UNKNOWN_DEPTH = 4
"""From this depth on a node whose best move is not known from before is searched a ply less."""
ABOVE = (0, 30, 70, 60, 90)
"""By how much the estimate of a node must be above its window if it is not searched, for each depth left."""
BELOW = (0, 80, 80)
"""By how much it must be below if only the pass is searched."""


class Kept(NamedTuple):
    """Room that one search after another may use."""

    killers: NDArray[np.int64]
    history: NDArray[np.int64]
    runs: levels.Runs


def memory() -> Kept:
    """Return new room for searches, for one thread."""
    killers, history = np.full((MAX_PLY, 2), NO_MOVE, np.int64), np.zeros((2, 4096), np.int64)
    return Kept(killers, history, levels.room(RUN_ENTRIES))


def room(keys: NDArray[np.uint64], kept: Kept) -> Work:
    """Return work arrays for a game in which these situations have arisen."""
    return Work(
        np.zeros((MAX_PLY, WORDS), np.uint64),
        rows.zeros(MAX_PLY, NODE),
        np.zeros((MAX_PLY, MAX_MOVES), np.int64),
        np.zeros((MAX_PLY, MAX_MOVES), np.int64),
        np.zeros((MAX_PLY, MAX_PLY), np.int64),
        np.zeros(MAX_PLY, np.int64),
        np.zeros((MAX_MOVES, MAX_PLY), np.int64),
        np.zeros(MAX_MOVES, np.int64),
        np.zeros(MAX_MOVES, np.int64),
        kept.killers,
        kept.history,
        np.concatenate([keys, np.zeros((MAX_PLY + 1, keys.shape[1]), np.uint64)]),
        np.full(MAX_MOVES, NO_MOVE, np.int64),
        np.ones(OPTIONS, np.int64),
        np.zeros(WEIGHTS, np.int16),
        np.zeros(PLACES, np.int64),
        kept.runs,
        no_table(),
    )


def beside(first: Work, kept: Kept) -> Work:
    """Return room for another thread of the same search; what is only read they share."""
    return room(first.keys[: -MAX_PLY - 1], kept)._replace(
        excluded=first.excluded, options=first.options, weights=first.weights, complete=first.complete
    )


WORK = form_of(room(np.zeros((0, 4), np.uint64), memory()))


@helper
def holds(node: Node) -> int:
    """Return 1 if the side to move holds, -1 if the other does, 0 if nobody."""
    if node.holder == 0:
        return 0
    return 1 if node.holder - 1 == node.side else -1


@helper
def code_of(node: Node) -> np.uint64:
    """Return what a table's key knows beside the words."""
    return np.uint64(node.side | node.mode << 1 | node.holder << 3 | node.first << 5)
