"""What ``docs/amulets.md`` shows of the texts that `amulets` keeps, and their long tables as CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.frame import Results, Table, beside, kept_text
from benchmarks.marks import DOCS, cells, side_by_side

PAGE = DOCS / "amulets.md"


def columns(rows: list[list[str]], name: int, cell: Callable[[list[str]], str]) -> dict[str, dict[str, str]]:
    """Return the cells of a table by players, which its first column has, and by another column."""
    found: dict[str, dict[str, str]] = {}
    for row in rows:
        found.setdefault(f"{row[0]} players", {})[row[name]] = cell(row)
    return found


def alone(results: Results) -> str:
    """Return how many questions one asker needs, for each way of asking."""
    _, *rows = cells(results["texts"]["alone"])
    return side_by_side("asks", columns(rows, 1, lambda row: row[3] or row[5]))


def exact(results: Results) -> str:
    """Return what greatest entropy loses on small altars, in a sentence."""
    _, *rows = cells(results["texts"]["exact"])
    losses = [float(row[5].rstrip("%")) for row in rows if row[5]]
    return (
        f"Of {len(rows)} small games {len(losses)} are solved. Greatest entropy is best on average in "
        f"{losses.count(0)} of these, and needs at most {max(losses):.1f} % more questions in the others."
    )


def games(results: Results) -> str:
    """Return the table of whole games in which all ask alike."""
    return str(results["texts"]["races"]).partition("\n\n")[0]


def rivals(results: Results) -> str:
    """Return the table of rivals."""
    return str(results["texts"]["races"]).partition("\n\n")[2]


def rivals_in_page(results: Results) -> str:
    """Return how often a rival wins, a column for each number of players."""
    _, *rows = cells(rivals(results))
    return side_by_side("rival of `entropy`", columns(rows, 1, lambda row: row[3]))


def tables() -> Iterator[Table]:
    """Yield all tables of the study; the last one of the page is dated."""
    shown = {"first": kept_text("first"), "alone": alone, "exact": exact, "races": games}
    shown |= {"rivals": rivals_in_page, "best": kept_text("best"), "speed": kept_text("speed")}
    for mark, text in shown.items():
        yield Table(PAGE, mark, text, dated=mark == "speed")
    for name, text in {"alone": kept_text("alone"), "exact": kept_text("exact"), "rivals": rivals}.items():
        yield beside(__file__, text, name)
