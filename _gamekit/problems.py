"""What is wrong with an input, and where; the errors that both packages share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


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


class ProblemsError(ValueError):
    """An invalid input; `problems` lists everything that is wrong."""

    def __init__(self, problems: Iterable[Problem] | str):
        found = (Problem(problems),) if isinstance(problems, str) else tuple(problems)
        self.problems: tuple[Problem, ...] = found
        super().__init__("; ".join(str(problem) for problem in found))

    def __reduce__(self) -> tuple[type[ProblemsError], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)


class NarabiError(Exception):
    """The base of all errors of `narabi_solver`."""


class MabiError(Exception):
    """The base of all errors of `mabi_search`."""


class ArgumentError(NarabiError, MabiError, ValueError):
    """An argument of the wrong kind, outside its range, or one that contradicts another.

    Both packages raise this one, and so does the code they share, like `Limits`.
    """


def check_kind(value: object, wanted: type, error: type[Exception] = ArgumentError) -> None:
    """Raise an error if a value is not of a class, and say how a text is read if the class has a `parse`.

    Parameters
    ----------
    value
        What a function was given.
    wanted
        What it takes.
    error
        What is raised, with a message.
    """
    if isinstance(value, wanted):
        return
    name = wanted.__name__
    needed = f"{name} are needed" if name.endswith("s") else f"a {name} is needed"
    parse = f"; {name}.parse(text) reads " if hasattr(wanted, "parse") else ""
    if isinstance(value, str):
        raise error(f"{needed}, not the text {shorten(value)}{parse and parse + 'it'}")
    given = "None" if value is None else f"{type(value).__name__} {shorten(repr(value))}"
    raise error(f"{needed}, not {given}{parse and parse + 'one'}")


def or_default(value: T | None, kind: type[T], default: Callable[[], T] | None = None) -> T:
    """Return an option of a class, or its default where it is None: ``kind()`` if no `default` makes it.

    Raises
    ------
    ArgumentError
        The option is of another class.
    """
    if value is None:
        return (default or kind)()
    check_kind(value, kind)
    return value


def check_text(value: object) -> None:
    """Raise an ArgumentError if the value to be parsed is not a text."""
    if not isinstance(value, str):
        given = "None" if value is None else f"{type(value).__name__} {shorten(repr(value))}"
        raise ArgumentError(f"a text is needed, not {given}")
