"""Times the search of Mabi: against plain Python, and as a whole process.

Times on a shared machine wander; ratios within one run can be compared.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

from _gamekit.limits import Watch
from _gamekit.search import drive
from benchmarks.frame import Results, Run, Study, Table
from benchmarks.mabi_positions import load
from benchmarks.marks import SPEED
from benchmarks.plain_alphabeta import Plain
from benchmarks.timing import timed
from mabi_search import Limits, Position
from mabi_search.search.alphabeta import AlphaBeta

UNWATCHED = Watch(Limits())
DEPTH = 7
PLAIN_DEPTH = 3
TIMED = 9
ROUNDS = 5


def search(position: Position, depth: int) -> tuple[int, list[int]]:
    """Return nodes and scores of a search depth by depth."""
    one = AlphaBeta(position, Limits(), {}, None)
    scores = []
    for _ in range(depth):
        one.begin_best()
        drive(one, UNWATCHED)
        (best,) = one.lines
        scores.append(best.score)
        if best.proven:
            break
    return one.nodes, scores


def rate(positions: list[Position]) -> dict[str, Any]:
    """Time the kernel again and again on the same positions."""
    nodes = sum(search(position, DEPTH)[0] for position in positions)
    rates = [
        nodes / timed(lambda: [search(position, DEPTH) for position in positions]) for _ in range(ROUNDS)
    ]
    return {
        "positions": len(positions),
        "depth": DEPTH,
        "nodes": nodes,
        "nodes_a_second": round(statistics.median(rates)),
    }


def against_plain(positions: list[Position]) -> dict[str, Any]:
    """Time plain Python and the kernel on the same positions, each searching in its own way."""
    nodes = 0

    def plain() -> None:
        nonlocal nodes
        for position in positions:
            one = Plain(position.rules)
            one.search(position.state, PLAIN_DEPTH)
            nodes += one.nodes

    seconds = timed(plain)
    ours = [0]
    kernel = timed(lambda: ours.append(sum(search(position, DEPTH)[0] for position in positions)))
    rate, plain_rate = sum(ours) / kernel, nodes / seconds
    return {"plain_nodes_a_second": round(plain_rate), "times_plain": round(rate / plain_rate)}


def whole_process() -> dict[str, Any]:
    """Time `mabi analyse start --depth 4` from its start to its end, warm."""
    analyse = [sys.executable, "-m", "mabi_search", "analyse", "start", "--depth", "4"]

    def run() -> object:
        return subprocess.run(analyse, check=True, capture_output=True, text=True)

    run()
    return {"warm_seconds": round(statistics.median(timed(run) for _ in range(TIMED)), 2)}


def table(results: dict[str, Any]) -> str:
    """Return the page's table."""
    found = SimpleNamespace(**results)
    plain = f"{found.plain_nodes_a_second:,}"
    many = f"{found.positions} positions to depth {found.depth}, {found.nodes:,} nodes"
    rows = {
        f"nodes a second, {many}": f"{found.nodes_a_second:,}",
        f"nodes a second, times those of a plain-Python alpha-beta ({plain})": f"{found.times_plain:,}",
        "`mabi analyse start --depth 4`, warm, the whole process": f"{found.warm_seconds} s",
    }
    lines = (f"| {name} | {value} |" for name, value in rows.items())
    return "\n".join(["| the search of Mabi | |", "|---|---|", *lines])


def measure(run: Run) -> Results:
    """Time the kernel, plain Python and a whole process."""
    positions = [position for _, position in load()][::5]
    return {
        **run.part("the kernel", lambda: rate(positions)),
        **run.part("plain Python", lambda: against_plain(positions[::3])),
        **run.part("a whole process", whole_process),
    }


STUDY = Study(__name__, [Table(SPEED, "search", table)], measure)
