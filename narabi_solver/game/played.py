"""A game as played at a table: a deal with all its cards, the swaps, and the answers to questions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from narabi_solver.game.deal import Deal, code, read_game, untrue_events
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import InvalidDealError, Problem
from narabi_solver.game.questions import Event
from narabi_solver.game.rules import Swap


@dataclass(frozen=True)
class PlayedGame:
    """A deal, and the swaps and answers at the table.

    A command that reads a deal also reads the text of a game. Commands that do not use answers ignore them.

    Examples
    --------
    >>> from narabi_solver import PlayedGame
    >>> game = PlayedGame.parse(
    ...     "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    ...     "/ 8:2-to-6 5:dark 4:two-away w:left moves asked C1-B3=yes B2-A3"
    ... )
    >>> len(game.events), game.turns
    (2, 1)
    """

    deal: Deal
    """The deal, without the swaps."""
    events: tuple[Event, ...] = field(default=())
    """The swaps and the answers, in order."""

    def __post_init__(self) -> None:
        """Check that the answers agree with the cards.

        Raises
        ------
        InvalidDealError
            An answer is false, or a swap or an answer has a place that is not in the ring.
        """
        problems = [Problem(message) for _, message in untrue_events(self.deal, self.events)]
        if problems:
            raise InvalidDealError(problems)

    @classmethod
    def parse(cls, text: str, *, deck: Deck | None = None, unusual: bool = False) -> Self:
        """Return the game that a text describes.

        Parameters
        ----------
        text : str
            A deal with its swaps after ``moves``, and answers like ``asked B2-C1=yes`` among them.
        deck : Deck, optional
            The deck; the built-in deck for the number of players (`Deck.of`) if left out.
        unusual : bool, default: False
            As for `Deal.parse`.

        Returns
        -------
        PlayedGame
            The game. ``str(game)`` returns its text in the notation of deals.

        Raises
        ------
        DealFormatError, InvalidDealError, ArgumentError
            As for `Deal.parse`. A false answer raises InvalidDealError.
        """
        deal, events = read_game(Deal, text, deck=deck, unusual=unusual)
        return cls(replace(deal, moves=()), events)

    @property
    def moves(self) -> tuple[Swap, ...]:
        """The swaps played."""
        return tuple(event for event in self.events if isinstance(event, Swap))

    @property
    def turns(self) -> int:
        """Number of turns played."""
        return len(self.moves)

    def after(self, event: Event) -> Self:
        """Return the game after one more event.

        Parameters
        ----------
        event : Swap or Answer
            The next swap or answer.

        Returns
        -------
        PlayedGame
            The game.
        """
        return replace(self, events=(*self.events, event))

    def __repr__(self) -> str:
        return code("PlayedGame", str(self), self.deal.deck, self.deal.players)

    def __str__(self) -> str:
        """Return the game in the notation."""
        return str(self.deal) + (f" moves {' '.join(map(str, self.events))}" if self.events else "")
