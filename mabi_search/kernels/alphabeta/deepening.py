"""Iterative deepening: what alpha-beta searches next, ply by ply, line by line, window by window.

A caller writes the options and the situations that have arisen into `work`, and calls `begin`. Then, for each
depth, it calls `begin_depth`; and `search` until that has FINISHED a window, then `conclude`, as long as this
returns True. Limits are the caller's. The lines of a depth are the first rows of `work.lines`.
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
"""Half of the window around the score of the depth before, in hundredths of a piece."""
NODES_AN_EXPANSION = 64
"""Nodes that a search has for each expansion of the run after a pass at once."""
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
    """Begin a search: write the first node, and switch off what its past does not allow.

    `keys` situations have arisen. The limit of nodes is `most`, -1 if there is none.
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
    work.words[0, w.OWN], work.words[0, w.ENEMY] = own, enemy
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
    """Stand at the first node, to search it with a window."""
    node = work.nodes[0]
    node.alpha, node.beta, node.depth = low, high, cursor[w.DEPTH]
    cursor[w.PLY], cursor[w.STATE] = 0, w.ENTER


@helper
def open_line(work: w.Work, cursor: NDArray[np.int64]) -> None:
    """Begin the next line of a depth, with a window around what it was worth at the depth before."""
    number = cursor[w.FOUND]
    if number < cursor[w.KNOWN] and abs(work.scores[number]) < WIN:
        open_window(work, cursor, work.scores[number] - WINDOW, work.scores[number] + WINDOW)
    else:
        open_window(work, cursor, -INFINITE, INFINITE)


@kernel(int64(w.WORK, int64[::1], int64, int64))
def begin_depth(work: w.Work, cursor: NDArray[np.int64], left_out: int, wanted: int) -> bool:
    """Begin the search of so many lines, a ply deeper than before; return True if there is any to search.

    The moves in the first `left_out` places of `work.excluded` are not searched.
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
    """Conclude from a window that was searched what is next; return False if the depth has all its lines."""
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
