"""Measures the searches as WebAssembly under node: their size, and nodes a second against the libraries here.

One long call of each search is recorded, and made again and again. V8 compiles a module twice: quickly, and
then well, while it runs already. So the first call is told, and the median of the last ones. Every call is
compared, all arrays bit by bit. Processor seconds, since other programs run on the same machine.
"""

from __future__ import annotations

import gzip
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

from _gamekit.limits import Limits
from benchmarks.frame import Results, Run, Study, Table
from benchmarks.mabi_positions import load
from benchmarks.marks import ROOT, SPEED, grid
from mabi_search.kernels.alphabeta import deepening, work
from mabi_search.kernels.proof import search as proof_kernels
from mabi_search.proof.proof_search import ProofSearch
from mabi_search.search.alphabeta import AlphaBeta
from narabi_solver import Rules, solving
from tests.recording import Recording

POSITION, OPEN_POSITION = "middle-2", "opening-0"
DEPTH, NODES = 30, 400_000
DEALS = {4: 100_000, 5: 5_000}
"""By players."""
ROUNDS, ROUNDS_HERE, LAST = 7, 3, 3
NEVER = 1 << 40


def alphabeta() -> int:
    """Search a position of the middle for `NODES`; return the nodes."""
    walk = AlphaBeta(dict(load())[POSITION], Limits(), {}, None).walks[0]
    walk.cursor[work.DEPTH] = DEPTH
    deepening.open_window(walk.work, walk.cursor, -60, 60)
    walk.advance(NODES)
    return walk.nodes


def proof() -> int:
    """Look for a proof of a position of the opening for `NODES`; return the nodes."""
    position = dict(load())[OPEN_POSITION]
    one = ProofSearch(position.state, position.rules)
    proof_kernels.prove(one.packed.setting, one.graph, NODES)
    return one.nodes


def deals(players: int) -> int:
    """Solve random deals in one call; return the nodes."""
    some = solving.random_packed(players, 2028, 0, DEALS[players], Rules())
    with mock.patch.object(solving.search, "SLICE_NODES", NEVER):
        return int(solving.solve_packed(some).nodes.sum())


SEARCHES: dict[str, tuple[str, str, Callable[[], int]]] = {
    "search": ("Mabi, alpha-beta with runs", "mabi_search.kernels.alphabeta.search.search", alphabeta),
    "prove": ("Mabi, proof search", "mabi_search.kernels.proof.search.prove", proof),
    "twelve": ("Narabi, 12 stones", "narabi_solver.kernels.twelve.ida.search", partial(deals, 4)),
    "fifteen": ("Narabi, 15 stones", "narabi_solver.kernels.fifteen.ida.search", partial(deals, 5)),
}
"""By the name in the module: what it is, the entry, and what calls it once."""


def measured(name: str) -> dict[str, Any]:
    """Return what is told of one search."""
    what, entry, work = SEARCHES[name]
    nodes, here = [], []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        module = folder / f"{name}.wasm"
        command = [sys.executable, "-m", "_gamekit.jit.wasm", f"{name}={entry}", "--out", str(module)]
        subprocess.run(command, check=True, cwd=ROOT)
        for _ in range(ROUNDS_HERE):
            recording = Recording(folder, {entry: name}, quota=NEVER)
            recording.record(lambda: nodes.append(work()))
            here += recording.seconds
        script = ROOT / "tests" / "common" / "replay_kernels.js"
        node = ["node", str(script), str(module), str(folder), str(ROUNDS)]
        replayed = json.loads(subprocess.run(node, check=True, capture_output=True).stdout)
        code = module.read_bytes()
    if replayed["different"] or len(here) != ROUNDS_HERE or len(set(nodes)) != 1:
        raise SystemExit(f"{name}: {replayed['different'] or 'not the same call each time'}")
    (times,) = replayed["seconds"]
    return {
        "what": what,
        "bytes": len(code),
        "bytes_gzip": len(gzip.compress(code)),
        "nodes": nodes[0],
        "here": round(nodes[0] / statistics.median(here)),
        "first": round(nodes[0] / times[0]),
        "last": round(nodes[0] / statistics.median(times[-LAST:])),
    }


def table(results: dict[str, Any]) -> str:
    """Return the page's table."""
    rows = []
    for one in results["searches"]:
        counts = [f"{one[key]:,}" for key in ("bytes", "bytes_gzip", "here", "first", "last")]
        rows.append([one["what"], *counts[:-1], f"{counts[-1]} ({one['last'] / one['here']:.0%})"])
    heads = "search | bytes | gzip | nodes a second here | WebAssembly, first call | once optimised"
    note = (
        "One call of each search; all arrays were the same. The library here meets its memory for the first "
        "time, which the kernels under node do not. "
        f"Node {results['about']['node']}."
    )
    return f"{grid(heads, rows)}\n\n{note}"


def measure(run: Run) -> Results:
    """Measure each search."""
    node = subprocess.run(["node", "--version"], check=True, capture_output=True, text=True).stdout.strip()
    return {"about": {"node": node}, "searches": [run.part(one, partial(measured, one)) for one in SEARCHES]}


STUDY = Study(__name__, [Table(SPEED, "wasm", table)], measure)
