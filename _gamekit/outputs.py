"""The files that a command writes: links are followed, and only regular files written.

A file that the command reads, or a file of another kind, is never replaced.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path

from _gamekit import files, folders
from _gamekit.problems import reading

STREAM = "-"
"""Stands for the standard input or output on a command line."""
STALE = 60.0
"""Seconds after which an unfinished file counts as left by a killed process: writing takes far less."""
_INPUT, _OUTPUT = 0, 1
_STARTS = {
    "html": (b"<!doctype html", b"<html"),
    "svg": (b"<svg", b"<?xml"),
    "pdf": (b"%pdf",),
    "certificate": (b'{"kind"',),
    "manifest": (b"{",),
    "script": (b'"use strict"',),
    "png": (b"\x89png",),
}
"""The beginning of a file of each kind, in lower case."""

Name = str | Path


def is_stream(name: Name) -> bool:
    """Return whether a name on a command line means the standard output, by whatever path."""
    return str(name) == STREAM or _same(name, _OUTPUT)


def path_of(name: Name) -> Path:
    """Return the regular file to be written under a name; it need not exist, and links are followed.

    Raises
    ------
    OSError
        The folder does not exist, the file cannot be written, or the name is not a regular file.
    """
    try:
        mode = os.stat(folders.named(name)).st_mode
    except FileNotFoundError:
        mode = None
    path = Path(os.path.realpath(name))
    if mode is not None and not stat.S_ISREG(mode):
        raise _refused(name, "not a regular file; name a regular or a new file")
    if not path.parent.is_dir():
        raise _refused(name, f"there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK | os.X_OK) or not (mode is None or os.access(path, os.W_OK)):
        raise _refused(name, "no permission to write; name a file elsewhere")
    return path


def check(
    outputs: Sequence[Name | None], inputs: Iterable[Name | None] = (), kinds: Sequence[str] = ()
) -> None:
    """Raise an error, before any work, for an output that cannot or must not be written.

    Parameters
    ----------
    outputs
        The names of files to be written, or None.
    inputs
        Inputs of the command: names, ``-`` for the standard input, or texts that are no names.
    kinds
        The kind of each output, like html, svg or pdf. A file of another kind is not replaced. Left out if
        the writer checks the file itself.

    Raises
    ------
    OSError
        As for `path_of`; or an output is an input, by whatever path or link, or the standard output, or a
        file of another kind, or is named twice.
    """
    read = [_INPUT if str(name) == STREAM else name for name in inputs if name is not None]
    seen: set[Path] = set()
    for name, kind in zip_longest(outputs, kinds):
        if name is None:
            continue
        if is_stream(name):
            raise _refused(name, "this is the standard output; name a file")
        path = path_of(name)
        if any(_same(path, one) for one in read):
            raise _refused(name, "this command reads this file, so it is not overwritten; name another file")
        if kind is not None and path.exists() and not _begins_as(path, kind):
            problem = f"exists, begins like no {kind} file, and is not replaced; name another file"
            raise _refused(name, problem)
        if path in seen:
            raise _refused(name, "named for two outputs; name two different files")
        seen.add(path)


def _begins_as(path: Path, kind: str) -> bool:
    """Return whether a file is empty or begins like a file of a kind."""
    with reading(path), open(path, "rb") as file:
        begin = file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return not begin or begin.startswith(_STARTS[kind])


def write(name: Name, chunks: Iterable[bytes | memoryview]) -> None:
    """Write a file that appears whole or not at all; errors are those of `path_of` and name the file."""
    path = path_of(name)
    files.remove_unfinished(path, older=STALE)
    try:
        files.write_atomic(path, chunks)
    except OSError as error:  # its name is that of the file written first
        raise OSError(error.errno, error.strerror, str(name)) from None


def _refused(name: Name, reason: str) -> OSError:
    return OSError(None, reason, str(name))


def _same(name: Name, other: Name | int) -> bool:
    """Return whether two files are the same; a number is a file descriptor."""
    try:
        return os.path.samestat(os.stat(name), os.stat(other))
    except (OSError, ValueError):
        return False
