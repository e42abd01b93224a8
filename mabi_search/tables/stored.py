"""Read table files in plain Python, without kernels."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from _gamekit import files, folders
from _gamekit.facts import Fact, Facts, for_people, json_of
from _gamekit.problems import number_of
from mabi_search.tables.boards import MissingTableError, TableSpec

KIND, UNDER_WAY = "mabi table", "mabi table under way"
VERSION = 1
"""Version of the format. It increases whenever the meaning of a file's content changes."""


@dataclass(frozen=True, eq=False)
class StoredTable:
    """A table mapped from its file. Tables are compared by identity."""

    board: TableSpec
    values: memoryview
    """The byte of each state, as in `kernels.values`."""
    alone: memoryview
    """For each placement, the sides that win by a run from it, as bits of `kernels.values`."""
    longest: int
    """The largest distance in the table."""


class TableInfo(NamedTuple):
    """A table, the state of its file, and a summary of its contents.

    Examples
    --------
    >>> from mabi_search import Rules, tables
    >>> built = tables.build(tables.TableSpec.of(Rules(size="3x4")))
    >>> built.state, built.longest
    ('ready', 5)
    """

    board: TableSpec
    """The specification of the table."""
    path: Path
    """The path of the file."""
    state: str
    """"ready", "missing", "under way", or a description of what is wrong."""
    size: int = 0
    """Size of the file in bytes; 0 unless the table is ready."""
    counts: dict[str, int] | None = None
    """Number of positions by value: "win", "loss", "draw", "undecided"; None unless the table is ready."""
    longest: int = 0
    """The largest distance in the table; 0 unless the table is ready."""

    def __hash__(self) -> int:
        return hash((self.board, self.path, self.state))

    def to_dict(self) -> dict[str, Any]:
        """Return the table as the JSON object that `mabi tables info` prints.

        Returns
        -------
        dict
            Numbers, texts, None, and dictionaries of these.
        """
        return json_of(self.facts())

    def facts(self, verified: bool = False, fault: str | None = None) -> Facts:
        """Return the state and the summary of the table as facts.

        Parameters
        ----------
        verified : bool, default False
            True if the table has been verified.
        fault : str, optional
            The fault that the verification found.

        Returns
        -------
        sequence of Fact and Rows
            The facts. Each has a key and a value for programs, and a text for display.
        """
        board, counts = self.board, self.counts or {}
        pieces = f"{board.white} white and {board.black} black pieces"
        file = f"a file of {board.bytes_needed:,} bytes, at least {board.memory_needed:,} bytes of memory"
        sound = fault or "identical: every position and the counts"
        longest = number_of(self.longest, "ply", "plies") * (self.counts is not None)
        return [
            Fact(
                "state",
                self.state,
                f"{board.size}, {pieces}, pass rule {board.pass_rule}: {self.state}",
                "table",
            ),
            Fact("path", self.path, f"{self.path}" + f" ({self.size:,} bytes)" * (self.size > 0), "file"),
            Fact("placements", board.placements, f"{board.placements:,}"),
            for_people("needs", file * (self.state != "ready")),
            Fact("fault", fault, sound * verified, "recomputed"),
            Fact("positions", self.counts),
            *(for_people(value, number_of(count, "position")) for value, count in counts.items()),
            Fact("longest", self.longest, longest),
            Fact("size", board.size),
            Fact("white", board.white),
            Fact("black", board.black),
            Fact("bytes", self.size),
            Fact("bytes_needed", board.bytes_needed),
            Fact("memory_needed", board.memory_needed),
            Fact(
                "rules", {name: getattr(board, name) for name in ("size", "paralysis", "freeze", "pass_rule")}
            ),
        ]


def path_of(board: TableSpec, folder: str | Path | None = None) -> Path:
    """Return the path of a table file, which need not exist."""
    return folder_named(folder) / f"{board.name}.table"


def folder_named(folder: str | Path | None) -> Path:
    """Return the folder of tables, which need not exist. By default it is in the cache folder."""
    return folders.cache_folder()[0] / "mabi-tables" if folder is None else Path(folder)


