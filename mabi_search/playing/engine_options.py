"""What `setoption` sets: how much is told, how many threads search, and how the rules are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from mabi_search.game.errors import ArgumentError
from mabi_search.game.rules import READINGS, Rules
from mabi_search.playing.words import number_in
from mabi_search.search.sizes import MAX_LINES, MAX_THREADS

SPINS = {"lines": MAX_LINES, "threads": MAX_THREADS}
"""Options that are whole numbers from 1 on, and the greatest."""
SIZE, MAX_PLIES, NEVER = "size", "max-plies", "none"
LAST_PLY = 999_999_999
"""The latest at which `max-plies` may stop a game."""


@dataclass(frozen=True)
class Options:
    """What is set."""

    lines: int = 1
    threads: int = 1
    rules: Rules = Rules()
    """Of the positions that follow."""

    def with_option(self, name: str, value: str) -> Options:
        """Return the options with one of them set.

        Raises
        ------
        ArgumentError
            There is no such option, or it has no such value.
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
    """Return the name of the option of a reading."""
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


def texts_of(rules: Rules) -> dict[str, str]:
    """Return what the options of the rules have to be, except the size, which a position tells."""
    texts = {name_of(reading): str(getattr(rules, reading)) for reading in READINGS}
    return texts | {MAX_PLIES: NEVER if rules.max_plies is None else str(rules.max_plies)}
