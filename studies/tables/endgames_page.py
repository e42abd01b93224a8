"""The results of `mabi_tables` in ``docs/endgames.md``, and all of them as CSV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.frame import Results, Table, beside
from benchmarks.marks import DOCS, grid
from mabi_search import Position
from mabi_search.show.report import board_view

PAGE = DOCS / "endgames.md"
SETUPS = "rows", "diagonals"
WINNERS = {"win": "White", "loss": "Black"}

Row = dict[str, Any]


def usual(results: Results) -> list[Row]:
    """Return the tables under the default readings."""
    return [row for row in results["tables"] if (row["pass_rule"], row["freeze"]) == ("run", "unique")]


def start(row: Row, setup: str) -> list[str]:
    """Return who wins a start and at which distance, and how many first moves win, draw … and lose."""
    if (here := row["starts"].get(setup)) is None:
        return ["", ""]
    values = [value for _, value, _ in here["moves"]]
    distance = "" if here["distance"] is None else f" in {here['distance']}"
    first = " / ".join(str(values.count(value)) for value in ("win", "draw", "undecided", "loss"))
    return [f"{WINNERS.get(here['value'], here['value'])}{distance}", first]


def shares(row: Row) -> list[str]:
    """Return how the positions of a table divide, and the longest distance."""
    total, counts = row["positions"], row["counts"]
    parts = [f"{counts[name] / total:.2%}" for name in ("win", "loss")]
    return [
        f"{total:,}",
        *parts,
        *(f"{counts[name]:,}" for name in ("draw", "undecided")),
        str(row["longest"]),
    ]


def costs(row: Row) -> list[str]:
    """Return seconds, the memory of the whole process and the size of the file."""
    memory = "" if row["memory"] is None else f"{row['memory'] / 2**20:,.0f}"
    return [f"{row['seconds']:.1f}", memory, f"{row['bytes'] / 1e6:,.1f}"]


def boards(results: Results) -> str:
    """Return the table of the page: the default readings."""
    heads = "board | w : b | `rows` | `diagonals` | positions | won | longest win, plies"
    rows = []
    for row in usual(results):
        positions, won, *_, plies = shares(row)
        starts = (start(row, one)[0] for one in SETUPS)
        rows.append([row["size"], " : ".join(map(str, row["pieces"])), *starts, positions, won, plies])
    return grid(heads, rows)


def longest(results: Results) -> str:
    """Return a longest win of all, as a board."""
    row = max(usual(results), key=lambda row: row["longest"])
    view = board_view(Position.parse(row["longest_example"])).plain
    drawn = "\n".join(line.rstrip() for line in view.splitlines())
    return f"```\n{drawn}\n```\n\n    mabi probe '{row['longest_example']}'"


def everything(results: Results) -> str:
    """Return a row for each table, with all that was measured of it."""
    heads = "board | White | Black | pass rule | freeze"
    for setup in SETUPS:
        heads += f" | {setup}: start | first moves: win / draw / undecided / loss"
    heads += " | positions | win | loss | draw | undecided | longest | seconds | memory, MiB | file, MB"
    heads += " | a longest win | holds, has no step and is overtaken"
    return grid(heads, _everything(results))


def _everything(results: Results) -> Iterator[list[object]]:
    for row in results["tables"]:
        starts = [cell for setup in SETUPS for cell in start(row, setup)]
        examples = row["longest_example"], row.get("ahead_and_stuck", "")
        yield [row["size"], *row["pieces"], row["pass_rule"], row["freeze"], *starts] + [
            *shares(row), *costs(row), *examples
        ]  # fmt: skip


def rates(results: Results) -> str:
    """Return how fast positions are looked up."""
    found = results["rates"]
    return f"Probes a second on 4x4: {found['kernel']:,} in a kernel, {found['python']:,} by `probe`."


TABLES = [
    Table(PAGE, "boards", boards, dated=False),
    Table(PAGE, "longest", longest, dated=False),
    Table(PAGE, "rates", rates),
    beside(__file__, everything, "mabi_tables"),
]
