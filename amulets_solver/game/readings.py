"""The altar and the amulets, and how the rule sheet is read where it is silent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal, get_args

from _gamekit.checked import Between, checked_fields
from _gamekit.problems import plain, shorten
from amulets_solver.game.errors import ArgumentError

AMULETS = "RYGBKW"
"""Red, yellow, green, blue, black; the sixth, white, is for studies."""
COLUMNS, ROWS = "ABCDEF", "123456"
SMALLEST, LARGEST = 2, 6
"""Columns and rows of an altar, and amulets."""
MOST_PLAYERS = 5

After = Literal["answer", "round"]
Spare = Literal["random", "anywhere"]
READINGS: dict[str, tuple[str, ...]] = {
    "after": get_args(After),
    "simultaneous": ("clockwise",),
    "spare": get_args(Spare),
    "inference": ("none",),
}
"""What each reading may be; the first is the default. Docs: ``docs/rules-amulets.md``."""

_SIZE = re.compile(r"([2-6])x([2-6])\Z")


@checked_fields
@dataclass(frozen=True, kw_only=True)
class Rules:
    """The size of a game, and how the rule sheet is read.

    Raises
    ------
    ArgumentError
        An option has no such value, or there are more amulets than fields.

    Examples
    --------
    >>> from amulets_solver import Rules
    >>> Rules(size="3x2", amulets=4).fields
    ('A1', 'B1', 'C1', 'A2', 'B2', 'C2')
    """

    size: str = "5x5"
    """Columns x rows of the altar."""
    amulets: Annotated[int, Between(SMALLEST, LARGEST)] = 5
    """How many amulets there are; at least as many as players."""
    after: After = "answer"
    """When one may cast: after each single answer, or after each full set of answers."""
    spare: Spare = "random"
    """Where amulets stand in a cast that stand for nobody: on random free fields, or where the caster puts
    them, also on fields that somebody might own."""

    def __post_init__(self) -> None:
        if not _SIZE.match(self.size):
            raise ArgumentError(f"the altar must be 2x2 to 6x6, like 5x5, not {shorten(self.size)}")
        if self.amulets > self.columns * self.rows:
            raise ArgumentError(
                f"an altar of {self.size} has {self.columns * self.rows} fields, too few for "
                f"{self.amulets} amulets"
            )

    @property
    def columns(self) -> int:
        """Number of columns."""
        return int(self.size[0])

    @property
    def rows(self) -> int:
        """Number of rows."""
        return int(self.size[2])

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The names of all fields, row by row, from A1 and B1 on."""
        return tuple(column + row for row in ROWS[: self.rows] for column in COLUMNS[: self.columns])

    @property
    def colours(self) -> str:
        """The letters of the amulets, in their order."""
        return AMULETS[: self.amulets]

    @property
    def readings(self) -> dict[str, str]:
        """All readings with their values, those among them that have one value only."""
        return {name: getattr(self, name, values[0]) for name, values in READINGS.items()}

    @property
    def described(self) -> dict[str, str | int]:
        """The size of the game and all readings, as programs are told."""
        return {"size": self.size, "amulets": self.amulets, **self.readings}

    def check_players(self, players: int | str) -> None:
        """Refuse a number of players that cannot play with these amulets.

        Parameters
        ----------
        players : int or str
            How many there are said to be.

        Raises
        ------
        ArgumentError
            There must be 2 to 5, and not more than amulets.
        """
        most = min(MOST_PLAYERS, self.amulets)
        if isinstance(players, str) or not 2 <= players <= most:
            why = f", for there are {self.amulets} amulets" if most < MOST_PLAYERS else ""
            raise ArgumentError(f"there must be 2 to {most} players{why}, not {plain(players)}")
