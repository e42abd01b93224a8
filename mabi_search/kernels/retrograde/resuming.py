"""Find the values of runs under the pass rule `resume`. They begin in alternate play and lead back to it.

While Y stands still, all nodes of a component (see `components`) have the same value for the runner X:

* A component is won if X can reach an answer that Y loses. Wins are propagated backwards, to each node once.
* A component is lost if Y wins all answers that X can reach. Each component counts its nodes whose answers Y
  is not known to win, and its steps to components not known to be lost. It is lost once the count is 0.

Each update affects one set of the standing side, so calls with different sets never write to the same state.
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
    SCRATCH,
    Alone,
    Components,
    Scratch,
    alone_against,
    list_before,
    state_of,
)
from mabi_search.kernels.values import slots_of


@helper
def tell_pass(alone: Alone, node: int, won: bool, distance: int, values: NDArray[np.uint8]) -> int:
    """Update the state after the pass that begins a run at `node`, when one step from there has been decided.

    Return 1 if this also decides the state of alternate play before the pass, else 0.
    """
    side = 1 - alone.stands
    if not tell(values, state_of(alone, node, side, PASSED), won, distance):
        return 0
    before = state_of(alone, node, alone.stands, ALTERNATE)
    return int(tell(values, before, not won, distance))


@helper
def tell_won(alone: Alone, values: NDArray[np.uint8], distance: int, tail: int) -> int:
    """Mark all runs that can reach the queued nodes as won.

    Return the number of states of alternate play decided.
    """
    queue, before = alone.scratch.nodes[0], alone.scratch.before
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
    alone: Alone, values: NDArray[np.uint8], components: Components, base: int, distance: int, tail: int
) -> int:
    """Mark the queued components, and those lost as a result, as lost; return the same as `tell_won`."""
    queue, before = alone.scratch.nodes[0], alone.scratch.before
    head, decided = 0, 0
    while head < tail:
        component = queue[head]
        head += 1
        node, done = component, False
        while not done:
            values[state_of(alone, node, 1 - alone.stands, RUNS)] = 2 * distance + 1
            count = list_before(alone, node)
            for i in range(count):
                other = components.of[base + before[i]]
                if other != component:
                    components.open[base + other] -= 1
                    if not components.open[base + other]:
                        queue[tail] = other
                        tail += 1
                decided += tell_pass(alone, before[i], False, distance, values)
            node = components.ring[base + node]
            done = node == component
    return decided


@kernel(int64(NUMBERING, SETTING, WORK, COMPONENTS, int64, int64, int64, int64, SCRATCH))
def tell_runs(
    numbering: Numbering,
    setting: Setting,
    work: Work,
    components: Components,
    stands: int,
    distance: int,
    first: int,
    last: int,
    scratch: Scratch,
) -> int:
    """Update the runs that lead to answers of a distance, for the sets `first` to `last` - 1.

    The sets belong to the standing side. Return the number of states of alternate play decided. They have the
    next distance.
    """
    slots, queue, decided = slots_of(setting), scratch.nodes[0], 0
    for k in range(first, last):
        alone = alone_against(numbering, setting, work, stands, k, scratch)
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
                component = components.of[base + node]
                components.open[base + component] -= 1
                if not components.open[base + component]:
                    queue[tail] = component
                    tail += 1
        decided += tell_lost(alone, work.values, components, base, distance, tail)
    return decided


# Draws


@helper
def mark_before(alone: Alone, tail: int, bit: int) -> None:
    """Set a bit in row 1 of `Scratch.nodes`, for all nodes from which a queued node can be reached."""
    queue, marks, before = alone.scratch.nodes[0], alone.scratch.nodes[1], alone.scratch.before
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


@kernel(int64(NUMBERING, SETTING, WORK, int64, int64, int64, SCRATCH))
def find_draws_of_runs(
    numbering: Numbering, setting: Setting, work: Work, stands: int, first: int, last: int, scratch: Scratch
) -> int:
    """Update, once, all runs in which nobody may be the holder; return the number of changed bytes."""
    slots, queue, marks, changed = slots_of(setting), scratch.nodes[0], scratch.nodes[1], 0
    still_sets = numbering.white_sets if stands == 0 else numbering.black_sets
    for k in range(first, last):
        if numbering.most[still_sets[k]] > 1:
            continue
        alone = alone_against(numbering, setting, work, stands, k, scratch)
        count = len(alone.sets) * slots
        marks[:count] = 0
        for bit in (MOVER_DRAWS, OTHER_DRAWS):
            # the running side draws if it can reach an answer that draws; the other side if all answers do
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
                draws = OPEN + (marks[node] ^ OTHER_DRAWS)
                changed += draws != work.values[at]
                work.values[at] = draws
    return changed
