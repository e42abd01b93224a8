"""Sealed parquet files, whose metadata contain a checksum of the whole file.

The checksum is stored in the metadata under the key `KEY`, as ``sha256:`` and 64 hexadecimal digits. It is
computed with zeros in place of these digits. It covers every byte of the file, including the metadata, which
parquet's page checksums do not cover. A reader looks for the last such text in the file, and rejects a file
that does not match.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import BinaryIO

from _gamekit.files import DamagedFileError
from _gamekit.problems import reading

KEY = b"narabi_sha256"
ZEROS = b"0" * 64
OPEN = b"sha256:" + ZEROS
"""The checksum field before sealing; `seal` replaces its zeros with the checksum."""

_SLOT = re.compile(rb"sha256:([0-9a-f]{64})")
_TAIL = 1 << 22
"""Number of bytes at the end of a file in which the checksum is searched for."""
_PIECE = 1 << 20


def seal(path: Path) -> None:
    """Replace the zeros in a file by its checksum, and flush the file to disk."""
    with open(path, "r+b") as file:
        place, found = _find(path, file)
        if found != ZEROS:
            raise DamagedFileError(f"{path} already has a checksum")
        digest = _digest(file, place)
        file.seek(place)
        file.write(digest)
        file.flush()
        os.fsync(file.fileno())


def check(path: Path) -> None:
    """Raise an error unless a file matches its checksum.

    Raises
    ------
    DamagedFileError
        The file has no checksum, or does not match it.
    OSError
        The file cannot be read.
    """
    with reading(path), open(path, "rb") as file:
        place, found = _find(path, file)
        if _digest(file, place) != found:
            raise DamagedFileError(f"{path} does not match its checksum")


def _find(path: Path, file: BinaryIO) -> tuple[int, bytes]:
    """Return the offset and the digits of a file's checksum."""
    start = max(0, file.seek(0, os.SEEK_END) - _TAIL)
    file.seek(start)
    found = list(_SLOT.finditer(file.read()))
    if not found:
        raise DamagedFileError(f"{path} has no checksum")
    return start + found[-1].start(1), found[-1].group(1)


def _digest(file: BinaryIO, place: int) -> bytes:
    """Return the checksum of a file with zeros in place of the digits at offset `place`."""
    digest = hashlib.sha256()
    file.seek(0)
    left = place
    while left and (piece := file.read(min(left, _PIECE))):
        digest.update(piece)
        left -= len(piece)
    digest.update(ZEROS)
    file.seek(place + len(ZEROS))
    while piece := file.read(_PIECE):
        digest.update(piece)
    return digest.hexdigest().encode()
