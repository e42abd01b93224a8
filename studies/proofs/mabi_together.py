"""How the work of a proof by many workers grows with their number, by simulation.

One process does the rounds of all workers one after the other, and so makes the same nodes as they would. A
round takes as long as its slowest worker, if all are equally fast and communication costs nothing. Time is
counted in nodes.

The positions are of the suite of 6x6, and 400,000 nodes left them undecided. Their order is drawn with
seed 5. Only those are taken that the search alone decides with 1.1 to 6 million nodes.
"""

from __future__ import annotations

import time
from statistics import geometric_mean
from typing import Annotated, Any

from _gamekit.limits import Limits, Watch
from _gamekit.progress import silent
from _gamekit.work.workers import Workers
from benchmarks.frame import Results, Run, Study, Table
from benchmarks.marks import DOCS
from mabi_search import Position
from mabi_search.proof.joint import JointProof, WorkerResult

WORKERS = (1, 2, 4, 8, 16, 32)
SHORTEST = 60_000
"""Nodes of a worker in the first rounds: few beside the proofs, as they are where it matters."""
EACH, MOST = 8_000_000, 150_000_000
"""Nodes of a worker, and of all, after which a position counts as undecided."""
POSITIONS = {
    "1b1b2/1ww2b/1bbw2/wbwbwb/1wwb2/3w2 w - w 22": 1_241_404,
    "4b1/wbwbb1/1bbw2/1www2/w2bbw/b1w3 w - w 26": 2_470_861,
    "w5/bbwbb1/2bbw1/wwwwb1/wb1b2/1w4 b - w 127": 4_291_903,
    "1b3b/2wb2/wwbbwb/2ww2/1bwbb1/w2w2 w - w 14": 1_373_869,
    "1b1b1b/1ww1w1/1b2b1/w2wbw/b1wbwb/1w4 w - b 16": 2_586_104,
    "6/w1bbw1/1bwbb1/ww1wb1/1wbbw1/3w1b b - b 53": 2_940_159,
    "1b1b1b/1www2/1wbbb1/1bwbww/w2wb1/6 b - b 39": 2_188_411,
    "2bb1b/3ww1/1bwbb1/1wwbw1/2wbwb/3w2 b - b 59": 3_998_244,
}
"""And how many nodes the search alone takes, without alpha-beta."""
MEMORY = 16 << 30


class Timed(JointProof):
    """A master that counts how long the rounds take."""

    def __init__(self, position: Position, workers: int):
        super().__init__(position.state, position.rules, workers, SHORTEST)
        self.span = self.longest = 0

    def merge(self, result: WorkerResult) -> bool:
        """Merge a worker's results."""
        self.longest = max(self.longest, result.nodes)
        whole = super().merge(result)
        if whole:
            self.span, self.longest = self.span + self.longest, 0
        return whole


def simulated(text: str, workers: int) -> dict[str, Any]:
    """Return what a proof takes that so many look for."""
    position, started = Position.parse(text), time.process_time()
    master = Timed(position, workers)
    limits = Limits(max_nodes=min(EACH * workers, MOST), max_memory=MEMORY // workers)
    master.advance(Workers(), Watch(limits), silent)
    return {
        "position": text,
        "workers": workers,
        "outcome": master.proving.outcome,
        "nodes": master.nodes,
        "span": master.span,
        "rounds": master.rounds,
        "processor_seconds": round(time.process_time() - started, 2),
    }


def table(results: Results) -> str:
    """Return the table of the page."""
    rows = results["rows"]
    lines = [
        "| workers | decided | nodes, of one worker's | times as fast |",
        "|---|---|---|---|",
    ]
    alone = {row["position"]: row for row in rows if row["workers"] == 1}
    for workers in WORKERS:
        some = [row for row in rows if row["workers"] == workers]
        both = [row for row in some if "undecided" not in (row["outcome"], alone[row["position"]]["outcome"])]
        decided = sum(row["outcome"] != "undecided" for row in some)
        if not both:
            lines.append(f"| {workers} | {decided} of {len(some)} | – | – |")
            continue
        nodes, time_ = (
            geometric_mean(row[name] / alone[row["position"]][name] for row in both)
            for name in ("nodes", "span")
        )
        lines.append(f"| {workers} | {decided} of {len(some)} | {nodes:.2f} | {1 / time_:.1f} |")
    return "\n".join([note(rows), "", *lines])


def note(rows: list[dict[str, Any]]) -> str:
    """Return what one worker takes, beside the search alone."""
    alone = [row for row in rows if row["workers"] == 1 and row["outcome"] != "undecided"]
    ratio = geometric_mean(row["nodes"] / POSITIONS[row["position"]] for row in alone)
    return (
        f"{len(POSITIONS)} positions of the suite of 6x6, which the search alone decides with "
        f"{min(POSITIONS.values()):,} to {max(POSITIONS.values()):,} nodes; rounds of {SHORTEST:,} nodes "
        f"of a worker or more; at most {EACH:,} nodes for each worker, and {MOST:,} in all. One worker takes "
        f"{ratio:.2f} times as many nodes as the search alone. Geometric means over the positions that one "
        "worker and so many decide."
    )


def measure(run: Run, workers: Annotated[int, "processes that measure"] = 1) -> Results:
    """Simulate so many workers on each position."""
    calls = {f"{text}, {count}": (text, count) for count in WORKERS for text in POSITIONS}
    return {"shortest": SHORTEST, "rows": list(run.each(simulated, calls, workers).values())}


STUDY = Study(__name__, [Table(DOCS / "proofs-together.md", "curve", table)], measure)
