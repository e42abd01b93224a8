"""From which risk on a sub-story pays.

The values are exact, so every machine writes the same table.
"""

from __future__ import annotations

from _gamekit.facts import Rows
from benchmarks.frame import Results, Study, Table
from benchmarks.marks import DOCS
from tales_of_arabia import thresholds

CARDS = range(5, 17)


def table(_: Results) -> str:
    """Return the table as Markdown."""
    rows = Rows("", [one.facts() for one in thresholds(CARDS)]).cells
    head = "| story cards | from a risk of | the best plan there, while the floor is kept |\n|---|---|---|\n"
    return head + "\n".join(f"| {' | '.join(cell.words or '' for cell in cells)} |" for cells in rows)


STUDY = Study(__name__, [Table(DOCS / "tales.md", "thresholds", table)])
