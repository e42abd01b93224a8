"""Options of the rules: the shortest stories that may end, and a house rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, SupportsIndex

from _gamekit.checks import Between, checked_fields

FEWEST, MOST = 1, 20
"""Limits of `Rules.minimum` and `Rules.main_minimum`."""


@checked_fields
@dataclass(frozen=True, kw_only=True)
class Rules:
    """The options of the rules that a game uses.

    Raises
    ------
    ArgumentError
        A minimum is not a whole number from 1 to 20, or `passing` is neither True nor False.
    """

    minimum: Annotated[int, Between(FEWEST, MOST)] = 4
    """Number of story cards that a sub-story needs before it may end."""
    main_minimum: Annotated[int, Between(FEWEST, MOST)] = 4
    """Number of story cards that the main story needs before it may end."""
    passing: bool = False
    """Whether the teller may pass: draw a card, and let the left neighbour tell. This is a house rule."""

    if TYPE_CHECKING:  # numpy's numbers are taken too

        def __init__(
            self, *, minimum: SupportsIndex = 4, main_minimum: SupportsIndex = 4, passing: bool = False
        ) -> None: ...

    def needed(self, main: bool) -> int:
        """Return the number of story cards that a story needs before it may end.

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
