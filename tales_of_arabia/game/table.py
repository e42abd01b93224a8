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
"""A row of L story cards is worth 1 + (L - 3) = L - 2 points. The main story is worth 2 points more."""


@dataclass(frozen=True, repr=False)
class Table:
    """The cards, the points and the teller at one moment. Players are numbered from 1, clockwise."""

    deck: Deck
    """The cards of the game."""
    hands: tuple[Hand, ...]
    """The hand of each player."""
    draw: tuple[str | None, ...]
    """The draw pile from the top; None for an unknown card."""
    rules: Rules = field(default_factory=Rules)
    """The options of the rules."""
    teller: int = 1
    """The player who tells the current story."""
    rows: tuple[tuple[str, ...], ...] = ((),)
    """The open stories: the main story first, the story being told last."""
    won: tuple[tuple[str, ...], ...] = ()
    """The cards won by each player."""
    points: tuple[int, ...] = ()
    """Points of each player so far."""
    finisher: int | None = None
    """The player who ended the main story, and with it the game; None while the game goes on."""

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
        """Whether the main story has ended; a `Game` is also over if nobody can act any more."""
        return self.finisher is not None

    @property
    def scores(self) -> dict[int, int]:
        """Points so far, by player."""
        return dict(enumerate(self.points, 1))

    def hand(self, player: int) -> Hand:
        """Return the hand of a player.

        Parameters
        ----------
        player : int
            Number of the player, from 1.

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
        """For each card whose place is known, a phrase like "is in the draw pile"."""
        found: dict[str, str] = {}
        for depth, row in enumerate(self.rows):
            found |= dict.fromkeys(row, f"lies in sub-story {depth}" if depth else "lies in the main story")
        for player in range(1, self.players + 1):
            found |= dict.fromkeys(self.won[player - 1], f"was won by player {player}")
            found |= dict.fromkeys(self.hand(player).cards, f"is in the hand of player {player}")
        return found | {card: "is in the draw pile" for card in self.draw if card is not None}

    @property
    def unseen(self) -> list[str]:
        """The names of the cards whose place is unknown: in a hand or in the draw pile."""
        return [card.name for card in self.deck if card.name not in self.places]
