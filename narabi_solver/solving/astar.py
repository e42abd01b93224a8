"""Drives the search for one state: memory, limits, and the way back from packed words to swaps."""

from __future__ import annotations

import numpy as np

from _gamekit.limits import Watch
from narabi_solver.kernels import astar
from narabi_solver.kernels.astar import EXPANDED, Nodes, Question
from narabi_solver.solving.packed import PackedState
from narabi_solver.solving.raw_result import RawResult, Report
from narabi_solver.solving.solution import Outcome

FIRST_ROWS = 1 << 12
MAX_ROWS = 1 << 31
"""Node numbers are 32 bits wide."""
ROW_BYTES = sum(array.nbytes for array in astar.nodes_for(1))


def search(
    packed: PackedState,
    turns_left: int,
    watch: Watch,
    report: Report | None = None,
    estimates: bool = True,
) -> RawResult:
    """Return the minimum of a packed state, as `decide.decide` does; breadth-first without `estimates`."""
    game = packed.game
    question = Question(game, packed.cards, packed.returns is not None, estimates, turns_left)
    nodes, work = astar.nodes_for(FIRST_ROWS), astar.work_for(game.places, game.ranks)
    astar.begin(question, nodes, work, np.uint64(packed.ring), np.uint64(packed.backs))
    while True:
        quota = watch.next_slice(int(work.cursor[EXPANDED]))
        status = astar.step(question, nodes, work, quota)
        count, expanded, bound = map(int, work.cursor)
        if status == astar.DECIDED:
            swaps = [(code >> 4, code & 15) for code in work.line[:bound].tolist()]
            return RawResult(Outcome.SOLVED, swaps, bound, None, expanded)
        if status == astar.EXHAUSTED:
            return RawResult(Outcome.UNSOLVABLE, [], turns_left + 1, None, expanded)
        stopped_by = watch.stopped_by(expanded)
        if status == astar.GOES_ON and stopped_by == "nodes":
            stopped_by = None  # what waits to be tested may decide it
        if status == astar.MEMORY and stopped_by is None:
            larger = _grown(nodes, count, watch.limits.max_memory)
            stopped_by = "memory" if larger is None else None
            nodes = larger or nodes
        if stopped_by is not None:
            return RawResult(Outcome.UNDECIDED, [], bound, stopped_by, expanded)
        if report is not None:
            report(bound - 1, expanded)


def _grown(nodes: Nodes, count: int, max_memory: int) -> Nodes | None:
    """Return twice the rows with the same nodes in them; None if both together need too much memory."""
    rows = 2 * nodes.rings.size
    if rows > MAX_ROWS or ROW_BYTES * (rows + rows // 2) > max_memory:
        return None
    try:
        larger = astar.nodes_for(rows)
    except MemoryError:
        return None
    for name in astar.ROWS:
        getattr(larger, name)[:count] = getattr(nodes, name)[:count]
    astar.index(larger, count)
    return larger
