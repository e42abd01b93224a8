"""Code shared by the games of OpenSpiel: the import, or an error if the library is missing."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from _gamekit.problems import extra

with extra("openspiel", "games of OpenSpiel need"):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame as PublicObserver

__all__ = ["CHANCE", "LONGEST_GAME", "TERMINAL", "PublicObserver", "Shared", "pyspiel"]

T = TypeVar("T")

TERMINAL, CHANCE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)
"""Values that stand in place of a player: the game is over, and a chance node."""
LONGEST_GAME = 2**31 - 1
"""The greatest length of a game, which OpenSpiel keeps in 32 bits."""


class Shared(Generic[T]):
    """An immutable value that is shared by all copies that OpenSpiel makes of a state."""

    def __init__(self, value: T):
        self.value = value

    def __deepcopy__(self, memo: dict[int, Any]) -> Shared[T]:
        """Return the value itself, not a copy."""
        return self
