"""The errors of this package: wrong input, or (`InternalError`) a bug of the library."""

from __future__ import annotations

from _gamekit.problems import (
    ArgumentError,
    GameError,
    InternalError,
    MabiError,
    Problem,
    ProblemsError,
    StoppedError,
    shorten,
)

__all__ = [
    "ArgumentError",
    "GameError",
    "IllegalMoveError",
    "InternalError",
    "InvalidPositionError",
    "MabiError",
    "MoveFormatError",
    "PositionFormatError",
    "Problem",
    "StoppedError",
    "shorten",
]


class PositionFormatError(ProblemsError, MabiError):
    """A text that is not a position; `problems` lists everything that is wrong."""


class InvalidPositionError(ProblemsError, MabiError):
    """A well-formed but impossible position; `problems` lists everything that is wrong."""


class MoveFormatError(MabiError, ValueError):
    """A text that is not a move."""


class IllegalMoveError(MabiError, ValueError):
    """A move that the rules forbid in the position."""
