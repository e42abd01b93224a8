"""Runs under `resume`: where a side that moves alone can go, and what it can go round in.

While Y stands still, a **node** is a set of X, who runs, and a slot for the holder: its number is
rank of X's set among the squares left * slots + slot. From each node X may step to others or pass, which
makes Y answer (mode ANSWERS). A step need not have a way back. So the nodes of a set of Y are divided
into **components**, in which X can go from each node to each other one. All nodes of a component have the
same value: `resuming`.
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
"""Of `Room.nodes`."""


class Components(NamedTuple):
    """For all nodes against one side that stands; those against its first set come first.

    Nodes are named by their numbers among those against the same set.
    """

    of: NDArray[np.int32]
    """For each node a node that names its component; -1 if the slot is not used."""
    ring: NDArray[np.int32]
    """For each node another of its component, round in a ring."""
    open: NDArray[np.int32]
    """For each that names a component, how many ways on are not known to be lost."""


class Room(NamedTuple):
    """The work arrays of a call."""

    left: NDArray[np.int64]
    """A place for each square."""
    steps: NDArray[np.int64]
    numbers: NDArray[np.int64]
    """For each set of the side that runs the number of its placement."""
    most: NDArray[np.int64]
    """And the size of its largest group."""
    before: NDArray[np.int64]
    """Nodes before one: 4 * squares * slots places."""
    nodes: NDArray[np.int32]
    """ROWS rows with a place for each node of a set."""


class Alone(NamedTuple):
    """One set of the side that stands, against all of the side that runs."""

    numbering: Numbering
    setting: Setting
    stands: int
    """0 White, 1 Black."""
    most: int
    """The size of the standing side's largest group."""
    sets: NDArray[np.int64]
    """Of the side that runs, among the squares left."""
    free: NDArray[np.uint32]
    """For each placement who of the side that runs may step."""
    room: Room


_one, _two = np.zeros(1, np.int32), np.zeros((1, 1), np.int32)
_long = np.zeros(1, np.int64)
COMPONENTS = form_of(Components(_one, _one, _one))
ROOM = form_of(Room(_long, _long, _long, _long, _long, _two))
"""The forms."""


@helper
def alone_against(
    numbering: Numbering, setting: Setting, work: Work, stands: int, index: int, room: Room
) -> Alone:
    """Return the set of this index; `room` is filled."""
    still = numbering.white_sets[index] if stands == 0 else numbering.black_sets[index]
    sets = numbering.black_left if stands == 0 else numbering.white_left
    free = work.black_free if stands == 0 else work.white_free
    list_steps(numbering, list_left(numbering, still, room.left), room.left, room.steps)
    for i in range(len(sets)):
        moving = among_left(sets[i], room.left)
        white, black = (still, moving) if stands == 0 else (moving, still)
        room.numbers[i] = number_of(numbering, white, black)
        room.most[i] = numbering.most[moving]
    most = int(np.int64(numbering.most[still]))
    return Alone(numbering, setting, stands, most, sets, free, room)


@helper
def holder_at(alone: Alone, most: int, slot: int) -> int:
    """Return who holds if the side that runs has such a largest group, -1 if the slot is not used."""
    if alone.stands == 0:
        return int(holder_of(alone.setting, alone.most, most, slot))
    return int(holder_of(alone.setting, most, alone.most, slot))


