"""Text between two marks of a page: everything else there is written by hand."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SPEED = DOCS / "speed.md"


def marked(text: str, begin: str, end: str) -> str:
    """Return a text with its two marks."""
    return f"{begin}\n{text}\n{end}"


def put(page: Path, text: str, begin: str, end: str) -> None:
    """Put a text between its two marks.

    Raises
    ------
    ValueError
        The page does not have both marks, in this order.
    """
    before, found, rest = page.read_text().partition(begin)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise ValueError(f"{page.name} has no text between {begin} and {end}")
    page.write_text(f"{before}{marked(text, begin, end)}{after}")
