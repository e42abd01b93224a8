"""What can happen at the table, each as records write it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Lay:
    """The teller lays a story card at the end of the story that is being told."""

    card: str
    """Its name."""
    opens: bool = False
    """True: the being on it begins a sub-story."""

    def __str__(self) -> str:
        return f"lay {self.card}" + " open" * self.opens


@dataclass(frozen=True)
class Interrupt:
    """Another player lays a story card that the teller spoke of, and tells on."""

    player: int
    """Who, from 1."""
    card: str
    """Its name."""
    opens: bool = False
    """True: the being on it begins a sub-story."""

    def __str__(self) -> str:
        return f"interrupt {self.player} {self.card}" + " open" * self.opens


@dataclass(frozen=True)
class End:
    """The teller lays an ending on the story that is being told, and the others judge it."""

    card: str
    """Its name."""
    accepted: bool
    """Whether the others took it for a good ending."""

    def __str__(self) -> str:
        return f"end {self.card} {'accepted' if self.accepted else 'refused'}"


@dataclass(frozen=True)
class Pass:
    """The teller passes: a house rule."""

    def __str__(self) -> str:
        return "pass"


Act = Lay | Interrupt | End | Pass
