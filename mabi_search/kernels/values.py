"""The layout of a table of a small board: one byte for each state, and one byte for each placement.

A **state** is a placement, the side to move, a slot for the holder and a mode of `retrograde.alternate`. The
mode is ALTERNATE; under `plain` there is also ANSWERS, and under `resume` also PASSED and RUNS. The index of
a state is ((placement * 2 + side) * slots + slot) * modes + mode. The slot distinguishes holders in a tie:

    one side's largest group is larger        slot 0
    tie of 2 or more                          slot 0 White holds, 1 Black holds
    tie of 1, freeze unique or leader         slot 0 nobody holds
    tie of 1, freeze none (3 slots)           slot 0 White holds, 1 Black holds, 2 nobody

The byte of a state is 0 if the state is undecided, and 1 for a draw. At distance d it is 2 * d for a win of
the side to move, and 2 * d + 1 for a loss. In mode PASSED, d is the distance of the state before the pass.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper
from mabi_search.kernels.board import (
    FINAL_RULE,
    LEADER,
    NO_FREEZE,
    PLAIN_RULE,
    RESUME_RULE,
    RUN_RULE,
    UNIQUE,
    Setting,
)
from mabi_search.kernels.numbering import Numbering, number_of, set_of

TOLD_APART = {
    "freeze": (UNIQUE, LEADER, NO_FREEZE),
    "pass_rule": (RUN_RULE, RESUME_RULE, FINAL_RULE, PLAIN_RULE),
}
WHITE_WINS, BLACK_WINS = 1, 2
"""Bits of the byte of a placement: the side can move alone to a placement in which its pass wins."""


@helper
def slots_of(setting: Setting) -> int:
    """Return the number of slots, which distinguish the possible holders."""
    return 3 if setting.freeze == NO_FREEZE else 2


@helper
def modes_of(setting: Setting) -> int:
    """Return the number of modes of the states."""
    return 4 if setting.pass_rule == RESUME_RULE else 2 if setting.pass_rule == PLAIN_RULE else 1


@helper
def slot_of(setting: Setting, white_most: int, black_most: int, holder: int) -> int:
    """Return the slot of a holder."""
    if white_most != black_most:
        return 0
    if white_most > 1 or setting.freeze == NO_FREEZE:
        return holder
    return 0


@helper
def byte_of(
    numbering: Numbering,
    setting: Setting,
    values: NDArray[np.uint8],
    white: np.uint64,
    black: np.uint64,
    side: int,
    holder: int,
    mode: int,
) -> int:
    """Return the byte of a position.

    white, black    words of `kernels.board`, with the numbers of pieces of the table
    side            0 if White is to move, 1 if Black is
    holder          0 for White, 1 for Black, 2 for nobody
    mode            0 for alternate play, 1 for `q`; under `resume` also 2 for `p` and 3 for `r`
    """
    w, b = set_of(numbering, white), set_of(numbering, black)
    slot = slot_of(setting, numbering.most[w], numbering.most[b], holder)
    number = number_of(numbering, w, b)
    return int(np.int64(values[((number * 2 + side) * slots_of(setting) + slot) * modes_of(setting) + mode]))
