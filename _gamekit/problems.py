"""Problems found in an input, with their positions, and the exceptions that all packages share."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")

LINE_SHOWN = 76
"""Largest number of characters shown of an input line below a message."""
VOWELS = tuple("AEIO")
PROBLEMS_SHOWN = 10
"""Largest number of problems shown for one input."""
LONGEST_MESSAGE, END_SHOWN = 2_000, 200
"""Largest number of characters printed of a message, and number of them taken from its end."""


DEEPEST = 100
"""Largest depth of lists and objects within each other in JSON that is read."""


def read_json(text: str | bytes, **hooks: Any) -> Any:
    """Return the value of a JSON text; `hooks` are those of `json.loads`.

    Raises
    ------
    ValueError
        The text is not JSON, is nested deeper than `DEEPEST`, or has a number of thousands of digits. The
        message has the reason.
    """
    too_deep = f"lists and objects are nested more than {DEEPEST} deep"
    try:
        value = json.loads(text, **hooks)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error}") from None
    except RecursionError:
        raise ValueError(too_deep) from None
    except UnicodeDecodeError:
        raise ValueError("not text in UTF-8") from None
    except ValueError:
        raise ValueError("a number has thousands of digits") from None
    level = _nested([value])
    for _ in range(DEEPEST):
        level = [part for one in level for part in _nested(one.values() if isinstance(one, dict) else one)]
    if level:
        raise ValueError(too_deep)
    return value


def _nested(values: Iterable[Any]) -> list[Any]:
    """Return the lists and objects among JSON values."""
    return [value for value in values if isinstance(value, dict | list)]


@contextlib.contextmanager
def reading(name: object) -> Iterator[None]:
    """Add a file name to errors raised while reading, which lack it, unlike errors of opening a file."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(name)
        raise


def shorten(text: str, width: int = 40) -> str:
    """Return a text in quotes for a message, shortened if long, with control characters made visible."""
    return repr(text if len(text) <= width else text[: width - 1] + "…")


def plain(value: object) -> str:
    """Return a value for a message, shortened if long; only strings have quotes."""
    return shorten(value) if isinstance(value, str) else shorten(str(value))[1:-1]


