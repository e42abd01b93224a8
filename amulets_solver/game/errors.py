"""The errors of this package: wrong input, or (`InternalError`) a bug of the library."""

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
    """A text that is not a record of a game; `problems` lists everything wrong."""


class PlacementFormatError(ProblemsError, AmuletsError):
    """A text that does not say where the amulets stand; `problems` lists everything wrong."""


class ContradictionError(ProblemsError, AmuletsError):
    """No secrets of the others agree with all that was heard."""


class IllegalActError(AmuletsError, ValueError):
    """A question or a cast that the rules forbid now."""
