"""Runs under `resume`, which begin in alternate play and lead back into it: their values.

While Y stands still, all nodes of a component (`components`) have the same value for X, who runs:

* won, if an answer that Y loses can be reached: told backwards, each node once
* lost, if Y wins all answers that can be reached: a component counts its nodes whose answers Y is not known
  to win, and its steps into components not known to be lost; it is lost when none is left

All that is told here is about one set of the side that stands. So calls with other sets never write to the
same state.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import int64
from mabi_search.kernels.board import SETTING, Setting
from mabi_search.kernels.numbering import NUMBERING, Numbering
from mabi_search.kernels.retrograde.alternate import (
    ALTERNATE,
    ANSWERS,
    MOVER_DRAWS,
    OPEN,
    OTHER_DRAWS,
    PASSED,
    RUNS,
    UNUSED,
    WORK,
    Work,
    reply_draws,
    tell,
)
from mabi_search.kernels.retrograde.components import (
    COMPONENTS,
    ROOM,
    Alone,
    Components,
    Room,
    alone_against,
    list_before,
    state_of,
)
from mabi_search.kernels.values import slots_of


@helper
def tell_pass(alone: Alone, node: int, won: bool, distance: int, values: NDArray[np.uint8]) -> int:
    """Update the state in which a run may begin at a node, after a step of it leads to a won or lost run.

    Return 1 if this decides the state in alternate play whose pass leads here.
    """
    side = 1 - alone.stands
    if not tell(values, state_of(alone, node, side, PASSED), won, distance):
        return 0
    before = state_of(alone, node, alone.stands, ALTERNATE)
    return int(tell(values, before, not won, distance))


@helper
def tell_won(alone: Alone, values: NDArray[np.uint8], distance: int, tail: int) -> int:
    """Update all runs that reach the queued nodes; return the number of states of alternate play decided."""
    queue, before = alone.room.nodes[0], alone.room.before
    head, decided = 0, 0
    while head < tail:
        count = list_before(alone, queue[head])
        head += 1
        for i in range(count):
            at = state_of(alone, before[i], 1 - alone.stands, RUNS)
            if values[at] >= OPEN:
                values[at] = 2 * distance
                queue[tail] = before[i]
                tail += 1
            decided += tell_pass(alone, before[i], True, distance, values)
    return decided


@helper
def tell_lost(
    alone: Alone, values: NDArray[np.uint8], found: Components, base: int, distance: int, tail: int
) -> int:
    """Update the predecessors of the queued lost components; return the same count as `tell_won`."""
    queue, before = alone.room.nodes[0], alone.room.before
    head, decided = 0, 0
    while head < tail:
        component = queue[head]
        head += 1
        node, done = component, False
        while not done:
            values[state_of(alone, node, 1 - alone.stands, RUNS)] = 2 * distance + 1
            count = list_before(alone, node)
            for i in range(count):
                other = found.of[base + before[i]]
                if other != component:
                    found.open[base + other] -= 1
                    if not found.open[base + other]:
                        queue[tail] = other
                        tail += 1
                decided += tell_pass(alone, before[i], False, distance, values)
            node = found.ring[base + node]
            done = node == component
    return decided


@kernel(int64(NUMBERING, SETTING, WORK, COMPONENTS, int64, int64, int64, int64, ROOM))
def tell_runs(
    numbering: Numbering,
    setting: Setting,
    work: Work,
    found: Components,
    stands: int,
    distance: int,
    first: int,
    last: int,
    room: Room,
) -> int:
    """Update the runs that lead to answers of this distance, against the sets `first` to `last` - 1.

    Return how many states of alternate play are decided by it, at the next distance.
    """
    slots, queue, decided = slots_of(setting), room.nodes[0], 0
    for k in range(first, last):
        alone = alone_against(numbering, setting, work, stands, k, room)
        count = len(alone.sets) * slots
        base, won, lost = k * count, 0, 0
        for node in range(count):
            answer = work.values[state_of(alone, node, stands, ANSWERS)]
            if answer >> 1 != distance:
                continue
            if not answer & 1:
                lost += 1
                continue
            at = state_of(alone, node, 1 - stands, RUNS)
            if work.values[at] >= OPEN:
                work.values[at] = 2 * distance
                queue[won] = node
                won += 1
        decided += tell_won(alone, work.values, distance, won)
        if not lost:
            continue
        tail = 0
        for node in range(count):
            answer = work.values[state_of(alone, node, stands, ANSWERS)]
            if answer == 2 * distance:
                component = found.of[base + node]
                found.open[base + component] -= 1
                if not found.open[base + component]:
                    queue[tail] = component
                    tail += 1
        decided += tell_lost(alone, work.values, found, base, distance, tail)
    return decided


# Draws


@helper
def mark_before(alone: Alone, tail: int, bit: int) -> None:
    """Set a bit of row 1 of `Room.nodes` for all from which the nodes queued can be reached, and these."""
    queue, marks, before = alone.room.nodes[0], alone.room.nodes[1], alone.room.before
    for i in range(tail):
        marks[queue[i]] |= bit
    head = 0
    while head < tail:
        count = list_before(alone, queue[head])
        head += 1
        for i in range(count):
            if not marks[before[i]] & bit:
                marks[before[i]] |= bit
                queue[tail] = before[i]
                tail += 1


@kernel(int64(NUMBERING, SETTING, WORK, int64, int64, int64, ROOM))
def find_draws_of_runs(
    numbering: Numbering, setting: Setting, work: Work, stands: int, first: int, last: int, room: Room
) -> int:
    """Look once at the runs where nobody need hold; return how many bytes have changed."""
    slots, queue, marks, changed = slots_of(setting), room.nodes[0], room.nodes[1], 0
    still_sets = numbering.white_sets if stands == 0 else numbering.black_sets
    for k in range(first, last):
        if numbering.most[still_sets[k]] > 1:
            continue
        alone = alone_against(numbering, setting, work, stands, k, room)
        count = len(alone.sets) * slots
        marks[:count] = 0
        for bit in (MOVER_DRAWS, OTHER_DRAWS):
            # who runs draws if it can reach an answer that lets it; the other if all answers let it
            tail = 0
            for node in range(count):
                answer = int(np.int64(work.values[state_of(alone, node, stands, ANSWERS)]))
                if answer == UNUSED:
                    continue
                draws = reply_draws(work.values, state_of(alone, node, stands, ANSWERS))
                if (bit == MOVER_DRAWS) == (draws & (MOVER_DRAWS | OTHER_DRAWS) - bit != 0):
                    queue[tail] = node
                    tail += 1
            mark_before(alone, tail, bit)
        for node in range(count):
            at = state_of(alone, node, 1 - stands, RUNS)
            if OPEN <= work.values[at] < UNUSED:
                found = OPEN + (marks[node] ^ OTHER_DRAWS)
                changed += found != work.values[at]
                work.values[at] = found
    return changed
