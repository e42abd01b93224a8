"""How deep the search of Mabi comes in 1, 10 and 60 seconds, beside that of an earlier commit: 25 minutes.

All sixty positions of `mabi_positions.txt` are searched for a second, one in five of them for ten, and the
start and one of each kind for sixty. Seconds are those of the processor in the main thread, so that what else
the machine does counts little; a second thread needs a second core that is free.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.frame import Results, Run, Study, Table
from benchmarks.mabi_positions import load
from benchmarks.marks import ROOT, SPEED
from studies.strength.mabi_frozen import COMMIT, Process, checkout

SERVER = Path(__file__).with_name("mabi_depths_server.py")
SECONDS = 1, 10, 60
KINDS = "start", "opening", "middle", "late"
TENTHS, SIXTIETHS = 5, 20
"""One in so many positions is searched for ten seconds, for sixty."""
GROWTH_FROM = 4
"""The depth from which on the growth of nodes is told."""

Trail = list[tuple[int, int, float]]
"""After each depth: the depth, the nodes, the seconds."""


def questions() -> Iterator[tuple[str, str, int]]:
    """Yield kind and text of each position, and for how long it is searched."""
    yield "start", "start", SECONDS[2]
    for number, (name, position) in enumerate(load()):
        longest = 2 if number % SIXTIETHS == 0 else 1 if number % TENTHS == 0 else 0
        yield name.partition("-")[0], str(position), SECONDS[longest]


def depth_in(trail: Trail, seconds: float) -> int:
    """Return the greatest depth that was finished in so many seconds."""
    return max((depth for depth, _, spent in trail if spent <= seconds), default=0)


def growth(trail: Trail) -> float | None:
    """Return by which factor nodes grow from depth to depth; None if too few depths are known."""
    made = [nodes for depth, nodes, _ in trail if depth >= GROWTH_FROM]
    if len(made) < 3 or made[-1] <= made[0]:
        return None
    at_depth = [after - before for before, after in zip(made, made[1:], strict=False)]
    return float((at_depth[-1] / at_depth[0]) ** (1 / (len(at_depth) - 1)))


def searched(folder: Path, threads: int, label: str, show: Any) -> list[dict[str, Any]]:
    """Return kind, seconds and trail of each position, searched with the sources of a folder."""
    process, found, asked = Process(folder, SERVER, str(threads)), [], list(questions())
    for number, (kind, text, seconds) in enumerate(asked):
        show(f"{label}: {number} of {len(asked)} positions")
        trail = [
            (depth, nodes, round(spent, 3)) for depth, nodes, spent in process.answer(f"{seconds} {text}")
        ]
        found.append({"kind": kind, "seconds": seconds, "trail": trail})
    process.close()
    return found


def table(results: dict[str, Any]) -> str:
    """Return the page's table."""
    searches = results["searches"]
    lines = [f"| | {' | '.join(searches)} |", "|---|" + "---|" * len(searches)]
    for kind in KINDS:
        for seconds in SECONDS:
            cells = []
            for found in searches.values():
                trails = [one["trail"] for one in found if one["kind"] == kind and one["seconds"] >= seconds]
                cells.append(f"{statistics.mean(depth_in(trail, seconds) for trail in trails):.1f}")
            many = "" if kind == "start" else f", {len(trails)} position{'s' * (len(trails) > 1)}"
            lines.append(f"| {kind}{many}: depth in {seconds} s | {' | '.join(cells)} |")
        cells = []
        for found in searches.values():
            factors = [growth(one["trail"]) for one in found if one["kind"] == kind and one["seconds"] > 1]
            known = [math.log(factor) for factor in factors if factor is not None]
            cells.append(f"{math.exp(statistics.mean(known)):.2f}" if known else "")
        lines.append(f"| {kind}: growth of nodes from depth to depth | {' | '.join(cells)} |")
    return "\n".join(lines)


def measure(run: Run) -> Results:
    """Search with the sources of now and of an earlier commit."""
    plans = {f"commit {COMMIT}": (checkout(), 1), "now": (ROOT, 1), "now, 2 threads": (ROOT, 2)}
    return {
        "searches": {
            label: run.part(label, partial(searched, folder, threads, label, run.show))
            for label, (folder, threads) in plans.items()
        }
    }


STUDY = Study(__name__, [Table(SPEED, "depths", table)], measure)
