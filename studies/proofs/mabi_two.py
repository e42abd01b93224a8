"""Two workers against one core, by nodes and by processor time; writes `docs/proofs-together.md`.

    python -m studies.proofs.mabi_two [--write]

The positions of `mabi_together`. One core is the search for a proof alone. The jobs of two workers are done
one after the other by this process, which makes the nodes that two make: jobs do not depend on who does them.
If both are equally fast and never wait, the gain is twice the work of the one divided by that of both.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from statistics import geometric_mean
from typing import Any

from _gamekit.limits import Limits, Watch
from _gamekit.progress import silent
from _gamekit.work.workers import Workers
from benchmarks.marks import DOCS, put
from mabi_search import Position
from mabi_search.proof.joint import JointProof
from mabi_search.proof.portfolio import ProofPortfolio
from studies.proofs.mabi_together import POSITIONS

RESULTS, PAGE = Path(__file__).with_suffix(".json"), DOCS / "proofs-together.md"
BEGIN, END = "<!-- two: begin (python -m studies.proofs.mabi_two) -->", "<!-- two: end -->"
TIMES = 4
"""So many times the nodes of one core are made before a position counts as undecided."""


def measure(text: str) -> dict[str, Any]:
    """Return what a proof takes one core and two workers."""
    position, started = Position.parse(text), time.process_time()
    alone = ProofPortfolio(position.state, position.rules, Watch(Limits(max_nodes=8_000_000)))
    alone.go_on(None, silent)
    between = time.process_time()
    master = JointProof(position.state, position.rules)
    master.go_on(Workers(), Watch(Limits(max_nodes=TIMES * alone.nodes)), silent)
    return {
        "position": text,
        "alone": {
            "outcome": alone.proving.outcome,
            "nodes": alone.nodes,
            "seconds": round(between - started, 2),
        },
        "two": {
            "outcome": master.proving.outcome,
            "nodes": master.nodes,
            "jobs": len(master.costs),
            "seconds": round(time.process_time() - between, 2),
        },
    }


def table(rows: list[dict[str, Any]]) -> str:
    """Return the table of the page."""
    lines = [
        "| position | outcome | nodes of one core | of two workers | jobs | gain by nodes | by time |",
        "|---|---|---|---|---|---|---|",
    ]
    gains = []
    for row in rows:
        one, two = row["alone"], row["two"]
        gains.append([2 * one[name] / two[name] for name in ("nodes", "seconds")])
        less = "" if two["outcome"] == one["outcome"] else "less than "
        lines.append(
            f"| `{row['position']}` | {one['outcome']} | {one['nodes']:,} | {two['nodes']:,} "
            f"({two['outcome']}) | {two['jobs']} | {less}{gains[-1][0]:.2f} | {less}{gains[-1][1]:.2f} |"
        )
    means = [geometric_mean(column) for column in zip(*gains, strict=True)]
    most = ", at most" if any(row["alone"]["outcome"] != row["two"]["outcome"] for row in rows) else ""
    lines.append(f"| geometric mean{most} | | | | | {means[0]:.2f} | {means[1]:.2f} |")
    return "\n".join(lines)


def main() -> None:
    """Measure, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the page from what was measured")
    if not parser.parse_args().write:
        rows: list[dict[str, Any]] = []
        for text in POSITIONS:
            rows.append(measure(text))
            print(json.dumps(rows[-1]), flush=True)
        RESULTS.write_text(json.dumps(rows, indent=1) + "\n")
    put(PAGE, table(json.loads(RESULTS.read_text())), BEGIN, END)


if __name__ == "__main__":
    main()
