"""The errors of this package: what is wrong with the input, or (`InternalError`) with us."""

from __future__ import annotations

from _gamekit.problems import ArgumentError, NarabiError, Problem, ProblemsError, shorten

__all__ = [
    "ArgumentError",
    "DealFormatError",
    "DeckFormatError",
    "IllegalMoveError",
    "InternalError",
    "InvalidDealError",
    "MoveFormatError",
    "NarabiError",
    "Problem",
    "UndecidedError",
    "shorten",
]


class DealFormatError(ProblemsError, NarabiError):
    """A text that is not in the notation of deals; `problems` names all that was found."""


class InvalidDealError(ProblemsError, NarabiError):
    """A deal that is written properly and cannot be; `problems` names all that was found."""


class DeckFormatError(ProblemsError, NarabiError):
    """A deck file that cannot be used; `problems` names all that was found."""


class MoveFormatError(NarabiError, ValueError):
    """A text that is no swap, or no place; what it says may be legal or not."""


class IllegalMoveError(NarabiError, ValueError):
    """A swap that the rules forbid where it was to be made."""


class UndecidedError(NarabiError):
    """The limits were reached before the answer was known."""


class InternalError(NarabiError):
    """A contradiction inside the library: the bug is ours."""
