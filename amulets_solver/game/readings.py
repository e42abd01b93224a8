"""Options of a game: the altar, the amulets, and interpretations of the rule sheet where it is silent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal, SupportsIndex, get_args

from _gamekit.checks import Between, checked_fields
from _gamekit.problems import plain, shorten
from amulets_solver.game.errors import ArgumentError

AMULETS = "RYGBKW"
"""Letters of the amulets: red, yellow, green, blue, black. Only studies use the sixth, white."""
COLUMNS, ROWS = "ABCDEF", "123456"
SMALLEST, LARGEST = 2, 6
"""Limits of the number of columns, of rows and of amulets."""
MOST_PLAYERS = 5

After = Literal["answer", "round"]
Spare = Literal["random", "anywhere"]
READINGS: dict[str, tuple[str, ...]] = {
    "after": get_args(After),
    "simultaneous": ("clockwise",),
    "spare": get_args(Spare),
    "inference": ("none",),
}
"""The allowed values of each reading (interpretation of the rule sheet), the default first. See
``docs/rules-amulets.md``."""

_SIZE = re.compile(r"([2-6])x([2-6])\Z")


@checked_fields
@dataclass(frozen=True, kw_only=True)
class Rules:
    """The size of a game, and its readings: the interpretations of the rule sheet where it is silent.

    Raises
    ------
    ArgumentError
        A value is not allowed, or there are more amulets than fields.

    Examples
    --------
    >>> from amulets_solver import Rules
    >>> Rules(size="3x2", amulets=4).fields
    ('A1', 'B1', 'C1', 'A2', 'B2', 'C2')
    """

    size: str = "5x5"
    """Number of columns and number of rows of the altar, with an x between them."""
    amulets: Annotated[int, Between(SMALLEST, LARGEST)] = 5
    """Number of amulets, at least the number of players."""
    after: After = "answer"
    """Times at which a player may cast: after any answer (``"answer"``), or only when all players have
    answered a question (``"round"``)."""
    spare: Spare = "random"
    """Fields, in a cast, of the amulets that stand for no opponent. They are drawn from the free fields
    (``"random"``) or chosen by the caster (``"anywhere"``), who may choose possible fields of opponents."""

    if TYPE_CHECKING:  # numpy's numbers are taken too

        def __init__(
            self,
            *,
            size: str = "5x5",
            amulets: SupportsIndex = 5,
            after: After = "answer",
            spare: Spare = "random",
        ) -> None: ...

    def __post_init__(self) -> None:
        if not _SIZE.match(self.size):
            raise ArgumentError(f"the altar must be 2x2 to 6x6, like 5x5, not {shorten(self.size)}")
        if self.amulets > self.columns * self.rows:
            raise ArgumentError(
                f"a {self.size} altar has {self.columns * self.rows} fields, too few for "
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
        """The names of all fields, row by row."""
        return tuple(column + row for row in ROWS[: self.rows] for column in COLUMNS[: self.columns])

    @property
    def colours(self) -> str:
        """The letters of the amulets, in order."""
        return AMULETS[: self.amulets]

    @property
    def readings(self) -> dict[str, str]:
        """The value of each reading, including the readings with only one possible value."""
        return {name: getattr(self, name, values[0]) for name, values in READINGS.items()}

    @property
    def described(self) -> dict[str, str | int]:
        """The size of the game and all readings, for JSON."""
        return {"size": self.size, "amulets": self.amulets, **self.readings}

    def check_players(self, players: int | str) -> None:
        """Raise an error unless this number of players is allowed.

        Parameters
        ----------
        players : int or str
            Number of players.

        Raises
        ------
        ArgumentError
            The number of players is not 2 to 5, or exceeds the number of amulets.
        """
        most = min(MOST_PLAYERS, self.amulets)
        if isinstance(players, str) or not 2 <= players <= most:
            why = f" (there are {self.amulets} amulets)" if most < MOST_PLAYERS else ""
            allowed = "2" if most == 2 else f"2 to {most}"
            raise ArgumentError(f"there must be {allowed} players{why}, not {plain(players)}")
