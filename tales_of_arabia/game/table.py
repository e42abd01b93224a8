"""The table at one moment of a game."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field

from tales_of_arabia.game.dealing import Hand
from tales_of_arabia.game.deck import Deck
from tales_of_arabia.game.errors import ArgumentError
from tales_of_arabia.game.readings import Rules

LOST_BY_A_ROW, WON_BY_FINISHING = 2, 2
"""A row of L story cards is worth 1 + (L - 3) = L - 2 points; the main story 2 points more."""


@dataclass(frozen=True, repr=False)
class Table:
    """The cards on the table and in the hands, the points, and who tells. Players count from 1, clockwise."""

    deck: Deck
    """The cards of the game."""
    hands: tuple[Hand, ...]
    """The hand of each player."""
    draw: tuple[str | None, ...]
    """The draw pile from the top; None for an unknown card."""
    rules: Rules = field(default_factory=Rules)
    """The readings."""
    teller: int = 1
    """The teller."""
    rows: tuple[tuple[str, ...], ...] = ((),)
    """The open stories: the main story first, the story being told last."""
    won: tuple[tuple[str, ...], ...] = ()
    """Number of cards won by each player."""
    points: tuple[int, ...] = ()
    """Points of each player for the stories ended."""
    finisher: int | None = None
    """The player who ended the main story and so the game; None before."""

    def __post_init__(self) -> None:
        if not self.won:
            object.__setattr__(self, "won", ((),) * len(self.hands))
            object.__setattr__(self, "points", (0,) * len(self.hands))

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.hands)

    @property
    def over(self) -> bool:
        """True if the main story is ended."""
        return self.finisher is not None

    @property
    def scores(self) -> dict[int, int]:
        """Points of each player so far."""
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
            The hand, as far as it is known.

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
        """The place in words of each card whose place is known."""
        found: dict[str, str] = {}
        for depth, row in enumerate(self.rows):
            found |= dict.fromkeys(row, f"lies in sub-story {depth}" if depth else "lies in the main story")
        for player in range(1, self.players + 1):
            found |= dict.fromkeys(self.won[player - 1], f"was won by player {player}")
            found |= dict.fromkeys(self.hand(player).cards, f"is in the hand of player {player}")
        return found | {card: "is in the draw pile" for card in self.draw if card is not None}

    @property
    def unseen(self) -> list[str]:
        """The cards whose place is unknown: in a hand, or in the draw pile."""
        return [card.name for card in self.deck if card.name not in self.places]
