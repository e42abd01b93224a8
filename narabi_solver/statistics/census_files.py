"""The files of a census in the cache folder: its progress and its result."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import filelock
import numpy as np

from _gamekit import files, folders
from _gamekit.problems import read_json
from narabi_solver.solving.packing import PackedDeals
from narabi_solver.statistics.retrograde import Retrograde

log = logging.getLogger("narabi_mabi")

KIND, VERSION = "narabi census", 1
"""Kind and version of the file with the result; the version is raised when the meaning of its content
changes.
"""

T = TypeVar("T")


def fingerprint(packed: PackedDeals) -> str:
    """Return a hash of everything on which a census depends: the seats, and what each stone's card allows."""
    game, stones = packed.game, np.arange(packed.game.places)
    cards = packed.cards[0, : game.places]
    digest = hashlib.sha256(repr((VERSION, game.places, game.hand, game.ranks)).encode())
    digest.update(game.targets[cards, stones].tobytes())
    digest.update(game.reach[cards].tobytes())
    return digest.hexdigest()[:16]


class Files:
    """The files of one census in the cache folder.

    Nothing is saved if the folder cannot be used, or if another process is running the same census.
    """

    def __init__(self, packed: PackedDeals):
        self._name = fingerprint(packed)
        self._folder, reason = folders.usable_cache_folder("census")
        self._lock: filelock.BaseFileLock | None = None
        if reason:
            log.warning("%s; the census saves nothing", reason)

    def __enter__(self) -> Files:
        if self._folder is not None:
            self._lock = filelock.FileLock(self._folder / f"{self._name}.lock")
            try:
                self._lock.acquire(blocking=False)
            except filelock.Timeout:
                log.warning("another process is running the same census; this one saves nothing")
                self._folder = None
        if self._folder is not None:
            for part in ("result", "layers"):
                files.remove_unfinished(self._folder / f"{self._name}.{part}")
        return self

    def __exit__(self, *exception: object) -> None:
        if self._lock is not None:
            self._lock.release()

    def result(self) -> dict[str, Any] | None:
        """Return the result that `finish` saved; None if there is none."""
        return self._read("result", self._result)

    def _result(self, path: Path) -> dict[str, Any]:
        text, about = files.read_checked(path, KIND, VERSION)
        if about.get("census") != self._name:
            raise files.DamagedFileError(f"{path} is not a file of this census")
        with files.contents(path):
            return dict(read_json(text))

    def restore(self, search: Retrograde) -> None:
        """Restore a search that `save` has saved, if there is one."""
        self._read("layers", lambda path: search.restore(path, self._name))

    def save(self, search: Retrograde) -> None:
        """Save a search that is not complete."""
        self._write("layers", lambda path: search.save(path, self._name))

    def finish(self, result: dict[str, Any]) -> None:
        """Save the result, and remove the saved search."""
        text = json.dumps(result).encode()
        about = {"census": self._name}
        self._write("result", lambda path: files.write_checked(path, KIND, VERSION, [text], about))
        if self._folder is not None:
            (self._folder / f"{self._name}.layers").unlink(missing_ok=True)

    def _read(self, part: str, read: Callable[[Path], T]) -> T | None:
        if self._folder is None:
            return None
        try:
            return read(self._folder / f"{self._name}.{part}")
        except FileNotFoundError:
            pass
        except (files.DamagedFileError, OSError) as error:
            log.warning("%s; the census starts again", error)
        return None

    def _write(self, part: str, write: Callable[[Path], None]) -> None:
        if self._folder is None:
            return
        path = self._folder / f"{self._name}.{part}"
        try:
            write(path)
        except OSError as error:
            log.warning("cannot write %s (%s); continuing without it", path, error.strerror)
