"""How soon `mabi engine` answers `stop`, over a real pipe: two minutes.

The sixty positions of `mabi_positions.txt`, and as many in which one side moves alone, are searched without a
limit, and stopped after a time drawn by chance.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.frame import Results, Run, Study, Table
from benchmarks.mabi_positions import load
from benchmarks.marks import DOCS, grid
from mabi_search import Position

SEED, LONGEST = 34, 1.0
"""Seconds after which the search is stopped at the latest."""


class EngineProcess:
    """`mabi engine` in a process of its own, spoken to line by line."""

    def __enter__(self) -> EngineProcess:
        """Start it."""
        command = [sys.executable, "-m", "mabi_search", "engine"]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.send("isready")
        self.lines_until("readyok")
        return self

    def __exit__(self, *error: object) -> None:
        """End it, whatever it searches."""
        self._process.terminate()
        self._process.communicate()

    def send(self, line: str) -> None:
        """Say a line to it."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")

    def lines_until(self, word: str) -> list[str]:
        """Return what it says up to a line that begins with a word; RuntimeError if it ends before."""
        assert self._process.stdout is not None
        lines: list[str] = []
        for line in self._process.stdout:
            lines.append(line.strip())
            if line.startswith(word):
                return lines
        raise RuntimeError(f"the engine has ended after {lines}")


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
        engine.send("stop")

    timer = threading.Timer(seconds, stop)
    engine.send(f"position {position}")
    engine.send("go infinite")
    timer.start()
    engine.lines_until("bestmove")
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
