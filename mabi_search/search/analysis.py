"""Analysis by alpha-beta with iterative deepening: the best moves of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from _gamekit.limits import Limits, Watch, limited
from mabi_search.game.errors import ArgumentError
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
"""How many nodes there are for each placement that is looked at for what a pass leads to; these at least, or
none, and at most."""


def analyse(
    position: Position,
    *,
    depth: int | None = None,
    limits: Limits | None = None,
    lines: int = 1,
    folder: str | Path | None = None,
    threads: int = 1,
) -> Analysis:
    """Return the best moves of a position; the last of `analyses`, which yields one after each depth.

    Parameters
    ----------
    position : Position
        With its history, which matters for repetition.
    depth : int, optional
        Plies, 1 to 60; 6 if neither it nor a limit of nodes or seconds is given.
    limits : Limits, optional
        Nodes, seconds, and a function that stops the search; none if left out.
    lines : int, default 1
        How many of the best moves, 1 to 128. Those beside the best are searched apart, for as many nodes
        again, so that the best does not depend on how many are asked for, unless seconds are limited.
    folder : str or Path, optional
        Of the tables of small boards; the cache folder if left out.
    threads : int, default 1
        Threads that search together, 1 to 256; a run is searched by one. With several, estimates and the
        nodes they take differ a little from time to time; what is proven is as sound as with one.

    Returns
    -------
    Analysis
        Of the greatest depth that was finished.

    Raises
    ------
    ArgumentError
        An argument is of the wrong kind or out of range.

    Examples
    --------
    >>> from mabi_search import Position, Rules, analyse
    >>> found = analyse(Position.start(Rules(size="3x4")))
    >>> print(found.outcome, found.proven)
    win True
    """
    *_, last = analyses(position, depth=depth, limits=limits, lines=lines, folder=folder, threads=threads)
    return last


def analyses(
    position: Position,
    *,
    depth: int | None = None,
    limits: Limits | None = None,
    lines: int = 1,
    folder: str | Path | None = None,
    threads: int = 1,
) -> Iterator[Analysis]:
    """Yield what is known after each depth that is finished; the last one is the answer.

    The iterator may be paused between two results. If the table of a small board was built, it is used where
    the history cannot matter; a line ends at a position that the table decides.

    Parameters
    ----------
    position : Position
        With its history, which matters for repetition.
    depth : int, optional
        Plies, 1 to 60; 6 if neither it nor a limit of nodes or seconds is given.
    limits : Limits, optional
        Nodes, seconds, and a function that stops the search; none if left out.
    lines : int, default 1
        How many of the best moves, 1 to 128. Those beside the best are searched apart, for as many nodes
        again, so that the best does not depend on how many are asked for, unless seconds are limited.
    folder : str or Path, optional
        Of the tables of small boards; the cache folder if left out.
    threads : int, default 1
        Threads that search together, 1 to 256; a run is searched by one. With several, estimates and the
        nodes they take differ a little from time to time; what is proven is as sound as with one.

    Returns
    -------
    iterator of Analysis
        One for each depth from 1. If a limit was reached, the last result repeats the last finished depth and
        says which limit; or it has depth 0 and no lines.

    Raises
    ------
    ArgumentError
        An argument is of the wrong kind or out of range.

    Examples
    --------
    >>> from mabi_search import Position, analyses
    >>> [found.depth for found in analyses(Position.start(), depth=3)]
    [1, 2, 3]
    """
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
    """Yield as `analyses`, with what those need who play or measure.

    Parameters
    ----------
    options
        Techniques switched on or off, named in `alphabeta.OPTIONS`.
    weights
        Those of the evaluation's features.
    memory
        Of searches before, which is used and added to.
    for_pass
        Placements that are looked at for what a pass leads to, beside the nodes; left out: a share of these.
    without
        Moves that are left out where moves are searched one by one.
    """
    limits = limited(limits)
    if depth is None:
        unlimited = limits.max_nodes is None and limits.max_seconds is None
        depth = DEFAULT_DEPTH if unlimited else MAX_DEPTH
    if not 1 <= depth <= MAX_DEPTH:
        raise ArgumentError(f"depth must be a whole number from 1 to {MAX_DEPTH}, not {depth!r}")
    if not 1 <= lines <= MAX_LINES:
        raise ArgumentError(f"lines must be a whole number from 1 to {MAX_LINES}, not {lines!r}")
    if not 1 <= threads <= MAX_THREADS:
        raise ArgumentError(f"threads must be a whole number from 1 to {MAX_THREADS}, not {threads!r}")
    watch = Watch(limits)
    over = position.outcome()
    if over is not None:
        score = 0
        if over.winner is not None:
            score = (WIN_SCORE + 100 * over.margin) * (1 if over.winner == position.side else -1)
        yield Analysis(position, 0, (), score, 0, watch.seconds)
        return
    if position.rules.max_plies is not None:
        depth = min(depth, position.rules.max_plies - position.ply)
    options = options or {}

    def by_depth(spent: int) -> Iterator[Analysis]:
        search = AlphaBeta(position, watch, options, weights, folder, memory, threads)
        search.excluded = without
        search.spent = spent
        return _best_by_depth(search, depth)

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
        others = AlphaBeta(position, Watch(limits), options, weights, folder, threads=threads)
        yield from _with_others(best, others, depth, lines - 1)


def _best_of_run(
    position: Position, watch: Watch, depth: int, by_depth: Callable[[int], Iterator[Analysis]]
) -> Iterator[Analysis] | None:
    """Return the answers of the search of runs; None if the readings do not allow it.

    Those of a search by depth follow where all was met and the past leaves open who wins.
    """
    run = WholeRun(position, watch)
    return run_analyses(position, watch, run, depth, by_depth) if run.searchable else None


def _best_by_pass(
    position: Position, watch: Watch, memory: Memory | None, placements: int | None
) -> tuple[Iterator[Analysis] | None, int]:
    """Return the answer if a pass wins since the other side can never overtake; and the placements met."""
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


def _best_by_depth(search: AlphaBeta, depth: int) -> Iterator[Analysis]:
    """Yield the best move after each depth of alpha-beta."""
    watch = search.watch
    estimate = search.estimate()
    answer = Analysis(search.position, 0, (), estimate, 0, watch.seconds)
    for at_depth in range(1, depth + 1):
        best = search.best_line()
        if best is None:
            yield replace(answer, nodes=search.nodes, seconds=watch.seconds, stopped_by=search.stopped_by)
            return
        answer = replace(
            answer, depth=at_depth, lines=(best,), score=best.score, nodes=search.nodes, seconds=watch.seconds
        )
        yield answer
        if best.proven:
            return
        search.stopped_by = watch.stopped_by(search.nodes)  # a short search ends before it checks the limits
        if search.stopped_by is not None and at_depth < depth:
            yield replace(answer, stopped_by=search.stopped_by)
            return


def _with_others(best: Iterator[Analysis], others: AlphaBeta, depth: int, count: int) -> Iterator[Analysis]:
    """Yield the best move with so many others, which a search of their own finds: they cannot change it."""
    found: list[Line] = []
    answer = next(best)
    for at_depth in range(1, depth + 1):
        if answer.lines and answer.stopped_by is None and others.stopped_by is None:
            deeper = others.other_lines(count, answer.lines[0])
            found = deeper if others.stopped_by is None else found or deeper
        lines = _in_order([*answer.lines, *found])
        ranked = replace(
            answer,
            depth=at_depth if answer.proven and others.stopped_by is None else answer.depth,
            lines=lines,
            score=lines[0].score if lines else answer.score,
            nodes=answer.nodes + others.nodes,
            seconds=others.watch.seconds,
        )
        yield ranked
        if answer.stopped_by is not None or all(line.proven for line in lines):
            return
        deeper_answer = next(best, None)
        if deeper_answer is None and others.stopped_by is not None:
            yield replace(ranked, stopped_by=others.stopped_by)
            return
        answer = deeper_answer or answer


def _in_order(lines: list[Line]) -> tuple[Line, ...]:
    """Return the lines, the best first, and no other with a better score unless that is proven."""
    if not lines:
        return ()
    best, *others = lines
    capped = [
        one if one.proven else replace(one, score=min(one.score, best.score)) for one in reversed(others)
    ]
    return tuple(
        sorted([best, *(one for one in capped if one.move != best.move)], key=lambda one: -one.score)
    )
