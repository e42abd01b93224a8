"""What lies on the table at one moment of a game: for the rules, and for what shows it."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field

from tales_of_arabia.game.dealing import Hand
from tales_of_arabia.game.deck import Deck
from tales_of_arabia.game.errors import ArgumentError
from tales_of_arabia.game.readings import Rules

LOST_BY_A_ROW, WON_BY_FINISHING = 2, 2
"""A row of L story cards is worth 1 + (L - 3), which is L - 2; the main story 2 more."""


@dataclass(frozen=True, repr=False)
class Table:
    """The cards on the table and in the hands, the points, and who tells. Players count from 1, clockwise."""

    deck: Deck
    """Its cards."""
    hands: tuple[Hand, ...]
    """For each player the hand."""
    draw: tuple[str | None, ...]
    """The draw pile from the top; None is a card that is not known."""
    rules: Rules = field(default_factory=Rules)
    """The readings."""
    teller: int = 1
    """Who tells now."""
    rows: tuple[tuple[str, ...], ...] = ((),)
    """The stories that are open: the main story first, the one being told last."""
    won: tuple[tuple[str, ...], ...] = ()
    """For each player the cards won."""
    points: tuple[int, ...] = ()
    """For each player the points of the stories ended."""
    finisher: int | None = None
    """Who ended the main story, and with it the game."""

    def __post_init__(self) -> None:
        if not self.won:
            object.__setattr__(self, "won", ((),) * len(self.hands))
            object.__setattr__(self, "points", (0,) * len(self.hands))

    @property
    def players(self) -> int:
        """How many there are."""
        return len(self.hands)

    @property
    def over(self) -> bool:
        """True if the main story is ended."""
        return self.finisher is not None

    @property
    def scores(self) -> dict[int, int]:
        """For each player the points so far."""
        return dict(enumerate(self.points, 1))

    def hand(self, player: int) -> Hand:
        """Return the hand of a player.

        Parameters
        ----------
        player : int
            From 1.

        Returns
        -------
        Hand
            What is known of it.

        Raises
        ------
        ArgumentError
            There is no such player.
        """
        if not 1 <= player <= len(self.hands):
            raise ArgumentError(f"there is no player {player}; the players are 1 to {len(self.hands)}")
        return self.hands[player - 1]

    @functools.cached_property
    def places(self) -> Mapping[str, str]:
        """For each card of which it is known where it is, the place in words."""
        found: dict[str, str] = {}
        for depth, row in enumerate(self.rows):
            found |= dict.fromkeys(row, f"lies in sub-story {depth}" if depth else "lies in the main story")
        for player in range(1, self.players + 1):
            found |= dict.fromkeys(self.won[player - 1], f"was won by player {player}")
            found |= dict.fromkeys(self.hand(player).cards, f"is in the hand of player {player}")
        return found | {card: "is in the draw pile" for card in self.draw if card is not None}

    @property
    def unseen(self) -> list[str]:
        """The cards of which nobody knows where they are: in hands, or in the draw pile."""
        return [card.name for card in self.deck if card.name not in self.places]
