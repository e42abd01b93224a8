"""What reports have in common: readings, probabilities, the spell book, what a player knows."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.facts import Fact, plain_table, view_of
from amulets_solver.belief.belief import Belief
from amulets_solver.belief.drawing import percent
from amulets_solver.game.readings import COLUMNS, ROWS
from amulets_solver.game.record import Record


def known_text(belief: Belief) -> str:
    """Return how much a player knows."""
    return next(one.words or "" for one in belief.facts() if isinstance(one, Fact) and one.key == "count")


def spell_book(record: Record) -> RenderableType:
    """Return the questions and casts of a game as players write them down."""
    return view_of([record.book])


INK = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "K": "bold", "W": "italic"}
"""Colours of amulets at a terminal; their letters are enough."""
CROSSED = "\N{MULTIPLICATION SIGN}"


def sheet_view(belief: Belief) -> RenderableType:
    """Return for each opponent the altar with the amulets that it may have with each field."""
    rules, altars = belief.rules, []
    for seat, fields in belief.sheet.items():
        altar = plain_table(f"player {seat}", *COLUMNS[: rules.columns])
        altar.collapse_padding = True  # that 5x5 fits in 40 columns
        for row in ROWS[: rules.rows]:
            cells = [fields[column + row] for column in COLUMNS[: rules.columns]]
            altar.add_row(
                row,
                *(
                    Text.assemble(*((one, INK[one]) for one in cell)) if cell else Text(CROSSED, style="dim")
                    for cell in cells
                ),
            )
        altars.append(altar)
    return Columns(altars, padding=(0, 0))


def beliefs_view(belief: Belief) -> RenderableType:
    """Return what is known of each opponent: its field and its amulet, in percent."""
    rules = belief.rules
    grid = Table.grid(padding=(0, 4))
    cells: list[RenderableType] = []
    for seat, one in belief.marginals.items():
        altar = plain_table(f"player {seat}", *COLUMNS[: rules.columns], right=True)
        for row in ROWS[: rules.rows]:
            shares = [one[column + row] for column in COLUMNS[: rules.columns]]
            altar.add_row(row, *(percent(share) if share else "." for share in shares))
        altar.add_section()
        for colour in rules.colours:
            if colour != belief.me.amulet:
                altar.add_row(colour, percent(one[colour]) if one[colour] else ".")
        cells.append(altar)
    grid.add_row(*cells)
    return grid


def below_beliefs() -> Text:
    """Return what the numbers of `beliefs_view` are."""
    return Text("Probabilities in percent, of the fields and below of the amulets of each player (exact).")
