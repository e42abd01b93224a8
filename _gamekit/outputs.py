"""Output files of commands.

Links are followed, and only regular files are written. A command never replaces one of its inputs, or an
existing file of another kind.
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
"""The name of the standard input or output on a command line."""
STALE = 60.0
"""Age in seconds at which an unfinished file counts as left by a killed process. Writing takes far less."""
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
"""The first bytes of a file of each kind, in lower case."""

Name = str | Path


def is_stream(name: Name) -> bool:
    """Return whether a name on a command line means the standard output: ``-`` or a path to it."""
    return str(name) == STREAM or _same(name, _OUTPUT)


def path_of(name: Name) -> Path:
    """Return the path of an output file with all links resolved; the file need not exist.

    Raises
    ------
    OSError
        The folder does not exist, the file cannot be written, or it is not a regular file.
    """
    try:
        mode = os.stat(folders.named(name)).st_mode
    except FileNotFoundError:
        mode = None
    path = Path(os.path.realpath(name))
    if mode is not None and not stat.S_ISREG(mode):
        raise _refused(name, "not a regular file; name a regular file or a new one")
    if not path.parent.is_dir():
        raise _refused(name, f"there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK | os.X_OK) or not (mode is None or os.access(path, os.W_OK)):
        raise _refused(name, "no permission to write; name a file in another folder")
    return path


def check(
    outputs: Sequence[Name | None], inputs: Iterable[Name | None] = (), kinds: Sequence[str] = ()
) -> None:
    """Raise an error, before any work is done, if an output cannot or must not be written.

    Parameters
    ----------
    outputs
        The names of the files to be written; None for an output that is not wanted.
    inputs
        Inputs of the command: file names, ``-`` for the standard input, or any other text.
    kinds
        The kind of each output, like html, svg or pdf. An existing file of another kind is not replaced. Omit
        the kind if the writer checks the file itself.

    Raises
    ------
    OSError
        As for `path_of`. An output is also refused if it is an input, the standard output, an existing file
        of another kind, or named twice.
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
            raise _refused(
                name, "this file is an input of the command and is not overwritten; name another file"
            )
        if kind is not None and path.exists() and not _begins_as(path, kind):
            problem = f"exists and is not a file of kind {kind}, so it is not replaced; name another file"
            raise _refused(name, problem)
        if path in seen:
            raise _refused(name, "named for two outputs; name two different files")
        seen.add(path)


def _begins_as(path: Path, kind: str) -> bool:
    """Return whether a file is empty or begins like files of a given kind."""
    with reading(path), open(path, "rb") as file:
        begin = file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return not begin or begin.startswith(_STARTS[kind])


def write(name: Name, chunks: Iterable[bytes | memoryview]) -> None:
    """Write a file atomically; the errors are those of `path_of` and have the name of the file."""
    path = path_of(name)
    files.remove_unfinished(path, older=STALE)
    try:
        files.write_atomic(path, chunks)
    except OSError as error:  # `error` has the name of a temporary file
        raise OSError(error.errno, error.strerror, str(name)) from None


def _refused(name: Name, reason: str) -> OSError:
    return OSError(None, reason, str(name))


def _same(name: Name, other: Name | int) -> bool:
    """Return whether two names mean the same file; `other` may be a file descriptor."""
    try:
        return os.path.samestat(os.stat(name), os.stat(other))
    except (OSError, ValueError):
        return False
