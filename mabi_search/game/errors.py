"""The errors of this package. `InternalError` is a fault of the library; others concern the input."""

from __future__ import annotations

from _gamekit.problems import (
    ArgumentError,
    GameError,
    InternalError,
    MabiError,
    Problem,
    ProblemsError,
    StoppedError,
    read_json,
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
    "read_json",
    "shorten",
]


class PositionFormatError(ProblemsError, MabiError):
    """A text is not a position. `problems` lists everything that is wrong."""


class InvalidPositionError(ProblemsError, MabiError):
    """A position is well-formed but impossible. `problems` lists everything that is wrong."""


class MoveFormatError(MabiError, ValueError):
    """A text is not a move."""


class IllegalMoveError(MabiError, ValueError):
    """The rules forbid a move."""
