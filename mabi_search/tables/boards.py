"""What a table of a small board is about, and how one is read, for which its kernels are not needed."""

from __future__ import annotations

import functools
import math
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit import files, folders
from mabi_search.game.errors import ArgumentError, MabiError
from mabi_search.game.rules import BLACK, WHITE, Freeze, Paralysis, PassRule, Rules, start
from mabi_search.kernels.board import Setting
from mabi_search.kernels.numbering import Numbering
from mabi_search.packed import setting_of

MOST_PLACEMENTS = 60_000_000
"""Of a table; 13 bytes of memory are used for each while it is built, under `resume` 73, at least."""
MOST_SQUARES = 24
KIND, UNDER_WAY = "mabi table", "mabi table under way"
VERSION = 1
"""Goes up when the content of a file changes its meaning."""


@dataclass(frozen=True)
class Board:
    """What a table is about: the size, the pieces, and the readings that its values depend on.

    Examples
    --------
    >>> from mabi_search import Rules, tables
    >>> board = tables.Board.of(Rules(size="3x4"))
    >>> board.white, board.black, board.placements
    (4, 2, 13860)
    """

    size: str
    """Ranks x files, like "3x4"."""
    white: int
    """Pieces."""
    black: int
    """Pieces."""
    paralysis: Paralysis
    """As in `Rules`."""
    freeze: Freeze
    """As in `Rules`."""
    pass_rule: PassRule
    """As in `Rules`."""

    @classmethod
    def of(cls, rules: Rules, white: int | None = None, black: int | None = None) -> Board:
        """Return what the table for these rules is about.

        Parameters
        ----------
        rules : Rules
            The size and the readings.
        white : int, optional
            Pieces of White; those of the start if left out.
        black : int, optional
            Pieces of Black; those of the start if left out.

        Returns
        -------
        Board
            There may be a table of it.

        Raises
        ------
        ArgumentError
            There can be no such table: the board is too large, or `pass_rule` is ``run`` without a freeze.

        Examples
        --------
        >>> from mabi_search import Rules, tables
        >>> tables.Board.of(Rules(size="4x4", pass_rule="final")).squares
        16
        """
        if rules.pass_rule == "run" and rules.freeze == "none":
            # tried: on 4x4 some positions are decided otherwise if a run has to end strictly ahead
            raise ArgumentError(
                "without a freeze a run can fall back to a tie and still hold, so that runs answer one "
                "another in circles; tables under the pass rule run need the freeze unique or leader"
            )
        if white is None or black is None:
            text = "".join(start(rules).board)
            white, black = text.count(WHITE), text.count(BLACK)
        size = rules.size or "8x8"
        board = cls(size, white, black, rules.paralysis, rules.freeze, rules.pass_rule)
        if board.squares > MOST_SQUARES or board.placements > MOST_PLACEMENTS:
            raise ArgumentError(
                f"a table of {size} with {white} white and {black} black pieces would hold "
                f"{board.placements:,} placements; the most is {MOST_PLACEMENTS:,} on {MOST_SQUARES} squares"
            )
        return board

    @property
    def squares(self) -> int:
        """Squares of the board."""
        return int(self.size[0]) * int(self.size[2])

    @property
    def placements(self) -> int:
        """Ways to place the pieces."""
        return math.comb(self.squares, self.white) * math.comb(self.squares - self.white, self.black)

    @property
    def states_each(self) -> int:
        """Bytes of `Work.values` for each placement: two sides to move, slots, modes."""
        return 2 * self.slots * self.modes

    @property
    def slots(self) -> int:
        """Slots for the holder; `kernels.values` tells what they are."""
        return 3 if self.freeze == "none" else 2

    @property
    def modes(self) -> int:
        """Modes that a state can have: `kernels.retrograde.alternate`."""
        return {"plain": 2, "resume": 4}.get(self.pass_rule, 1)

    @property
    def rules(self) -> Rules:
        """The readings; those that the table does not depend on are the defaults."""
        return Rules(size=self.size, paralysis=self.paralysis, freeze=self.freeze, pass_rule=self.pass_rule)

    @property
    def setting(self) -> Setting:
        """The board and the rules for the kernels."""
        return setting_of(start(self.rules), self.rules)

    @property
    def about(self) -> dict[str, Any]:
        """What the header of its file says."""
        return asdict(self)

    @property
    def name(self) -> str:
        """A name for files."""
        return f"mabi-{self.size}-{self.white}w{self.black}b-{self.paralysis}-{self.freeze}-{self.pass_rule}"


def sets_of(squares: int, pieces: int) -> NDArray[np.int64]:
    """Return all sets of so many pieces, in increasing order."""
    found = [sum(1 << square for square in one) for one in combinations(range(squares), pieces)]
    return np.array(sorted(found), np.int64)


