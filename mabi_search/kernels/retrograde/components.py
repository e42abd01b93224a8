"""Runs under the pass rule `resume`: the components of the graph of one side's moves.

While Y stands still, a **node** is a set of squares of X, the running side, with a slot for the holder. The
number of a node is slots * (rank of X's set among the squares left) + slot. From a node, X may step to other
nodes or pass; after a pass, Y answers (mode ANSWERS). Some steps cannot be undone. So for each set of Y the
nodes form **components**: within a component, X can go from each node to every other node. All nodes of a
component have the same value, which `resuming` finds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import form_of, int64
from mabi_search.kernels.board import SETTING, Setting
from mabi_search.kernels.numbering import (
    NUMBERING,
    Numbering,
    among_left,
    first_of,
    list_left,
    number_of,
)
from mabi_search.kernels.retrograde.alone import list_steps
from mabi_search.kernels.retrograde.alternate import ANSWERS, OPEN, RUNS, WORK, Work, holder_of
from mabi_search.kernels.values import modes_of, slot_of, slots_of

ROWS = 6
"""The number of rows of `Scratch.nodes`."""


class Components(NamedTuple):
    """The components of all nodes while one side stands still, in the order of that side's sets.

    The entries are numbers of nodes for the same set of the standing side.
    """

    of: NDArray[np.int32]
    """For each node, the node that represents its component; -1 if the slot is not used."""
    ring: NDArray[np.int32]
    """For each node, the next node of its component. The last node is followed by the first."""
    open: NDArray[np.int32]
    """For each node that represents a component, the number of continuations not known to lose."""


class Scratch(NamedTuple):
    """The work arrays of a call."""

    left: NDArray[np.int64]
    """(squares,)"""
    steps: NDArray[np.int64]
    numbers: NDArray[np.int64]
    """For each set of the running side, the number of its placement."""
    most: NDArray[np.int64]
    """For each set of the running side, the size of its largest group."""
    before: NDArray[np.int64]
    """(4 * squares * slots,): the nodes from which a step leads to a given node."""
    nodes: NDArray[np.int32]
    """(ROWS, nodes of a set)"""


class Alone(NamedTuple):
    """One set of the standing side against all sets of the running side."""

    numbering: Numbering
    setting: Setting
    stands: int
    """The standing side: 0 for White, 1 for Black."""
    most: int
    """The size of the standing side's largest group."""
    sets: NDArray[np.int64]
    """The sets of the running side among the squares left."""
    free: NDArray[np.uint32]
    """For each placement, the pieces of the running side that may step."""
    scratch: Scratch


_one, _two = np.zeros(1, np.int32), np.zeros((1, 1), np.int32)
_long = np.zeros(1, np.int64)
COMPONENTS = form_of(Components(_one, _one, _one))
SCRATCH = form_of(Scratch(_long, _long, _long, _long, _long, _two))
"""The forms of these arrays."""


@helper
def alone_against(
    numbering: Numbering, setting: Setting, work: Work, stands: int, index: int, scratch: Scratch
) -> Alone:
    """Return a set of the standing side as an `Alone`, with `scratch` filled for it."""
    still = numbering.white_sets[index] if stands == 0 else numbering.black_sets[index]
    sets = numbering.black_left if stands == 0 else numbering.white_left
    free = work.black_free if stands == 0 else work.white_free
    list_steps(numbering, list_left(numbering, still, scratch.left), scratch.left, scratch.steps)
    for i in range(len(sets)):
        moving = among_left(sets[i], scratch.left)
        white, black = (still, moving) if stands == 0 else (moving, still)
        scratch.numbers[i] = number_of(numbering, white, black)
        scratch.most[i] = numbering.most[moving]
    most = int(np.int64(numbering.most[still]))
    return Alone(numbering, setting, stands, most, sets, free, scratch)


@helper
def holder_at(alone: Alone, most: int, slot: int) -> int:
    """Return the holder if the running side's largest group has size `most`; -1 if the slot is not used."""
    if alone.stands == 0:
        return int(holder_of(alone.setting, alone.most, most, slot))
    return int(holder_of(alone.setting, most, alone.most, slot))


