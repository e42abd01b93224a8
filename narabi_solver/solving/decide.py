"""Chooses the search for one state: A*, and IDA* where A* runs out of memory, or where it is asked for.

IDA* reads no-undo as `next`. Where the reading `receiver` forbids the line that it finds, A* goes on.
"""

from __future__ import annotations

from _gamekit.limits import Watch
from narabi_solver import solving
from narabi_solver.game.returns import sends_back
from narabi_solver.solving import astar
from narabi_solver.solving.packed import PackedState
from narabi_solver.solving.raw_result import RawResult, Report
from narabi_solver.solving.solution import Outcome


def decide(
    packed: PackedState,
    turns_left: int,
    watch: Watch,
    algorithm: str = "auto",
    report: Report | None = None,
) -> RawResult:
    """Return the minimum of one state; by "ida", one that is not in order yet.

    Parameters
    ----------
    packed
        The state.
    turns_left
        Turns that may still be played.
    watch
        Its limits stop the search as undecided.
    algorithm
        "astar"; "bfs", the same without its estimate; "ida", for stones that have a table; or "auto": A*,
        and if it runs out of memory, IDA* from the bound that is proven by then.
    report
        Called between slices with the depth reached and the nodes expanded.
    """
    if algorithm == "ida":
        raw = _deepened(packed, turns_left, watch, report)
        return raw if raw.stopped_by != "forbidden" else go_on(raw, packed, turns_left, watch, report)
    raw = astar.search(packed, turns_left, watch, report, estimates=algorithm != "bfs")
    if raw.stopped_by == "memory" and algorithm == "auto" and solving.search.has_table(packed.game):
        watch.spent = raw.nodes
        deeper = _deepened(packed, turns_left, watch, report, raw.lower_bound)
        stopped_by = "memory" if deeper.stopped_by == "forbidden" else deeper.stopped_by
        return deeper._replace(nodes=raw.nodes + deeper.nodes, stopped_by=stopped_by)
    return raw


def _deepened(
    packed: PackedState, turns_left: int, watch: Watch, report: Report | None, known: int = 0
) -> RawResult:
    """Return what IDA* finds; undecided as "forbidden" if the reading `receiver` forbids its line."""
    raw = solving.search.deepening(packed, turns_left, watch, report, known)
    places, hand = packed.game.places, packed.game.hand
    if packed.returns is not None and sends_back(packed.returns, raw.swaps, places, hand):
        return RawResult(Outcome.UNDECIDED, [], raw.lower_bound, "forbidden", raw.nodes)
    return raw


def go_on(
    raw: RawResult, packed: PackedState, turns_left: int, watch: Watch, report: Report | None = None
) -> RawResult:
    """Return the minimum of a state that IDA* left open, by A*; nodes are those of both."""
    watch.spent = raw.nodes
    stopped_by = watch.stopped_by(0)
    if stopped_by is not None:
        return raw._replace(stopped_by=stopped_by)
    led = decide(packed, turns_left, watch, "astar", report)
    return led._replace(lower_bound=max(raw.lower_bound, led.lower_bound), nodes=raw.nodes + led.nodes)
