"""Exceptions of this package."""

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
    """A text is not a valid deck; `problems` lists every error in it."""


class RecordFormatError(ProblemsError, TalesError):
    """A text is not a record, or an act in it is impossible; `problems` lists every error."""


class InvalidDealError(ProblemsError, TalesError):
    """A deal is impossible; `problems` lists every reason."""


class IllegalActError(TalesError, ValueError):
    """The rules forbid an act at this moment."""
