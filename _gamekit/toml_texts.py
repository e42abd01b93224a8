"""Parser of hand-written TOML files, like decks. It reports all problems at once."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from _gamekit.folders import named
from _gamekit.lines import lines_of
from _gamekit.problems import Problem, ProblemsError, reading, shorten

T = TypeVar("T")

MAX_BYTES = 100_000
MAX_LINE = 2_000


def load(path: str | Path, what: str, loads: Callable[[str], T], error: type[ProblemsError]) -> T:
    """Read a file, and return its contents as parsed by `loads`.

    Raises
    ------
    ProblemsError
        The file is too large, is not text, or is refused by `loads`.
    OSError
        The file cannot be read.
    """
    with reading(path), open(named(path), "rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise error(f"{path}: too large for a {what} file (at most {MAX_BYTES:,} bytes)")
    try:
        return loads("\n".join(lines_of(raw.decode("utf-8-sig"))))
    except UnicodeDecodeError as wrong:
        raise error(f"{path}: not a text file (byte {wrong.start} is not UTF-8)") from None
    except error as wrong:
        raise error([Problem(f"{path}: {problem}") for problem in wrong.problems]) from None


def written(value: object, error: type[ProblemsError], what: str) -> str:
    """Return a one-line string, a boolean, a number or a tuple of these as TOML.

    Characters outside ASCII are not escaped, because TOML rejects the surrogate pairs of JSON.
    """
    for one in value if isinstance(value, tuple) else (value,):
        if isinstance(one, str) and not one.isprintable():
            raise error(
                f"{shorten(one)} is not one line of printable text, so it cannot be written to a {what} file"
            )
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def shown(value: object) -> str:
    """Return a value for a message, shortened if it is long."""
    try:
        return shorten(value) if isinstance(value, str) else shorten(repr(value))[1:-1]
    except (ValueError, RecursionError):
        return "a value too large to show"


class TableReader:
    """Parser of a TOML or JSON table that collects problems; `read` is `tomllib.loads` or `read_json`."""

    def __init__(
        self, text: str, error: type[ProblemsError], read: Callable[[str], Any] = tomllib.loads
    ) -> None:
        self.problems: list[Problem] = []
        self._error = error
        language = "TOML" if read is tomllib.loads else "JSON"
        for number, line in enumerate(text.split("\n") if language == "TOML" else (), 1):
            if len(line) > MAX_LINE:
                raise error(f"line {number} is too long: {len(line):,} characters, at most {MAX_LINE:,}")
        try:
            data = read(text)
        except ValueError as wrong:  # a number with thousands of digits raises a plain ValueError
            raise error(f"not {language}: {str(wrong).removeprefix(f'not {language}: ')}") from None
        except RecursionError:  # of TOML
            raise error(f"not {language}: lists and tables are nested too deeply") from None
        if not isinstance(data, dict):
            raise error(f"not a {language} table, but {shown(data)}")
        self.data: dict[str, Any] = data

    def wrong(self, message: str) -> None:
        """Add a problem."""
        self.problems.append(Problem(message))

    def fail(self) -> NoReturn:
        """Raise an error with all problems."""
        raise self._error(self.problems)

    def known(self, table: Mapping[str, Any], keys: Sequence[str], where: str) -> None:
        """Report the unknown keys of a table."""
        for key in table:
            if key not in keys:
                self.wrong(f"unknown key {shorten(key)} in {where}; the keys are {', '.join(keys)}")

    def table(self, name: str) -> dict[str, Any]:
        """Return a table of the text; an empty one if it is missing or has another type."""
        table = self.data.get(name, {})
        if isinstance(table, dict):
            return table
        self.wrong(f"{name} must be a table [{name}], not {shown(table)}")
        return {}

    def text(self, table: Mapping[str, Any], key: str, where: str, default: str = "") -> str:
        """Return a one-line text from a table; report any other value and return the default."""
        value = table.get(key, default)
        if not isinstance(value, str) or not value.isprintable():
            self.wrong(f"{key} in {where} must be one line of printable text, not {shown(value)}")
            return default
        if len(f"{key} = {json.dumps(value, ensure_ascii=False)}") > MAX_LINE:
            # in the file the text has several lines, or other quotes
            self.wrong(f"{key} in {where} must fit on a line of {MAX_LINE:,} characters")
            return default
        return value

    def flag(self, table: Mapping[str, Any], key: str, where: str) -> bool:
        """Return a boolean from a table; False if it is missing."""
        value = table.get(key, False)
        if isinstance(value, bool):
            return value
        self.wrong(f"{key} in {where} must be true or false, not {shown(value)}")
        return False
