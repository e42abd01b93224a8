"""The packed position: two bitboards and a code.

Bit 8 * rank + file is a square, on boards of all sizes. Bits outside the board are 0 in `Setting.board`::

    8 | 56 57 58 59 60 61 62 63
    7 | 48 49 50 51 52 53 54 55
    …
    2 |  8  9 10 11 12 13 14 15
    1 |  0  1  2  3  4  5  6  7
         a  b  c  d  e  f  g  h

A position has two words, `own` for the pieces of the side to move and `enemy` for the others, and a **code**.
The code is side * 4 + mode, with side 0 for White, 1 for Black, and the modes below. For example, code 5
means that Black is to move, and that White has just passed and is locked out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from _gamekit.jit.entry import helper
from _gamekit.jit.forms import form_of
from _gamekit.kernels.bits import ONE, ZERO

UP = np.uint64(8)
NOT_A = np.uint64(0xFEFE_FEFE_FEFE_FEFE)
NOT_H = np.uint64(0x7F7F_7F7F_7F7F_7F7F)

ALTERNATE, PASSED, RUN, LAST_CALL, OVER = 0, 1, 2, 3, 4
"""Modes: "-", "p", "r", "q", and the mode after the pass that ends the game."""

BY_PIECE, BY_GROUP = 0, 1
"""Readings of paralysis."""
UNIQUE, LEADER, NO_FREEZE = 0, 1, 2
"""Readings of the freeze."""
RUN_RULE, RESUME_RULE, FINAL_RULE, PLAIN_RULE = 0, 1, 2, 3
"""Readings of the pass."""
SITUATION, PLACEMENT, NO_REPETITION = 0, 1, 2
"""Readings of repetition.

A module whose code depends on a reading lists the values that it implements in `TOLD_APART`. `game.packed`
refuses a value that one of these modules does not list.
"""


class Setting(NamedTuple):
    """The board and the rules."""

    board: np.uint64
    """The squares of the board."""
    edge: np.uint64
    """The squares at the edge of the board."""
    paralysis: int
    freeze: int
    pass_rule: int
    repetition: int


SETTING = form_of(Setting(ZERO, ZERO, 0, 0, 0, 0))
"""The type of a `Setting` in the signatures of kernels."""


@helper
def north(word: np.uint64) -> np.uint64:
    """Return the squares above these squares."""
    return word << UP


@helper
def south(word: np.uint64) -> np.uint64:
    """Return the squares below these squares."""
    return word >> UP


@helper
def east(word: np.uint64) -> np.uint64:
    """Return the squares to the right of these squares."""
    return (word << ONE) & NOT_A


@helper
def west(word: np.uint64) -> np.uint64:
    """Return the squares to the left of these squares."""
    return (word >> ONE) & NOT_H


@helper
def adjacent(word: np.uint64) -> np.uint64:
    """Return the squares beside any of these squares. Some may lie outside the board."""
    return north(word) | south(word) | east(word) | west(word)