def _sizes(board: Board, beside: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return for each set its rank and the size of its largest group, all sets at once."""
    every = np.arange(1 << board.squares, dtype=np.int64)
    pieces = np.bitwise_count(every)
    rank = np.zeros(every.size, np.int32)
    for count in {board.white, board.black}:
        which = np.flatnonzero(pieces == count)
        rank[which] = np.arange(which.size)
    most = np.zeros(every.size, np.uint8)
    need = every[(pieces == board.white) | (pieces == board.black)]
    left = need.copy()
    while left.any():
        group = left & -left
        while True:
            grown = group.copy()
            for square, around in enumerate(beside.tolist()):
                grown |= np.where(group >> square & 1, around, 0) & left
            if (grown == group).all():
                break
            group = grown
        most[need] = np.maximum(most[need], np.bitwise_count(group))
        left &= ~group
    return rank, most


def numbering_of(board: Board) -> Numbering:
    """Return what the placements of a board are numbered with."""
    ranks, files = int(board.size[0]), int(board.size[2])
    n = board.squares
    beside = np.zeros(n, np.int64)
    for a in range(n):
        for b in range(n):
            if abs(a // files - b // files) + abs(a % files - b % files) == 1:
                beside[a] |= 1 << b
    choose = [[math.comb(a, b) for b in range(n + 2)] for a in range(n + 1)]
    rank, most = _sizes(board, beside)
    return Numbering(
        ranks, files, n, board.white, board.black, np.array(choose, np.int64), rank, most, beside,
        sets_of(n, board.white), sets_of(n, board.black),
        sets_of(n - board.black, board.white), sets_of(n - board.white, board.black),
    )  # fmt: skip


class MissingTableError(MabiError):
    """There is no table for a position."""


class Table(NamedTuple):
    """A table in memory, most of it mapped from its file."""

    board: Board
    numbering: Numbering
    setting: Setting
    values: NDArray[np.uint8]
    """For each state its byte: `kernels.values`."""
    alone: NDArray[np.uint8]
    """For each placement who wins running alone."""
    longest: int
    """The largest distance."""


def path_of(board: Board, folder: str | Path | None = None) -> Path:
    """Return where the table of a board is, whether it is there or not."""
    where = folders.cache_folder()[0] / "mabi-tables" if folder is None else Path(folder)
    return where / f"{board.name}.table"


@functools.lru_cache(maxsize=256)
def board_of(rules: Rules, white: int, black: int) -> Board:
    """Return `Board.of`, remembered: a probe asks every time."""
    return Board.of(rules, white, black)


def read(
    path: Path, kind: str, board: Board
) -> tuple[tuple[NDArray[np.uint8], NDArray[np.uint8]], dict[str, Any]]:
    """Return values, `alone` and what the header says.

    Raises
    ------
    DamagedFileError
        The file is not whole, or about another board.
    OSError
        It cannot be read.
    """
    mapped, about = files.map_checked(path, kind, VERSION)
    if {name: about.get(name) for name in board.about} != board.about:
        raise files.DamagedFileError(f"{path} is a table of another board or other rules than its name says")
    states = board.placements * board.states_each
    if len(mapped) != files.HEADER_BYTES + states + board.placements:
        raise files.DamagedFileError(f"{path} has the wrong length for its table")
    values = np.frombuffer(mapped, np.uint8, states, files.HEADER_BYTES)
    alone = np.frombuffer(mapped, np.uint8, board.placements, files.HEADER_BYTES + states)
    return (values, alone), about


def load(board: Board, folder: str | Path | None = None) -> Table:
    """Return a table, its checksum compared; the same for the same unchanged file.

    Raises
    ------
    MissingTableError
        There is none, or it is damaged; the message says which.
    """
    path = path_of(board, folder)
    how = f"'mabi tables build --size {board.size}' builds it"
    try:
        status = path.stat()
        return _load(board, path, status.st_mtime_ns, status.st_size)
    except FileNotFoundError:
        raise MissingTableError(f"there is no table {path}; {how} (with the same readings)") from None
    except files.DamagedFileError as error:
        raise MissingTableError(f"{error}; {how} again") from None
    except OSError as error:
        raise MissingTableError(f"{path}: {error.strerror or error}") from None


@functools.lru_cache(maxsize=32)
def _load(board: Board, path: Path, time_ns: int, size: int) -> Table:
    (values, alone), about = read(path, KIND, board)
    return Table(board, numbering_of(board), board.setting, values, alone, longest_of(about))


def longest_of(about: dict[str, Any]) -> int:
    """Return the largest distance that a header tells of."""
    return max((int(d) for word in ("win", "loss") for d in about[word]), default=0)
