"""The work arrays of the search, with one row for each ply, and the options of the search."""

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
from mabi_search.kernels.sizes import Sizes, sizes_of, tops_and_size

MAX_PLY = 64
MAX_MOVES = 4 * 32 + 1
PASS = 0
"""The code of the pass. A step is origin + 64 * target, so this would be a1a1."""
NO_MOVE = -1

# Columns of the words; there is one row for each ply.
OWN, ENEMY, OWN_TOPS, ENEMY_TOPS, OWN_SIZES = range(5)
ENEMY_SIZES = OWN_SIZES + len(Sizes._fields)
WORDS = ENEMY_SIZES + len(Sizes._fields)
"""The pieces of both sides, all their largest groups, and the `Sizes` of all groups."""


class Node:
    """A node on the path of the search. There is one row for each ply."""

    side: int
    """The side to move: 0 for White, 1 for Black."""
    mode: int
    holder: int
    """0 for nobody, 1 for White, 2 for Black."""
    first: int
    """1 on White's first turn."""
    own_most: int
    """The size of the largest group of the side to move."""
    enemy_most: int
    alpha: int
    """The lower end of the window, raised by moves already searched."""
    beta: int
    low: int
    """The lower end of the window when the node was entered."""
    best: int
    """The best score so far."""
    best_move: int
    """The move with the best score."""
    depth: int
    """Number of plies left."""
    count: int
    """Number of moves."""
    next: int
    """Number of moves already taken."""
    move: int
    """The move being searched."""
    same: int
    """1 if the same side moves again after that move."""
    scout: int
    """1 if the child is searched with a null window."""
    taint: int
    """1 if the score is valid on this path only."""
    is_key: int
    """1 if the position was added to the keys."""
    less: int
    """Number of plies by which the search of the child is reduced."""


NODE = rows.fields_of(Node)

# Indices of the cursor.
PLY, STATE, VALUE, NODES, KEYS, DEPTH, WANTED, FOUND, KNOWN, LEFT_OUT, CURSOR = range(11)
"""Indices of the cursor. Those from DEPTH on are used by `deepening`. WANTED, FOUND and KNOWN are numbers of
lines: wanted, found at this depth, and found at the previous depth. LEFT_OUT is the number of moves excluded
from the start."""
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
    """(MAX_PLY, MAX_MOVES): priorities of the moves."""
    line: NDArray[np.int64]
    """(MAX_PLY, MAX_PLY): the best line from each ply on."""
    length: NDArray[np.int64]
    """(MAX_PLY,): the number of moves of each best line."""
    lines: NDArray[np.int64]
    """(MAX_MOVES, MAX_PLY): the best lines found at this depth."""
    lengths: NDArray[np.int64]
    """(MAX_MOVES,): the number of moves of each of these lines."""
    scores: NDArray[np.int64]
    """(MAX_MOVES,)"""
    killers: NDArray[np.int64]
    """(MAX_PLY, 2): the last two moves that caused a cutoff at each ply."""
    history: NDArray[np.int64]
    """(2, 4096): for each side and move, the number of cutoffs that the move has caused, weighted by
    depth."""
    keys: NDArray[np.uint64]
    """(n, 4): earlier situations, with the columns of `kernels.keys`."""
    excluded: NDArray[np.int64]
    """(MAX_MOVES,): moves excluded at the root, then NO_MOVE."""
    options: NDArray[np.int64]
    """(OPTIONS,): techniques; 0 means off."""
    weights: NDArray[np.int16]
    """(WEIGHTS,): the weights of the evaluation."""
    places: NDArray[np.int64]
    """(PLACES,): indices of the weights that apply to a position."""
    runs: levels.Runs
    """Scratch memory of the search of runs."""
    complete: Complete
    """The table of a small board. It is used if USE_TABLES is not 0."""


