"""Look up values in the complete table of a small board during a search."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import form_of, int64, uint64
from mabi_search.kernels.board import ALTERNATE, LAST_CALL, PASSED, RUN, SETTING, Setting
from mabi_search.kernels.keys import occurrences
from mabi_search.kernels.numbering import Numbering, no_numbering, number_of, set_of
from mabi_search.kernels.values import BLACK_WINS, WHITE_WINS, byte_of


class Complete(NamedTuple):
    """The table of a small board. `kernels.values` describes its layout."""

    numbering: Numbering
    values: NDArray[np.uint8]
    alone: NDArray[np.uint8]


def no_table() -> Complete:
    """Return an empty table, for calls that require one."""
    byte = np.zeros(1, np.uint8)
    return Complete(no_numbering(), byte, byte)


COMPLETE = form_of(no_table())
"""The type of a `Complete` in the signatures of kernels."""


@helper
def decided(
    setting: Setting, complete: Complete, own: np.uint64, enemy: np.uint64, side: int, mode: int, holder: int
) -> int:
    """Return 1 + distance for a win of the side to move, -1 - distance for a loss, or 0.

    Side and holder are numbered as in `work.Node`. The result is 0 inside a run, and if a pass ends the game
    and wins: the search finds such wins itself, with their margin.
    """
    if mode == RUN or (mode != ALTERNATE and holder == 1 + side):
        return 0
    white, black = (own, enemy) if side == 0 else (enemy, own)
    numbering = complete.numbering
    if mode == PASSED:
        number = number_of(numbering, set_of(numbering, white), set_of(numbering, black))
        if complete.alone[number] & (WHITE_WINS if side == 0 else BLACK_WINS):
            return 1
        return -1 if holder == 2 - side else 0
    answers = 1 if mode == LAST_CALL else 0
    byte = byte_of(numbering, setting, complete.values, white, black, side, (holder + 2) % 3, answers)
    if byte < 2:
        return 0
    return -1 - (byte >> 1) if byte & 1 else 1 + (byte >> 1)


@helper
def any_twice(setting: Setting, keys: NDArray[np.uint64], count: int) -> bool:
    """Return whether some situation occurs twice among the first `count` keys."""
    for i in range(1, count):
        if occurrences(setting, keys, i, keys[i, 0], keys[i, 1], keys[i, 2]):
            return True
    return False


@kernel(int64(SETTING, COMPLETE, uint64, uint64, int64, int64, int64))
def decided_at(
    setting: Setting, complete: Complete, own: np.uint64, enemy: np.uint64, side: int, mode: int, holder: int
) -> int:
    """Call `decided` from Python."""
    return decided(setting, complete, own, enemy, side, mode, holder)
