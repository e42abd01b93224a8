"""The errors of this package: what is wrong with the input, or (`InternalError`) with us."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


def shorten(text: str, width: int = 40) -> str:
    """Return a text in quotes for a message, cut where it is long, with control characters made visible."""
    return repr(text if len(text) <= width else text[: width - 1] + "…")


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with an input, and where."""

    message: str
    """What is wrong, and what would be right."""
    line: int | None = None
    """Line of the text, from 1; None where there is no text."""
    column: int | None = None
    """Column of the line, from 1; None where there is no text."""

    def __str__(self) -> str:
        if self.line is None:
            return self.message
        if self.column is None:
            return f"line {self.line}: {self.message}"
        return f"line {self.line}, column {self.column}: {self.message}"


class NarabiError(Exception):
    """The base of all errors of `narabi_solver`."""


class _ProblemsError(NarabiError, ValueError):
    def __init__(self, problems: Iterable[Problem] | str):
        found = (Problem(problems),) if isinstance(problems, str) else tuple(problems)
        self.problems: tuple[Problem, ...] = found
        super().__init__("; ".join(str(problem) for problem in found))

    def __reduce__(self) -> tuple[type[_ProblemsError], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)


class DealFormatError(_ProblemsError):
    """A text that is not in the notation of deals; `problems` names all that was found."""


class InvalidDealError(_ProblemsError):
    """A deal that is written properly and cannot be; `problems` names all that was found."""


class DeckFormatError(_ProblemsError):
    """A deck file that cannot be used; `problems` names all that was found."""


class IllegalMoveError(NarabiError, ValueError):
    """A swap that the rules forbid where it was to be made."""


class ArgumentError(NarabiError, ValueError):
    """An argument outside its range, or one that contradicts another."""


class InternalError(NarabiError):
    """A contradiction inside the library: the bug is ours."""
