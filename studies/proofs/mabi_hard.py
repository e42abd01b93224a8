"""A hard position, by one core for at most ten minutes and by two; writes `docs/proofs-together.md`.

    python -m studies.proofs.mabi_hard [--write]

Seconds are those of processors. The certificate is checked by the rules alone. The setting of the two, which
is not that of `mabi solve`, was found by trying: see the page.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import time
from pathlib import Path
from typing import Any

from _gamekit.limits import Limits, Watch
from _gamekit.progress import silent
from _gamekit.work.workers import Workers
from benchmarks.marks import DOCS, put
from mabi_search import Position
from mabi_search.certify.certificates import certificate_of
from mabi_search.certify.checker import check_certificate
from mabi_search.proof import lines
from mabi_search.proof.joint import UNIT, JointProof
from mabi_search.proof.portfolio import ProofPortfolio
from mabi_search.proof.verdict import Verdict

RESULTS, PAGE = Path(__file__).with_suffix(".json"), DOCS / "proofs-together.md"
BEGIN, END = "<!-- hard: begin (python -m studies.proofs.mabi_hard) -->", "<!-- hard: end -->"
TEXT = "3bbb2/3bw3/1bwbbw2/wwbww1w1/1bwb1bb1/2bwww2/1w1bbw2/w2w1b2 b - b 129"
LANES, MOST = 2, 24_000_000
SECONDS, EACH = 600, 20
"""Of the search alone; and between two times at which its state is printed."""


def together(position: Position) -> dict[str, Any]:
    """Return how two find the proof."""
    master = JointProof(position.state, position.rules, LANES)
    master.go_on(Workers(LANES), Watch(Limits(max_nodes=MOST)), silent)
    for process in multiprocessing.active_children():  # so that what they used is known
        process.join()
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    found = {"outcome": master.proving.outcome, "nodes": master.nodes, "jobs": len(master.costs)}
    found["seconds"] = round(sum(one.ru_utime + one.ru_stime for one in used), 1)
    if master.over:
        outcome, within = master.proving.value(position.state)
        line = lines.line_of(master.proving, position)
        verdict = Verdict(position, outcome, (-15, 15), None, within, line, "proof search", master.nodes, 0.0)
        certificate = certificate_of(verdict, master.proving)
        found["answers"] = certificate.answers
        found["accepted"] = check_certificate(certificate.lines).outcome
    return found


def write(found: dict[str, Any]) -> None:
    """Write what was measured, and the page."""
    RESULTS.write_text(json.dumps(found, indent=1) + "\n")
    one, two = found["alone"], found["together"]
    told = (
        f"`{TEXT}`: the search alone: {one['outcome']} ({one['ended']}) after {one['seconds']:,.0f} seconds "
        f"of its processor and {one['nodes']:,} nodes; {LANES} jobs of {UNIT:,} nodes or more at a time: "
        f"{two['outcome']} after {two['nodes']:,} nodes in {two['jobs']} jobs, {two['seconds']:,.0f} seconds "
        "of both processors with all that the processes load, its certificate of "
        f"{two.get('answers', 0)} answers accepted ({two.get('accepted', 'none')})."
    )
    put(PAGE, told, BEGIN, END)


def main() -> None:
    """Search, check and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the page from what was measured")
    if parser.parse_args().write:
        write(json.loads(RESULTS.read_text()))
        return
    position = Position.parse(TEXT)
    both, started, last = together(position), time.process_time(), 0.0
    print(json.dumps(both), flush=True)

    def state(ended: str | None) -> dict[str, Any]:
        used = time.process_time() - started
        one = {"outcome": alone.proving.outcome, "nodes": alone.nodes, "seconds": round(used, 1)}
        return {"together": both, "alone": {**one, "ended": ended or "stopped"}}

    def look(text: str, /, **counts: int) -> None:
        nonlocal last
        if time.process_time() - started - last > EACH:
            last = time.process_time() - started
            print(json.dumps(state(None)), flush=True)

    limits = Limits(max_nodes=1 << 50, stop=lambda: time.process_time() - started > SECONDS)
    alone = ProofPortfolio(position.state, position.rules, Watch(limits))
    ended = alone.go_on(None, look)
    write(state("ten minutes" if ended == "interrupt" else ended))


if __name__ == "__main__":
    main()
