"""The readings of the rules that can be chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from _gamekit.checked import Between, checked_fields

FEWEST, MOST = 1, 20
"""Largest minimum of story cards before a story may be ended."""


@checked_fields
@dataclass(frozen=True, kw_only=True)
class Rules:
    """The readings that a game is played by.

    Raises
    ------
    ArgumentError
        A minimum is not a whole number from 1 to 20, or `passing` is neither True nor False.
    """

    minimum: Annotated[int, Between(FEWEST, MOST)] = 4
    """Story cards that a sub-story needs before it may be ended."""
    main_minimum: Annotated[int, Between(FEWEST, MOST)] = 4
    """Story cards that the main story needs before it may be ended."""
    passing: bool = False
    """True if the teller may pass: draw a card, and let the left neighbour tell (a house rule)."""

    def needed(self, main: bool) -> int:
        """Return how many story cards a row needs before it may be ended.

        Parameters
        ----------
        main : bool
            True for the main story, False for a sub-story.

        Returns
        -------
        int
            Number of story cards.
        """
        return self.main_minimum if main else self.minimum
