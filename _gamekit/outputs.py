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

_JSON = (".json", ".jsonl", ".ndjson", ".txt")
_SUFFIXES = {
    "html": (".html", ".htm"),
    "svg": (".svg",),
    "pdf": (".pdf",),
    "png": (".png",),
    "certificate": _JSON,
    "json": _JSON,
    "parquet": (".parquet", ".pq"),
    "search": (".mabi",),
    "text": (".txt", ".md"),
}
"""The suffixes of files of each kind. A name may also have no suffix, or one that means no format."""
_FORMATS = {
    *(suffix for suffixes in _SUFFIXES.values() for suffix in suffixes),
    *(".csv", ".tsv", ".xls", ".xlsx", ".ods", ".toml", ".yaml", ".yml", ".xml", ".arrow", ".feather"),
    *(".jpg", ".jpeg", ".gif", ".webp", ".ps", ".eps", ".tex", ".doc", ".docx", ".npy", ".npz", ".pkl"),
    *(".zip", ".gz", ".xz", ".zst", ".tar", ".db", ".sqlite", ".py", ".js", ".ipynb"),
}
"""Suffixes that mean a format."""

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
        The kind of each output, like html, svg or parquet. Its suffix must not mean another format, and an
        existing file of another kind is not replaced. Omit the kind if the writer checks both itself.

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
        if kind in _STARTS and path.exists() and not _begins_as(path, kind):
            problem = f"exists and is not a file of kind {kind}, so it is not replaced; name another file"
            raise _refused(name, problem)
        if kind is not None:
            check_suffix(name, kind)
        if path in seen:
            raise _refused(name, "named for two outputs; name two different files")
        seen.add(path)


def check_suffix(name: Name, kind: str) -> None:
    """Raise OSError if the suffix of a file's name means another format than the kind of the file."""
    suffix, right = Path(name).suffix.lower(), _SUFFIXES.get(kind)
    if right is not None and suffix in _FORMATS and suffix not in right:
        raise _refused(
            name, f"it would be a file of kind {kind}, not {suffix[1:]}; name one that ends in {right[0]}"
        )


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
