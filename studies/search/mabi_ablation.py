"""Counts the nodes that the search of Mabi needs with each of its techniques switched off.

Nodes are summed over the sixty positions of `mabi_positions.txt`, all depths up to the last one together.
They are the same on every machine. Techniques that change no score are checked for that first.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

from benchmarks.frame import Results, Run, Study, Table
from benchmarks.mabi_positions import load
from benchmarks.marks import DOCS, grid
from mabi_search import Outcome, Position
from mabi_search.search.alphabeta import OPTIONS
from mabi_search.search.analysis import deepening

DEPTH = 6
ABOUT = {
    "table": "the transposition table",
    "scout": "the null windows of principal variation search",
    "killers": "killer moves",
    "history": "the history of cuts",
    "joins": "steps that join pieces first",
    "settled": "what is plain without a search (the region bound)",
    "runs": "runs as one choice (then they are searched ply by ply)",
    "reductions": "reductions of late quiet moves, and where no good move is known",
    "futility": "leaving nodes whose estimate is far from their window",
}
EXACT = ("table", "scout", "killers", "history", "joins")
"""These change no score, as long as nothing is reduced or left out."""


Found = tuple[int, int, Outcome, bool]
"""Nodes, the score, the outcome, and whether it is proven."""


def count(task: tuple[str, int, dict[str, bool]]) -> Found:
    """Return what a search brings."""
    text, depth, options = task
    *_, found = deepening(Position.parse(text), depth=depth, options=options)
    return found.nodes, found.score, found.outcome, found.outcome.proven


def table(answer: dict[str, Any]) -> str:
    """Return the page's table."""
    nodes, full = answer["nodes"], answer["nodes"]["full"]
    names = {"the full search": "full"} | {f"without {label}": name for name, label in ABOUT.items()}
    names |= {"plain alpha-beta: without all of these": "none"}
    rows = ([label, f"{nodes[name]:,}", f"{nodes[name] / full:.2f}"] for label, name in names.items())
    text = grid(f"60 positions, depth {answer['depth']} | nodes | times the full search", rows)
    return f"{text}\n\n{answer['scores_compared']} scores were compared before."


def compared(found: dict[str, list[Found]]) -> int:
    """Compare the scores with and without techniques that change none; return how many there are."""
    same = 0
    for number, (_, score, outcome, proven) in enumerate(found["exact"]):
        for name in EXACT:
            _, its_score, its_outcome, its_proven = found[f"exact without {name}"][number]
            if {outcome, its_outcome} == {Outcome.WIN, Outcome.LOSS}:
                raise SystemExit(f"position {number}: {outcome}, but {its_outcome} without {name}")
            if not proven and not its_proven:  # a proof may be met earlier or later
                same += 1
                if its_score != score:
                    raise SystemExit(f"position {number}: {score}, but {its_score} without {name}")
    return same


def measure(run: Run, depth: int = DEPTH, workers: int = 2) -> Results:
    """Count the nodes of the search with each technique switched off, and without all."""
    texts = [str(position) for _, position in load()]
    exact = {"reductions": False, "futility": False}
    plans = dict[str, dict[str, bool]](full={}) | {name: {name: False} for name in ABOUT}
    plans |= {"exact": exact} | {f"exact without {name}": exact | {name: False} for name in EXACT}
    plans |= {"none": dict.fromkeys(OPTIONS, False)}
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:

        def counted(plan: dict[str, bool]) -> list[Found]:
            return list(pool.map(count, [(text, depth, plan) for text in texts]))

        found = {name: run.part(name, partial(counted, plan)) for name, plan in plans.items()}
    nodes = {name: sum(one[0] for one in found[name]) for name in ("full", *ABOUT, "none")}
    return {"depth": depth, "nodes": nodes, "scores_compared": compared(found)}


STUDY = Study(__name__, [Table(DOCS / "design" / "mabi-search.md", "ablation", table)], measure)
