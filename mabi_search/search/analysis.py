"""Analysis by alpha-beta with iterative deepening: the best moves of a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from _gamekit.limits import Limits, Watch, limited
from _gamekit.moved import keyword_options
from _gamekit.problems import check_kind
from mabi_search.game.errors import ArgumentError, IllegalMoveError, InternalError
from mabi_search.game.marks import Arrow, ScoredLine
from mabi_search.game.outcomes import Outcome
from mabi_search.game.position import Position
from mabi_search.game.rules import BLACK, NOBODY, WHITE, Move
from mabi_search.sizes import DEFAULT_DEPTH, MAX_DEPTH, MAX_LINES

if TYPE_CHECKING:
    from mabi_search.packed import PackedPosition
    from mabi_search.tables.lookup import TableLookup

TABLE_ENTRIES = 1 << 20
"""Of each of the two tables, 32 MiB; fewer if there is a limit of nodes that needs fewer."""
WINDOW = 60
"""Half of the window around the score of the depth before, in hundredths of a piece."""


@dataclass(frozen=True)
class Line:
    """A move, its score, and its principal variation.

    Examples
    --------
    >>> from mabi_search import Position, Rules, analyse
    >>> best, other = analyse(Position.start(Rules(size="3x4")), lines=2).lines
    >>> best.score >= other.score, best.pv[0] == best.move
    (True, True)
    """

    move: Move
    """The first move of `pv`."""
    score: int
    """Hundredths of a piece for the side to move; 20,000 or more is a proven win, and beyond it 100 for each
    piece of margin at least; -20,000 or less a proven loss."""
    pv: tuple[Move, ...]
    """The principal variation, the move first; replayed by the rules."""

    @property
    def outcome(self) -> Outcome:
        """What is proven for the side to move: a win or a loss; else undecided."""
        return outcome_of(self.score)

    @property
    def proven(self) -> bool:
        """True if the outcome is proven; the score is an estimate otherwise."""
        return self.outcome.proven


@dataclass(frozen=True)
class Analysis:
    """The result of a search after one depth of iterative deepening.

    Examples
    --------
    >>> from mabi_search import Position, Rules, analyse
    >>> found = analyse(Position.start(Rules(size="3x4")))
    >>> print(found.outcome, found.proven, found.stopped_by)
    win True None
    """

    position: Position
    """The position that was analysed."""
    depth: int
    """Plies searched; 0 if none was finished, and then there are no lines."""
    lines: tuple[Line, ...]
    """The best moves, the best first."""
    score: int
    """Score of the best move; at depth 0 the static evaluation."""
    nodes: int
    """Positions searched, at all depths together."""
    seconds: float
    """Wall-clock seconds, without those in which kernels were compiled or loaded."""
    stopped_by: str | None = None
    """The limit that ended the search, in the last answer: "nodes", "seconds", "interrupt"; None before it,
    and if the depth was reached or all is proven."""
    compile_seconds: float = field(default=0.0, compare=False)
    """Seconds in which kernels were compiled for this answer, beside `seconds`; 0.0 if none were."""

    @property
    def outcome(self) -> Outcome:
        """What is proven for the side to move; undecided if nothing is."""
        over = self.position.outcome()
        return outcome_of(self.score) if over is None else over.outcome_for(self.position.side)

    @property
    def proven(self) -> bool:
        """True if the outcome is proven; a score is an estimate otherwise."""
        return self.outcome.proven

    @property
    def pv(self) -> tuple[Move, ...]:
        """The principal variation."""
        return self.lines[0].pv if self.lines else ()

    def __repr__(self) -> str:
        """Return the score and the line, on one line."""
        line = f": {' '.join(map(str, self.pv))}" if self.pv else ""
        return f"<Analysis: depth {self.depth}, {score_text(self.score, self.outcome)}{line}>"

    def svg(self, *, width: float | None = None, theme: str = "auto") -> str:
        """Return the board as an SVG text, with the best moves as numbered arrows.

        Parameters
        ----------
        width : float, optional
            In pixels; 56 a square if left out.
        theme : str, default "auto"
            "auto" (light or dark as the reader's pages are), "light" or "dark".

        Returns
        -------
        str
            A whole SVG file.

        Raises
        ------
        ArgumentError
            The width is out of range, or there is no such theme.

        Examples
        --------
        >>> from mabi_search import Position, analyse
        >>> analyse(Position.start(), depth=1).svg(width=300).startswith("<svg")
        True
        """
        arrows = [Arrow(line.move, str(i), i == 1) for i, line in enumerate(self.lines, 1)]
        notes: list[str | ScoredLine] = [
            ScoredLine(
                f"{i}.",
                score_text(line.score, line.outcome),
                " ".join(map(str, line.pv[:6])) + " …" * (len(line.pv) > 6),
            )
            for i, line in enumerate(self.lines, 1)
        ]
        notes.append(f"depth {self.depth}, scores in pieces for the side to move")
        return self.position.svg(arrows=arrows, notes=notes, width=width, theme=theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        from _gamekit import notebook  # noqa: PLC0415  (loads XML)

        over, score = self.position.outcome(), score_text(self.score, self.outcome)
        if over is not None:
            known = f"the game is over: {over}"
        else:
            known = f"{score} for the side to move" + ", an estimate" * (not self.proven)
        facts = [
            ("position", str(self.position)),
            ("depth", str(self.depth)),
            ("stopped by", self.stopped_by or ""),
            notebook.effort(self.nodes, self.seconds),
        ]
        rows = [
            (str(line.move), score_text(line.score, line.outcome), " ".join(map(str, line.pv)))
            for line in self.lines
        ]
        shown = [notebook.table(("move", "score", "line"), rows, [0])] if rows else []
        return notebook.result(known, facts, self.svg(), *shown)


def outcome_of(score: int) -> Outcome:
    """Return what a score proves; never a draw."""
    if abs(score) < WIN_SCORE:
        return Outcome.UNDECIDED
    return Outcome.WIN if score > 0 else Outcome.LOSS


WIN_SCORE = 20_000
"""As in `kernels.alphabeta.evaluation`; the tests compare."""


def replayed(position: Position, moves: Sequence[Move]) -> Position:
    """Return the position after a line that was found, replayed by the rules, or raise InternalError."""
    after = position
    try:
        for move in moves:
            after = after.play(move)
    except IllegalMoveError as error:
        raise InternalError(f"the line {' '.join(map(str, moves))} of {position}: {error}") from None
    return after


def score_text(score: int, outcome: Outcome) -> str:
    """Return a score in pieces, or what is proven."""
    return f"{outcome} (proven)" if outcome.proven else f"{score / 100:+.2f}"


@keyword_options
def analyse(
    position: Position,
    *,
    depth: int | None = None,
    limits: Limits | None = None,
    lines: int = 1,
    folder: str | Path | None = None,
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
        How many of the best moves, 1 to 128.
    folder : str or Path, optional
        Of the tables of small boards; the cache folder if left out.

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
    *_, last = analyses(position, depth=depth, limits=limits, lines=lines, folder=folder)
    return last


@keyword_options
def analyses(
    position: Position,
    *,
    depth: int | None = None,
    limits: Limits | None = None,
    lines: int = 1,
    folder: str | Path | None = None,
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
        How many of the best moves, 1 to 128.
    folder : str or Path, optional
        Of the tables of small boards; the cache folder if left out.

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
    return deepening(position, depth=depth, limits=limits, lines=lines, folder=folder)


def deepening(
    position: Position,
    *,
    depth: int | None = None,
    limits: Limits | None = None,
    lines: int = 1,
    folder: str | Path | None = None,
    options: Mapping[str, bool] | None = None,
    weights: Sequence[int] | None = None,
) -> Iterator[Analysis]:
    """Yield as `analyses`, with techniques switched off to measure them, and other weights to tune them.

    `options` are named in `OPTIONS`; `weights` are those of the evaluation's features, in sixteenths of a
    hundredth of a piece.
    """
    check_kind(position, Position)
    limits = limited(limits)
    if depth is None:
        unlimited = limits.max_nodes is None and limits.max_seconds is None
        depth = DEFAULT_DEPTH if unlimited else MAX_DEPTH
    if type(depth) is not int or not 1 <= depth <= MAX_DEPTH:
        raise ArgumentError(f"depth must be a whole number from 1 to {MAX_DEPTH}, not {depth!r}")
    if type(lines) is not int or not 1 <= lines <= MAX_LINES:
        raise ArgumentError(f"lines must be a whole number from 1 to {MAX_LINES}, not {lines!r}")
    watch = Watch(limits)
    over = position.outcome()
    if over is not None:
        score = 0
        if over.winner is not None:
            score = (WIN_SCORE + 100 * over.margin) * (1 if over.winner == position.side else -1)
        yield Analysis(position, 0, (), score, 0, watch.seconds, compile_seconds=watch.compile_seconds)
        return
    if position.rules.max_plies is not None:
        depth = min(depth, position.rules.max_plies - position.ply)
    search = AlphaBeta(position, watch, options or {}, weights, folder)
    compiled = watch.compile_seconds
    answer = Analysis(position, 0, (), search.estimate(), 0, watch.seconds, compile_seconds=compiled)
    for at_depth in range(1, depth + 1):
        found = search.best_lines(at_depth, lines, answer)
        if found is None:
            yield replace(answer, nodes=search.nodes, seconds=watch.seconds, stopped_by=search.stopped_by)
            return
        answer = replace(
            answer,
            depth=at_depth,
            lines=found,
            score=found[0].score,
            nodes=search.nodes,
            seconds=watch.seconds,
        )
        yield answer
        if all(line.proven for line in found):
            return
        search.stopped_by = watch.stopped_by(search.nodes)  # a short search ends before it checks the limits
        if search.stopped_by is not None and at_depth < depth:
            yield replace(answer, stopped_by=search.stopped_by)
            return


OPTIONS = ("table", "scout", "killers", "history", "joins", "settled", "runs", "reductions", "tables")
"""Techniques of the search, in the order of the kernel's options."""


class AlphaBeta:
    """One search; its transposition tables are kept from depth to depth."""

    def __init__(
        self,
        position: Position,
        watch: Watch,
        options: Mapping[str, bool],
        weights: Sequence[int] | None,
        folder: str | Path | None = None,
    ):
        with watch.uncounted():
            from mabi_search import packed  # noqa: PLC0415  (loads kernels)
            from mabi_search.kernels.alphabeta import (  # noqa: PLC0415  (compiled when needed)
                evaluation,
                search,
                table,
                work,
            )

        self.kernel: Any = search
        self.places, self.evaluation = work, evaluation
        self.position, self.watch = position, watch
        self.packing = packed
        self.packed: PackedPosition = packed.pack(position.state, position.rules)
        self.work = work.room(self.packed.keys)
        self.work.weights[:] = evaluation.WEIGHTS if weights is None else weights
        for name, value in options.items():
            self.work.options[OPTIONS.index(name)] = value
        for place in self._unsound():
            self.work.options[place] = 0
        self.lookup: TableLookup | None = None
        if self.work.options[work.USE_TABLES]:
            self._look_up(folder)
        entries = TABLE_ENTRIES
        if watch.limits.max_nodes is not None:
            entries = min(entries, 1 << max(12, watch.limits.max_nodes.bit_length() + 1))
        self.tables = [
            table.Table(np.zeros((entries, 3), np.uint64), np.zeros(entries, np.uint64)) for _ in range(2)
        ]
        self.moves = position.legal_moves
        self.nodes = 0
        self.stopped_by: str | None = None

    def _unsound(self) -> Iterator[int]:
        """Yield the techniques that are unsound for this position and these readings."""
        places, rules = self.places, self.position.rules
        if rules.max_plies is not None or rules.repetition == "off":  # a run need not come to an end
            yield places.USE_SETTLED
            yield places.USE_RUNS
        if self.packing.twice(self.packed):  # table values hold without a history only
            yield places.USE_TABLE
            yield places.USE_TABLES
        if (
            rules.max_plies is not None
            or rules.repetition != "situation"
            or rules.freeze == "none"
            or rules.pass_rule == "resume"  # runs that come again are not in the proof
        ):
            yield places.USE_TABLES
        if (
            self.packing.twice(self.packed, in_runs=True)
            or rules.repetition == "placement"
            or rules.pass_rule not in ("run", "final")
        ):
            yield places.USE_RUNS

    def _look_up(self, folder: str | Path | None) -> None:
        """Give the search the table of the board, if there is one and the history cannot matter."""
        from mabi_search.tables.lookup import table_lookup  # noqa: PLC0415  (loads kernels)

        self.work.options[self.places.USE_TABLES] = 0
        self.lookup = table_lookup(self.position.state, self.position.rules, self.packed, folder)
        if self.lookup is not None:
            self.work = self.work._replace(complete=self.lookup.complete)

    def _holder(self) -> int:
        return (NOBODY, WHITE, BLACK).index(self.position.holder)

    def estimate(self) -> int:
        """Return what the position seems to be worth without a search; `work.features` are its features."""
        state = self.position.state
        holds = 0 if state.holder == NOBODY else 1 if state.holder == state.side else -1
        packed, work = self.packed, self.work
        return int(
            self.evaluation.estimated(
                packed.setting, packed.own, packed.enemy, holds, work.weights, work.features
            )
        )

    def best_lines(self, depth: int, lines: int, before: Analysis) -> tuple[Line, ...] | None:
        """Return the best moves at a depth; None if a limit was reached."""
        count = 1 if lines == 1 else min(lines, len(self.moves))
        self.work.excluded[:] = self.places.NO_MOVE
        found: list[Line] = []
        for number in range(count):
            guess = before.lines[number].score if number < len(before.lines) else None
            if self.lookup is not None:
                within = self.lookup.others if number else self.lookup.best
                self.work.options[self.places.USE_TABLES] = within
            score = self._score(depth, guess)
            if score is None:
                return None
            pv = self._line()
            found.append(Line(pv[0], score, pv))
            self.work.excluded[number] = self.packing.move_code(pv[0])
        found.sort(key=lambda line: -line.score)
        return tuple(found)

    def _score(self, depth: int, guess: int | None) -> int | None:
        """Return the score at a depth, with a window around a guess first; None if a limit was reached."""
        if guess is not None and abs(guess) < WIN_SCORE:
            low, high = guess - WINDOW, guess + WINDOW
            score = self._run(depth, low, high)
            if score is None or low < score < high:
                return score
        infinite = self.evaluation.INFINITE
        return self._run(depth, -infinite, infinite)

    def _run(self, depth: int, low: int, high: int) -> int | None:
        places, work, state = self.places, self.work, self.position.state
        work.words[0] = self.packed.own, self.packed.enemy
        work.nodes[0] = 0
        node, code = work.nodes[0], int(self.packed.code)
        node.side, node.mode, node.holder = code >> 2, code & 3, self._holder()
        node.first, node.alpha, node.beta, node.depth = state.ply == 0, low, high, depth
        cursor = np.zeros(places.CURSOR, np.int64)
        cursor[places.STATE], cursor[places.KEYS] = places.ENTER, len(self.packed.keys)
        while True:
            done = self.nodes + int(cursor[places.NODES])
            quota = self.watch.next_slice(done)
            status = places.RUNNING
            if quota:
                status = self.kernel.search(self.packed.setting, work, *self.tables, cursor, quota)
            done = self.nodes + int(cursor[places.NODES])
            if status == places.FINISHED:
                self.nodes = done
                return int(cursor[places.VALUE])
            self.stopped_by = self.watch.stopped_by(done)
            if self.stopped_by is not None:
                self.nodes = done
                return None

    def _line(self) -> tuple[Move, ...]:
        """Return the best line, replayed by the rules."""
        codes = self.work.line[0, : self.work.length[0]].tolist()
        moves = tuple(self.packing.move_of(code) for code in codes)
        if not moves:
            raise InternalError(f"no line was found for {self.position}")
        replayed(self.position, moves)
        return moves
