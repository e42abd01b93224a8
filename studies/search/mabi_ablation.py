"""Counts the nodes that the search of Mabi needs with each of its techniques switched off.

::

    python -m studies.search.mabi_ablation      # writes studies/search/mabi_ablation.json and docs/speed.md

Nodes are summed over the sixty positions of `mabi_positions.txt`, all depths up to the last one together.
They are the same on every machine. Techniques that change no score are checked for that first.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from _gamekit.progress import status
from benchmarks.frame import about
from benchmarks.mabi_positions import load
from benchmarks.marks import SPEED, put
from mabi_search import Outcome, Position
from mabi_search.search.alphabeta import OPTIONS
from mabi_search.search.analysis import deepening

RESULTS = Path(__file__).with_name("mabi_ablation.json")
BEGIN, END = "<!-- ablation begin -->", "<!-- ablation end -->"
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


def count(task: tuple[str, int, dict[str, bool]]) -> tuple[int, int, Outcome]:
    """Return nodes, the score, and what is proven."""
    text, depth, options = task
    *_, found = deepening(Position.parse(text), depth=depth, options=options)
    return found.nodes, found.score, found.outcome


def main() -> None:
    """Count and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--depth", type=int, default=DEPTH)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    texts = [str(position) for _, position in load()]
    none = dict.fromkeys(OPTIONS, False)
    made_by, plans = about(), dict[str, dict[str, bool]](full={})
    plans |= {name: {name: False} for name in ABOUT}
    exact = {"reductions": False, "futility": False}
    plans |= {"exact": exact} | {f"exact without {name}": exact | {name: False} for name in EXACT}
    plans |= {"none": none}
    found: dict[str, list[tuple[int, int, Outcome]]] = {}
    with ProcessPoolExecutor(options.workers, get_context("spawn")) as pool, status() as show:
        for name, plan in plans.items():
            show(f"{name}: {len(found)} of {len(plans)} done")
            found[name] = list(pool.map(count, [(text, options.depth, plan) for text in texts]))
    same = 0
    for number, (_, score, outcome) in enumerate(found["exact"]):
        for name in EXACT:
            other = found[f"exact without {name}"][number]
            if {outcome, other[2]} == {Outcome.WIN, Outcome.LOSS}:
                raise SystemExit(f"{texts[number]}: {outcome}, but {other[2]} without {name}")
            if not outcome.proven and not other[2].proven:  # a proof may be met earlier or later
                same += 1
                if other[1] != score:
                    raise SystemExit(f"{texts[number]}: {score}, but {other[1]} without {name}")
    nodes = {name: sum(one[0] for one in found[name]) for name in ("full", *ABOUT, "none")}
    answer: dict[str, Any] = {"depth": options.depth, "nodes": nodes, "scores_compared": same}
    answer |= made_by | {"command": "python -m studies.search.mabi_ablation"}
    RESULTS.write_text(json.dumps(answer, indent=1) + "\n")
    text = table(answer)
    put(SPEED, text, BEGIN, END)
    print(text)


def table(answer: dict[str, Any]) -> str:
    """Return the page's table."""
    nodes, full = answer["nodes"], answer["nodes"]["full"]
    lines = [
        "| 60 positions, depth " + f"{answer['depth']} | nodes | times the full search |",
        "|---|---|---|",
    ]
    rows = {"the full search": "full"} | {f"without {label}": name for name, label in ABOUT.items()}
    rows |= {"plain alpha-beta: without all of these": "none"}
    lines += [f"| {label} | {nodes[name]:,} | {nodes[name] / full:.2f} |" for label, name in rows.items()]
    checked = f"{answer['scores_compared']} scores were compared before."
    return "\n".join(
        [*lines, "", f"Written by `{answer['command']}` at commit {answer['commit']}; {checked}"]
    )


if __name__ == "__main__":
    main()
