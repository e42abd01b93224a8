"""Code shared by the OpenSpiel games: the import of OpenSpiel, and an error if it is missing."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from _gamekit.problems import extra

with extra("openspiel", "games of OpenSpiel need"):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame as PublicObserver

__all__ = ["CHANCE", "LONGEST_GAME", "TERMINAL", "PublicObserver", "Shared", "pyspiel"]

T = TypeVar("T")

TERMINAL, CHANCE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)
"""Special player numbers: the end of a game, and a chance node."""
LONGEST_GAME = 2**31 - 1
"""The largest game length, which OpenSpiel stores in 32 bits."""


class Shared(Generic[T]):
    """A wrapper of an immutable value that all copies of an OpenSpiel state share."""

    def __init__(self, value: T):
        self.value = value

    def __deepcopy__(self, memo: dict[int, Any]) -> Shared[T]:
        """Return this object itself instead of a copy."""
        return self
