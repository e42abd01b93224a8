"""Measures how many endgames of the suites `solve` decides; writes ``docs/endgames-solved.md``.

::

    python -m studies.endgames.mabi_endgames --sample 20  # of each distance; all if it is not given
    python -m studies.endgames.mabi_endgames --compare  # alpha-beta alone and single ideas as well
    python -m studies.endgames.mabi_endgames --only ideas --minutes 15  # one part, the others stay
    python -m studies.endgames.mabi_endgames --page  # only writes the page again

A round is one position of each distance and board. Only whole rounds count, so a part that ends early for
want of time is fair to all of them. What is measured is kept in `mabi_endgames.part` until a part is over:
the same command at the same commit goes on there. Seconds are those of the processor, so that other programs
on the same cores matter little.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from _gamekit.files import write_atomic
from _gamekit.limits import Limits, Watch
from _gamekit.progress import silent, status
from benchmarks.frame import about
from benchmarks.marks import put
from mabi_search import Outcome, Position, analyse, solve
from mabi_search.proof.portfolio import ProofPortfolio
from mabi_search.proof.proof_search import DECIDED, ORDERS, ProofSearch
from mabi_search.proof.solving import decide
from mabi_search.search.sizes import MAX_DEPTH
from studies.endgames import mabi_endgames_page as page
from studies.endgames.mabi_endgames_page import (
    ALPHA_BETA,
    DRIVEN,
    FULL,
    IDEAS,
    PARTS,
    SOLVE,
    TURNS,
    Row,
    key_of,
)
from studies.endgames.mabi_suites import DISTANCES, EACH, SIZES, suite

RESULTS = Path(__file__).with_suffix(".json")
PARTIAL = Path(__file__).with_suffix(".part")
SECONDS = 10
NODES = 2_000_000
"""Of the proof search, with one idea switched off."""
IDEAS_SAMPLE = 10


class Task(NamedTuple):
    """What a process does with a position."""

    kind: str
    size: str
    distance: int
    number: int
    text: str
    seconds: float

    @property
    def key(self) -> str:
        """What the row is kept under."""
        return key_of(self.kind, self.size, self.distance, self.number)


def processor_limit(seconds: float) -> Limits:
    """Return a limit of seconds of the processor."""
    end = time.process_time() + seconds
    return Limits(max_seconds=math.inf, stop=lambda: time.process_time() >= end)


def if_proven(outcome: Outcome) -> str | None:
    """Return an outcome as rows have it: None if nothing is proven."""
    return str(outcome) if outcome.proven else None


def prove(position: Position, idea: str) -> Row:
    """Return what the proof search alone finds with an idea switched off, or with all orders by turns."""
    if idea == TURNS:
        proofs = ProofPortfolio(position.state, position.rules, Watch(Limits(max_nodes=NODES)))
        decided = proofs.go_on(None, silent) == DECIDED
        return if_proven(proofs.proving.outcome if decided else Outcome.UNDECIDED), DRIVEN, proofs.nodes, 0.0
    proving = ProofSearch(position.state, position.rules, Watch(Limits()), order=ORDERS[-1])
    if idea != FULL:
        proving.graph.options[list(IDEAS).index(idea)] = 0
    proving.go_on(NODES, silent)
    return if_proven(proving.outcome), DRIVEN, proving.nodes, 0.0


def measure(task: Task) -> tuple[str, Row]:
    """Return what was found of a position."""
    position = Position.parse(task.text)
    started = time.process_time()
    if task.kind == SOLVE:
        verdict, _ = decide(position, limits=processor_limit(task.seconds), margin=False)
        how = verdict.method or verdict.stopped_by or ""
        row = if_proven(verdict.outcome), how, verdict.nodes
    elif task.kind == ALPHA_BETA:
        found = analyse(position, depth=MAX_DEPTH, limits=processor_limit(task.seconds))
        row = if_proven(found.outcome), ALPHA_BETA, found.nodes
    else:
        return task.key, prove(position, task.kind)
    return task.key, (*row, round(time.process_time() - started, 3))


def warm() -> None:
    """Load the kernels in a process that will measure."""
    position = suite("6x6")[0].position
    solve(position, limits=Limits(max_nodes=1_000))
    analyse(position, depth=2)
    prove(position, FULL)


def tasks(part: str, sample: int, seconds: float) -> Iterator[list[Task]]:
    """Yield rounds: what is to be done with one position of each distance and board."""
    suites = {size: suite(size) for size in SIZES}
    kinds = (FULL, *IDEAS, TURNS) if part == "ideas" else (part,)
    for number in range(min(sample, IDEAS_SAMPLE) if part == "ideas" else sample):
        yield [
            Task(kind, size, distance, number, rows[number].text, seconds)
            for size in SIZES
            for distance in DISTANCES
            for rows in ([row for row in suites[size] if row.distance == distance],)
            for kind in kinds
        ]


def known(name: str) -> dict[str, Row]:
    """Return what was measured before under this name, of commit and seconds."""
    if not PARTIAL.exists():
        return {}
    kept = json.loads(PARTIAL.read_text())
    return {key: tuple(row) for key, row in kept["rows"].items()} if kept["name"] == name else {}


def measured(part: str, options: argparse.Namespace) -> dict[str, Any]:
    """Measure a part until it is done or the time is over, and return it; rows are kept as they come."""
    made_by = about() | {"date": str(datetime.date.today()), "load": [round(os.getloadavg()[0], 1)]}
    name = f"{made_by['commit']}, {options.seconds:g} s"
    rows, rounds = known(name), list(tasks(part, options.sample, options.seconds))
    todo = [task for one in rounds for task in one if task.key not in rows]
    end = time.monotonic() + 60 * options.minutes
    with get_context("spawn").Pool(options.workers, warm) as pool, status() as show:
        for number, (key, row) in enumerate(pool.imap(measure, todo), 1):
            rows[key] = row
            write_atomic(PARTIAL, [json.dumps({"name": name, "rows": rows}).encode()])
            show(f"{part}: {number} of {len(todo)}")
            if time.monotonic() > end:
                break
    whole = [one for one in rounds if all(task.key in rows for task in one)]
    if not whole:
        raise SystemExit("no round is finished; the same command goes on")
    made_by["load"].append(round(os.getloadavg()[0], 1))
    made_by |= {"workers": options.workers, "seconds": options.seconds, "nodes": NODES}
    return made_by | {
        "command": f"python -m studies.endgames.mabi_endgames --only {part} --seconds {options.seconds:g}",
        "rows": {task.key: rows[task.key] for one in whole for task in one},
    }


def contradictions(results: dict[str, Any]) -> list[str]:
    """Return the positions of which two searches say different things."""
    said: dict[str, set[str]] = {}
    for key, (outcome, *_) in (item for part in results.values() for item in part["rows"].items()):
        if outcome is not None:
            said.setdefault(key.partition(" | ")[2], set()).add(outcome)
    return [place for place, outcomes in said.items() if len(outcomes) > 1]


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sample", type=int, default=EACH, help="positions of each distance")
    parser.add_argument("--compare", action="store_true", help="alpha-beta alone and single ideas as well")
    parser.add_argument("--only", choices=PARTS, help="a part; the others stay")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="for each part")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each position")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--page", action="store_true")
    options = parser.parse_args()
    results: dict[str, Any] = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    todo = () if options.page else PARTS if options.compare else (options.only or SOLVE,)
    for part in todo:
        results[part] = measured(part, options)
        if wrong := contradictions(results):
            raise SystemExit("\n".join(["these are said to be won and lost:", *wrong]))
        write_atomic(RESULTS, [json.dumps(results).encode(), b"\n"])
        PARTIAL.unlink(missing_ok=True)
    text = page.tables(results)
    put(page.PAGE, text, page.BEGIN, page.END)
    print(text)


if __name__ == "__main__":
    main()
