"""The process that `mabi_depths.py` measures: `python -P mabi_depths_server.py FOLDER THREADS`.

It runs with the sources of that folder, not with those beside this file. A line of input is a number of
seconds and a position; the answer is a line of JSON: after each depth the depth, the nodes, and the processor
seconds of the main thread.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from pathlib import Path
from typing import Any

import mabi_search
from mabi_search import Limits, Position
from mabi_search.search.analysis import deepening

DEEPEST = 60
"""Plies of a search at most, at each commit that is measured."""


def answer(position: Position, seconds: float, threads: int) -> list[tuple[int, int, float]]:
    """Return how far a search has come after each depth."""
    started = time.thread_time()

    def spent() -> float:
        return time.thread_time() - started

    limits = Limits(stop=lambda: spent() >= seconds)
    more: dict[str, Any] = {"threads": threads} if threads > 1 else {}
    trail = []
    for found in deepening(position, depth=DEEPEST, limits=limits, **more):
        if found.stopped_by is None:
            trail.append((found.depth, found.nodes, round(spent(), 3)))
    return trail


def main() -> None:
    """Answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it decides
    folder, threads = Path(sys.argv[1]), int(sys.argv[2])
    if not Path(mabi_search.__file__).is_relative_to(folder):
        raise SystemExit(f"{mabi_search.__file__} is not in {folder}")
    answer(Position.start(), 0.1, threads)
    print("ready", flush=True)
    for line in sys.stdin:
        seconds, text = line.rstrip("\n").split(" ", 1)
        print(json.dumps(answer(Position.parse(text), float(seconds), threads)), flush=True)


if __name__ == "__main__":
    main()
