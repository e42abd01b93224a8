"""What the games of OpenSpiel share: the library itself, or a sentence that it is missing."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from _gamekit.problems import extra

with extra("openspiel", "games of OpenSpiel need"):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame as PublicObserver

__all__ = ["CHANCE", "LONGEST_GAME", "TERMINAL", "PublicObserver", "Shared", "pyspiel"]

T = TypeVar("T")

TERMINAL, CHANCE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)
"""Instead of a player."""
LONGEST_GAME = 2**31 - 1
"""OpenSpiel keeps the length of a game in so many bits."""


class Shared(Generic[T]):
    """A value that never changes, so that the copies that OpenSpiel makes of a state have it in common."""

    def __init__(self, value: T):
        self.value = value

    def __deepcopy__(self, memo: dict[int, Any]) -> Shared[T]:
        """Return itself."""
        return self
