"""Drives the breadth-first kernels: memory, and the way back from packed words to swaps."""

from __future__ import annotations

import numpy as np

from _gamekit.limits import Watch
from narabi_solver.kernels import bfs
from narabi_solver.solving.packed import PackedState
from narabi_solver.solving.raw_result import RawResult, Report
from narabi_solver.solving.solution import Outcome

FIRST_CAPACITY = 1 << 12
MAX_CAPACITY = 1 << 31
"""Node numbers are 32 bits wide."""


def search(packed: PackedState, turns_left: int, watch: Watch, report: Report | None = None) -> RawResult:
    """Return the minimum of a packed state that is not in order yet, by trying everything.

    Parameters
    ----------
    packed
        The state.
    turns_left
        Turns that may still be played.
    watch
        Its limits stop the search as undecided. The answer does not depend on the slices.
    report
        Called between slices.
    """
    nodes = _allocate(FIRST_CAPACITY)
    cursor = np.zeros(7, np.int64)
    cursor[[bfs.TAIL, bfs.LAYER_END]] = 1
    cursor[bfs.LAST_TURN] = turns_left
    nodes.keys[0] = packed.key
    bfs.index(nodes, 1)
    while True:
        expanded = int(cursor[bfs.HEAD])
        status = bfs.expand(packed.game, packed.cards, nodes, cursor, watch.next_slice(expanded))
        expanded, depth = int(cursor[bfs.HEAD]), int(cursor[bfs.DEPTH])
        if status == bfs.SOLVED:
            swaps = _line(packed, nodes, cursor)
            return RawResult(Outcome.SOLVED, swaps, len(swaps), None, expanded + 1)
        if status == bfs.ENDED:
            return RawResult(Outcome.UNSOLVABLE, [], turns_left + 1, None, expanded)
        stopped_by = watch.stopped_by(expanded)
        if status == bfs.FULL and stopped_by is None:
            larger = _grown(nodes, int(cursor[bfs.TAIL]), watch.limits.max_memory)
            stopped_by = "memory" if larger is None else None
            nodes = larger or nodes
        if stopped_by is not None:
            return RawResult(Outcome.UNDECIDED, [], depth + 1, stopped_by, expanded)
        if report is not None:
            report(depth, expanded)


def _bytes_for(capacity: int) -> int:
    return capacity * (8 + 4 + 2 * 4)


def _allocate(capacity: int) -> bfs.Nodes:
    return bfs.Nodes(
        np.empty(capacity, np.uint64), np.empty(capacity, np.uint32), np.zeros(2 * capacity, np.uint32)
    )


def _grown(nodes: bfs.Nodes, count: int, max_memory: int) -> bfs.Nodes | None:
    """Return twice the room with the same nodes in it; None if both together need too much memory."""
    capacity = 2 * nodes.keys.size
    if capacity > MAX_CAPACITY or _bytes_for(capacity) + _bytes_for(capacity // 2) > max_memory:
        return None
    try:
        larger = _allocate(capacity)
    except MemoryError:
        return None
    larger.keys[:count] = nodes.keys[:count]
    larger.parents[:count] = nodes.parents[:count]
    bfs.index(larger, count)
    return larger


def _line(packed: PackedState, nodes: bfs.Nodes, cursor: np.ndarray) -> list[tuple[int, int]]:
    """Return the swaps from the first node to the win, by following parents and comparing rings."""
    node = int(cursor[bfs.HEAD])
    swaps = [(int(cursor[bfs.WIN_OWN]), int(cursor[bfs.WIN_OTHER]))]
    while node:
        parent = int(nodes.parents[node])
        swaps.append(_swap_between(packed, int(nodes.keys[parent]), int(nodes.keys[node])))
        node = parent
    return swaps[::-1]


def _swap_between(packed: PackedState, key: int, child: int) -> tuple[int, int]:
    """Return the two places in which a state and the one after it differ, own place first."""
    places, hand = packed.game.places, packed.game.hand
    before, after = _stones(packed, key), _stones(packed, child)
    after = after[places - hand :] + after[: places - hand]
    own, other = (place for place in range(places) if before[place] != after[place])
    return own, other


def _stones(packed: PackedState, key: int) -> list[int]:
    stones = [key >> 4 * place & 0xF for place in range(min(packed.game.places, 14))]
    if packed.game.places == 15:
        stones += {*range(15)} - {*stones}
    return stones
