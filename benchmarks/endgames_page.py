"""The results in ``docs/endgames.md``, between two marks, made from what `mabi_tables` measured."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mabi_search import Position
from mabi_search.show.report import board_view

PAGE = Path(__file__).parents[1] / "docs" / "endgames.md"
BEGIN, END = "<!-- results: begin (python -m benchmarks.mabi_tables) -->", "<!-- results: end -->"


def put(text: str, begin: str, end: str) -> None:
    """Put a text between its two marks."""
    before, _, rest = PAGE.read_text().partition(begin)
    _, _, after = rest.partition(end)
    PAGE.write_text(f"{before}{begin}\n{text}\n{end}{after}")


def write(results: dict[str, Any]) -> None:
    """Write the page's results."""
    put(page(results), BEGIN, END)


def page(results: dict[str, Any]) -> str:
    """Return all that stands between the marks."""
    return "\n".join(
        [*starts(results["tables"]), *shares(results["tables"]), *costs(results), *boards(results)]
    )


def _start_row(row: dict[str, Any], setup: str, start: dict[str, Any]) -> str:
    values = [value for _, value, _ in start["moves"]]
    distance = "" if start["distance"] is None else str(start["distance"])
    white = {"win": "White wins", "loss": "Black wins"}.get(start["value"], start["value"])
    first = " / ".join(str(values.count(value)) for value in ("win", "draw", "undecided", "loss"))
    pieces = " : ".join(map(str, row["pieces"]))
    return (
        f"| {row['size']} | {setup} | {pieces} | {row['pass_rule']} | {row['freeze']} | {white} "
        f"| {distance} | {first} |"
    )


def starts(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield who wins the start of each board."""
    yield "### Who wins from the start\n"
    yield "First moves: how many win / draw / are undecided / lose. Distances are plies of alternate play.\n"
    yield "| board | setup | pieces w : b | pass rule | freeze | value | distance | first moves |"
    yield "|---|---|---|---|---|---|---|---|"
    for row in rows:
        for setup, start in row["starts"].items():
            yield _start_row(row, setup, start)
    yield ""


def shares(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield how the positions of each board divide."""
    yield "### All positions of alternate play\n"
    yield "| board | w : b | pass rule | freeze | positions | win | loss | draw | undecided | longest |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for row in rows:
        total = row["positions"]
        parts = " | ".join(f"{row['counts'][name] / total:.2%}" for name in ("win", "loss"))
        rare = " | ".join(f"{row['counts'][name]:,}" for name in ("draw", "undecided"))
        pieces = " : ".join(map(str, row["pieces"]))
        yield (
            f"| {row['size']} | {pieces} | {row['pass_rule']} | {row['freeze']} | {total:,} "
            f"| {parts} | {rare} | {row['longest']} |"
        )
    yield ""


def costs(results: dict[str, Any]) -> Iterator[str]:
    """Yield time, memory and size of the larger tables, and the rates of probing."""
    yield "### What the tables cost\n"
    yield "Two threads on two cores, under other load too. Memory is the peak of the whole process.\n"
    yield "| board | w : b | pass rule | seconds | positions a second | memory | file | bytes a position |"
    yield "|---|---|---|---|---|---|---|---|"
    for row in results["tables"]:
        if row["positions"] < 100_000 or row["freeze"] != "unique":
            continue
        memory = "not measured" if row["memory"] is None else f"{row['memory'] / 2**20:,.0f} MiB"
        yield (
            f"| {row['size']} | {' : '.join(map(str, row['pieces']))} | {row['pass_rule']} "
            f"| {row['seconds']:.1f} "
            f"| {row['positions'] / row['seconds']:,.0f} | {memory} "
            f"| {row['bytes'] / 1e6:,.1f} MB | {row['bytes'] / row['positions']:.2f} |"
        )
    rates = results["rates"]
    yield ""
    yield f"Probes a second on 4x4: {rates['kernel']:,} in a kernel, {rates['python']:,} by `probe`.\n"


def _drawn(text: str, told: str, readings: str) -> Iterator[str]:
    yield f"{told}:\n"
    yield "```"
    yield "\n".join(line.rstrip() for line in board_view(Position.parse(text)).plain.splitlines())
    yield "```\n"
    yield f"    mabi probe '{text}'{readings}\n"


def boards(results: dict[str, Any]) -> Iterator[str]:
    """Yield the longest wins, and who is ahead and must pass, as boards."""
    yield "### Longest wins and typical motifs, under `run`\n"
    yield "The commands need the table: `mabi tables build --size 4x4` and so on.\n"
    for row in results["tables"]:
        if row["pass_rule"] != "run" or row["freeze"] != "unique":
            continue
        text = row["longest_example"]
        pieces = " : ".join(map(str, row["pieces"]))
        yield from _drawn(
            text, f"{row['size']} ({pieces}), decided at distance {row['longest']}, the longest", ""
        )
        if "ahead_and_stuck" in row:
            told = (
                f"{row['size']} ({pieces}): the side to move holds, has no step, must pass, and is overtaken"
            )
            yield from _drawn(row["ahead_and_stuck"], told, "")
