"""`Situation`, the input of a plan: the lengths of the open rows, and the numbers of cards in the hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Self, SupportsIndex

from _gamekit.checks import Between, checked_fields
from _gamekit.problems import number_of
from tales_of_arabia.game.deck import Kind
from tales_of_arabia.game.errors import ArgumentError
from tales_of_arabia.game.readings import Rules
from tales_of_arabia.game.rules import Game

MOST_CARDS = 24
"""Largest number of story cards of a plan, in the hand and in the rows; 24 take some seconds."""
MOST_FRESH = 20
"""Largest number of story cards for which a threshold is computed; 20 take some seconds."""
MOST_ENDINGS = 32
"""Largest number of endings of a plan."""
Count = Annotated[int, Between(0)]


@checked_fields
@dataclass(frozen=True, kw_only=True)
class Situation:
    """A teller's hand and the open rows, as numbers of cards.

    Raises
    ------
    ArgumentError
        A number is negative or not a whole number, or there is no row. There are more than 24 story cards,
        32 endings or 25 rows.
    """

    beings: Count = 0
    """Number of beings in the hand."""
    others: Count = 0
    """Number of other story cards in the hand."""
    endings: Count = 0
    """Number of endings in the hand."""
    rows: tuple[Count, ...] = (0,)
    """Number of story cards in each open row, the main story first."""
    rules: Rules = field(default_factory=Rules)
    """The options of the rules. `passing` has no effect on a plan."""

    if TYPE_CHECKING:  # numpy's numbers are taken too

        def __init__(
            self,
            *,
            beings: SupportsIndex = 0,
            others: SupportsIndex = 0,
            endings: SupportsIndex = 0,
            rows: tuple[SupportsIndex, ...] = (0,),
            rules: Rules = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        if not self.rows:
            raise ArgumentError("rows must contain at least one number of story cards")
        if (cards := self.held + sum(self.rows)) > MOST_CARDS:
            raise ArgumentError(f"a plan has at most {MOST_CARDS} story cards in hand and rows, not {cards}")
        if self.endings > MOST_ENDINGS or len(self.rows) > MOST_CARDS + 1:
            raise ArgumentError(f"a plan has at most {MOST_ENDINGS} endings and {MOST_CARDS + 1} rows")

    @property
    def held(self) -> int:
        """Number of story cards in the hand."""
        return self.beings + self.others

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return the situation of a game's teller.

        Parameters
        ----------
        game : Game
            A game in which every card of the teller's hand is known.

        Returns
        -------
        Situation
            The situation.

        Raises
        ------
        ArgumentError
            The game is over, or some of the teller's cards are unknown.
        """
        if game.over:
            raise ArgumentError("the game is over; there is nothing to plan")
        hand = game.hand(game.teller)
        if hand.size > len(hand.cards):
            unknown = hand.size - len(hand.cards)
            cards = number_of(unknown, "unknown card")
            raise ArgumentError(f"the teller, player {game.teller}, has {cards}")
        kinds = [game.deck[card].kind for card in hand.cards]
        return cls(
            beings=kinds.count(Kind.BEING),
            others=kinds.count(Kind.OTHER),
            endings=kinds.count(Kind.ENDING),
            rows=tuple(map(len, game.rows)),
            rules=game.rules,
        )
