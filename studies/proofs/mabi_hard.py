"""A hard position, by one core for ten minutes and by two workers.

The two are what `mabi solve --workers 2` starts; their proof is written as a certificate, which is checked by
the rules alone. Then one core has ten minutes by the clock for the same position, which was found by trying
some thirty.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from _gamekit.limits import Limits
from _gamekit.progress import Progress
from _gamekit.work.workers import Workers
from benchmarks.frame import Results, Run, Study, Table
from benchmarks.marks import DOCS
from mabi_search import Position
from mabi_search.certify.certificates import certificate_of
from mabi_search.certify.checker import check_certificate
from mabi_search.proof.solving import decide

TEXTS = ("1b3b1w/2wbw1b1/wb1bw1b1/1bwb2w1/2wb2bb/2wbw1w1/b1wwbw2/3wwb2 w - w 62",)
SECONDS, MEMORY = 600, 8 << 30
"""By the clock; bytes of each process."""


def found_by(text: str, workers: int, show: Progress) -> dict[str, Any]:
    """Return what so many find in ten minutes at most, with a certificate that is checked."""
    position, started = Position.parse(text), time.monotonic()
    limits = Limits(max_seconds=SECONDS, max_memory=MEMORY)
    verdict, proof = decide(position, limits=limits, workers=Workers(workers), margin=False, progress=show)
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


def table(results: Results) -> str:
    """Return what the page says."""
    return "\n".join(map(told, results["rows"]))


def measure(run: Run) -> Results:
    """Search with two workers, then with one core."""
    return {
        "rows": [
            {"position": text}
            | {
                name: run.part(f"{text}, {name}", partial(found_by, text, workers, run.show))
                for name, workers in (("two", 2), ("one", 1))
            }
            for text in TEXTS
        ]
    }


STUDY = Study(__name__, [Table(DOCS / "design" / "mabi-search.md", "hard", table)], measure)
