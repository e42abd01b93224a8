"""The errors of this package: what is wrong with the input, or (`InternalError`) with the library."""

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
    """A text that is no record, or a record of what cannot happen; `problems` lists what is wrong."""


class InvalidDealError(ProblemsError, TalesError):
    """Cards that cannot be dealt so; `problems` lists everything wrong."""


class IllegalActError(TalesError, ValueError):
    """An act that the rules do not allow at its moment."""
