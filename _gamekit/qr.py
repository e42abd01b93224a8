"""QR codes, drawn by segno, which is an extra."""

from __future__ import annotations

from _gamekit.problems import ArgumentError, extra
from _gamekit.svg import Group, number

QUIET = 4
"""Modules of paper on every side of a code."""


def modules(text: str) -> list[list[bool]]:
    """Return the modules of the QR code of a text, row by row; True is dark.

    Raises
    ------
    MissingExtraError
        segno is not installed.
    ArgumentError
        The text is too long for a code.
    """
    with extra("qr", "a QR code needs"):
        import segno  # an extra
    try:
        return [[bool(module) for module in row] for row in segno.make_qr(text, error="l").matrix]
    except segno.DataOverflowError:
        raise ArgumentError(f"{len(text):,} characters are too many for a QR code") from None


def draw(part: Group, text: str, size: float) -> None:
    """Draw the QR code of a text into a square of this size, dark on white."""
    rows = modules(text)
    unit = size / (len(rows) + 2 * QUIET)
    part.rect(0, 0, size, size, fill="#ffffff")
    marks = [
        f"M{number((QUIET + column) * unit)} {number((QUIET + row) * unit)} h{number(unit)} "
        f"v{number(unit)} h{number(-unit)} Z"
        for row, line in enumerate(rows)
        for column, dark in enumerate(line)
        if dark
    ]
    part.path(" ".join(marks), fill="#000000")
