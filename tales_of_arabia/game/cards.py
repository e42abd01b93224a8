"""The cards: what can be told about, and what ends a story."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a card is."""

    BEING = "being"
    """Somebody who can tell a story within the story."""
    OTHER = "other"
    """A place, a thing, an event."""
    ENDING = "ending"
    """The end of a story."""


@dataclass(frozen=True)
class Card:
    """One card; a deck has every card once."""

    name: str
    """What records call it."""
    kind: Kind
    """What it is."""
    words: tuple[str, ...]
    """The words that call for it, or what an ending says."""

    @property
    def is_ending(self) -> bool:
        """True for an ending, False for a story card."""
        return self.kind is Kind.ENDING
