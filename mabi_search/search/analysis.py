"""Find the best moves of a position by alpha-beta with iterative deepening."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import SupportsIndex

from _gamekit.limits import Limits, Watch, limited
from _gamekit.search import Stop, drive
from mabi_search.game.errors import ArgumentError
from mabi_search.game.outcomes import GameResult
from mabi_search.game.position import Position
from mabi_search.game.readings import is_run
from mabi_search.game.rules import PASS, Move
from mabi_search.runs.region_search import holds_out, may_hold_out
from mabi_search.runs.run_search import WholeRun
from mabi_search.search.alphabeta import AlphaBeta
from mabi_search.search.memory import Memory
from mabi_search.search.results import WIN_SCORE, Analysis, Line
from mabi_search.search.running import run_analyses
from mabi_search.search.sizes import DEFAULT_DEPTH, MAX_DEPTH, MAX_LINES, MAX_THREADS

PASS_SHARE, FEWEST_FOR_PASS, MOST_FOR_PASS = 2, 1 << 6, 1 << 14
"""Limits on the number of placements searched to find out whether a pass wins: one placement for every
`PASS_SHARE` nodes of the node limit, and at most `MOST_FOR_PASS`. If this number is less than
`FEWEST_FOR_PASS`, none are searched."""


def analyse(
    position: Position,
    *,
    depth: SupportsIndex | None = None,
    limits: Limits | None = None,
    lines: SupportsIndex = 1,
    folder: str | Path | None = None,
    threads: SupportsIndex = 1,
) -> Analysis:
    """Return the best moves of a position, with scores and lines.

    Parameters
    ----------
    position : Position
        The position with its history, on which repetition depends.
    depth : int, optional
        Maximum number of plies, 1 to 60. The default is 60 if nodes or seconds are limited, otherwise 6.
    limits : Limits, optional
        Limits on nodes and seconds, and a function that can stop the search. By default there are none.
    lines : int, default 1
        Number of best moves, 1 to 128. The moves after the first are found by a second search, about as long.
        So the best move does not depend on this number, unless seconds are limited.
    folder : str or Path, optional
        The folder that contains the tables of small boards. The default is the cache folder.
    threads : int, default 1
        Number of threads, 1 to 256. A run is always searched by one thread. With several threads, estimates
        and node counts vary a little between calls. Proven results remain just as sound.

    Returns
    -------
    Analysis
        The result of the last depth that was completed.

    Raises
    ------
    ArgumentError
        An argument is of the wrong kind or out of range.

    Examples
    --------
    >>> from mabi_search import Position, Rules, analyse
    >>> analysis = analyse(Position.start(Rules(size="3x4")))
    >>> print(analysis.outcome, analysis.proven)
    win True
    """
    depth = None if depth is None else operator.index(depth)
    lines, threads = map(operator.index, (lines, threads))
    *_, last = analyses(position, depth=depth, limits=limits, lines=lines, folder=folder, threads=threads)
    return last


def analyses(
    position: Position,
    *,
    depth: SupportsIndex | None = None,
    limits: Limits | None = None,
    lines: SupportsIndex = 1,
    folder: str | Path | None = None,
    threads: SupportsIndex = 1,
) -> Iterator[Analysis]:
    """Yield the best moves of a position after each completed depth. The last result is that of `analyse`.

    The caller may pause between two results. If a table of a small board has been built, the search uses it
    wherever the history of the game cannot matter. A line may then end at a position whose value is in the
    table.

    Parameters
    ----------
    position : Position
        The position with its history, on which repetition depends.
    depth : int, optional
        Maximum number of plies, 1 to 60. The default is 60 if nodes or seconds are limited, otherwise 6.
    limits : Limits, optional
        Limits on nodes and seconds, and a function that can stop the search. By default there are none.
    lines : int, default 1
        Number of best moves, 1 to 128. The moves after the first are found by a second search, about as long.
        So the best move does not depend on this number, unless seconds are limited.
    folder : str or Path, optional
        The folder that contains the tables of small boards. The default is the cache folder.
    threads : int, default 1
        Number of threads, 1 to 256. A run is always searched by one thread. With several threads, estimates
        and node counts vary a little between calls. Proven results remain just as sound.

    Returns
    -------
    iterator of Analysis
        One result for each depth from 1. If a limit was reached, the final result repeats the last completed
        depth and names the limit. If no depth was completed, the only result has depth 0 and no lines.

    Raises
    ------
    ArgumentError
        An argument is of the wrong kind or out of range.

    Examples
    --------
    >>> from mabi_search import Position, analyses
    >>> [analysis.depth for analysis in analyses(Position.start(), depth=3)]
    [1, 2, 3]
    """
    depth = None if depth is None else operator.index(depth)
    lines, threads = map(operator.index, (lines, threads))
    return deepening(position, depth=depth, limits=limits, lines=lines, folder=folder, threads=threads)


def deepening(
    position: Position,
    *,
    depth: int | None = None,
    limits: Limits | None = None,
    lines: int = 1,
    folder: str | Path | None = None,
    threads: int = 1,
    options: Mapping[str, bool] | None = None,
    weights: Sequence[int] | None = None,
    memory: Memory | None = None,
    for_pass: int | None = None,
    without: Sequence[Move] = (),
) -> Iterator[Analysis]:
    """Yield the results of `analyses`, with additional options for players and measurements.

    Parameters
    ----------
    options
        The techniques to switch on or off, by their names in `alphabeta.OPTIONS`.
    weights
        The weights of the evaluation. The default is `weights_for` the board.
    memory
        The memory of earlier searches. This search uses it and adds to it.
    for_pass
        Maximum number of placements searched to find out whether a pass wins; these do not count as nodes. By
        default, the maximum is a share of the node limit, and the placements count as nodes.
    without
        Moves that alpha-beta ignores when it looks for the best line.
    """
    limits = limited(limits)
    if depth is None:
        unlimited = limits.max_nodes is None and limits.max_seconds is None
        depth = DEFAULT_DEPTH if unlimited else MAX_DEPTH
    for name, value, most in (
        ("depth", depth, MAX_DEPTH), ("lines", lines, MAX_LINES), ("threads", threads, MAX_THREADS)
    ):  # fmt: skip
        if not 1 <= value <= most:
            raise ArgumentError(f"{name} must be a whole number from 1 to {most}, not {value!r}")
    watch = Watch(limits)
    over = position.outcome()
    if over is not None:
        yield Analysis(position, 0, (), _final_score(position, over), 0, watch.seconds)
        return
    if position.rules.max_plies is not None:
        depth = min(depth, position.rules.max_plies - position.ply)
    options = options or {}

    def by_depth(spent: int) -> Iterator[Analysis]:
        search = AlphaBeta(position, limits, options, weights, folder, memory, threads)
        search.excluded = without
        search.spent = spent
        return _best_by_depth(search, watch, depth)

    best: Iterator[Analysis] | None = None
    if is_run(position) and options.get("runs", True):
        best = _best_of_run(position, watch, depth, by_depth)
    asked = 0
    if best is None and options.get("runs", True):
        beside = watch if for_pass is None else Watch(replace(limits, max_nodes=None))
        best, asked = _best_by_pass(position, beside, memory, for_pass)
    if best is None:
        best = by_depth(asked if for_pass is None else 0)
    if lines == 1:
        yield from best
    else:
        others = AlphaBeta(position, limits, options, weights, folder, threads=threads)
        yield from _with_others(best, others, Watch(limits), depth, lines - 1)


def _final_score(position: Position, over: GameResult) -> int:
    """Return the score of a finished game for the side to move."""
    if over.winner is None:
        return 0
    return (WIN_SCORE + 100 * over.margin) * (1 if over.winner == position.side else -1)


def _best_of_run(
    position: Position, watch: Watch, depth: int, by_depth: Callable[[int], Iterator[Analysis]]
) -> Iterator[Analysis] | None:
    """Return the results of the run search; None if the readings do not allow it.

    If the run search finds every placement but the history leaves the winner open, `by_depth` continues.
    """
    run = WholeRun(position, watch.limits.max_memory)
    return run_analyses(position, watch, run, depth, by_depth) if run.searchable else None


def _best_by_pass(
    position: Position, watch: Watch, memory: Memory | None, placements: int | None
) -> tuple[Iterator[Analysis] | None, int]:
    """Return an analysis, if a pass is proven to win, and the number of placements searched.

    The pass wins if the other side can never overtake. If this is not proven, the first value is None.
    """
    nodes = watch.limits.max_nodes
    if placements is None:
        placements = MOST_FOR_PASS if nodes is None else min(nodes // PASS_SHARE, MOST_FOR_PASS)
    if placements < FEWEST_FOR_PASS or not may_hold_out(position):
        return None, 0
    if memory is not None and memory.asked(position) >= placements:
        return None, 0
    wins, made = holds_out(position, watch, placements)
    if wins:
        line = Line(PASS, WIN_SCORE, (PASS,))
        seconds = watch.seconds
        answer = Analysis(position, 1, (line,), WIN_SCORE, made, seconds)
        return iter([answer]), made
    if memory is not None:
        memory.note_asked(position, placements)
    return None, made


def _best_by_depth(search: AlphaBeta, watch: Watch, depth: int) -> Iterator[Analysis]:
    """Yield the best move after each depth of alpha-beta."""
    estimate = search.estimate()
    answer = Analysis(search.position, 0, (), estimate, 0, watch.seconds)
    for at_depth in range(1, depth + 1):
        search.begin_best()
        stop = drive(search, watch)
        if stop is not Stop.DECIDED:
            yield replace(answer, nodes=search.nodes, seconds=watch.seconds, stopped_by=stop.limit)
            return
        (best,) = search.lines
        answer = replace(
            answer, depth=at_depth, lines=(best,), score=best.score, nodes=search.nodes, seconds=watch.seconds
        )
        yield answer
        if best.proven:
            return
        # a short search ends before it has checked the limits
        stopped_by = watch.stopped_by(search.nodes)
        if stopped_by is not None and at_depth < depth:
            yield replace(answer, stopped_by=stopped_by)
            return


def _with_others(
    best: Iterator[Analysis], others: AlphaBeta, watch: Watch, depth: int, count: int
) -> Iterator[Analysis]:
    """Yield analyses of increasing depth, each with the best line and up to `count` other lines.

    A separate search finds the other lines, so it cannot change the best line.
    """
    more: list[Line] = []
    stopped_by: str | None = None
    answer = next(best)
    for at_depth in range(1, depth + 1):
        if answer.lines and answer.stopped_by is None and stopped_by is None:
            others.begin_others(count, answer.lines[0])
            stopped_by = drive(others, watch).limit
            more = others.lines if stopped_by is None else more or others.lines
        lines = _in_order([*answer.lines, *more])
        ranked = replace(
            answer,
            depth=at_depth if answer.proven and stopped_by is None else answer.depth,
            lines=lines,
            score=lines[0].score if lines else answer.score,
            nodes=answer.nodes + others.nodes,
            seconds=watch.seconds,
        )
        yield ranked
        if answer.stopped_by is not None or all(line.proven for line in lines):
            return
        deeper_answer = next(best, None)
        if deeper_answer is None and stopped_by is not None:
            yield replace(ranked, stopped_by=stopped_by)
            return
        answer = deeper_answer or answer


def _in_order(lines: list[Line]) -> tuple[Line, ...]:
    """Return the lines, best first. Unproven scores are capped at the score of the first line."""
    if not lines:
        return ()
    best, *others = lines
    capped = [
        line if line.proven else replace(line, score=min(line.score, best.score)) for line in reversed(others)
    ]
    return tuple(
        sorted([best, *(line for line in capped if line.move != best.move)], key=lambda line: -line.score)
    )
