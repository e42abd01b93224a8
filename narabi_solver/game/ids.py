"""Ids of random deals: ``4-0-17`` is deal 17 of seed 0 for 4 players, for ever, with the built-in deck.

Where another deck is named, it is what `random_deal` draws with that one; for 2 players it must have the
mini game.
"""

from __future__ import annotations

import re
from typing import NamedTuple

ID = "([2-5])-([0-9]{1,20})-([0-9]{1,20})"
"""The pattern of an id."""


class DealId(NamedTuple):
    """The arguments of `random_deal` that make a deal."""

    players: int
    seed: int
    number: int

    def __str__(self) -> str:
        """Return it as it is written."""
        return f"{self.players}-{self.seed}-{self.number}"


def read_id(text: str) -> DealId | None:
    """Return the id that a text is; None if it is none.

    Examples
    --------
    >>> read_id("4-0-17")
    DealId(players=4, seed=0, number=17)
    >>> str(read_id("4-0-17"))
    '4-0-17'
    """
    match = re.fullmatch(ID, text)
    return None if match is None else DealId(*map(int, match.groups()))