@helper
def state_of(alone: Alone, node: int, side: int, mode: int) -> int:
    """Return the index of the state of a node, with this side to move and this mode."""
    slots = slots_of(alone.setting)
    number = alone.scratch.numbers[node // slots]
    return int(((number * 2 + side) * slots + node % slots) * modes_of(alone.setting) + mode)


@helper
def list_before(alone: Alone, node: int) -> int:
    """Write into `Scratch.before` the nodes from which a step leads to this node; return their number."""
    slots = slots_of(alone.setting)
    here, most = alone.sets[node // slots], alone.scratch.most[node // slots]
    holder = holder_at(alone, most, node % slots)
    count = 0
    targets = here
    while targets:
        target = first_of(targets)
        targets &= targets - 1
        origins = alone.scratch.steps[target] & ~here
        while origins:
            origin = first_of(origins)
            origins &= origins - 1
            i = int(np.int64(alone.numbering.rank[here ^ 1 << target ^ 1 << origin]))
            if not alone.free[alone.scratch.numbers[i]] >> alone.scratch.left[origin] & 1:
                continue
            size = alone.scratch.most[i]
            for slot in range(slots):
                was = holder_at(alone, size, slot)
                if was >= 0 and (most != alone.most or was == holder):
                    alone.scratch.before[count] = i * slots + slot
                    count += 1
    return count


# Components


@helper
def begin_steps(alone: Alone, node: int) -> None:
    """Reset `next_step` to the first step from a node."""
    scratch = alone.scratch
    i = node // slots_of(alone.setting)
    free, left, own = alone.free[scratch.numbers[i]], alone.sets[i], 0
    while left:
        origin = first_of(left)
        left &= left - 1
        if free >> scratch.left[origin] & 1:
            own |= 1 << origin
    scratch.nodes[0, node] = own
    scratch.nodes[1, node] = scratch.steps[first_of(own)] & ~alone.sets[i] if own else 0


@helper
def next_step(alone: Alone, node: int) -> int:
    """Return the node after the next step from a node; -1 if no step is left."""
    scratch, slots = alone.scratch, slots_of(alone.setting)
    here = alone.sets[node // slots]
    own, targets = int(np.int64(scratch.nodes[0, node])), int(np.int64(scratch.nodes[1, node]))
    while own and not targets:
        own &= own - 1
        if own:
            targets = scratch.steps[first_of(own)] & ~here
    scratch.nodes[0, node] = own
    scratch.nodes[1, node] = targets & (targets - 1)
    if not own:
        return -1
    i = int(np.int64(alone.numbering.rank[here ^ 1 << first_of(own) ^ 1 << first_of(targets)]))
    holder = holder_at(alone, alone.scratch.most[node // slots], node % slots)
    most = alone.scratch.most[i]
    white, black = (alone.most, most) if alone.stands == 0 else (most, alone.most)
    return int(i * slots + slot_of(alone.setting, white, black, holder))


@helper
def enter(alone: Alone, node: int, entered: int, depth: int, waiting: int) -> None:
    """Enter a node during `find_from`."""
    nodes = alone.scratch.nodes
    nodes[2, node] = nodes[3, node] = entered
    nodes[4, depth] = nodes[5, waiting] = node
    begin_steps(alone, node)


@helper
def find_from(alone: Alone, components: Components, first: int, start: int, entered: int) -> int:
    """Find the components of all nodes that can be reached from one node, by Tarjan's algorithm (1972).

    first      index of the set's first node in `components`
    entered    number of nodes already entered

    Return the new number of nodes entered. The rows of `Scratch.nodes` are:

    0, 1    the remaining steps of each node
    2       the number of each node in the order of entering
    3       the lowest such number known to be reachable
    4       the path from the start
    5       the nodes whose components are not complete
    """
    nodes = alone.scratch.nodes
    depth, waiting, entered = 1, 1, entered + 1
    enter(alone, start, entered, 0, 0)
    while depth:
        node = nodes[4, depth - 1]
        after = next_step(alone, node)
        if after >= 0 and not nodes[2, after]:
            entered += 1
            enter(alone, after, entered, depth, waiting)
            depth, waiting = depth + 1, waiting + 1
        elif after >= 0:
            if components.of[first + after] < 0:
                nodes[3, node] = min(nodes[3, node], nodes[2, after])
        else:
            depth -= 1
            if depth:
                above = nodes[4, depth - 1]
                nodes[3, above] = min(nodes[3, above], nodes[3, node])
            if nodes[3, node] < nodes[2, node]:
                continue
            member, last = -1, node
            while member != node:
                waiting -= 1
                member = nodes[5, waiting]
                components.of[first + member] = node
                components.ring[first + member] = last
                last = member
    return entered


@kernel(int64(NUMBERING, SETTING, WORK, COMPONENTS, int64, int64, int64, int64, SCRATCH))
def find_components(
    numbering: Numbering,
    setting: Setting,
    work: Work,
    components: Components,
    stands: int,
    settled: int,
    first: int,
    last: int,
    scratch: Scratch,
) -> int:
    """Find the components for the standing side's sets `first` to `last` - 1.

    settled    the last distance for which `tell_runs` was called; its changes to `Components.open` are
    repeated
    """
    slots = slots_of(setting)
    for k in range(first, last):
        alone = alone_against(numbering, setting, work, stands, k, scratch)
        count = len(alone.sets) * slots
        base = k * count
        scratch.nodes[2, :count] = 0
        components.of[base : base + count] = -1
        components.open[base : base + count] = 0
        entered = 0
        for node in range(count):
            if (
                scratch.nodes[2, node]
                or holder_at(alone, alone.scratch.most[node // slots], node % slots) < 0
            ):
                continue
            entered = find_from(alone, components, base, node, entered)
        for node in range(count):
            component = components.of[base + node]
            if component < 0:
                continue
            answer = int(np.int64(work.values[state_of(alone, node, stands, ANSWERS)]))
            ways = 0 if 0 < answer >> 1 <= settled and not answer & 1 else 1
            begin_steps(alone, node)
            after = next_step(alone, node)
            while after >= 0:
                byte = work.values[state_of(alone, after, 1 - stands, RUNS)]
                lost = 1 < byte < OPEN and byte & 1
                if components.of[base + after] != component and not lost:
                    ways += 1
                after = next_step(alone, node)
            components.open[base + component] += ways
    return 0
