"""A hard position, by one core for ten minutes and by two workers; writes `docs/proofs-together.md`.

    python -m studies.proofs.mabi_hard [--write]

The two are what `mabi solve --workers 2` starts; their proof is written as a certificate, which is checked by
the rules alone. Then one core has ten minutes by the clock for the same position, which was found by trying
some thirty.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from _gamekit.limits import Limits
from _gamekit.work.workers import Workers
from benchmarks.marks import DOCS, put
from mabi_search import Position
from mabi_search.certify.certificates import certificate_of
from mabi_search.certify.checker import check_certificate
from mabi_search.proof.solving import decide

RESULTS, PAGE = Path(__file__).with_suffix(".json"), DOCS / "proofs-together.md"
BEGIN, END = "<!-- hard begin -->", "<!-- hard end -->"
TEXTS = ("1b3b1w/2wbw1b1/wb1bw1b1/1bwb2w1/2wb2bb/2wbw1w1/b1wwbw2/3wwb2 w - w 62",)
SECONDS, MEMORY = 600, 8 << 30
"""By the clock; bytes of each process."""
EACH = 20
"""Seconds between two times at which the state is printed."""


def found_by(text: str, workers: int) -> dict[str, Any]:
    """Return what so many find in ten minutes at most, with a certificate that is checked."""
    position, started, last = Position.parse(text), time.monotonic(), time.monotonic()

    def look(text: str, /, **counts: int) -> None:
        nonlocal last
        if time.monotonic() - last > EACH:
            last = time.monotonic()
            print(f"{workers}: {last - started:.0f} s, {text}", flush=True)

    limits = Limits(max_seconds=SECONDS, max_memory=MEMORY)
    verdict, proof = decide(position, limits=limits, workers=Workers(workers), margin=False, progress=look)
    found = {"outcome": verdict.outcome, "nodes": verdict.nodes}
    found["seconds"] = round(time.monotonic() - started, 1)
    if verdict.proven and workers > 1:
        certificate = certificate_of(verdict, proof)
        found["answers"] = certificate.answers
        found["accepted"] = check_certificate(certificate.lines).outcome
    return found


def told(row: dict[str, Any]) -> str:
    """Return what the page says of a position."""
    one, two = row["one"], row["two"]
    return (
        f"* `{row['position']}`: two workers: {two['outcome']} after {two['seconds']:,.0f} seconds by the "
        f"clock and {two['nodes']:,} nodes; the certificate of {two.get('answers', 0)} answers: "
        f"{two.get('accepted', 'none')}. One core: {one['outcome']} after {one['seconds']:,.0f} seconds and "
        f"{one['nodes']:,} nodes."
    )


def main() -> None:
    """Search, check and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the page from what was measured")
    if not parser.parse_args().write:
        rows = []
        for text in TEXTS:
            rows.append({"position": text, "two": found_by(text, 2), "one": found_by(text, 1)})
            print(json.dumps(rows[-1]), flush=True)
            RESULTS.write_text(json.dumps(rows, indent=1) + "\n")
    rows = json.loads(RESULTS.read_text())
    put(PAGE, "\n".join(map(told, rows)), BEGIN, END)


if __name__ == "__main__":
    main()
