"""Outcomes of positions for the side to move, and results of games."""

from __future__ import annotations

from dataclasses import dataclass

from _gamekit.facts import Words


class Outcome(Words):
    """The outcome of a position for a side, by default the side to move.

    The members are texts, too: ``Outcome.WIN == "win"``.

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
    """Neither side can do better."""
    UNDECIDED = "undecided"
    """The outcome is not known; this is never a claim."""

    @property
    def proven(self) -> bool:
        """False for `UNDECIDED` alone."""
        return self is not Outcome.UNDECIDED

    @property
    def turned(self) -> Outcome:
        """The same outcome as seen by the other side."""
        return _TURNED.get(self, self)


WIN, LOSS, DRAW, UNDECIDED = Outcome
_TURNED = {WIN: LOSS, LOSS: WIN}


@dataclass(frozen=True)
class GameResult:
    """The result of a game that has ended.

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
    """``w`` or ``b``; None for a draw, and if the game was stopped."""
    margin: int
    """The winner's largest group minus the other's; 0 for a tie."""
    reason: str
    """The reason, in a sentence."""
    decided: bool = True
    """False if the game was stopped by `max_plies`."""

    _json = ("winner", "margin", "decided", "reason")

    def __str__(self) -> str:
        return self.reason

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


def score_text(score: int, outcome: Outcome) -> str:
    """Return a score in pieces, or the proven outcome, as text."""
    return f"{outcome} (proven)" if outcome.proven else f"{score / 100:+.2f}"
