"""Runs: the moves of one side alone, after the other side has passed.

Let Y stand still with a largest group of M. X wins by its run if it reaches a placement with two properties:
its own largest group is larger than M, and Y does not win in answer in the same way. Y's answers start where
X has more than M. So the placements are processed by falling M, each after all that it depends on.
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
    """The runs to process."""

    stands: int
    """Who stands: 0 White, 1 Black."""
    most: int
    """The size that the standing side's largest group must have; ANY for all."""
    final: int
    """1 if the pass that ends the run ends the game."""


class Room(NamedTuple):
    """Work arrays."""

    left: NDArray[np.int64]
    """(squares,): the squares that the standing side leaves."""
    steps: NDArray[np.int64]
    """(squares,): of each of these, those of them that are beside it."""
    numbers: NDArray[np.int64]
    """(sets,): the placement that each set of the running side makes."""
    queue: NDArray[np.int32]
    """(sets,): what was reached, in this order."""
    reached: NDArray[np.uint8]
    """(sets,): 1 if the set was reached."""


def room(squares: int, sets: int) -> Room:
    """Return room for a board of so many squares, where the running side has so many sets."""
    return Room(
        np.zeros(squares, np.int64),
        np.zeros(squares, np.int64),
        np.zeros(sets, np.int64),
        np.zeros(sets, np.int32),
        np.zeros(sets, np.uint8),
    )


TASK, ROOM = form_of(Task(0, 0, 0)), form_of(room(1, 1))


@helper
def list_steps(numbering: Numbering, n: int, left: NDArray[np.int64], steps: NDArray[np.int64]) -> None:
    """Write for each of the squares left those left beside it, all numbered among those left."""
    for i in range(n):
        steps[i] = 0
        for j in range(n):
            steps[i] |= (numbering.beside[left[i]] >> left[j] & 1) << j


@helper
def mark_goals(numbering: Numbering, task: Task, still: int, alone: NDArray[np.uint8], room: Room) -> int:
    """Queue the placements where the pass of the side that runs wins; return how many; number them all."""
    sets = numbering.black_left if task.stands == 0 else numbering.white_left
    answer = WHITE_WINS if task.stands == 0 else BLACK_WINS
    goals = 0
    for i in range(len(sets)):
        moving = among_left(sets[i], room.left)
        white, black = (still, moving) if task.stands == 0 else (moving, still)
        number = room.numbers[i] = number_of(numbering, white, black)
        ahead = numbering.most[moving] > numbering.most[still]
        room.reached[i] = 1 if ahead and (task.final or not alone[number] & answer) else 0
        if room.reached[i]:
            room.queue[goals] = i
            goals += 1
    return goals


@helper
def go_back(
    numbering: Numbering, sets: NDArray[np.int64], free: NDArray[np.uint32], goals: int, room: Room
) -> int:
    """Queue also the placements from which a queued one can be reached; return how many there are in all."""
    head, tail = 0, goals
    while head < tail:
        here = sets[room.queue[head]]
        head += 1
        targets = here
        while targets:
            target = first_of(targets)
            targets &= targets - 1
            origins = room.steps[target] & ~here
            while origins:
                origin = first_of(origins)
                origins &= origins - 1
                before = numbering.rank[here ^ 1 << target ^ 1 << origin]
                if not room.reached[before] and free[room.numbers[before]] >> room.left[origin] & 1:
                    room.reached[before] = 1
                    room.queue[tail] = before
                    tail += 1
    return tail


@kernel(int64(NUMBERING, TASK, int64, int64, uint32[::1], uint8[::1], ROOM))
def run_alone(
    numbering: Numbering,
    task: Task,
    first: int,
    last: int,
    free: NDArray[np.uint32],
    alone: NDArray[np.uint8],
    room: Room,
) -> int:
    """Treat sets of the side that stands, `first` to `last` - 1, against all of the side that runs.

    free     who of the running side may step, of each placement
    alone    for each placement WHITE_WINS, BLACK_WINS; the running side's bit is set here
    Return how many placements were treated.
    """
    white_stands = task.stands == 0
    still_sets = numbering.white_sets if white_stands else numbering.black_sets
    sets = numbering.black_left if white_stands else numbering.white_left
    bit = BLACK_WINS if white_stands else WHITE_WINS
    treated = 0
    for k in range(first, last):
        still = still_sets[k]
        if task.most != ANY and numbering.most[still] != task.most:
            continue
        treated += len(sets)
        n = list_left(numbering, still, room.left)
        list_steps(numbering, n, room.left, room.steps)
        goals = mark_goals(numbering, task, still, alone, room)
        for i in range(go_back(numbering, sets, free, goals, room)):
            alone[room.numbers[room.queue[i]]] |= bit
    return treated