def number_of(count: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun, like "1 turn" or "3,000 turns"; the plural has an s if not given."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def printable(message: str) -> str:
    """Return a message as one line, with control characters made visible; a long one loses its middle."""
    text = "".join(c if c.isprintable() else repr(c)[1:-1] for c in message)
    if len(text) > LONGEST_MESSAGE:
        text = f"{text[: LONGEST_MESSAGE - END_SHOWN]} … ({len(text):,} characters) … {text[-END_SHOWN:]}"
    return text


@dataclass(frozen=True)
class Problem:
    """A problem found in an input, with its position."""

    message: str
    """The message, which describes the problem and the correct form."""
    line: int | None = None
    """Line number in the text, from 1; None if unknown."""
    column: int | None = None
    """Column in the line, from 1; None if unknown."""
    source: str = field(default="", compare=False, repr=False)
    """The line of the text; empty if unknown."""

    def pointed(self) -> list[str]:
        r"""Return two lines that show the position: the line of the text, shortened if long, and a caret.

        Returns
        -------
        list of str
            The two lines; empty if the line of the text or the column is unknown.

        Examples
        --------
        >>> from narabi_solver import Problem
        >>> print("\n".join(Problem("not a stone", 1, 8, "7:even hello").pointed()))
        7:even hello
               ^
        """
        if not self.source.strip() or self.column is None:
            return []
        at = min(self.column - 1, len(self.source))
        start = max(0, min(at - LINE_SHOWN // 2, len(self.source) - LINE_SHOWN))
        text = self.source[start : start + LINE_SHOWN]
        left, right = "…" * (start > 0), "…" * (start + LINE_SHOWN < len(self.source))
        visible = "".join(c if c.isprintable() else " " for c in text)
        return [left + visible.rstrip() + right, " " * (len(left) + at - start) + "^"]

    def __str__(self) -> str:
        if self.line is None:
            return self.message
        if self.column is None:
            return f"line {self.line}: {self.message}"
        return f"line {self.line}, column {self.column}: {self.message}"


class ProblemsError(ValueError):
    """An input is invalid; `problems` lists every problem found in it."""

    def __init__(self, problems: Iterable[Problem] | str, note: str = "", source: str = ""):
        self.note = note
        """A note about the whole input, shown after the messages."""
        self.source = source
        """The name of the input, shown before each message; empty if it has none."""
        found = (Problem(problems),) if isinstance(problems, str) else tuple(problems)
        self.problems: tuple[Problem, ...] = found
        super().__init__("; ".join(map(self._located, found)))

    def __reduce__(self) -> tuple[type[ProblemsError], tuple[tuple[Problem, ...], str, str]]:
        return type(self), (self.problems, self.note, self.source)

    def _located(self, problem: Problem) -> str:
        """Return the message of a problem after the name of the input."""
        return f"{self.source}: {problem}" if self.source else str(problem)

    def messages(self) -> list[list[str]]:
        """Return the messages of up to ten problems, each with the lines to print below it."""
        found = [[self._located(problem), *problem.pointed()] for problem in self.problems[:PROBLEMS_SHOWN]]
        more = len(self.problems) - PROBLEMS_SHOWN
        found += [[f"… and {more:,} more"]] * (more > 0)
        found[-1] += [f"({self.note})"] * bool(self.note)
        return found


def messages_of(error: Exception) -> list[list[str]]:
    """Return the lines to print for an error: for each problem, its message and the lines of its position."""
    return error.messages() if isinstance(error, ProblemsError) else [[str(error)]]


class GameError(Exception):
    """The base of all errors of all games."""


class NarabiError(GameError):
    """The base of all errors of `narabi_solver`."""


class MabiError(GameError):
    """The base of all errors of `mabi_search`."""


class AmuletsError(GameError):
    """The base of all errors of `amulets_solver`."""


class TalesError(GameError):
    """The base of all errors of `tales_of_arabia`."""


class ArgumentError(NarabiError, MabiError, AmuletsError, TalesError, ValueError):
    """An argument has the wrong type, is out of range, or contradicts another argument.

    All packages raise this error, and so does their shared code, like `Limits`.
    """


class InternalError(NarabiError, MabiError, AmuletsError, TalesError):
    """The library contradicts itself. This is a bug; please report it."""


class StoppedError(NarabiError, MabiError, AmuletsError, TalesError):
    """Work was stopped early: on request, or because a worker was lost."""


class MissingExtraError(ArgumentError, ModuleNotFoundError):
    """A function needs an extra that is not installed. The message has the command that installs it."""


@contextlib.contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """Wrap the imports of an extra's packages, so that a failure names the command that installs them.

    Raises
    ------
    MissingExtraError
        A package of the extra is missing or too old.
    """
    try:
        yield
    except ImportError as error:
        raise MissingExtraError(missing(name, what, error)) from None


def missing(name: str, what: str, reason: object) -> str:
    """Return the message about a missing extra: its purpose, the cause, and the command to install it."""
    wanted = " ".join(shlex.quote(one) for one in _requirements(name))
    return f"{what} the extra {name} ({reason}): python -m pip install {wanted}"


def _requirements(name: str) -> list[str]:
    """Return the requirements of an extra, each a package with its lowest version."""
    from importlib import metadata  # slow to load

    try:
        declared = metadata.requires("narabi-mabi") or []
    except metadata.PackageNotFoundError:  # run in a clone, not installed
        return [f".[{name}]"]
    asked = [one.split(";", 1) for one in declared if re.search(rf"extra == ['\"]{name}['\"]", one)]
    return [requirement.strip() for requirement, _ in asked]


def check_kind(value: object, wanted: type, error: type[Exception] = ArgumentError) -> None:
    """Raise an error if a value is not an instance of a class; the message mentions its `parse`, if any."""
    if isinstance(value, wanted):
        return
    name = wanted.__name__
    plural = name.endswith("s") and not name.endswith("is")
    needed = f"{name} are needed" if plural else f"a{'n' * name.startswith(VOWELS)} {name} is needed"
    parse = f"; {name}.parse(text) reads " if hasattr(wanted, "parse") else ""
    if isinstance(value, str):
        raise error(f"{needed}, not the text {shorten(value)}{parse and parse + 'it'}")
    given = "None" if value is None else f"{type(value).__name__} {shorten(repr(value))}"
    raise error(f"{needed}, not {given}{parse and parse + 'one'}")


def or_default(value: T | None, kind: type[T], default: Callable[[], T] | None = None) -> T:
    """Return `value`; if it is None, return ``default()`` or, without `default`, ``kind()``."""
    return (default or kind)() if value is None else value


def nearest(text: str, names: Sequence[str]) -> str | None:
    """Return the name most similar to a misspelled or incomplete one; None if no name is similar."""
    import difflib  # takes milliseconds to load, and is needed for a misspelling only

    begun = sorted((name for name in names if text and name.startswith(text)), key=len)
    return next(iter(begun or difflib.get_close_matches(text, names, n=1)), None)
