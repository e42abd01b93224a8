"""Plays matches of the Mabi engine: against greedy play, against itself with fewer nodes, against easyAI.

::

    python -m benchmarks.mabi_strength      # writes benchmarks/mabi_strength.json and docs/speed.md
    make peers                              # installs easyAI, without which its match is left out

Openings are drawn by a seed, each is played twice with colours swapped. Matches at fixed nodes are the same
on every machine, the one by time is not.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
from pathlib import Path
from typing import Any

from benchmarks.mabi_match import match, openings
from benchmarks.mabi_players import Engine, Greedy, Player
from benchmarks.marks import SPEED, put
from benchmarks.peers.easyai_mabi import EasyAI
from benchmarks.run import about

RESULTS = Path(__file__).with_name("mabi_strength.json")
BEGIN, END = "<!-- strength begin -->", "<!-- strength end -->"
SEED = 7
MOST_PLIES = 300
NODES = 3_000
SECONDS = 0.5


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--timed-pairs", type=int, default=10)
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    nodes, seconds, pairs = options.nodes, options.seconds, options.pairs
    drawn = openings(max(pairs, options.timed_pairs), SEED)
    full, less = Engine(nodes), nodes // 4
    plans: list[tuple[str, int, Player, Player]] = [
        (f"greedy play, {nodes:,} nodes a move", pairs, full, Greedy(SEED)),
        (f"itself with {less:,} nodes, {nodes:,} nodes a move", pairs, full, Engine(less)),
        (
            f"itself, runs searched ply by ply, both {nodes:,}",
            pairs // 4,
            full,
            Engine(nodes, None, ("runs",)),
        ),
    ]
    if not importlib.util.find_spec("easyAI"):
        print("easyAI is not installed, so its match is left out: make peers")
    else:
        name = f"easyAI's negamax, {seconds} s a move each"
        plans.append((name, options.timed_pairs, Engine(None, seconds=seconds), EasyAI(seconds)))
    rows: list[dict[str, Any]] = []
    for name, count, first, second in plans:
        score = match(drawn[:count], first, second, options.workers, MOST_PLIES, 0)
        stopped = score.in_run + score.in_play
        rows.append({"against": name, "pairs": score.pairs, "stopped": stopped} | score.as_half._asdict())
        print(json.dumps(rows[-1]), flush=True)
    answer = {"matches": rows, "seed": SEED} | about() | {"command": "python -m benchmarks.mabi_strength"}
    RESULTS.write_text(json.dumps(answer, indent=1) + "\n")
    text = table(answer)
    put(SPEED, text, BEGIN, END)
    print(text)


def table(answer: dict[str, Any]) -> str:
    """Return the page's table."""
    lines = [
        "| the engine against | games | score | 95 % interval | games stopped |",
        "|---|---|---|---|---|",
    ]
    for row in answer["matches"]:
        interval = f"{row['low']:.1%} to {row['high']:.1%}"
        score = f"{row['estimate']:.1%} | {interval}"
        lines.append(f"| {row['against']} | {2 * row['pairs']} | {score} | {row['stopped']} |")
    told = (
        f"Games stop at ply {MOST_PLIES} and count half. "
        "Intervals are Student's, over pairs, of no width if all pairs score alike."
    )
    by = f"Written by `{answer['command']}` at commit {answer['commit']}."
    return "\n".join([*lines, "", f"{told} {by}"])


if __name__ == "__main__":
    main()
