"""Times the search of Mabi: against plain Python, against its C twin, and as a whole process.

::

    python -m benchmarks.mabi_search_speed      # writes benchmarks/mabi_search_results.json and docs/speed.md

The twin must visit exactly the same nodes. Times on a shared machine wander; ratios within one run can be
compared.
"""

from __future__ import annotations

import ctypes
import json
import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from _gamekit.limits import Watch
from benchmarks.mabi_positions import load
from benchmarks.marks import SPEED, put
from benchmarks.plain_alphabeta import Plain
from benchmarks.run import about, timed
from benchmarks.twin import library
from mabi_search import Limits, Position
from mabi_search.search.alphabeta import AlphaBeta

RESULTS = Path(__file__).with_name("mabi_search_results.json")
BEGIN, END = "<!-- search begin -->", "<!-- search end -->"
DEPTH = 7
PLAIN_DEPTH = 3
TIMED = 9
ROUNDS = 5


def compiled() -> Any:
    """Return the twin's function; needs gcc."""
    function = library("mabi_search.c").search
    function.restype = ctypes.c_int64
    return function


class Twin:
    """The kernel module with the twin's search in place of its own."""

    def __init__(self, function: Any, kernel: Any):
        self.function, self.kernel = function, kernel

    def __getattr__(self, name: str) -> Any:
        return getattr(self.kernel, name)

    def search(self, setting: Any, work: Any, estimates: Any, proofs: Any, cursor: Any, quota: int) -> int:
        """Do what the kernel's `search` does."""
        from mabi_search.kernels.alphabeta.work import EFFORTS  # noqa: PLC0415  (compiled when needed)

        rules = np.array([int(value) for value in setting], np.uint64)
        efforts = np.array(EFFORTS)
        runs = work.runs
        fields: list[Any] = [
            *(work.words, work.nodes, work.moves, work.order, work.line, work.length, work.killers),
            *(work.history, work.keys, work.excluded, work.options, work.weights, efforts),
            *(runs.placements, runs.nodes, runs.heap, runs.slots, runs.enemies, runs.levels, runs.cursor),
            *runs.placements.shape[::-1],
            *(estimates.keys, estimates.data, estimates.data.size),
            *(proofs.keys, proofs.data, proofs.data.size, cursor),
        ]
        words = [field if isinstance(field, int) else field.ctypes.data for field in fields]
        packed = (ctypes.c_int64 * len(words))(*words)
        return int(self.function(ctypes.c_void_p(rules.ctypes.data), packed, ctypes.c_int64(quota)))


def search(position: Position, depth: int, twin: Any = None) -> tuple[int, list[int]]:
    """Return nodes and scores of a search depth by depth."""
    one = AlphaBeta(position, Watch(Limits()), {}, None)
    one.work.options[one.places.THOROUGH] = 0  # the twin knows only the usual search of runs
    if twin is not None:
        one.kernel = Twin(twin, one.kernel)
    scores, best = [], None
    for at_depth in range(1, depth + 1):
        best = one.best_line(at_depth, best)
        if best is None:
            raise SystemExit("the search stopped without a limit")
        scores.append(best.score)
        if best.proven:
            break
    return one.nodes, scores


def against_twin(positions: list[Position]) -> dict[str, Any]:
    """Time the kernel and its twin in turn on the same positions."""
    twin = compiled() if shutil.which("gcc") else None
    nodes, shares, rates = 0, [], []
    for position in positions:
        ours = search(position, DEPTH)
        nodes += ours[0]
        if twin is not None and search(position, DEPTH, twin) != ours:
            raise SystemExit(f"the twin visits other nodes of {position}")
    for _ in range(ROUNDS):
        seconds = timed(lambda: [search(position, DEPTH) for position in positions])
        rates.append(nodes / seconds)
        if twin is not None:
            shares.append(timed(lambda: [search(position, DEPTH, twin) for position in positions]) / seconds)
    return {
        "positions": len(positions),
        "depth": DEPTH,
        "nodes": nodes,
        "nodes_a_second": round(statistics.median(rates)),
        "share_of_twin": round(statistics.median(shares), 3) if shares else None,
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
    """Time `mabi analyse start --depth 4`, warm, beside the import of numba."""
    analyse = [sys.executable, "-m", "mabi_search", "analyse", "start", "--depth", "4"]
    numba = [sys.executable, "-c", "import numba"]

    def run(command: list[str]) -> Any:
        return subprocess.run(command, check=True, capture_output=True, text=True)

    run(analyse)
    pairs = [(timed(lambda: run(analyse)), timed(lambda: run(numba))) for _ in range(TIMED)]
    return {
        "warm_seconds": round(statistics.median(ours for ours, _ in pairs), 2),
        "more_than_numba": round(statistics.median(ours - other for ours, other in pairs), 2),
    }


def table(results: dict[str, Any]) -> str:
    """Return the page's table."""
    found = SimpleNamespace(**results)
    share = "not measured: no gcc" if found.share_of_twin is None else f"{found.share_of_twin:.2f}"
    plain = f"{found.plain_nodes_a_second:,}"
    rows = {
        f"nodes a second, {found.positions} positions to depth {found.depth}": f"{found.nodes_a_second:,}",
        f"share of its C twin (gcc -O3 -march=native, the same {found.nodes:,} nodes)": share,
        f"nodes a second, times those of a plain-Python alpha-beta ({plain})": f"{found.times_plain:,}",
        "`mabi analyse start --depth 4`, warm, beyond `import numba`": f"{found.more_than_numba} s",
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
    positions = [position for _, position in load()][::5]
    found = (
        against_twin(positions)
        | against_plain(positions[::3])
        | whole_process()
        | about()
        | {"command": "python -m benchmarks.mabi_search_speed"}
    )
    RESULTS.write_text(json.dumps(found, indent=1) + "\n")
    text = table(found)
    put(SPEED, text, BEGIN, END)
    print(text)


if __name__ == "__main__":
    main()
