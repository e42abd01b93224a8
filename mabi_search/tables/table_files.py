"""Build and verify table files, which contain the value and the distance of every position of a board."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from _gamekit import files, folders, locks
from _gamekit.progress import Progress, silent
from mabi_search.game.errors import StoppedError
from mabi_search.tables.boards import MissingTableError, TableSpec, table_spec_of
from mabi_search.tables.kernel_tables import Table, load
from mabi_search.tables.retrograde import Retrograde, tally
from mabi_search.tables.stored import KIND, UNDER_WAY, VERSION, TableInfo, info, path_of, read

KEEP_SECONDS = 20.0
"""Minimum seconds between two saves of an unfinished build. A build is saved only after a complete layer."""


def folder_of(folder: str | Path | None) -> Path:
    """Return the folder of tables, created if it does not exist.

    Raises
    ------
    _gamekit.folders.NamedFolderError
        The folder cannot be written.
    """
    if folder is None:
        usable, reason = folders.usable_cache_folder("mabi-tables")
        if usable is None:
            raise folders.NamedFolderError(f"{reason}; choose another with --folder")
        return usable
    path = Path(folder)
    if reason := folders.writable(path):
        raise folders.NamedFolderError(f"the folder {path} cannot be written ({reason})")
    return path


def summary(board: TableSpec, values: NDArray[np.uint8]) -> dict[str, Any]:
    """Return the header fields that summarize the values."""
    counts = tally(board, values)[:255]
    distances: dict[str, dict[str, int]] = {}
    for number in range(2, 255):
        if counts[number]:
            distances.setdefault("loss" if number & 1 else "win", {})[str(number >> 1)] = int(counts[number])
    return {
        "undecided": int(counts[0]),
        "draw": int(counts[1]),
        "win": distances.get("win", {}),
        "loss": distances.get("loss", {}),
    }


def build(
    board: TableSpec,
    *,
    folder: str | Path | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Progress = silent,
    keep_seconds: float = KEEP_SECONDS,
) -> TableInfo:
    """Build the file of a table, or resume a build that was stopped.

    Parameters
    ----------
    board : TableSpec
        The specification of the table, as returned by `TableSpec.of(rules)`.
    folder : str or Path, optional
        The folder for the tables, created if necessary. The default is the cache folder.
    stop : callable, optional
        A function that is called many times a second. If it returns True, the work stops.
    progress : Progress, optional
        A function to be called with a description of the current phase. In alternate play, `depth` is the
        current distance.
    keep_seconds : float
        Minimum seconds between two saves. A stopped build can be resumed from the last save.

    Returns
    -------
    TableInfo
        The table. Its state is "ready".

    Raises
    ------
    StoppedError
        `stop` returned True. The same call resumes the build after the last saved layer.
    ArgumentError
        The specification is of the wrong kind.
    _gamekit.folders.NamedFolderError
        The folder cannot be written.

    Notes
    -----
    The build is a retrograde analysis [1]_ in layers: first the runs, then alternate play by distance.

    References
    ----------
    .. [1] K. Thompson, *Retrograde analysis of certain endgames*, ICCA Journal 9 (3), 1986.

    Examples
    --------
    >>> from mabi_search import Rules, tables
    >>> tables.build(tables.TableSpec.of(Rules(size="3x3"))).state
    'ready'
    """
    path = folder_of(folder) / f"{board.name}.table"
    unfinished = path.with_suffix(".layers")
    with locks.only_process(path, f"building the table {board.name}"):
        for written in (path, unfinished):
            files.remove_unfinished(written)
        search = Retrograde(board, stop, progress)
        _restore(search, unfinished)
        kept = time.monotonic()
        while not search.finished:
            search.advance()
            if not search.finished and time.monotonic() - kept >= keep_seconds:
                _keep(search, unfinished)
                kept = time.monotonic()
        about = {**board.about, **summary(board, search.work.values)}
        files.write_checked(path, KIND, VERSION, [search.work.values.data, search.work.alone.data], about)
        unfinished.unlink(missing_ok=True)
    return info(board, folder=folder)


def _keep(search: Retrograde, path: Path) -> None:
    about = {**search.board.about, "stage": search.stage}
    files.write_checked(path, UNDER_WAY, VERSION, [search.work.values.data, search.work.alone.data], about)


def _restore(search: Retrograde, path: Path) -> None:
    """Restore the state saved by `_keep`. A damaged file is ignored."""
    try:
        (values, alone), about = read(path, UNDER_WAY, search.board)
        with files.contents(path):
            stage = int(about["stage"])
    except (files.DamagedFileError, OSError):
        return
    search.work.values[:] = values
    search.work.alone[:] = alone
    search.stage = stage


def verify(
    board: TableSpec,
    *,
    folder: str | Path | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Progress = silent,
) -> str | None:
    """Recompute a table and compare it with its file.

    Parameters
    ----------
    board : TableSpec
        The specification of the table.
    folder : str or Path, optional
        The folder that contains the tables. The default is the cache folder.
    stop : callable, optional
        A function that is called many times a second. If it returns True, the work stops.
    progress : Progress, optional
        A function to be called as by `build`.

    Returns
    -------
    str or None
        A description of the fault, "missing" or "under way"; None if the file is correct.

    Raises
    ------
    StoppedError
        `stop` returned True.
    ArgumentError
        The specification is of the wrong kind.

    Examples
    --------
    >>> from mabi_search import Rules, tables
    >>> small = tables.TableSpec.of(Rules(size="3x3"))
    >>> _ = tables.build(small)
    >>> tables.verify(small) is None
    True
    """
    stored = info(board, folder=folder)
    if stored.state != "ready":
        return stored.state
    (values, alone), about = read(stored.path, KIND, board)
    search = Retrograde(board, stop, progress)
    while not search.finished:
        search.advance()
    if not np.array_equal(values, search.work.values) or not np.array_equal(alone, search.work.alone):
        return f"{stored.path} differs from the recomputed table; build it again"
    if {**board.about, **summary(board, search.work.values)} != about:
        return f"{stored.path}: the counts in the header differ from the table; build it again"
    return None


__all__ = [
    "TableSpec",
    "TableInfo",
    "MissingTableError",
    "StoppedError",
    "Table",
    "table_spec_of",
    "build",
    "info",
    "load",
    "path_of",
    "verify",
]
