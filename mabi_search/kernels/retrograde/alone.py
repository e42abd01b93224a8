"""Runs, in which one side moves alone after the other side has passed.

Let X be the running side, Y the side that stands still, and M the size of Y's largest group. X wins by its
run if it reaches a placement in which its largest group is larger than M and Y has no winning run in answer.
In Y's answer, X stands still with a group larger than M. So placements are processed in order of decreasing
M, each after those on which it depends.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import form_of, int64, uint8, uint32
from mabi_search.kernels.numbering import (
    NUMBERING,
    Numbering,
    among_left,
    first_of,
    list_left,
    number_of,
)
from mabi_search.kernels.values import BLACK_WINS, WHITE_WINS

ANY = -1


class Task(NamedTuple):
    """The runs to be processed."""

    stands: int
    """The side that stands still: 0 for White, 1 for Black."""
    most: int
    """The size of the standing side's largest group; ANY for all sizes."""
    final: int
    """1 if the pass that ends the run ends the game."""


class Scratch(NamedTuple):
    """Work arrays."""

    left: NDArray[np.int64]
    """(squares,): the squares that the standing side leaves empty."""
    steps: NDArray[np.int64]
    """(squares,): for each of these squares, the adjacent ones among them."""
    numbers: NDArray[np.int64]
    """(sets,): the number of the placement for each set of the running side."""
    queue: NDArray[np.int32]
    """(sets,): the sets reached, in the order of their discovery."""
    reached: NDArray[np.uint8]
    """(sets,): 1 if the set has been reached."""


def scratch(squares: int, sets: int) -> Scratch:
    """Return work arrays for a board with `squares` squares and `sets` sets of the running side."""
    return Scratch(
        np.zeros(squares, np.int64),
        np.zeros(squares, np.int64),
        np.zeros(sets, np.int64),
        np.zeros(sets, np.int32),
        np.zeros(sets, np.uint8),
    )


TASK, SCRATCH = form_of(Task(0, 0, 0)), form_of(scratch(1, 1))


@helper
def list_steps(numbering: Numbering, n: int, left: NDArray[np.int64], steps: NDArray[np.int64]) -> None:
    """Write a word for each square in `left`; bit j is set if the square `left[j]` is beside it."""
    for i in range(n):
        steps[i] = 0
        for j in range(n):
            steps[i] |= (numbering.beside[left[i]] >> left[j] & 1) << j


@helper
def mark_goals(
    numbering: Numbering, task: Task, still: int, alone: NDArray[np.uint8], scratch: Scratch
) -> int:
    """Write the numbers of all placements, and queue those in which the running side's pass wins.

    Return the number of placements queued.
    """
    sets = numbering.black_left if task.stands == 0 else numbering.white_left
    answer = WHITE_WINS if task.stands == 0 else BLACK_WINS
    goals = 0
    for i in range(len(sets)):
        moving = among_left(sets[i], scratch.left)
        white, black = (still, moving) if task.stands == 0 else (moving, still)
        number = scratch.numbers[i] = number_of(numbering, white, black)
        ahead = numbering.most[moving] > numbering.most[still]
        scratch.reached[i] = 1 if ahead and (task.final or not alone[number] & answer) else 0
        if scratch.reached[i]:
            scratch.queue[goals] = i
            goals += 1
    return goals


@helper
def go_back(
    numbering: Numbering, sets: NDArray[np.int64], free: NDArray[np.uint32], goals: int, scratch: Scratch
) -> int:
    """Queue all placements from which a queued placement can be reached; return the length of the queue."""
    head, tail = 0, goals
    while head < tail:
        here = sets[scratch.queue[head]]
        head += 1
        targets = here
        while targets:
            target = first_of(targets)
            targets &= targets - 1
            origins = scratch.steps[target] & ~here
            while origins:
                origin = first_of(origins)
                origins &= origins - 1
                before = numbering.rank[here ^ 1 << target ^ 1 << origin]
                if not scratch.reached[before] and free[scratch.numbers[before]] >> scratch.left[origin] & 1:
                    scratch.reached[before] = 1
                    scratch.queue[tail] = before
                    tail += 1
    return tail


@kernel(int64(NUMBERING, TASK, int64, int64, uint32[::1], uint8[::1], SCRATCH))
def run_alone(
    numbering: Numbering,
    task: Task,
    first: int,
    last: int,
    free: NDArray[np.uint32],
    alone: NDArray[np.uint8],
    scratch: Scratch,
) -> int:
    """Process the standing side's sets `first` to `last` - 1 against all sets of the running side.

    free     for each placement, the pieces of the running side that may step
    alone    for each placement, WHITE_WINS and BLACK_WINS; this function sets the bit of the running side
    Return the number of placements processed.
    """
    white_stands = task.stands == 0
    still_sets = numbering.white_sets if white_stands else numbering.black_sets
    sets = numbering.black_left if white_stands else numbering.white_left
    bit = BLACK_WINS if white_stands else WHITE_WINS
    processed = 0
    for k in range(first, last):
        still = still_sets[k]
        if task.most != ANY and numbering.most[still] != task.most:
            continue
        processed += len(sets)
        n = list_left(numbering, still, scratch.left)
        list_steps(numbering, n, scratch.left, scratch.steps)
        goals = mark_goals(numbering, task, still, alone, scratch)
        for i in range(go_back(numbering, sets, free, goals, scratch)):
            alone[scratch.numbers[scratch.queue[i]]] |= bit
    return processed
