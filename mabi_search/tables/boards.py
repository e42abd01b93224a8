"""The class `TableSpec`: size, pieces and readings of a table. Importing this module loads no kernels."""

from __future__ import annotations

import functools
import math
import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, Self

from _gamekit.checks import Between
from _gamekit.files import HEADER_BYTES
from mabi_search.game.errors import ArgumentError, MabiError
from mabi_search.game.readings import sound
from mabi_search.game.rules import BLACK, WHITE, Freeze, Paralysis, PassRule, Rules, start

if TYPE_CHECKING:
    from mabi_search.kernels.board import Setting

MOST_PLACEMENTS = 60_000_000
"""Maximum number of placements of a table. `TableSpec.memory_needed` gives the memory needed."""
MOST_SQUARES = 24
PieceCount = Annotated[int, Between(0, 64)]
_NAME = re.compile(r"mabi-(\dx\d)-(\d+)w(\d+)b-(\w+)-(\w+)-(\w+)", re.ASCII)


@dataclass(frozen=True)
class TableSpec:
    """The specification of a table: size of the board, numbers of pieces, and readings of the rules.

    Examples
    --------
    >>> from mabi_search import Rules, tables
    >>> board = tables.TableSpec.of(Rules(size="3x4"))
    >>> board.white, board.black, board.placements
    (4, 2, 13860)
    """

    size: str
    """Ranks x files, like "3x4"."""
    white: int
    """Number of White's pieces."""
    black: int
    """Number of Black's pieces."""
    paralysis: Paralysis
    """The reading of paralysis, as in `Rules`."""
    freeze: Freeze
    """The reading of the freeze, as in `Rules`."""
    pass_rule: PassRule
    """The reading of the pass, as in `Rules`."""

    @classmethod
    def of(cls, rules: Rules, white: PieceCount | None = None, black: PieceCount | None = None) -> Self:
        """Return the specification of the table for these rules.

        Parameters
        ----------
        rules : Rules
            The size of the board and the readings.
        white : int, optional
            Number of White's pieces. If `white` or `black` is omitted, both are the numbers at the start.
        black : int, optional
            Number of Black's pieces. If `white` or `black` is omitted, both are the numbers at the start.

        Returns
        -------
        TableSpec
            The specification of a table that can be built.

        Raises
        ------
        ArgumentError
            Such a table cannot be built: the pieces do not fit on the board, the table is too large, or
            `pass_rule` is ``run`` without a freeze.

        Examples
        --------
        >>> from mabi_search import Rules, tables
        >>> tables.TableSpec.of(Rules(size="4x4", pass_rule="final")).squares
        16
        """
        if not sound("tables", rules):
            raise ArgumentError(
                "there are no tables for pass_rule=run with freeze=none, because runs can then answer one "
                "another in circles; choose freeze=unique or freeze=leader, or another pass rule"
            )
        if white is None or black is None:
            text = "".join(start(rules).board)
            white, black = text.count(WHITE), text.count(BLACK)
        size = rules.size or "8x8"
        board = cls(size, white, black, rules.paralysis, rules.freeze, rules.pass_rule)
        if white + black > board.squares:
            raise ArgumentError(
                f"{white} white and {black} black pieces do not fit on the {board.squares} squares of {size}"
            )
        if board.squares > MOST_SQUARES or board.placements > MOST_PLACEMENTS:
            raise ArgumentError(
                f"a table of {size} with {white} white and {black} black pieces would hold "
                f"{board.placements:,} placements on {board.squares} squares; at most "
                f"{MOST_PLACEMENTS:,} placements on {MOST_SQUARES} squares are possible: choose a smaller "
                "size, like 4x4"
            )
        return board

    @classmethod
    def named(cls, name: str) -> Self | None:
        """Return the specification that a table name describes; None if there can be no such table.

        Parameters
        ----------
        name : str
            The name of a table file, without its extension.

        Returns
        -------
        TableSpec or None
            The specification, or None.

        Examples
        --------
        >>> from mabi_search import tables
        >>> spec = tables.TableSpec.named("mabi-3x4-4w2b-piece-unique-run")
        >>> spec and spec.placements
        13860
        >>> tables.TableSpec.named("notes") is None
        True
        """
        match = _NAME.fullmatch(name)
        if match is None:
            return None
        size, white, black, *words = match.groups()
        readings: dict[str, Any] = dict(zip(("paralysis", "freeze", "pass_rule"), words, strict=True))
        try:
            board = cls.of(Rules(size=size, **readings), int(white), int(black))
        except ValueError:
            return None
        return board if board.name == name else None

    @property
    def squares(self) -> int:
        """Number of squares of the board."""
        return int(self.size[0]) * int(self.size[2])

    @property
    def placements(self) -> int:
        """Number of ways to place the pieces."""
        return math.comb(self.squares, self.white) * math.comb(self.squares - self.white, self.black)

    @property
    def states_each(self) -> int:
        """Number of states of each placement: 2 sides to move x slots x modes. A state takes one byte."""
        return 2 * self.slots * self.modes

    @property
    def bytes_needed(self) -> int:
        """Size of the file in bytes."""
        return HEADER_BYTES + self.placements * (self.states_each + 1)

    @property
    def memory_needed(self) -> int:
        """Minimum memory for building the table, in bytes. Most of it is for `kernels.retrograde`."""
        components = 24 * self.slots if self.rules.resumes else 0
        return self.placements * (9 + self.states_each + components)

    @property
    def slots(self) -> int:
        """Number of slots, which distinguish the possible holders of a placement; see `kernels.values`."""
        return 2 if self.rules.freezes else 3

    @property
    def modes(self) -> int:
        """Number of modes for which the table has states; see `kernels.retrograde.alternate`."""
        return 4 if self.rules.resumes else 1 if self.rules.locks else 2

    @property
    def rules(self) -> Rules:
        """The rules of the table. Options that do not affect the table have their default values."""
        return Rules(size=self.size, paralysis=self.paralysis, freeze=self.freeze, pass_rule=self.pass_rule)

    @property
    def setting(self) -> Setting:
        """The board and the rules in the form that kernels use. The first access imports the kernels."""
        from mabi_search.game.packed import setting_of  # loads kernels

        return setting_of(start(self.rules), self.rules)

    @property
    def about(self) -> dict[str, Any]:
        """The specification as fields of the file's header."""
        return asdict(self)

    @property
    def name(self) -> str:
        """The name of the table, which is the name of its file without the extension."""
        return f"mabi-{self.size}-{self.white}w{self.black}b-{self.paralysis}-{self.freeze}-{self.pass_rule}"


class MissingTableError(MabiError):
    """The table for a position is missing, damaged or unreadable."""


@functools.lru_cache(maxsize=256)
def table_spec_of(rules: Rules, white: int, black: int) -> TableSpec:
    """Return `TableSpec.of(rules, white, black)`, cached because every probe needs it."""
    return TableSpec.of(rules, white, black)
