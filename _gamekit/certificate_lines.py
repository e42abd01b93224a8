"""The forms in which a checker is given a certificate: a text, a file, or lines."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from _gamekit.problems import ArgumentError, shorten

_FILE_NAME = re.compile(r"[^\n{\[]*\.[A-Za-z]\w*")


def lines_of(certificate: str | Path | Iterable[str]) -> list[str]:
    """Return the lines of a certificate, without line ends.

    Raises
    ------
    ArgumentError
        The text seems to be a name of a file, the file is not text, or a line is not a text.
    OSError
        The file cannot be read.
    """
    if isinstance(certificate, Path):
        try:
            certificate = certificate.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError:
            raise ArgumentError(f"{certificate} is not a certificate: it is not text in UTF-8") from None
    if isinstance(certificate, str):
        if _FILE_NAME.fullmatch(certificate) or os.path.isfile(certificate):
            name = shorten(certificate)
            raise ArgumentError(f"not a certificate: {name} is not JSON; Path({name}) reads a file")
        certificate = certificate.removesuffix("\n").split("\n")
    lines = list(certificate)
    if not all(isinstance(line, str) for line in lines):
        raise ArgumentError("the lines of a certificate must be texts")
    return [line.rstrip("\r\n") for line in lines]
