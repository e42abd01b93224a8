"""The vocabulary of the line protocol of `mabi engine`: `info` lines, and the options of `setoption`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from mabi_search.game.errors import ArgumentError
from mabi_search.game.outcomes import Outcome
from mabi_search.game.rules import READINGS, Rules
from mabi_search.search.sizes import MAX_LINES, MAX_THREADS

NO_MOVE = "(none)"
"""The word after `bestmove` if there is no move."""
NO_ANSWER = "(none)"
"""The word after `response` if there is no answer."""
WRONG = "info string error: "
"""The start of a line that reports an error."""
MOST_DIGITS = 13
"""Maximum number of digits of a number in a line."""


class InfoLine(NamedTuple):
    """The contents of an `info` line."""

    depth: int
    nodes: int
    milliseconds: int
    number: int
    """The place of the move in the order of moves: 1 for the best."""
    score: int | None
    outcome: Outcome
    pv: tuple[str, ...]


def number_in(name: str, text: str, least: int, most: int) -> int:
    """Read a whole number from a text of plain digits without a sign.

    Raises
    ------
    ArgumentError
        The text is not a number, or the number is out of range.
    """
    plain = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    if not (plain and least <= int(text) <= most):
        raise ArgumentError(f"{name} must be a whole number from {least} to {most}, not {text[:40]!r}")
    return int(text)


def info(line: InfoLine) -> str:
    """Return an `info` line as text."""
    score = str(line.outcome) if line.score is None else f"cp {line.score}"
    speed = 1_000 * line.nodes // max(line.milliseconds, 1)
    return (
        f"info depth {line.depth} multipv {line.number} score {score} nodes {line.nodes} "
        f"time {line.milliseconds} nps {speed} pv {' '.join(line.pv)}"
    )


SPINS = {"lines": MAX_LINES, "threads": MAX_THREADS}
"""The options that are positive whole numbers, each with its maximum."""
SIZE, MAX_PLIES, NEVER = "size", "max-plies", "none"
LAST_PLY = 999_999_999
"""Maximum of `max-plies`."""


@dataclass(frozen=True)
class Options:
    """The options that the client has set."""

    lines: int = 1
    threads: int = 1
    rules: Rules = Rules()
    """The rules for later `position` commands."""

    def with_option(self, name: str, value: str) -> Options:
        """Return the options with one of them changed.

        Raises
        ------
        ArgumentError
            The option or the value does not exist.
        """
        name = name.lower().replace("_", "-")
        reading = name.replace("-", "_")
        if name in SPINS:
            return self._with({name: number_in(name, value, 1, SPINS[name])})
        if reading in READINGS:
            return self._with_rule({reading: value})
        if name == SIZE:
            return self._with_rule({SIZE: value})
        if name == MAX_PLIES:
            plies = None if value == NEVER else number_in(name, value, 0, LAST_PLY)
            return self._with_rule({"max_plies": plies})
        known = ", ".join((*SPINS, *map(name_of, READINGS), SIZE, MAX_PLIES))
        raise ArgumentError(f"there is no option {name!r}; options are {known}")

    def _with(self, changed: dict[str, Any]) -> Options:
        return replace(self, **changed)

    def _with_rule(self, changed: dict[str, Any]) -> Options:
        return replace(self, rules=replace(self.rules, **changed))


def name_of(reading: str) -> str:
    """Return the name that an option of the rules has in the protocol."""
    return reading.replace("_", "-")


def declared() -> Iterator[str]:
    """Yield the lines that declare the options."""
    for name, most in SPINS.items():
        yield f"option name {name} type spin default 1 min 1 max {most}"
    for reading, values in READINGS.items():
        choices = "".join(f" var {value}" for value in values)
        yield f"option name {name_of(reading)} type combo default {values[0]}{choices}"
    yield f"option name {SIZE} type string default 8x8"
    yield f"option name {MAX_PLIES} type string default {NEVER}"
