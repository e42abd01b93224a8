"""What tables of larger boards would take, on paper."""

from __future__ import annotations

from benchmarks.frame import Results, Study, Table
from benchmarks.marks import DOCS, grid
from mabi_search.game.rules import BLACK, WHITE, Rules, start
from mabi_search.tables.boards import TableSpec
from studies.tables import mabi_tables

LARGEST = "4x5"
"""The board whose builds say how fast they are: larger ones will be slower, as less is in caches."""
SIZES = ("3x8", "4x6", "5x5", "4x7", "5x6", "6x6")


def rates() -> tuple[float, float]:
    """Return the least and the most placements a second of the builds of the largest board."""
    tables = mabi_tables.STUDY.kept()["tables"]
    some = [row for row in tables if row["size"] == LARGEST and row["pass_rule"] == "run"]
    found = [row["placements"] / row["seconds"] for row in some]
    return min(found), max(found)


def board_of(size: str) -> TableSpec:
    """Return the table of the start with the fewer placements of both setups."""
    found = []
    for setup in ("rows", "diagonals"):
        text = "".join(start(Rules(size=size, setup=setup)).board)
        found.append(TableSpec(size, text.count(WHITE), text.count(BLACK), "piece", "unique", "run"))
    return min(found, key=lambda board: board.placements)


def table(_: Results) -> str:
    """Return the table of the page."""
    slow, fast = rates()
    rows = []
    for size in SIZES:
        board = board_of(size)
        hours = " to ".join(f"{board.placements / rate / 3600:,.1f}" for rate in (fast, slow))
        memory = (f"{count / 1e9:,.0f}" for count in (board.memory_needed, board.bytes_needed))
        rows.append([size, f"{board.placements:,}", *memory, hours])
    return grid("board | placements | memory, GB | file, GB | hours on two cores", rows)


STUDY = Study(__name__, [Table(DOCS / "endgames.md", "next", table)])
