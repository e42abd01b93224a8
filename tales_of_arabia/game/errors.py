"""The errors of this package: wrong input, or (`InternalError`) a bug of the library."""

from __future__ import annotations

from _gamekit.problems import (
    ArgumentError,
    GameError,
    InternalError,
    Problem,
    ProblemsError,
    TalesError,
    shorten,
)

__all__ = [
    "ArgumentError",
    "DeckFormatError",
    "GameError",
    "IllegalActError",
    "InternalError",
    "InvalidDealError",
    "Problem",
    "RecordFormatError",
    "TalesError",
    "shorten",
]


class DeckFormatError(ProblemsError, TalesError):
    """A deck file that cannot be used; `problems` lists everything wrong."""


class RecordFormatError(ProblemsError, TalesError):
    """A text that is not a record, or a record with an impossible act; `problems` lists everything wrong."""


class InvalidDealError(ProblemsError, TalesError):
    """A deal that is impossible; `problems` lists everything wrong."""


class IllegalActError(TalesError, ValueError):
    """An act that the rules do not allow at its moment."""
