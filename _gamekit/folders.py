"""Paths that users name, and the cache folder of tables."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

from _gamekit.problems import GameError, number_of

CACHE_VARIABLE = "NARABI_MABI_CACHE"
"""Environment variable that replaces the default cache folder."""


class NamedFolderError(GameError):
    """A folder that the user named cannot be used."""


def named(name: str | os.PathLike[str]) -> Path:
    """Return the path of a file or folder that a user named; the path need not exist.

    Raises
    ------
    OSError
        The name is not valid: it is empty, contains a NUL, or cannot be encoded.
    """
    try:
        if name and b"\0" not in os.fsencode(name):
            return Path(name)
    except UnicodeEncodeError:
        pass
    raise OSError(None, "not a valid file name", str(name) or "''")


def named_folder(name: str | Path) -> Path:
    """Return the path of a folder that a user named, even if it does not exist.

    Raises
    ------
    OSError
        As for `named`, or the path is not a folder.
    """
    path = named(name)
    try:
        is_folder = stat.S_ISDIR(os.stat(path).st_mode)
    except FileNotFoundError:
        return path
    if not is_folder:
        raise OSError(None, "not a folder", str(name))
    return path


def cache_folder() -> tuple[Path, bool]:
    """Return the cache folder, which need not exist, and whether `CACHE_VARIABLE` names it."""
    own = os.environ.get(CACHE_VARIABLE)
    if own:
        try:
            return Path(own).expanduser().absolute(), True
        except RuntimeError as error:
            raise NamedFolderError(f"{CACHE_VARIABLE}={own}: {error}") from None
    import platformdirs  # needed only for tables

    return Path(platformdirs.user_cache_dir("narabi-mabi", appauthor=False)), False


def writable(folder: Path) -> str | None:
    """Create a folder if necessary; return why it is not writable, or None if it is."""
    import tempfile  # needed only for tables

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return error.strerror or str(error)


def clear(folder: Path, ours: Callable[[str], bool]) -> str:
    """Delete the files of a folder whose names are ours, and their locks; return a sentence about it."""
    count = size = 0
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if ours(path.name.removesuffix(".lock")) and path.is_file():
            is_lock = path.name.endswith(".lock")
            count, size = count + (not is_lock), size + path.stat().st_size
            path.unlink()
    return f"removed {number_of(count, 'file')} of {size:,} bytes from {folder}"


def usable_cache_folder(part: str) -> tuple[Path | None, str | None]:
    """Return a subfolder of the cache folder and None; if it is not writable, return None and the reason.

    The folder is created if necessary.

    Raises
    ------
    NamedFolderError
        `CACHE_VARIABLE` names the cache folder, and it is not writable.
    """
    cache, own = cache_folder()
    folder = cache / part
    reason = writable(folder)
    if reason is None:
        return folder, None
    if own:
        raise NamedFolderError(
            f"the cache folder {folder} cannot be written ({reason}); "
            f"set {CACHE_VARIABLE} to a writable folder, or unset it"
        )
    return None, f"the cache folder {folder} cannot be written ({reason})"
