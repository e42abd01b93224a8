"""The results in ``docs/endgames-*.md``, between two marks, made from what `mabi_tables` measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.marks import DOCS
from mabi_search import Position
from mabi_search.show.report import board_view

STARTS = DOCS / "endgames-starts.md"
POSITIONS = DOCS / "endgames-positions.md"
LONGEST = DOCS / "endgames-longest.md"

Row = dict[str, Any]


def sizes(rows: list[Row]) -> Iterator[tuple[str, list[Row]]]:
    """Yield each board with its rows, as they come."""
    for size in dict.fromkeys(row["size"] for row in rows):
        yield size, [row for row in rows if row["size"] == size]


def joined(rows: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """Yield lines of a table: pass rules, freezes, the rest. Freezes of which all says the same share one."""
    freezes: dict[tuple[str, str], list[str]] = {}
    for pass_rule, freeze, rest in rows:
        freezes.setdefault((pass_rule, rest), []).append(freeze)
    for (pass_rule, rest), names in freezes.items():
        yield f"| {pass_rule} | {', '.join(names)} | {rest} |"


def _pieces(row: Row) -> str:
    return " : ".join(map(str, row["pieces"]))


def _start(start: dict[str, Any] | None) -> str:
    if start is None:
        return "| |"
    values = [value for _, value, _ in start["moves"]]
    white = {"win": "White wins", "loss": "Black wins"}.get(start["value"], start["value"])
    distance = "" if start["distance"] is None else f" in {start['distance']}"
    first = " / ".join(str(values.count(value)) for value in ("win", "draw", "undecided", "loss"))
    return f"{white}{distance} | {first}"


def starts(rows: list[Row]) -> Iterator[str]:
    """Yield who wins the start of each board."""
    for size, here in sizes(rows):
        setups = {setup: _pieces(row) for row in here for setup in row["starts"]}
        found: dict[tuple[str, str], dict[str, Any]] = {}
        for row in here:
            found.setdefault((row["pass_rule"], row["freeze"]), {}).update(row["starts"])
        yield f"## {size}\n"
        caption = (f"`{setup}`, {pieces} | first moves" for setup, pieces in setups.items())
        yield f"| pass rule | freeze | {' | '.join(caption)} |"
        yield "|---|---|" + "---|---|" * len(setups)
        yield from joined(
            (*rules, " | ".join(_start(one.get(setup)) for setup in setups)) for rules, one in found.items()
        )
        yield ""


def shares(rows: list[Row]) -> Iterator[str]:
    """Yield how the positions of each board divide."""
    for size, here in sizes(rows):
        for pieces in dict.fromkeys(map(_pieces, here)):
            yield f"## {size}, {pieces} pieces\n"
            yield "| pass rule | freeze | positions | win | loss | draw | undecided | longest |"
            yield "|---|---|---|---|---|---|---|---|"
            yield from joined(
                (row["pass_rule"], row["freeze"], _share(row)) for row in here if _pieces(row) == pieces
            )
            yield ""


def _share(row: Row) -> str:
    total = row["positions"]
    parts = [f"{row['counts'][name] / total:.2%}" for name in ("win", "loss")]
    rare = [f"{row['counts'][name]:,}" for name in ("draw", "undecided")]
    return " | ".join([f"{total:,}", *parts, *rare, str(row["longest"])])


def costs(results: dict[str, Any]) -> Iterator[str]:
    """Yield time, memory and size of the larger tables, and the rates of probing."""
    yield "## What the tables cost\n"
    yield "Two threads on two cores, under other load too. Memory is the peak of the whole process.\n"
    yield "| board | w : b | pass rule | seconds | positions a second | memory | file | bytes a position |"
    yield "|---|---|---|---|---|---|---|---|"
    for row in results["tables"]:
        if row["positions"] < 100_000 or row["freeze"] != "unique":
            continue
        memory = "not measured" if row["memory"] is None else f"{row['memory'] / 2**20:,.0f} MiB"
        yield (
            f"| {row['size']} | {_pieces(row)} | {row['pass_rule']} "
            f"| {row['seconds']:.1f} "
            f"| {row['positions'] / row['seconds']:,.0f} | {memory} "
            f"| {row['bytes'] / 1e6:,.1f} MB | {row['bytes'] / row['positions']:.2f} |"
        )
    rates = results["rates"]
    yield ""
    yield f"Probes a second on 4x4: {rates['kernel']:,} in a kernel, {rates['python']:,} by `probe`.\n"


def _drawn(text: str, caption: str, readings: str) -> Iterator[str]:
    yield f"{caption}:\n"
    yield "```"
    yield "\n".join(line.rstrip() for line in board_view(Position.parse(text)).plain.splitlines())
    yield "```\n"
    yield f"    mabi probe '{text}'{readings}\n"


def boards(results: dict[str, Any]) -> Iterator[str]:
    """Yield the longest wins, and who is ahead and must pass, as boards."""
    for row in results["tables"]:
        if row["pass_rule"] != "run" or row["freeze"] != "unique":
            continue
        text = row["longest_example"]
        pieces = _pieces(row)
        yield f"## {row['size']}, {pieces} pieces\n"
        yield from _drawn(text, f"Decided at distance {row['longest']}, the longest", "")
        if "ahead_and_stuck" in row:
            caption = "The side to move holds, has no step, must pass, and is overtaken"
            yield from _drawn(row["ahead_and_stuck"], caption, "")


TEXTS: dict[Path, Callable[[dict[str, Any]], str]] = {
    STARTS: lambda results: "\n".join(starts(results["tables"])),
    POSITIONS: lambda results: "\n".join([*shares(results["tables"]), *costs(results)]),
    LONGEST: lambda results: "\n".join(boards(results)),
}
"""By the page: what stands there."""
