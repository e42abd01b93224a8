"""Outcomes of positions for the side to move, and results of games."""

from __future__ import annotations

from dataclasses import dataclass

from _gamekit.facts import AsDict, Fact, Words, for_programs
from _gamekit.languages import Language, given_or_first


class Outcome(Words):
    """The outcome of a position for one side, usually the side to move.

    Members are also strings: ``Outcome.WIN == "win"``.

    Examples
    --------
    >>> from mabi_search import Outcome
    >>> Outcome.WIN == "win", Outcome.WIN.turned.value, Outcome.UNDECIDED.proven
    (True, 'loss', False)
    """

    WIN = "win"
    """The side wins, whatever the other side does."""
    LOSS = "loss"
    """The side loses, whatever it plays."""
    DRAW = "draw"
    """Neither side can force a win."""
    UNDECIDED = "undecided"
    """The outcome is not known."""

    @property
    def proven(self) -> bool:
        """False only for `UNDECIDED`."""
        return self is not Outcome.UNDECIDED

    @property
    def turned(self) -> Outcome:
        """The outcome for the other side."""
        return _TURNED.get(self, self)


WIN, LOSS, DRAW, UNDECIDED = Outcome
_TURNED = {WIN: LOSS, LOSS: WIN}


@dataclass(frozen=True)
class GameResult(AsDict):
    """The result of a game that has ended or was stopped.

    Examples
    --------
    >>> from mabi_search import Position
    >>> position = Position.start().play("a1a2").play("pass").play("pass")
    >>> result = position.outcome()
    >>> assert result is not None
    >>> print(result)
    White wins by 2 to 1
    >>> print(result.winner, result.margin, result.outcome_for("b"))
    w 1 loss
    """

    winner: str | None
    """``w`` or ``b``; None if the game was drawn or stopped."""
    margin: int
    """Size of the winner's largest group minus that of the loser's; 0 if there is no winner."""
    reason: str
    """The result and its reason, in one sentence."""
    decided: bool = True
    """False if the game was stopped by `max_plies`."""

    def __str__(self) -> str:
        return self.reason

    def facts(self) -> list[Fact]:
        """Return the winner, the margin and the reason, for programs only."""
        return for_programs(self, "winner", "margin", "decided", "reason")

    def outcome_for(self, side: str) -> Outcome:
        """Return the outcome for a side; undecided if the game was stopped.

        Parameters
        ----------
        side : str
            ``w`` or ``b``.

        Returns
        -------
        Outcome
            A win, a loss, a draw, or undecided.

        Examples
        --------
        >>> from mabi_search import GameResult
        >>> print(GameResult("w", 2, "White wins by 4 to 2").outcome_for("b"))
        loss
        """
        if not self.decided:
            return UNDECIDED
        if self.winner is None:
            return DRAW
        return WIN if self.winner == side else LOSS


def score_text(score: int, outcome: Outcome, texts: Language | None = None) -> str:
    """Return the proven outcome as text, in English if no texts are given, or else the score in pieces."""
    if not outcome.proven:
        return signed(score / 100)
    return proven_text(outcome, given_or_first("mabi_search", texts))


def signed(pieces: float, form: str = "+.2f") -> str:
    """Return a number of pieces for a reader, with a plus or a minus sign."""
    return f"{pieces:{form}}".replace("-", "−")


def proven_text(outcome: Outcome, texts: Language) -> str:
    """Return a proven outcome as text, with the note that it is proven."""
    return texts.text("proven", outcome=texts.text("drawn" if outcome == DRAW else str(outcome)))