@helper
def state_of(alone: Alone, node: int, side: int, mode: int) -> int:
    """Return the index of a state."""
    slots = slots_of(alone.setting)
    number = alone.room.numbers[node // slots]
    return int(((number * 2 + side) * slots + node % slots) * modes_of(alone.setting) + mode)


@helper
def list_before(alone: Alone, node: int) -> int:
    """Write the nodes from which a step leads to a node into `Room.before`; return how many."""
    slots = slots_of(alone.setting)
    here, most = alone.sets[node // slots], alone.room.most[node // slots]
    holder = holder_at(alone, most, node % slots)
    found = 0
    targets = here
    while targets:
        target = first_of(targets)
        targets &= targets - 1
        origins = alone.room.steps[target] & ~here
        while origins:
            origin = first_of(origins)
            origins &= origins - 1
            i = int(np.int64(alone.numbering.rank[here ^ 1 << target ^ 1 << origin]))
            if not alone.free[alone.room.numbers[i]] >> alone.room.left[origin] & 1:
                continue
            size = alone.room.most[i]
            for slot in range(slots):
                was = holder_at(alone, size, slot)
                if was >= 0 and (most != alone.most or was == holder):
                    alone.room.before[found] = i * slots + slot
                    found += 1
    return found


# Components


@helper
def begin_steps(alone: Alone, node: int) -> None:
    """Make `next_step` begin with the first step from a node."""
    room = alone.room
    i = node // slots_of(alone.setting)
    free, left, own = alone.free[room.numbers[i]], alone.sets[i], 0
    while left:
        origin = first_of(left)
        left &= left - 1
        if free >> room.left[origin] & 1:
            own |= 1 << origin
    room.nodes[0, node] = own
    room.nodes[1, node] = room.steps[first_of(own)] & ~alone.sets[i] if own else 0


@helper
def next_step(alone: Alone, node: int) -> int:
    """Return the node that the next step from a node leads to, -1 if there is none."""
    room, slots = alone.room, slots_of(alone.setting)
    here = alone.sets[node // slots]
    own, targets = int(np.int64(room.nodes[0, node])), int(np.int64(room.nodes[1, node]))
    while own and not targets:
        own &= own - 1
        if own:
            targets = room.steps[first_of(own)] & ~here
    room.nodes[0, node] = own
    room.nodes[1, node] = targets & (targets - 1)
    if not own:
        return -1
    i = int(np.int64(alone.numbering.rank[here ^ 1 << first_of(own) ^ 1 << first_of(targets)]))
    holder = holder_at(alone, alone.room.most[node // slots], node % slots)
    most = alone.room.most[i]
    white, black = (alone.most, most) if alone.stands == 0 else (most, alone.most)
    return int(i * slots + slot_of(alone.setting, white, black, holder))


@helper
def enter(alone: Alone, node: int, entered: int, depth: int, waiting: int) -> None:
    """Begin with a node in `find_from`."""
    nodes = alone.room.nodes
    nodes[2, node] = nodes[3, node] = entered
    nodes[4, depth] = nodes[5, waiting] = node
    begin_steps(alone, node)


@helper
def find_from(alone: Alone, found: Components, first: int, start: int, entered: int) -> int:
    """Find the components of all nodes that can be reached from one (Tarjan 1972).

    first      place of the set's first node in `found` entered    nodes that were entered before Rows of
    `Room.nodes`: 0 and 1 are the steps left, 2 is the number at entering, 3 is the lowest number known to be
    reached. Row 4 is the path from the start, and row 5 the nodes whose components are not complete. Return
    how many nodes are entered now.
    """
    nodes = alone.room.nodes
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
            if found.of[first + after] < 0:
                nodes[3, node] = min(nodes[3, node], nodes[2, after])
        else:
            depth -= 1
            if depth:
                above = nodes[4, depth - 1]
                nodes[3, above] = min(nodes[3, above], nodes[3, node])
            if nodes[3, node] < nodes[2, node]:
                continue
            one, last = -1, node
            while one != node:
                waiting -= 1
                one = nodes[5, waiting]
                found.of[first + one] = node
                found.ring[first + one] = last
                last = one
    return entered


@kernel(int64(NUMBERING, SETTING, WORK, COMPONENTS, int64, int64, int64, int64, ROOM))
def find_components(
    numbering: Numbering,
    setting: Setting,
    work: Work,
    found: Components,
    stands: int,
    settled: int,
    first: int,
    last: int,
    room: Room,
) -> int:
    """Write the components against the sets `first` to `last` - 1 of the side that stands.

    settled    the distance up to which `tell_runs` was called; what it did to `Components.open` is done anew
    """
    slots = slots_of(setting)
    for k in range(first, last):
        alone = alone_against(numbering, setting, work, stands, k, room)
        count = len(alone.sets) * slots
        base = k * count
        room.nodes[2, :count] = 0
        found.of[base : base + count] = -1
        found.open[base : base + count] = 0
        entered = 0
        for node in range(count):
            if room.nodes[2, node] or holder_at(alone, alone.room.most[node // slots], node % slots) < 0:
                continue
            entered = find_from(alone, found, base, node, entered)
        for node in range(count):
            component = found.of[base + node]
            if component < 0:
                continue
            answer = int(np.int64(work.values[state_of(alone, node, stands, ANSWERS)]))
            ways = 0 if 0 < answer >> 1 <= settled and not answer & 1 else 1
            begin_steps(alone, node)
            after = next_step(alone, node)
            while after >= 0:
                byte = work.values[state_of(alone, after, 1 - stands, RUNS)]
                lost = 1 < byte < OPEN and byte & 1
                if found.of[base + after] != component and not lost:
                    ways += 1
                after = next_step(alone, node)
            found.open[base + component] += ways
    return 0
