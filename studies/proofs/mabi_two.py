"""Two workers against one core by the clock, in alternation.

The positions are of the suites of endgames, in an order drawn with seed 49: those among the first 110 that
are not easy and that 400,000 nodes left undecided which the search for a proof alone decides with 4 to
75 seconds of its processor. Both sides are what `mabi solve` does, without the bounds on the margin; the two
start processes, which the time includes. Each position is given to one, then to two.
"""

from __future__ import annotations

import time
from functools import partial
from statistics import geometric_mean
from typing import Any

from _gamekit.limits import Limits
from _gamekit.work.workers import Workers
from benchmarks.frame import Results, Run, Study, Table, beside
from benchmarks.marks import DOCS, grid
from mabi_search import Position
from mabi_search.proof.solving import decide

MOST_SECONDS = 200
"""By the clock, after which a position counts as undecided."""
MEMORY = 8 << 30
POSITIONS = (
    "1w6/1b2w1b1/2bwbbb1/wbwbwwww/1bwb3b/1wwwb3/1bwbwbb1/6w1 w - w 62",
    "3w4/3bwbw1/1wbbwbb1/2b1bw2/wbwwwbb1/1b1wbbw1/2bwwwb1/w7 w - w 190",
    "5bb1/wb2www1/bbwbwbb1/1w2b1w1/2wbwbwb/1wbw1bwb/2bw4/2w5 w - w 46",
    "1b3b/1wwbw1/1bbbb1/www3/1bw1w1/4wb w - b 44",
    "b3b3/2w1wwb1/1bwb1bb1/2w1wbw1/1wwbbb2/w1bwwwwb/1b1b1b2/w3w3 b - b 81",
    "b2b1b/1ww1w1/1b1bb1/1www2/1b1b2/ww2wb b - w 11",
    "2b1b1/wbw1w1/2bbb1/2www1/wb1b1b/1w3w b - b 15",
    "2b1bb/1w2w1/1bwbb1/wbww2/2b1wb/w1w3 b - w 11",
    "1b6/1wwbw1w1/1b1bbbbb/wwwbww1b/1bwwbbw1/2bw4/w1bw2wb/8 b - b 155",
    "8/wb1b4/3wwbwb/wbwbwb2/1b1bbbw1/1wwwwwb1/1bb3bw/1w1w1b2 b - b 91",
    "1b3b1w/2wbw1b1/w1bbw1b1/1bwb2w1/2wb2bb/2wbwww1/b1wwb3/3wwb2 w - w 64",
    "5bb1/1w1wbww1/wb3bb1/1bb3ww/1wwb2wb/1wbwwbb1/2bbbw2/2w1w3 b - b 105",
)


def timed(text: str, workers: int) -> dict[str, Any]:
    """Return what a proof takes so many workers, by the clock."""
    position, started = Position.parse(text), time.monotonic()
    limits = Limits(max_seconds=MOST_SECONDS, max_memory=MEMORY)
    verdict, _ = decide(position, limits=limits, workers=Workers(workers), margin=False)
    seconds = round(time.monotonic() - started, 2)
    return {"outcome": verdict.outcome, "nodes": verdict.nodes, "seconds": seconds}


def table(results: Results) -> str:
    """Return the table of the page."""
    rows = results["rows"]
    lines = [
        "| position | outcome | seconds of one | of two | nodes of one | of two | gain by time | by nodes |",
        "|---|---|---|---|---|---|---|---|",
    ]
    gains = []
    for row in rows:
        one, two = row["alone"], row["two"]
        gains.append((one["seconds"] / two["seconds"], 2 * one["nodes"] / two["nodes"]))
        known = {one["outcome"], two["outcome"]} - {"undecided"}
        told = [
            f"{each['seconds']:.1f}" + ("+" if each["outcome"] == "undecided" else "") for each in (one, two)
        ]
        lines.append(
            f"| `{row['position']}` | {' '.join(known) or 'undecided'} | {told[0]} | {told[1]} "
            f"| {one['nodes']:,} | {two['nodes']:,} | {gains[-1][0]:.2f} | {gains[-1][1]:.2f} |"
        )
    means = [geometric_mean(column) for column in zip(*gains, strict=True)]
    lines.append(f"| geometric mean of {len(rows)} | | | | | | {means[0]:.2f} | {means[1]:.2f} |")
    long = [gain for gain, row in zip(gains, rows, strict=True) if row["alone"]["seconds"] >= 10]
    if long:
        means = [geometric_mean(column) for column in zip(*long, strict=True)]
        lines.append(
            f"| of the {len(long)} that take one 10 s or more | | | | | | {means[0]:.2f} | {means[1]:.2f} |"
        )
    return "\n".join(lines)


def measure(run: Run) -> Results:
    """Give each position to one, then to two."""
    return {
        "rows": [
            {"position": text}
            | {
                name: run.part(f"{text}, {name}", partial(timed, text, workers))
                for name, workers in (("alone", 1), ("two", 2))
            }
            for text in POSITIONS
        ]
    }


def in_page(results: Results) -> str:
    """Return the geometric means of the gains."""
    rows = [line for line in table(results).splitlines() if "| | | | |" in line]
    means = ([cell.strip() for cell in row.split("|") if cell.strip()] for row in rows)
    return grid("positions | gain by time | by nodes", means)


TABLES = [
    Table(DOCS / "proofs-together.md", "two", in_page),
    beside(__file__, table),
]
STUDY = Study(__name__, TABLES, measure)
