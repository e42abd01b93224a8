"""Lookup tables of the search: built on first use, cached in files, checked whenever they are loaded."""

from __future__ import annotations

import contextlib
import functools
import logging
import math
import re
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from _gamekit import files, folders, locks
from _gamekit.facts import Fact, for_people
from _gamekit.problems import number_of
from _gamekit.progress import Progress, status
from narabi_solver.kernels.fifteen.near import Near
from narabi_solver.kernels.twelve.relaxed import Relaxed
from narabi_solver.solving.fifteen_table import build_near
from narabi_solver.solving.twelve_table import build_relaxed

Table = Relaxed | Near

log = logging.getLogger("narabi_mabi")

PLAYERS = (3, 4, 5)
"""The numbers of players; there is one table for each number."""

BYTES_AT_ONCE = 1 << 20

KIND, VERSION = "narabi relaxed distances", 4
"""Kind and version of the files; the version is raised when the meaning of their content changes."""
FILES = r"relaxed-\d-players-\d+\.table"
"""Pattern of the names of the tables of all versions."""
RELABELLINGS = {3: 18, 4: 18, 5: 20}
"""For each number of players: number of arrangements that the table treats as one class."""
RINGS_OF_15 = math.factorial(15) // math.factorial(5) // RELABELLINGS[5]
"""Number of classes of arrangements of 15 stones."""


def in_folder(folder: Path, players: int) -> Path:
    """Return the file of the table for a number of players in a folder; its name includes the version."""
    return folder / f"relaxed-{players}-players-{VERSION}.table"


def table_path(players: int) -> Path:
    """Return the file of the table for a number of players in the cache folder; it need not exist."""
    return in_folder(folders.cache_folder()[0] / "tables", players)


class TableInfo(NamedTuple):
    """A table and the state of its file."""

    players: int
    path: Path | None
    """The file; None if the cache folder cannot be used."""
    state: str
    """"ready", "missing", or a description of the fault."""
    size: int
    """Size of the file in bytes; 0 unless "ready"."""
    layers: dict[str, int]
    """Number of arrangements for each number of turns in the relaxed problem; empty unless "ready"."""

    def facts(self, verified: bool = False, fault: str | None = None) -> list[Fact]:
        """Return the facts about the table. If `verified`, a text gives the `fault` or confirms the table."""
        file = "" if self.path is None else f"{self.path}" + f" ({self.size:,} bytes)" * (self.size > 0)
        sound = fault or "identical: checksum, layers and every entry"
        return [
            Fact("players", self.players),
            Fact("state", self.state, f"{self.players} players: {self.state}", "table"),
            Fact("path", self.path, file, "file"),
            Fact("bytes", self.size),
            Fact("fault", fault, sound * verified, "recomputed"),
            Fact("layers", self.layers),
            *(
                for_people(f"{turns} turns", number_of(count, "arrangement"))
                for turns, count in self.layers.items()
            ),
            for_people("", " "),
        ]


def layers(players: int, table: Table) -> dict[str, int]:
    """Return the number of arrangements that need 0, 1, 2, … turns in the relaxed problem."""
    if players != 5:
        counts = _count_bytes(cast(Relaxed, table).distance)
        names = [str(turns) for turns in range(np.trim_zeros(counts, "b").size)]
    else:
        within_1, within_2 = cast(Near, table).rings
        counts = np.array([within_1, within_2 - within_1, RINGS_OF_15 - within_2])
        names = ["0 or 1", "2", "3 or more"]
    return {name: int(counts[i]) * RELABELLINGS[players] for i, name in enumerate(names)}


