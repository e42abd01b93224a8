"""Files with a header that states their kind, version and checksum, followed by the payload.

The header has ``HEADER_BYTES`` bytes: one line of JSON, padded with spaces and ended by a newline. A file is
first written under a temporary name in the same folder, and then renamed. A reader therefore sees the old
file or the new one, never a part of either.
"""

from __future__ import annotations

import contextlib
import glob
import json
import os
import stat
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from _gamekit.problems import GameError, read_json, reading

if TYPE_CHECKING:
    import mmap

HEADER_BYTES = 4096
"""Size of the header: one memory page, so that a memory-mapped payload is aligned."""
UNFINISHED = ".narabi-mabi.part"
"""Suffix of the names of files that are being written."""
WRONG_STRUCTURE = (LookupError, ValueError, TypeError, AttributeError, OverflowError)
"""The errors that contents of a wrong structure cause."""
MOST_OF_NAME = 200
"""Longest file name in bytes to which `beside` adds a suffix. Most systems allow 255 bytes in all."""


class DamagedFileError(GameError):
    """A file is incomplete, changed, or of an unexpected kind or version; the message has the reason."""


def write_atomic(path: Path, chunks: Iterable[bytes | memoryview]) -> None:
    """Write a file atomically; an existing file keeps its permissions."""
    import tempfile  # not loaded by programs that write nothing

    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=beside(path, ".").name, suffix=UNFINISHED)
    try:
        with os.fdopen(descriptor, "wb") as file:
            for chunk in chunks:
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o644)
        os.replace(name, path)
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError):  # which has the name of the temporary file, or none
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise


def beside(path: Path, ending: str) -> Path:
    """Return the path with a suffix added to the file name; a checksum replaces a long name."""
    name = os.fsencode(path.name)
    if len(name) <= MOST_OF_NAME:
        return path.with_name(path.name + ending)
    return path.with_name(f"{zlib.crc32(name):08x}" + ending)


def remove_unfinished(path: Path, older: float | None = None) -> None:
    """Remove the temporary files that killed processes left while writing a file.

    With `older`, only temporary files older than this number of seconds are removed.
    """
    for left in path.parent.glob(f"{glob.escape(beside(path, '.').name)}*{UNFINISHED}"):
        with contextlib.suppress(OSError):  # another process has removed it, or will
            if older is None or time.time() - left.lstat().st_mtime > older:
                left.unlink()


def write_checked(
    path: Path,
    kind: str,
    version: int,
    payload: Sequence[bytes | memoryview],
    about: Mapping[str, Any] | None = None,
) -> None:
    """Write a payload after its header; `about` has further fields for the header."""
    header = {
        "kind": kind,
        "version": version,
        "bytes": sum(memoryview(piece).nbytes for piece in payload),
        "sha256": _checksum(about or {}, payload),
        "about": about or {},
    }
    line = _header_line(header)
    if len(line) > HEADER_BYTES:
        raise ValueError(f"the header of {path} has {len(line)} bytes; the maximum is {HEADER_BYTES}")
    write_atomic(path, [line, *payload])


def _header_line(header: Mapping[str, Any]) -> bytes:
    return json.dumps(header, sort_keys=True).encode().ljust(HEADER_BYTES - 1) + b"\n"


def _checksum(about: Mapping[str, Any], payload: Iterable[bytes | memoryview]) -> str:
    import hashlib  # not loaded by programs that read no such file

    digest = hashlib.sha256(json.dumps(about, sort_keys=True).encode())
    for piece in payload:
        digest.update(piece)
    return digest.hexdigest()


@contextlib.contextmanager
def contents(path: Path) -> Iterator[None]:
    """Raise DamagedFileError for the errors that a wrong structure of a file's contents causes."""
    try:
        yield
    except GameError:
        raise
    except WRONG_STRUCTURE:
        raise DamagedFileError(f"{path} is damaged: it has no readable contents") from None


def read_header(path: Path, kind: str, version: int) -> dict[str, Any]:
    """Return the header of a file. The length of the file is checked, but not its checksum.

    Raises
    ------
    DamagedFileError
        The file is incomplete, or has another kind or version.
    OSError
        The file cannot be read.
    """
    with reading(path), open(path, "rb") as file:
        raw = file.read(HEADER_BYTES)
        size = os.fstat(file.fileno()).st_size
    try:
        header = read_json(raw.decode("ascii"))
        found = header["kind"], header["version"]
        expected_size = HEADER_BYTES + header["bytes"]
        shapes = isinstance(header["about"], dict) and isinstance(header["sha256"], str)
        known = shapes and raw == _header_line(header)  # byte for byte
    except (ValueError, KeyError, TypeError):
        raise DamagedFileError(f"{path} has no readable header; expected {kind!r}") from None
    if found != (kind, version):
        raise DamagedFileError(
            f"{path} is {found[0]!r} version {found[1]}; expected {kind!r} version {version}"
        )
    if not known:
        raise DamagedFileError(f"the header of {path} has been changed")
    if size != expected_size:
        raise DamagedFileError(f"{path} has {size:,} bytes; expected {expected_size:,}")
    return dict(header)


def read_checked(path: Path, kind: str, version: int) -> tuple[bytes, dict[str, Any]]:
    """Return the payload of a file and the `about` fields of its header; errors as for `read_header`."""
    header = read_header(path, kind, version)
    with reading(path), open(path, "rb") as file:
        file.seek(HEADER_BYTES)
        payload = file.read()
    if _checksum(header["about"], [payload]) != header["sha256"]:
        raise DamagedFileError(f"{path} does not match its checksum")
    return payload, header["about"]


def map_checked(path: Path, kind: str, version: int) -> tuple[mmap.mmap, dict[str, Any]]:
    """Map a checked file into memory, including its header; return the map and the `about` fields.

    Writing to the map changes only this process's memory, never the file. The errors are those of
    `read_header`, and DamagedFileError if the checksum does not match.
    """
    import mmap  # not loaded by programs that read no such file

    header = read_header(path, kind, version)
    with reading(path), open(path, "rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    if _checksum(header["about"], [memoryview(mapped)[HEADER_BYTES:]]) != header["sha256"]:
        raise DamagedFileError(f"{path} does not match its checksum")
    return mapped, header["about"]
