"""Exceptions of this package."""

from __future__ import annotations

from _gamekit.problems import (
    AmuletsError,
    ArgumentError,
    GameError,
    InternalError,
    Problem,
    ProblemsError,
    StoppedError,
    shorten,
)

__all__ = [
    "AmuletsError",
    "ArgumentError",
    "ContradictionError",
    "GameError",
    "IllegalActError",
    "InternalError",
    "PlacementFormatError",
    "Problem",
    "RecordFormatError",
    "StoppedError",
    "shorten",
]


class RecordFormatError(ProblemsError, AmuletsError):
    """A text is not a record of a game; `problems` lists every error in it."""


class PlacementFormatError(ProblemsError, AmuletsError):
    """A text is not a placement of the amulets; `problems` lists every error in it."""


class ContradictionError(ProblemsError, AmuletsError):
    """No secrets of the other players agree with the recorded answers and verdicts."""


class IllegalActError(AmuletsError, ValueError):
    """The rules forbid a question, a cast or a pass at this moment."""
