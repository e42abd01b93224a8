"""From which risk on a sub-story pays; writes docs/tales.md: ``python -m studies.tales.tales_thresholds``.

The values are exact, so every machine writes the same table.
"""

from __future__ import annotations

from _gamekit.facts import Rows
from benchmarks.marks import DOCS, put
from tales_of_arabia import thresholds

PAGE = DOCS / "tales.md"
BEGIN, END = "<!-- thresholds begin -->", "<!-- thresholds end -->"
CARDS = range(5, 17)


def table() -> str:
    """Return the table as Markdown."""
    rows = Rows("", [one.facts() for one in thresholds(CARDS)]).cells
    head = "| story cards | from a risk of | the best plan there, while the floor is kept |\n|---|---|---|\n"
    return head + "\n".join(f"| {' | '.join(cell.words or '' for cell in cells)} |" for cells in rows)


def main() -> None:
    """Write the table."""
    put(PAGE, table(), BEGIN, END)
    print(table())


if __name__ == "__main__":
    main()
