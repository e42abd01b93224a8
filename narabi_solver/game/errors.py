"""The errors of this package: the input is wrong, or the library has a bug (`InternalError`)."""

from __future__ import annotations

from _gamekit.problems import (
    ArgumentError,
    GameError,
    InternalError,
    NarabiError,
    Problem,
    ProblemsError,
    StoppedError,
    read_json,
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
    "read_json",
    "shorten",
]


class DealFormatError(ProblemsError, NarabiError):
    """A text is not in the notation of deals; `problems` lists every problem."""


class InvalidDealError(ProblemsError, NarabiError):
    """A deal is written correctly but impossible; `problems` lists every problem."""


class DeckFormatError(ProblemsError, NarabiError):
    """A deck file cannot be used; `problems` lists every problem."""


class MoveFormatError(NarabiError, ValueError):
    """A text is not written as a swap or a place."""


class IllegalMoveError(NarabiError, ValueError):
    """A swap is not legal in its position."""


class UndecidedError(NarabiError):
    """A limit was reached before the answer was known."""
