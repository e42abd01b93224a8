"""Write the result of the search of a run: the outcome of the run, if known, and the best line."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import int64, void
from mabi_search.kernels.alphabeta.evaluation import PIECE, WIN
from mabi_search.kernels.board import OVER, SETTING, Setting
from mabi_search.kernels.keys import BARS_OTHERS
from mabi_search.kernels.moves import mode_after_pass
from mabi_search.kernels.runs.levels import BARRED, BEST, FOUND, LOSES, RUNS, WINS, Runs

HOW, WHERE, PASSES, SCORE, TOLD = range(5)
"""HOW is the outcome of the run. WHERE is the node of level 0 at which the line ends; -1 if the line has no
step. PASSES is 1 if a pass follows, and SCORE is the score of the line."""
OPEN, WON, LOST, DRAWN = range(4)


@helper
def hopeful(runs: Runs) -> int:
    """Return the node where a pass seems best, without a known winning answer; -1 if there is none.

    Winning answers are known only if they were searched.
    """
    best, ahead = -1, 0
    for index in range(runs.levels[0].count):
        node = runs.nodes[0, index]
        if node.holds and not node.refuted and node.parent != BARRED:
            if best < 0 or node.most - node.bound > ahead:
                best, ahead = index, node.most - node.bound
    return best


@kernel(void(SETTING, RUNS, int64, int64, int64, int64, int64[::1]))
def tell(
    setting: Setting,
    runs: Runs,
    answer: int,
    mode: int,
    holds: int,
    past: int,
    told: NDArray[np.int64],
) -> None:
    """Write the outcome of a run and its best line into `told`, after a search that was not stopped.

    holds    1 if the side to move is the holder, -1 if the other side is, 0 if nobody is
    past     the flags of `keys.past`

    If a run wins, the line is that run. If the position is lost, the line ends at the largest group that was
    reached. If it is a draw, the line is a pass. If the outcome is not known, the line ends where a pass
    seems best, or else at a group larger than the present one.
    """
    met = answer == LOSES and not past & BARS_OTHERS
    first, greatest = runs.nodes[0, 0], runs.nodes[0, runs.cursor[BEST]]
    onward = runs.cursor[BEST] if greatest.most > first.most else -1
    told[PASSES] = 1
    if answer == WINS:
        told[HOW], told[WHERE], told[SCORE] = WON, runs.cursor[FOUND], WIN
    elif met and holds != 0:
        told[HOW], told[WHERE], told[SCORE] = LOST, onward, -WIN
    elif met and mode_after_pass(setting, mode) == OVER:
        told[HOW], told[WHERE], told[SCORE] = DRAWN, -1, 0
    else:
        told[HOW], told[WHERE], told[SCORE] = OPEN, hopeful(runs), 1
        if told[WHERE] < 0:
            told[WHERE], told[PASSES] = onward, 1 if onward < 0 else 0
            told[SCORE] = PIECE * (max(greatest.most, first.most) - runs.levels[0].enemy_most) | 1
