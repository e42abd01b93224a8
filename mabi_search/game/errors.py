"""The errors of this package: what is wrong with the input, or (`InternalError`) with us."""

from __future__ import annotations

from _gamekit.problems import ArgumentError, MabiError, Problem, ProblemsError, shorten

__all__ = [
    "ArgumentError",
    "IllegalMoveError",
    "InternalError",
    "InvalidPositionError",
    "MabiError",
    "MoveFormatError",
    "PositionFormatError",
    "Problem",
    "shorten",
]


class PositionFormatError(ProblemsError, MabiError):
    """A text that is not in the notation of positions; `problems` names all that was found."""


class InvalidPositionError(ProblemsError, MabiError):
    """A position that is written properly and cannot be; `problems` names all that was found."""


class MoveFormatError(MabiError, ValueError):
    """A text that is not in the notation of moves."""


class IllegalMoveError(MabiError, ValueError):
    """A move that the rules forbid where it was to be made."""


class InternalError(MabiError):
    """A contradiction inside the library: the bug is ours."""
