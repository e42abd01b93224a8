"""Parts of what commands print for people."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text


def facts_view(facts: Sequence[tuple[str, str | Text]]) -> Table:
    """Return names and values in two columns."""
    table = Table.grid(padding=(0, 2))
    for name, value in facts:
        table.add_row(Text(name, style="dim"), value if isinstance(value, Text) else Text(value))
    return table


def plain_table(*headings: str, right: bool = False) -> Table:
    """Return an empty table with these headings; with `right` all columns but the first are numbers."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, overflow="fold", justify="right" if right and number else "left")
    return table
