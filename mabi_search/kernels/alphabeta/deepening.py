"""Iterative deepening: choose the next depth, line and window of alpha-beta.

A caller writes the options and the earlier situations into `work`, and calls `begin`. For each depth it then
calls `begin_depth`. While there is something to search, it calls `search` until that returns FINISHED, and
then `conclude`. `begin_depth` and `conclude` return True if there is more to search. The caller checks its
own limits. The lines of a depth are the first rows of `work.lines`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import int64, uint64, void
from mabi_search.kernels.alphabeta import work as w
from mabi_search.kernels.alphabeta.evaluation import INFINITE, WIN
from mabi_search.kernels.board import SETTING, Setting
from mabi_search.kernels.keys import TIES, TWICE, TWICE_IN_RUNS, arisen

WINDOW = 60
"""Half the width of the window around the score of the previous depth, in hundredths of a piece."""
NODES_AN_EXPANSION = 64
"""The run after an immediate pass gets one expansion for this many nodes of the node limit."""
FEWEST_EXPANSIONS, MOST_EXPANSIONS = 16, 1 << 12


@kernel(void(SETTING, w.WORK, int64[::1], uint64, uint64, int64, int64, int64, int64, int64))
def begin(
    setting: Setting,
    work: w.Work,
    cursor: NDArray[np.int64],
    own: np.uint64,
    enemy: np.uint64,
    code: int,
    first: int,
    holder: int,
    keys: int,
    most: int,
) -> None:
    """Begin a search: set the root, and switch off techniques that the position's history does not allow.

    keys    number of earlier situations
    most    node limit, or -1
    """
    for ply in range(w.MAX_PLY):
        work.killers[ply, 0], work.killers[ply, 1] = w.NO_MOVE, w.NO_MOVE
    for side in range(2):
        for move in range(work.history.shape[1]):
            work.history[side, move] >>= 3
    for place in range(w.CURSOR):
        cursor[place] = 0
    cursor[w.KEYS] = keys
    node = work.nodes[0]
    node.side, node.mode, node.holder, node.first, node.is_key = code >> 2, code & 3, holder, first, 0
    w.set_root(work, own, enemy)
    past = arisen(setting, work.keys, keys, own, enemy, code)
    if past & (TWICE | TIES):
        work.options[w.USE_PROOFS] = 0
    if past & TWICE_IN_RUNS:
        work.options[w.USE_RUNS] = 0
    expansions = MOST_EXPANSIONS
    if most >= 0:
        expansions = min(max(most // NODES_AN_EXPANSION, FEWEST_EXPANSIONS), MOST_EXPANSIONS)
    work.options[w.THOROUGH] = expansions


@helper
def open_window(work: w.Work, cursor: NDArray[np.int64], low: int, high: int) -> None:
    """Reset the search to the root with a new window."""
    node = work.nodes[0]
    node.alpha, node.beta, node.depth = low, high, cursor[w.DEPTH]
    cursor[w.PLY], cursor[w.STATE] = 0, w.ENTER


@helper
def open_line(work: w.Work, cursor: NDArray[np.int64]) -> None:
    """Open the window for the next line: around its previous score if that is an estimate, otherwise full."""
    number = cursor[w.FOUND]
    if number < cursor[w.KNOWN] and abs(work.scores[number]) < WIN:
        open_window(work, cursor, work.scores[number] - WINDOW, work.scores[number] + WINDOW)
    else:
        open_window(work, cursor, -INFINITE, INFINITE)


@kernel(int64(w.WORK, int64[::1], int64, int64))
def begin_depth(work: w.Work, cursor: NDArray[np.int64], left_out: int, wanted: int) -> bool:
    """Begin a search for `wanted` lines, one ply deeper than before; return False if `wanted` is 0.

    The first `left_out` moves of `work.excluded` are not searched.
    """
    for place in range(left_out, w.MAX_MOVES):
        work.excluded[place] = w.NO_MOVE
    cursor[w.DEPTH] += 1
    cursor[w.KNOWN], cursor[w.FOUND] = cursor[w.FOUND], 0
    cursor[w.LEFT_OUT], cursor[w.WANTED] = left_out, wanted
    open_line(work, cursor)
    return wanted > 0


@kernel(int64(w.WORK, int64[::1]))
def conclude(work: w.Work, cursor: NDArray[np.int64]) -> bool:
    """Store the result of a window, and open the next one; return False if the depth has all its lines."""
    score, number, node = cursor[w.VALUE], cursor[w.FOUND], work.nodes[0]
    if node.beta < INFINITE and not node.low < score < node.beta:
        open_window(work, cursor, -INFINITE, INFINITE)
        return True
    for i in range(work.length[0]):
        work.lines[number, i] = work.line[0, i]
    work.lengths[number], work.scores[number] = work.length[0], score
    cursor[w.FOUND] = number + 1
    if number + 1 == cursor[w.WANTED]:
        return False
    work.excluded[cursor[w.LEFT_OUT] + number] = work.line[0, 0]
    open_line(work, cursor)
    return True
