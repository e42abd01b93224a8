"""Situations that have occurred, as rows of words, and how often they have occurred."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import int64, uint64
from _gamekit.kernels.bits import signed
from mabi_search.kernels.board import (
    LEADER,
    NO_FREEZE,
    NO_REPETITION,
    PLACEMENT,
    RUN,
    SETTING,
    SITUATION,
    UNIQUE,
    Setting,
)
from mabi_search.kernels.groups import largest

TOLD_APART = {
    "repetition": (SITUATION, PLACEMENT, NO_REPETITION),
    "freeze": (UNIQUE, LEADER, NO_FREEZE),
}

# Columns of the keys. There is one row for each occurrence of a situation.
WHITE, BLACK, KEY_CODE, AGAIN, KEY = range(5)
"""White's word, Black's word, side * 4 + mode, and 1 if the situation had occurred before."""


@helper
def occurrences(
    setting: Setting,
    keys: NDArray[np.uint64],
    count: int,
    white: np.uint64,
    black: np.uint64,
    code: np.uint64,
) -> int:
    """Return how often a position occurs among the first `count` keys."""
    n = 0
    for i in range(count):
        if keys[i, WHITE] == white and keys[i, BLACK] == black:
            if setting.repetition == PLACEMENT or keys[i, KEY_CODE] == code:
                n += 1
    return n


TWICE, TWICE_IN_RUNS, TIES, BARS_OTHERS = 1, 2, 4, 8
"""The flags of `past`.

TWICE: a situation has occurred twice and may not occur again.

TWICE_IN_RUNS: a situation of a run has occurred twice.

TIES: a tie has occurred that a proof could enter again with either holder. Stored proofs distinguish holders,
so they could overlook that the tie occurs for the third time. With a freeze, a tie of groups smaller than the
present largest group cannot occur again.

BARS_OTHERS: repetition forbids a situation of a run that could answer a pass. The run is that of the other
side. In that situation, the largest group of the side to move is at least as large as the other side's
largest group is now.
"""


@helper
def is_barred(keys: NDArray[np.uint64], i: int, enemy: np.uint64, code: int) -> bool:
    """Return whether a key belongs to a run of the side to move against the present enemy pieces."""
    key = signed(keys[i, KEY_CODE])
    return key & 3 == RUN and key >> 2 == code >> 2 and keys[i, BLACK - (code >> 2)] == enemy


@helper
def is_second(setting: Setting, keys: NDArray[np.uint64], i: int) -> bool:
    """Return whether the situation of key `i` also occurs among earlier keys."""
    return occurrences(setting, keys, i, keys[i, WHITE], keys[i, BLACK], keys[i, KEY_CODE]) > 0


@helper
def arisen(
    setting: Setting, keys: NDArray[np.uint64], count: int, own: np.uint64, enemy: np.uint64, code: int
) -> int:
    """Return the flags of `past` for the first `count` keys."""
    side, standing, told = code >> 2, largest(enemy), 0
    least = 1 if setting.freeze == NO_FREEZE else max(2, largest(own), standing)
    for i in range(count):
        white, black, key = keys[i, WHITE], keys[i, BLACK], signed(keys[i, KEY_CODE])
        is_now = (white == own and black == enemy) or (white == enemy and black == own)
        if setting.repetition == SITUATION and not is_now:
            size = largest(white)
            if size >= least and size == largest(black):
                told |= TIES
        if is_second(setting, keys, i):
            told |= TWICE
            if setting.repetition == PLACEMENT or key & 3 == RUN:
                told |= TWICE_IN_RUNS
            of_others = setting.repetition == SITUATION and key & 3 == RUN and key >> 2 != side
            if of_others and largest(keys[i, side]) >= standing:
                told |= BARS_OTHERS
    return told


@kernel(int64(SETTING, uint64[:, ::1], uint64, uint64, int64))
def past(setting: Setting, keys: NDArray[np.uint64], own: np.uint64, enemy: np.uint64, code: int) -> int:
    """Return the sum of those flags that apply: TWICE, TWICE_IN_RUNS, TIES and BARS_OTHERS."""
    return arisen(setting, keys, len(keys), own, enemy, code)
