"""How soon `mabi engine` answers `stop`, over a real pipe.

::

    python -m benchmarks.mabi_stop      # benchmarks/mabi_stop.json, docs/mabi-engine.md: two minutes

The sixty positions of `mabi_positions.txt`, and as many in which one side moves alone, are searched without a
limit, and stopped after a time drawn by chance.
"""

from __future__ import annotations

import json
import random
import statistics
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from _gamekit.progress import status
from benchmarks.engine_process import EngineProcess
from benchmarks.mabi_positions import load
from benchmarks.marks import DOCS, put
from benchmarks.run import about
from mabi_search import Position

RESULTS = Path(__file__).with_name("mabi_stop.json")
PAGE = DOCS / "mabi-engine.md"
BEGIN, END = "<!-- stop begin -->", "<!-- stop end -->"
SEED, LONGEST = 34, 1.0
"""Seconds after which the search is stopped at the latest."""


def questions() -> Iterator[tuple[str, Position]]:
    """Yield each position, and that after a pass, with what it is."""
    for _, position in load():
        yield "alternate play", position
        passed = position.play("pass")
        if passed.outcome() is None:
            yield "after a pass", passed


def stopped_after(engine: EngineProcess, position: Position, seconds: float) -> float:
    """Return how many milliseconds pass from `stop` to the best move."""
    stopped = 0.0

    def stop() -> None:
        nonlocal stopped
        stopped = time.perf_counter()
        engine.stop()

    timer = threading.Timer(seconds, stop)
    timer.start()
    for _ in engine.analyses(position):
        pass
    ended = time.perf_counter()
    timer.join()
    return 1_000 * (ended - stopped)


def table(results: dict[str, Any]) -> str:
    """Return the page's table."""
    lines = ["| | stopped | median | slowest |", "|---|---|---|---|"]
    for kind, times in results["milliseconds"].items():
        lines.append(
            f"| {kind} | {len(times)} times | {statistics.median(times):.0f} ms | {max(times):.0f} ms |"
        )
    by = f"Written by `{results['command']}` at commit {results['commit']} on {results['processor']}."
    return "\n".join([*lines, "", by])


def main() -> None:
    """Measure and write."""
    made_by, choose, found = about(), random.Random(SEED), dict[str, list[float]]()
    with EngineProcess() as engine, status() as show:
        for number, (kind, position) in enumerate(questions()):
            show(f"{number} positions")
            taken = stopped_after(engine, position, choose.uniform(0, LONGEST))
            found.setdefault(kind, []).append(round(taken, 1))
    results = {"milliseconds": found} | made_by | {"command": "python -m benchmarks.mabi_stop"}
    RESULTS.write_text(json.dumps(results) + "\n")
    text = table(results)
    put(PAGE, text, BEGIN, END)
    print(text)


if __name__ == "__main__":
    main()