def read(path: Path, kind: str, board: TableSpec) -> tuple[tuple[memoryview, memoryview], dict[str, Any]]:
    """Return the values, the winners of runs, and the header of a table file.

    Raises
    ------
    DamagedFileError
        The file is damaged, or it contains the table of another board.
    OSError
        The file cannot be read.
    """
    mapped, about = files.map_checked(path, kind, VERSION)
    if {name: about.get(name) for name in board.about} != board.about:
        raise files.DamagedFileError(f"{path} contains the table of another board or of other rules")
    if len(mapped) != board.bytes_needed:
        raise files.DamagedFileError(f"{path} has the wrong length for its table")
    content = memoryview(mapped)[files.HEADER_BYTES :]
    states = board.placements * board.states_each
    return (content[:states], content[states:]), about


def load(board: TableSpec, folder: str | Path | None = None) -> StoredTable:
    """Verify the checksum of a table file and load it. An unchanged file gives the same object again.

    Raises
    ------
    MissingTableError
        The table is missing or damaged.
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
def _load(board: TableSpec, path: Path, time_ns: int, size: int) -> StoredTable:
    (values, alone), about = read(path, KIND, board)
    with files.contents(path):
        return StoredTable(board, values, alone, _longest_of(about))


def _longest_of(about: dict[str, Any]) -> int:
    """Return the largest distance according to a header."""
    return max((int(d) for word in ("win", "loss") for d in about[word]), default=0)


def info(board: TableSpec, *, folder: str | Path | None = None) -> TableInfo:
    """Return the state of a table file, after verifying its checksum. Nothing is built.

    Parameters
    ----------
    board : TableSpec
        The specification of the table.
    folder : str or Path, optional
        The folder that contains the tables. The default is the cache folder.

    Returns
    -------
    TableInfo
        The state of the file, with a summary of the table if it is ready.

    Raises
    ------
    ArgumentError
        The specification is of the wrong kind.

    Examples
    --------
    >>> from mabi_search import Rules, tables
    >>> small = tables.TableSpec.of(Rules(size="3x3"))
    >>> tables.build(small) == tables.info(small)
    True
    """
    path = path_of(board, folder)
    try:
        _, about = read(path, KIND, board)
        with files.contents(path):
            counts = {word: sum(about[word].values()) for word in ("win", "loss")}
            counts |= {word: about[word] for word in ("draw", "undecided")}
            longest = _longest_of(about)
    except FileNotFoundError:
        under_way = path.with_suffix(".layers").exists()
        return TableInfo(board, path, "under way" if under_way else "missing")
    except (files.DamagedFileError, OSError) as error:
        return TableInfo(board, path, str(error))
    return TableInfo(board, path, "ready", path.stat().st_size, counts, longest)


def clear(folder: str | Path | None = None) -> str:
    """Delete all table files of a folder, also unfinished ones; return a sentence about it."""
    return folders.clear(folder_named(folder), lambda name: _board_of(Path(name)) is not None)


def _board_of(path: Path) -> TableSpec | None:
    """Return the board that the name of a table file or of an unfinished table names, or None."""
    return TableSpec.named(path.stem) if path.suffix in (".table", ".layers") else None


def infos(*, folder: str | Path | None = None) -> list[TableInfo]:
    """Return the state of every table file in a folder, after verifying all checksums. Nothing is built.

    Parameters
    ----------
    folder : str or Path, optional
        The folder that contains the tables. The default is the cache folder.

    Returns
    -------
    list of TableInfo
        The tables, sorted by number of squares and then by name. The list includes unfinished tables, and
        damaged files with the name of a table.

    Raises
    ------
    OSError
        The folder exists and cannot be read.

    Examples
    --------
    >>> from mabi_search import Rules, tables
    >>> small = tables.build(tables.TableSpec.of(Rules(size="3x3")))
    >>> small in tables.infos()
    True
    """
    where = folder_named(folder)
    try:
        boards = list({board for path in where.iterdir() if (board := _board_of(path)) is not None})
    except FileNotFoundError:
        return []
    boards.sort(key=lambda board: (board.squares, board.name))
    return [info(board, folder=folder) for board in boards]