def _count_bytes(values: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Count each byte value, piece by piece, because numpy widens the bytes to words."""
    counts = np.zeros(256, np.int64)
    for first in range(0, values.size, BYTES_AT_ONCE):
        counts += np.bincount(values[first : first + BYTES_AT_ONCE], minlength=256)
    return counts


def load_relaxed(players: int) -> Relaxed:
    """Return the table for 12 stones with 3 or 4 players; see `load`."""
    return cast(Relaxed, load(players))


def load_near() -> Near:
    """Return the filters for 15 stones with 5 players; see `load`."""
    return cast(Near, load(5))


@functools.cache
def load(players: int) -> Table:
    """Return the table for a number of players from the cache folder; build and save it if it is missing.

    Raises
    ------
    _gamekit.folders.NamedFolderError
        The cache folder that the user named does not have the table and cannot be written.
    """
    ready = table_path(players)
    with contextlib.suppress(files.DamagedFileError, OSError):
        return _read(ready, players)
    folder, reason = folders.usable_cache_folder("tables")
    if folder is None:
        log.warning("%s; the table for %d players is built for this process only", reason, players)
        return _build(players)
    path = in_folder(folder, players)
    with locks.only_process(path, f"building the table for {players} players"):
        try:
            return _read(path, players)
        except FileNotFoundError:
            pass
        except (files.DamagedFileError, OSError) as error:
            log.warning("%s; it is built again", error)
        table = _build(players)
        try:
            _write(path, players, table)
        except OSError as error:
            log.warning("cannot write %s (%s); continuing without it", path, error.strerror)
        return table


def _build(players: int) -> Table:
    log.info("building the table for %d players (once on this machine, some seconds) …", players)
    with status() as show:
        return _computed(players, show)


def _computed(players: int, progress: Progress) -> Table:
    if players == 5:
        return build_near(progress)
    return build_relaxed(players, progress)


def _parts(table: Table) -> dict[str, NDArray[Any]]:
    return table._asdict()


def _write(path: Path, players: int, table: Table) -> None:
    about = {
        "players": players,
        "parts": [[name, array.dtype.str, list(array.shape)] for name, array in _parts(table).items()],
        "layers": layers(players, table),
    }
    files.remove_unfinished(path)  # this process has the lock
    payload = [array.reshape(-1).view(np.uint8).data for array in _parts(table).values()]
    files.write_checked(path, KIND, VERSION, payload, about)


def _read(path: Path, players: int) -> Table:
    """Return the table in a file, mapped into memory, after comparing its checksum.

    The table for 12 stones, 46 MB, is then copied: the copy uses large memory pages, which makes the search
    a fifth faster. The table for 15 stones, 72 MB, is not copied, because a copy would gain nothing.

    Raises
    ------
    DamagedFileError
        The file is damaged, has another version, or has the table for another number of players.
    OSError
        The file cannot be read.
    """
    mapped, about = files.map_checked(path, KIND, VERSION)
    if about.get("players") != players:
        raise files.DamagedFileError(f"{path} is not the table for {players} players")
    arrays: dict[str, NDArray[Any]] = {}
    offset = files.HEADER_BYTES
    with files.contents(path):
        for name, dtype, shape in about["parts"]:
            array: NDArray[Any] = np.ndarray(tuple(shape), dtype, mapped, offset)
            arrays[name] = array if players == 5 else array.copy()
            offset += array.nbytes
        if players == 5:
            return Near(**arrays)
        return Relaxed(**arrays)


def info(players: int) -> TableInfo:
    """Return the state of a table's file; a missing table is not built."""
    path = table_path(players)
    try:
        table = _read(path, players)
    except FileNotFoundError:
        return TableInfo(players, path, "missing", 0, {})
    except (files.DamagedFileError, OSError) as error:
        return TableInfo(players, path, str(error), 0, {})
    return TableInfo(players, path, "ready", path.stat().st_size, layers(players, table))


def build(players: int) -> TableInfo:
    """Build a table and write its file again; return the new state of the file."""
    folder, reason = folders.usable_cache_folder("tables")
    if folder is None:
        return TableInfo(players, None, reason or "", 0, {})
    path = in_folder(folder, players)
    with locks.only_process(path, f"building the table for {players} players"):
        _write(path, players, _build(players))
    return info(players)


def clear() -> str:
    """Delete the files of all tables, also of earlier versions; return a sentence about it."""
    return folders.clear(table_path(3).parent, lambda name: re.fullmatch(FILES, name) is not None)


def verify(players: int) -> str | None:
    """Compare a table's file with a recomputed table; return a description of the fault, or None if equal."""
    about = info(players)
    if about.state != "ready" or about.path is None:
        return about.state
    stored = _read(about.path, players)
    with status() as show:
        anew = _computed(players, show)
    for name, expected in _parts(anew).items():
        if not np.array_equal(_parts(stored)[name], expected):
            return f"{about.path}: {name} differs from the recomputed table"
    if layers(players, stored) != layers(players, anew):
        return f"{about.path}: the layers differ from those of the recomputed table"
    return None
