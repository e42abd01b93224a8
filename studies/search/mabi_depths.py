"""How deep the search of Mabi comes in 1, 10 and 60 seconds, with one thread and with two.

All sixty positions of `mabi_positions.txt` are searched for a second, one in five of them for ten, and the
start and one of each kind for sixty. Seconds are those of the processor in the main thread, so that what else
the machine does counts little; a second thread needs a second core that is free.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.frame import Results, Run, Study, Table
from benchmarks.mabi_positions import load
from benchmarks.marks import SPEED, grid
from mabi_search import Limits, Position
from mabi_search.search.analysis import deepening
from mabi_search.search.sizes import MAX_DEPTH

SECONDS = 1, 10, 60
KINDS = "start", "opening", "middle", "late"
TENTHS, SIXTIETHS = 5, 20
"""One in so many positions is searched for ten seconds, for sixty."""
GROWTH_FROM = 4
"""The depth from which on the growth of nodes is told."""

THREADS = {"one thread": 1, "two threads": 2}

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


def trail_of(text: str, seconds: float, threads: int) -> Trail:
    """Return how far a search has come after each depth."""
    started, trail = time.thread_time(), []
    limits = Limits(stop=lambda: time.thread_time() - started >= seconds)
    for found in deepening(Position.parse(text), depth=MAX_DEPTH, limits=limits, threads=threads):
        if found.stopped_by is None:
            trail.append((found.depth, found.nodes, round(time.thread_time() - started, 3)))
    return trail


def searched(kind: str, text: str, seconds: int, threads: int) -> dict[str, Any]:
    """Return kind, seconds and trail of a position."""
    return {"kind": kind, "seconds": seconds, "trail": trail_of(text, seconds, threads)}


def table(results: dict[str, Any]) -> str:
    """Return the page's table: with one thread, and with two."""
    searches, lines = results["searches"].values(), list[list[str]]()
    for kind in KINDS:
        line = [kind]
        for seconds in SECONDS:
            cells = []
            for found in searches:
                trails = [one["trail"] for one in found if one["kind"] == kind and one["seconds"] >= seconds]
                cells.append(f"{statistics.mean(depth_in(trail, seconds) for trail in trails):.1f}")
            line.append(" / ".join(cells) + (f" ({len(trails)})" if kind != "start" else ""))
        cells = []
        for found in searches:
            factors = [
                growth(one["trail"]) for one in found if one["kind"] == kind and one["seconds"] > SECONDS[0]
            ]
            known = [math.log(factor) for factor in factors if factor is not None]
            cells.append(f"{math.exp(statistics.mean(known)):.2f}" if known else "")
        lines.append([*line, " / ".join(cells)])
    heads = " | ".join(f"in {seconds:g} s" for seconds in SECONDS)
    return grid(f"depth, {' / '.join(results['searches'])} | {heads} | nodes grow a ply by", lines)


def measure(run: Run) -> Results:
    """Search all positions, with one thread and with two."""
    trail_of("start", 0.1, 2)  # loads the kernels
    return {
        "searches": {
            label: [
                run.part(f"{label}, {text}", partial(searched, kind, text, seconds, threads))
                for kind, text, seconds in questions()
            ]
            for label, threads in THREADS.items()
        }
    }


STUDY = Study(__name__, [Table(SPEED, "depths", table)], measure)
