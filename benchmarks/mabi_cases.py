"""Positions of Mabi with their perft numbers, for timings and for tests.

The table is ``mabi_cases.txt``. A case of the same name has the same numbers for ever, found in three ways:
leaves counted in bulk, every leaf visited by the kernel, and every leaf visited by the plain rules.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mabi_search import Position, Rules, perft

FILE = Path(__file__).with_name("mabi_cases.txt")


class Case(NamedTuple):
    """A position and how many sequences of 1, 2, 3, … plies there are from it."""

    name: str
    options: str
    """Readings that are not the default, like "freeze=none size=4x4"; "-" for none."""
    text: str
    """The position, with its earlier play."""
    counts: tuple[int, ...]

    @property
    def rules(self) -> Rules:
        """The rules."""
        words = [] if self.options == "-" else self.options.split()
        return Rules(**dict(word.split("=") for word in words))  # type: ignore[arg-type]  # texts only

    @property
    def position(self) -> Position:
        """The position."""
        return Position.parse(self.text, self.rules)


def load() -> list[Case]:
    """Return all cases, in the order of the table."""
    cases = []
    for line in FILE.read_text().splitlines():
        if line and not line.startswith("#"):
            name, options, text, counts = line.split("\t")
            cases.append(Case(name, options, text, tuple(map(int, counts.split()))))
    return cases


def group(prefix: str) -> list[Case]:
    """Return the cases whose names begin so."""
    return [case for case in load() if case.name.startswith(prefix)]


def visited(position: Position, depth: int) -> int:
    """Return the perft of a position, its plies made one by one except the last, which the kernel makes."""
    if depth == 1 or position.outcome() is not None:
        return perft(position, depth).nodes or 0
    return sum(visited(position.play(move), depth - 1) for move in position.legal_moves)
