"""What the page of results shows of the texts that `results_page` keeps, and their tables in full as CSV."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from benchmarks.frame import Results, Table, beside, kept_text
from benchmarks.marks import DOCS, cells, grid, side_by_side

PAGE = DOCS / "results.md"
PART = re.compile(r"### (\d) players(?:, ([\d,]+) deals)?\n\n(`[^`]*`)\n\n(.*?)(?=\n### |\Z)", re.DOTALL)
SHOWN = "4"
"""Players of whom the page has the table of assumptions."""


def parts(results: Results, mark: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield players, deals, the command and the rest of each part of a text."""
    for found in PART.finditer(results["texts"][mark]):
        yield found[1], found[2], found[3], found[4]


def together(results: Results, mark: str) -> str:
    """Return the tables of all numbers of players as one."""
    tables = [(players, cells(rest)) for players, *_, rest in parts(results, mark)]
    heads = " | ".join(["players", *tables[0][1][0]])
    return grid(heads, ([players, *row] for players, rows in tables for row in rows[1:]))


def by_turns(results: Results, mark: str, cell: Callable[[list[str]], str]) -> str:
    """Return one column for each number of players, and a row for each number of turns."""
    columns = {
        f"{players} players": {row[0]: cell(row) for row in cells(rest)[1:]}
        for players, *_, rest in parts(results, mark)
    }
    turns = {turn for column in columns.values() for turn in column}
    order = sorted(turns, key=lambda turn: (not turn.isdigit(), turn))
    columns = {name: {turn: column.get(turn, "") for turn in order} for name, column in columns.items()}
    return side_by_side("turns", columns)


def turns(results: Results) -> str:
    """Return the minimums of surveys: means and commands, then how many deals have which."""
    lines = []
    for players, _, command, rest in parts(results, "turns"):
        solvable, mean = re.findall(r"^\* (.*)", rest, re.MULTILINE)
        lines.append(f"* {players} players, {command}: {mean}; {solvable.partition(';')[0]}")
    table = by_turns(results, "turns", lambda row: f"{row[1]} ({row[2].partition(' (')[0]})")
    return "\n".join([*lines, "", table])


def assumptions(results: Results) -> str:
    """Return the table of assumptions for one number of players."""
    head, *rows = cells(results["texts"]["assumptions"])
    return grid(" | ".join(head[1:]), (row[1:] for row in rows if row[0] == SHOWN))


def hardest(results: Results) -> str:
    """Return the deals of surveys that take the most turns, and those that a local search found."""
    text, rows, players, turns = results["texts"]["hardest"], list[list[str]](), "", ""
    for line in text.splitlines():
        if found := re.match(r"\*\*(\d) players\*\*, .* with (\d+) turns", line):
            players, turns = found.groups()
        elif found := re.match(r"\* number ([\d,]+): `(.*)`", line):
            rows.append([players, turns, *found.groups()])
        elif found := re.match(r"\* (\d+) turns, found by local search .*: `(.*)`", line):
            rows.append([players, found[1], "found by local search", found[2]])
    return grid("players | turns | number in the survey | deal", rows)


def censuses(results: Results) -> str:
    """Return the censuses, side by side."""
    lines = [f"* {players} players: {command}" for players, _, command, _ in parts(results, "censuses")]
    table = by_turns(results, "censuses", lambda row: f"{row[1]}; {row[2]}")
    return "\n".join([*lines, "", table])


TABLES = [
    *(Table(PAGE, mark, kept_text(mark), dated=False) for mark in ("findings", "unsolvable", "undo")),
    Table(PAGE, "turns", turns, dated=False),
    Table(PAGE, "assumptions", assumptions, dated=False),
    Table(PAGE, "censuses", censuses, dated=False),
    Table(PAGE, "measured", lambda _: ""),
    beside(__file__, lambda results: together(results, "turns"), "turns"),
    beside(__file__, kept_text("assumptions"), "assumptions"),
    beside(__file__, hardest, "hardest"),
]
