"""How soon `mabi engine` answers `stop`, over a real pipe: two minutes.

The sixty positions of `mabi_positions.txt`, and as many in which one side moves alone, are searched without a
limit, and stopped after a time drawn by chance.
"""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.engine_process import EngineProcess
from benchmarks.frame import Results, Run, Study, Table
from benchmarks.mabi_positions import load
from benchmarks.marks import DOCS, grid
from mabi_search import Position

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
    rows = (
        [kind, f"{len(times)} times", f"{statistics.median(times):.0f} ms", f"{max(times):.0f} ms"]
        for kind, times in results["milliseconds"].items()
    )
    return grid(" | stopped | median | slowest", rows)


def measure(run: Run) -> Results:
    """Stop a search of each position."""
    choose, found = random.Random(SEED), dict[str, list[float]]()
    with EngineProcess() as engine:
        for number, (kind, position) in enumerate(questions()):
            run.show(f"{number} positions")
            taken = stopped_after(engine, position, choose.uniform(0, LONGEST))
            found.setdefault(kind, []).append(round(taken, 1))
    return {"milliseconds": found}


STUDY = Study(__name__, [Table(DOCS / "mabi-engine.md", "stop", table)], measure)
