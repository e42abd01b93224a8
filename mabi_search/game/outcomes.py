"""What a position is for the side to move, and how a game ended."""

from __future__ import annotations

from dataclasses import dataclass

from _gamekit.facts import Words


class Outcome(Words):
    """What a position is for one side, the side to move unless another is named.

    The members are texts, too: ``Outcome.WIN == "win"``.

    Examples
    --------
    >>> from mabi_search import Outcome
    >>> Outcome.WIN == "win", Outcome.WIN.turned.value, Outcome.UNDECIDED.proven
    (True, 'loss', False)
    """

    WIN = "win"
    """The side wins, whatever the other does."""
    LOSS = "loss"
    """The side loses, whatever it does."""
    DRAW = "draw"
    """Neither side can do better."""
    UNDECIDED = "undecided"
    """Not known; never a claim."""

    @property
    def proven(self) -> bool:
        """False for `UNDECIDED` alone."""
        return self is not Outcome.UNDECIDED

    @property
    def turned(self) -> Outcome:
        """The same for the other side."""
        return _TURNED.get(self, self)


WIN, LOSS, DRAW, UNDECIDED = Outcome
_TURNED = {WIN: LOSS, LOSS: WIN}


@dataclass(frozen=True)
class GameResult:
    """How a game ended.

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
    """``w`` or ``b``; None for a draw, and where the game was stopped."""
    margin: int
    """The winner's largest group minus the other's; 0 for a tie."""
    reason: str
    """Why, in a sentence."""
    decided: bool = True
    """False if the game was stopped by `max_plies`."""

    def __str__(self) -> str:
        return self.reason

    def outcome_for(self, side: str) -> Outcome:
        """Return what it is for a side; undecided where the game was stopped.

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
    """Return a score in pieces, or what is proven."""
    return f"{outcome} (proven)" if outcome.proven else f"{score / 100:+.2f}"
