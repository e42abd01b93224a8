"""Text between two marks of a page: everything else there is written by hand. Long tables are CSV files."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from _gamekit.files import write_atomic

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SPEED = DOCS / "speed.md"

APART = re.compile(r"\s*(#+ |\||<(?!a )|---|:::|```|$)")
"""Headings, tables, HTML, fences and empty lines: no part of a paragraph."""
ITEM = re.compile(r"\s*([*-]|\d+\.) ")


def unwrapped(text: str) -> str:
    """Return a page with every paragraph and item of a list on one line; code stays as it is."""
    lines: list[str] = []
    inside = False  # between two fences, or in the settings at the top of a page
    code = False  # indented
    for line in text.split("\n"):
        code = line.startswith("    ") and (code or not lines or not lines[-1])
        fence = line.lstrip().startswith("```") or (line == "---" and (inside or not lines))
        alone = fence or inside or code or APART.match(line) or ITEM.match(line)
        if alone or not lines or APART.match(lines[-1]):
            lines.append(line)
        else:
            lines[-1] += f" {line.strip()}"
        inside ^= fence
    return "\n".join(lines)


def in_short(value: float) -> str:
    """Return a factor or a rate without the digits that another run would change."""
    return f"{float(f'{value:.2g}') if value >= 1_000 else value:,.0f}" if value >= 10 else f"{value:.2g}"


def grid(heads: str, rows: Iterable[Iterable[object]]) -> str:
    """Return a table, from its heads with `|` between them and the cells of each row."""
    lines = [f"| {heads} |", "|---" * (heads.count(" | ") + 1) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(map(str, cells))} |" for cells in rows)])


def side_by_side(head: str, columns: Mapping[str, Mapping[str, object]]) -> str:
    """Return a table with these columns, and a row for each key that one of them has."""
    rows = dict.fromkeys(key for column in columns.values() for key in column)
    return grid(
        " | ".join([head, *columns]),
        ([row, *(column.get(row, "") for column in columns.values())] for row in rows),
    )


def cells(text: str) -> list[list[str]]:
    """Return the rows of the tables in a text, heads first: what `grid` was given, as texts."""
    lines = (line for line in text.splitlines() if re.match(r"\|.*[^-:| ]", line))
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]


def sheet(text: str) -> str:
    """Return the table of a text as CSV: numbers without commas, code without its signs."""
    rows = ([re.sub(r"(?<=\d),(?=\d{3})|`|\*\*", "", cell) for cell in row] for row in cells(text))
    csv.writer(file := io.StringIO(), lineterminator="\n").writerows(rows)
    return file.getvalue()


def marked(text: str, begin: str, end: str) -> str:
    """Return a text with its two marks, each paragraph on one line."""
    return f"{begin}\n{unwrapped(text)}\n{end}"


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
    write_atomic(page, [f"{before}{marked(text, begin, end)}{after}".encode()])
