"""What reports have in common: readings, probabilities, the spell book, what a player knows."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.report_parts import plain_table
from amulets_solver.belief.belief import Belief
from amulets_solver.game.readings import COLUMNS, ROWS, Rules
from amulets_solver.game.record import Record
from amulets_solver.game.rules import Asked, others


def rules_json(rules: Rules, players: int) -> dict[str, Any]:
    """Return the rules with all readings as JSON."""
    return {"players": players, "size": rules.size, "amulets": rules.amulets, **rules.readings}


def percent(share: float) -> str:
    """Return a probability in percent; what is possible is never 0, and what is not certain never 100."""
    if share in (0.0, 1.0):
        return f"{100 * share:.0f}"
    return "<1" if share < 0.005 else ">99" if share > 0.995 else f"{100 * share:.0f}"


def known_text(belief: Belief) -> str:
    """Return how much a player knows."""
    if belief.known:
        return "one hypothesis is left: all is known"
    told = f"{belief.count:,} hypotheses are left (exact)"
    return f"{told}; one can cast for certain" if belief.castable else told


def spell_book(record: Record) -> Table:
    """Return the questions and casts of a game as players write them down."""
    table = plain_table(
        "by", *record.rules.colours, *(f"player {seat}" for seat in range(1, record.players + 1))
    )
    for event in record.events:
        said = event.answers if isinstance(event, Asked) else event.signs
        signs = dict(zip(others(event.seat, record.players), said, strict=False))
        what = str(event.seat) if isinstance(event, Asked) else f"{event.seat} casts"
        cells = [signs.get(seat, "") for seat in range(1, record.players + 1)]
        table.add_row(what, *event.placement.fields, *cells)
    return table


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
