"""The classes `Line` and `Analysis`: results of an alpha-beta search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from _gamekit.facts import AsDict, Fact, Facts, Result, Rows, effort, for_people
from _gamekit.languages import FIRST, language_of
from mabi_search.game.errors import IllegalMoveError, InternalError
from mabi_search.game.marks import Arrow, ScoredLine
from mabi_search.game.notation import line_words
from mabi_search.game.outcomes import Outcome, score_text
from mabi_search.game.position import Position
from mabi_search.game.rules import Move


@dataclass(frozen=True)
class Line(AsDict):
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
    """Score in hundredths of a piece, for the side to move. A score of 20,000 or more is a proven win. Each
    100 above 20,000 is one piece of proven margin. A score of -20,000 or less is a proven loss."""
    pv: tuple[Move, ...]
    """The principal variation, which begins with `move`. Its moves have been checked by the rules."""

    @property
    def outcome(self) -> Outcome:
        """The proven outcome for the side to move (a win or a loss), or undecided."""
        return outcome_of(self.score)

    @property
    def proven(self) -> bool:
        """True if the outcome is proven; otherwise the score is an estimate."""
        return self.outcome.proven

    def facts(self, style: str = "") -> list[Fact]:
        """Return the line as facts for a table row.

        Parameters
        ----------
        style : str, default: ""
            The style of the move at a terminal.

        Returns
        -------
        list of Fact
            The move, the score and the principal variation.
        """
        return [
            Fact("move", self.move, str(self.move), style=style),
            Fact("score", self.score, score_text(self.score, self.outcome)),
            Fact("pv", self.pv, " ".join(map(str, self.pv)), "line"),
        ]


@dataclass(frozen=True)
class Analysis(Result):
    """The result of a search after one depth of iterative deepening.

    Examples
    --------
    >>> from mabi_search import Position, Rules, analyse
    >>> analysis = analyse(Position.start(Rules(size="3x4")))
    >>> print(analysis.outcome, analysis.proven, analysis.stopped_by)
    win True None
    """

    position: Position
    """The position that was analysed."""
    depth: int
    """Number of plies searched; 0 if no depth was completed. Then `lines` is empty."""
    lines: tuple[Line, ...]
    """The best moves with their lines, best first."""
    score: int
    """Score of the best move. At depth 0 it is the static evaluation."""
    nodes: int
    """Number of positions and placements searched at all depths."""
    seconds: float
    """Wall-clock seconds of the search."""
    stopped_by: str | None = None
    """The limit that ended the search: "nodes", "seconds" or "interrupt". It is None if the search was not
    stopped, and in all results but the last."""

    @property
    def outcome(self) -> Outcome:
        """The proven outcome for the side to move, or undecided."""
        over = self.position.outcome()
        return outcome_of(self.score) if over is None else over.outcome_for(self.position.side)

    @property
    def proven(self) -> bool:
        """True if the outcome is proven; otherwise the score is an estimate."""
        return self.outcome.proven

    @property
    def pv(self) -> tuple[Move, ...]:
        """The principal variation of the best move."""
        return self.lines[0].pv if self.lines else ()

    def __repr__(self) -> str:
        """Return the depth, the score and the principal variation in one line of text."""
        line = f": {' '.join(map(str, self.pv))}" if self.pv else ""
        return f"<Analysis: depth {self.depth}, {score_text(self.score, self.outcome)}{line}>"

    def svg(self, *, width: float | None = None, theme: str = "auto", language: str = FIRST) -> str:
        """Draw the board as SVG, with the best moves as numbered arrows.

        Parameters
        ----------
        width : float, optional
            Width in pixels. By default a square is 56 pixels wide.
        theme : str, default "auto"
            "auto" (follows the reader's system), "light" or "dark".
        language : str, default "en"
            The language's code: "en", "de", "fr", "ja" or "pl".

        Returns
        -------
        str
            The drawing, a complete SVG document.

        Raises
        ------
        ArgumentError
            The width is out of range, or there is no such theme or language.

        Examples
        --------
        >>> from mabi_search import Position, analyse
        >>> analyse(Position.start(), depth=1).svg(width=300).startswith("<svg")
        True
        """
        texts = language_of("mabi_search", language)
        arrows = [Arrow(line.move, str(i), i == 1) for i, line in enumerate(self.lines, 1)]
        notes: list[str | ScoredLine] = [
            ScoredLine(
                f"{i}.",
                score_text(line.score, line.outcome, texts),
                line_words(line.pv, 6, texts),
            )
            for i, line in enumerate(self.lines, 1)
        ]
        notes.append(texts.text("replay.scores", depth=self.depth))
        return self.position.svg(arrows=arrows, notes=notes, width=width, theme=theme, language=language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def facts(self) -> Facts:
        """Return the score and the best moves as facts."""
        over, score = self.position.outcome(), score_text(self.score, self.outcome)
        known = f"{score} for the side to move" + ", an estimate" * (not self.proven)
        return [
            for_people("", known if over is None else f"the game is over: {over}", "bold"),
            Fact("position", self.position, str(self.position)),
            Fact("depth", self.depth, str(self.depth)),
            Fact("score", self.score),
            Fact("proven", self.proven),
            Fact("outcome", self.outcome if self.proven else None),
            Fact("pv", self.pv),
            Fact("stopped_by", self.stopped_by, self.stopped_by or "", "stopped by"),
            *effort(self),
            Rows("lines", [line.facts("bold" * (i == 0)) for i, line in enumerate(self.lines)]),
            Fact("rules", asdict(self.position.rules)),
        ]


def outcome_of(score: int) -> Outcome:
    """Return the outcome that a score proves: a win, a loss, or undecided."""
    if abs(score) < WIN_SCORE:
        return Outcome.UNDECIDED
    return Outcome.WIN if score > 0 else Outcome.LOSS


WIN_SCORE = 20_000
"""Minimum score of a proven win. It must equal `WIN` in `kernels.alphabeta.evaluation`; a test compares the
two."""


def replayed(position: Position, moves: Sequence[Move]) -> Position:
    """Return the position after a line of moves; raise InternalError if one of them is illegal."""
    after = position
    try:
        for move in moves:
            after = after.play(move)
    except IllegalMoveError as error:
        raise InternalError(f"the line {' '.join(map(str, moves))} of {position}: {error}") from None
    return after
