"""The errors of this package: the input is wrong, or (`InternalError`) the library has a bug."""

from __future__ import annotations

from _gamekit.problems import (
    ArgumentError,
    GameError,
    InternalError,
    NarabiError,
    Problem,
    ProblemsError,
    StoppedError,
    shorten,
)

__all__ = [
    "ArgumentError",
    "DealFormatError",
    "DeckFormatError",
    "GameError",
    "IllegalMoveError",
    "InternalError",
    "InvalidDealError",
    "MoveFormatError",
    "NarabiError",
    "Problem",
    "StoppedError",
    "UndecidedError",
    "shorten",
]


class DealFormatError(ProblemsError, NarabiError):
    """A text that is not in the notation of deals; `problems` lists everything wrong."""


class InvalidDealError(ProblemsError, NarabiError):
    """A deal that is written correctly but is impossible; `problems` lists everything wrong."""


class DeckFormatError(ProblemsError, NarabiError):
    """A deck file that cannot be used; `problems` lists everything wrong."""


class MoveFormatError(NarabiError, ValueError):
    """A text that is not written as a swap, or as a place."""


class IllegalMoveError(NarabiError, ValueError):
    """A swap that is not legal in its position."""


class UndecidedError(NarabiError):
    """A limit was reached before the answer was known."""