(
    USE_TABLE, USE_SCOUT, USE_KILLERS, USE_HISTORY, USE_JOINS, USE_SETTLED, USE_RUNS, USE_REDUCTIONS,
    USE_TABLES, USE_PROOFS, USE_DEEP_PROOFS, USE_FUTILITY, THOROUGH, OPTIONS,
) = range(14)  # fmt: skip
"""Techniques that can be switched off, to measure them.

USE_TABLES is the largest distance from the root at which a win or loss from the table of a small board is
used. USE_PROOFS: a proven value is reused whenever its position recurs. USE_DEEP_PROOFS: the value is reused
even if its proof needed more plies than are left. Then the depth that first finds a win may not be that of
the shortest win. THOROUGH is the number of expansions of the run after an immediate pass; 0 if that run is
searched like any other.
"""
RUN_ENTRIES = 1 << 14
EFFORTS = (1, 1, 1, 1, 4, 16, 64, 256, 1024)
"""Number of expansions of a run by the number of plies left. The last entry also applies to more plies."""
THOROUGH_DEPTH = 2
"""The run after an immediate pass is searched thoroughly once, when this number of plies is left."""
REDUCED_FROM, REDUCED_DEPTH = 6, 3
"""After this number of moves, steps are searched one ply less deeply, if at least this depth is
left."""
MORE_FROM, MORE_DEPTH = 12, 6
"""After this number of moves, steps are searched two plies less deeply, if at least this depth is
left."""
UNKNOWN_DEPTH = 4
"""If at least this depth is left, a node without a known best move is searched one ply less deeply."""
ABOVE = (0, 30, 70, 60, 90)
"""For each remaining depth, a node is not searched if its estimate is this far above the window."""
BELOW = (0, 80, 80)
"""For each remaining depth, only the pass is searched if the estimate is this far below the window."""


class Kept(NamedTuple):
    """Scratch memory that successive searches share."""

    killers: NDArray[np.int64]
    history: NDArray[np.int64]
    runs: levels.Runs


def memory() -> Kept:
    """Return new scratch memory for the searches of one thread."""
    killers, history = np.full((MAX_PLY, 2), NO_MOVE, np.int64), np.zeros((2, 4096), np.int64)
    return Kept(killers, history, levels.scratch(RUN_ENTRIES))


def scratch(keys: NDArray[np.uint64], kept: Kept) -> Work:
    """Return the work arrays of a search. `keys` contains the earlier situations."""
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
    """Return the work arrays of another thread of the same search."""
    return scratch(first.keys[: -MAX_PLY - 1], kept)._replace(
        excluded=first.excluded, options=first.options, weights=first.weights, complete=first.complete
    )


WORK = form_of(scratch(np.zeros((0, 4), np.uint64), memory()))


@helper
def sizes_at(work: Work, ply: int, place: int) -> Sizes:
    """Return the sizes that begin in a column of the words."""
    return Sizes(
        work.words[ply, place],
        work.words[ply, place + 1],
        work.words[ply, place + 2],
        work.words[ply, place + 3],
        work.words[ply, place + 4],
    )


@helper
def write_sizes(work: Work, ply: int, place: int, sizes: Sizes) -> None:
    """Write sizes into the columns that begin with this one."""
    work.words[ply, place] = sizes.ones
    work.words[ply, place + 1] = sizes.twos
    work.words[ply, place + 2] = sizes.fours
    work.words[ply, place + 3] = sizes.eights
    work.words[ply, place + 4] = sizes.sixteens


@helper
def set_root(work: Work, own: np.uint64, enemy: np.uint64) -> None:
    """Write the pieces of the root and what is kept about their groups."""
    node, words = work.nodes[0], work.words
    words[0, OWN], words[0, ENEMY] = own, enemy
    write_sizes(work, 0, OWN_SIZES, sizes_of(own))
    write_sizes(work, 0, ENEMY_SIZES, sizes_of(enemy))
    words[0, OWN_TOPS], node.own_most = tops_and_size(own, sizes_at(work, 0, OWN_SIZES))
    words[0, ENEMY_TOPS], node.enemy_most = tops_and_size(enemy, sizes_at(work, 0, ENEMY_SIZES))


@helper
def holds(node: Node) -> int:
    """Return 1 if the side to move is the holder, -1 if the other side is, 0 if nobody is."""
    if node.holder == 0:
        return 0
    return 1 if node.holder - 1 == node.side else -1


@helper
def code_of(node: Node) -> np.uint64:
    """Return the part of a transposition key that is not in the two words."""
    return np.uint64(node.side | node.mode << 1 | node.holder << 3 | node.first << 5)
