"""Moves: the steps of the pieces, and the mode after a step or a pass."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper
from _gamekit.kernels.bits import ONE, ZERO, lowest, popcount
from mabi_search.kernels.board import (
    ALTERNATE,
    FINAL_RULE,
    LAST_CALL,
    OVER,
    PASSED,
    PLAIN_RULE,
    RESUME_RULE,
    RUN,
    RUN_RULE,
    Setting,
    adjacent,
    east,
    north,
    south,
    west,
)
from mabi_search.kernels.groups import held

TOLD_APART = {"pass_rule": (RUN_RULE, RESUME_RULE, FINAL_RULE, PLAIN_RULE)}
MOST_STEPS = 2 * 8 * 7
"""Maximum number of steps of a side: one for each pair of adjacent squares."""


@helper
def movable(setting: Setting, own: np.uint64, enemy: np.uint64, first: int) -> np.uint64:
    """Return the own pieces that may step if a square beside them is empty.

    first    1 on White's first turn, when only pieces at the edge may step
    """
    paralysed, frozen = held(setting, own, enemy)
    free = own & ~(paralysed | frozen)
    return free & setting.edge if first else free


@helper
def count_steps(empty: np.uint64, free: np.uint64) -> int:
    """Return the number of steps of these pieces to empty squares."""
    return (
        popcount(north(free) & empty)
        + popcount(south(free) & empty)
        + popcount(east(free) & empty)
        + popcount(west(free) & empty)
    )


class Steps(NamedTuple):
    """The remaining steps: those of one piece, in the order of its targets, then those of the others."""

    piece: np.uint64
    targets: np.uint64
    """The targets of the piece; ZERO if no step is left."""
    others: np.uint64


@helper
def steps_of(free: np.uint64, empty: np.uint64) -> Steps:
    """Return all steps of these pieces to empty squares."""
    piece, targets = ZERO, ZERO
    while targets == ZERO and free != ZERO:
        piece = lowest(free)
        free ^= piece
        targets = adjacent(piece) & empty
    return Steps(piece, targets, free)


@helper
def after_next(steps: Steps, empty: np.uint64) -> Steps:
    """Return the steps that remain after the next one."""
    targets = steps.targets ^ lowest(steps.targets)
    if targets != ZERO:
        return Steps(steps.piece, targets, steps.others)
    return steps_of(steps.others, empty)


@helper
def list_steps(setting: Setting, own: np.uint64, enemy: np.uint64, into: NDArray[np.uint64]) -> int:
    """Write the own pieces after each step into `into`, and return the number of steps.

    White's first turn is not supported.
    into    uint64[:], with space for MOST_STEPS
    """
    empty = setting.board & ~(own | enemy)
    count = 0
    steps = steps_of(movable(setting, own, enemy, 0), empty)
    while steps.targets != ZERO:
        into[count] = own ^ steps.piece ^ lowest(steps.targets)
        count += 1
        steps = after_next(steps, empty)
    return count


@helper
def mode_after_move(mode: int) -> int:
    """Return the mode after a step."""
    return RUN if mode == PASSED or mode == RUN else ALTERNATE


@helper
def code_after_step(side: np.uint64, mode: int) -> np.uint64:
    """Return the code (side and mode) after a step."""
    after = mode_after_move(mode)
    return (side if after == RUN else side ^ ONE) << np.uint64(2) | np.uint64(after)


@helper
def mode_after_pass(setting: Setting, mode: int) -> int:
    """Return the mode after a pass; OVER if the pass ends the game."""
    rule = setting.pass_rule
    if mode == PASSED or mode == LAST_CALL or (mode == RUN and rule == FINAL_RULE):
        return OVER
    if rule == PLAIN_RULE or (mode == RUN and rule == RESUME_RULE):
        return LAST_CALL
    return PASSED
