"""QR codes, made by segno, which the extra ``qr`` installs."""

from __future__ import annotations

from _gamekit.problems import ArgumentError, extra
from _gamekit.svg import Group, number

QUIET = 4
"""Width of the empty border of a code, in modules (the small squares of the code)."""


def modules(text: str) -> list[list[bool]]:
    """Return the modules of a text's QR code, row by row; True means dark.

    Raises
    ------
    MissingExtraError
        segno is not installed.
    ArgumentError
        The text is too long for a QR code.
    """
    with extra("qr", "a QR code needs"):
        import segno  # an extra
    try:
        return [[bool(module) for module in row] for row in segno.make_qr(text, error="l").matrix]
    except segno.DataOverflowError:
        raise ArgumentError(f"{len(text):,} characters are too many for a QR code") from None


def draw(part: Group, text: str, size: float) -> None:
    """Draw the QR code of a text, black on white, in a square with sides of length `size`."""
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
