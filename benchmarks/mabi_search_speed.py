"""Times the search of Mabi: against plain Python, and as a whole process.

::

    python -m benchmarks.mabi_search_speed      # writes benchmarks/mabi_search_results.json and docs/speed.md

Times on a shared machine wander; ratios within one run can be compared.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from _gamekit.limits import Watch
from benchmarks.mabi_positions import load
from benchmarks.marks import SPEED, put
from benchmarks.plain_alphabeta import Plain
from benchmarks.run import about, timed
from mabi_search import Limits, Position
from mabi_search.search.alphabeta import AlphaBeta

RESULTS = Path(__file__).with_name("mabi_search_results.json")
BEGIN, END = "<!-- search begin -->", "<!-- search end -->"
DEPTH = 7
PLAIN_DEPTH = 3
TIMED = 9
ROUNDS = 5


def search(position: Position, depth: int) -> tuple[int, list[int]]:
    """Return nodes and scores of a search depth by depth."""
    one = AlphaBeta(position, Watch(Limits()), {}, None)
    scores = []
    for _ in range(depth):
        best = one.best_line()
        if best is None:
            raise SystemExit("the search stopped without a limit")
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
    lines = [
        "| the search of Mabi | |",
        "|---|---|",
        *(f"| {name} | {value} |" for name, value in rows.items()),
    ]
    by = f"Written by `{found.command}` at commit {found.commit} on {found.processor}."
    return "\n".join([*lines, "", by])


def main() -> None:
    """Measure and write."""
    made_by, positions = about(), [position for _, position in load()][::5]
    found = (
        rate(positions)
        | against_plain(positions[::3])
        | whole_process()
        | made_by
        | {"command": "python -m benchmarks.mabi_search_speed"}
    )
    RESULTS.write_text(json.dumps(found, indent=1) + "\n")
    text = table(found)
    put(SPEED, text, BEGIN, END)
    print(text)


if __name__ == "__main__":
    main()
