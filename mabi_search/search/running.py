"""Analyse runs, in which one side moves alone, by the run search instead of alpha-beta."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from _gamekit.limits import Watch
from mabi_search.game.position import Position
from mabi_search.runs.run_search import WholeRun
from mabi_search.search.results import Analysis, Line, replayed

EXPANSIONS_AT_DEPTH = (1 << 6, 1 << 10, 1 << 14, 1 << 18, 1 << 20)
"""Maximum number of placements that the run search expands at each depth. Each search starts from scratch."""


def run_analyses(
    position: Position,
    watch: Watch,
    run: WholeRun,
    depth: int,
    by_depth: Callable[[int], Iterator[Analysis]],
) -> Iterator[Analysis]:
    """Yield a result after each search of the run, with depth 1, 2, and so on.

    `EXPANSIONS_AT_DEPTH` limits the searches, and `kernels.runs.telling` describes the line of a result. If a
    limit of `watch` is reached, the last result repeats the previous one and names the limit. If a search
    finds every placement but the history leaves the winner open, the results of `by_depth` follow. The
    argument of `by_depth` is the number of placements searched so far.
    """
    answer = Analysis(position, 0, (), 0, 0, watch.seconds)
    for at_depth, expansions in enumerate(EXPANSIONS_AT_DEPTH[:depth], 1):
        stopped_by = None if run.outcome.proven else run.search(expansions, watch)
        answer = replace(answer, nodes=run.runs.nodes, seconds=watch.seconds)
        if stopped_by is not None:
            yield replace(answer, stopped_by=stopped_by)
            return
        if run.repeats and run.runs.loses and not run.outcome.proven:
            yield from by_depth(run.runs.nodes)
            return
        moves = run.line
        replayed(position, moves)
        line = Line(moves[0], run.score, moves)
        answer = replace(answer, depth=at_depth, lines=(line,), score=line.score)
        yield answer
        if run.outcome.proven or run.runs.loses:
            return
