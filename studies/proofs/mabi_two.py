"""Two workers against one core by the clock, in alternation; writes `docs/proofs-together.md`.

    python -m studies.proofs.mabi_two --find K/N   # looks for positions: the K-th part of N
    python -m studies.proofs.mabi_two [--write]

The positions are of the suites of endgames, in an order drawn with seed 49: those among the first 110 that
are not easy and that `mabi_suite_values` left undecided which the search for a proof alone decides with 4 to
75 seconds of its processor. Both sides are what `mabi solve` does, without the bounds on the margin; the two
start processes, which the time includes. Each position is given to one, then to two.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import geometric_mean
from typing import Any

from _gamekit.limits import Limits, Watch
from _gamekit.progress import silent
from _gamekit.work.workers import Workers
from benchmarks.marks import DOCS, put
from mabi_search import Position
from mabi_search.proof.portfolio import ProofPortfolio
from mabi_search.proof.solving import decide
from studies.endgames.mabi_suites import FOLDER, suite

RESULTS, PAGE = Path(__file__).with_suffix(".json"), DOCS / "proofs-together.md"
BEGIN, END = "<!-- two begin -->", "<!-- two end -->"
SEED = 49
SECONDS = 100
"""Of the search alone, where positions are looked for."""
MOST_SECONDS = 200
"""By the clock, after which a position counts as undecided."""
MEMORY = 8 << 30
POSITIONS = (
    "1w6/1b2w1b1/2bwbbb1/wbwbwwww/1bwb3b/1wwwb3/1bwbwbb1/6w1 w - w 62",
    "3w4/3bwbw1/1wbbwbb1/2b1bw2/wbwwwbb1/1b1wbbw1/2bwwwb1/w7 w - w 190",
    "5bb1/wb2www1/bbwbwbb1/1w2b1w1/2wbwbwb/1wbw1bwb/2bw4/2w5 w - w 46",
    "1b3b/1wwbw1/1bbbb1/www3/1bw1w1/4wb w - b 44",
    "b3b3/2w1wwb1/1bwb1bb1/2w1wbw1/1wwbbb2/w1bwwwwb/1b1b1b2/w3w3 b - b 81",
    "b2b1b/1ww1w1/1b1bb1/1www2/1b1b2/ww2wb b - w 11",
    "2b1b1/wbw1w1/2bbb1/2www1/wb1b1b/1w3w b - b 15",
    "2b1bb/1w2w1/1bwbb1/wbww2/2b1wb/w1w3 b - w 11",
    "1b6/1wwbw1w1/1b1bbbbb/wwwbww1b/1bwwbbw1/2bw4/w1bw2wb/8 b - b 155",
    "8/wb1b4/3wwbwb/wbwbwb2/1b1bbbw1/1wwwwwb1/1bb3bw/1w1w1b2 b - b 91",
    "1b3b1w/2wbw1b1/w1bbw1b1/1bwb2w1/2wb2bb/2wbwww1/b1wwb3/3wwb2 w - w 64",
    "5bb1/1w1wbww1/wb3bb1/1bb3ww/1wwb2wb/1wbwwbb1/2bbbw2/2w1w3 b - b 105",
)


def candidates() -> list[str]:
    """Return the positions that are looked at, in their order."""
    texts = []
    for size in ("6x6", "8x8"):
        told = [line.split(" | ") for line in (FOLDER / f"{size}.values.txt").read_text().splitlines()]
        decided = {each[0] for each in told if len(each) > 1 and each[1] != "undecided"}
        texts += [one.text for one in suite(size) if not one.easy and one.text not in decided]
    random.Random(SEED).shuffle(texts)
    return texts


def find(part: int, parts: int) -> Iterator[dict[str, Any]]:
    """Yield what the search alone makes of candidates."""
    for text in candidates()[part::parts]:
        position, started = Position.parse(text), time.process_time()
        limits = Limits(
            max_nodes=1 << 50,
            max_memory=2 * MEMORY,
            stop=lambda: time.process_time() - started > SECONDS,  # noqa: B023
        )
        alone = ProofPortfolio(position.state, position.rules, Watch(limits))
        ended = alone.go_on(None, silent)
        yield {
            "position": text,
            "outcome": alone.proving.outcome,
            "ended": ended,
            "nodes": alone.nodes,
            "seconds": round(time.process_time() - started, 1),
        }


def measure(text: str, workers: int) -> dict[str, Any]:
    """Return what a proof takes so many workers, by the clock."""
    position, started = Position.parse(text), time.monotonic()
    limits = Limits(max_seconds=MOST_SECONDS, max_memory=MEMORY)
    verdict, _ = decide(position, limits=limits, workers=Workers(workers), margin=False)
    seconds = round(time.monotonic() - started, 2)
    return {"outcome": verdict.outcome, "nodes": verdict.nodes, "seconds": seconds}


def table(rows: list[dict[str, Any]]) -> str:
    """Return the table of the page."""
    lines = [
        "| position | outcome | seconds of one | of two | nodes of one | of two | gain by time | by nodes |",
        "|---|---|---|---|---|---|---|---|",
    ]
    gains = []
    for row in rows:
        one, two = row["alone"], row["two"]
        gains.append((one["seconds"] / two["seconds"], 2 * one["nodes"] / two["nodes"]))
        known = {one["outcome"], two["outcome"]} - {"undecided"}
        told = [
            f"{each['seconds']:.1f}" + ("+" if each["outcome"] == "undecided" else "") for each in (one, two)
        ]
        lines.append(
            f"| `{row['position']}` | {' '.join(known) or 'undecided'} | {told[0]} | {told[1]} "
            f"| {one['nodes']:,} | {two['nodes']:,} | {gains[-1][0]:.2f} | {gains[-1][1]:.2f} |"
        )
    means = [geometric_mean(column) for column in zip(*gains, strict=True)]
    lines.append(f"| geometric mean of {len(rows)} | | | | | | {means[0]:.2f} | {means[1]:.2f} |")
    long = [gain for gain, row in zip(gains, rows, strict=True) if row["alone"]["seconds"] >= 10]
    if long:
        means = [geometric_mean(column) for column in zip(*long, strict=True)]
        lines.append(
            f"| of the {len(long)} that take one 10 s or more | | | | | | {means[0]:.2f} | {means[1]:.2f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Look for positions, measure, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the page from what was measured")
    parser.add_argument("--find", metavar="K/N", help="look for positions among the K-th of N parts")
    options = parser.parse_args()
    if options.find:
        part, parts = map(int, options.find.split("/"))
        for row in find(part - 1, parts):
            print(json.dumps(row), flush=True)
        return
    if not options.write:
        rows: list[dict[str, Any]] = []
        for text in POSITIONS:
            rows.append({"position": text, "alone": measure(text, 1), "two": measure(text, 2)})
            print(json.dumps(rows[-1]), flush=True)
            RESULTS.write_text(json.dumps(rows, indent=1) + "\n")
    put(PAGE, table(json.loads(RESULTS.read_text())), BEGIN, END)


if __name__ == "__main__":
    main()
