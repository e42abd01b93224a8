"""Times perft: the kernel, its C twin and the plain rules; checks all numbers first.

Times on a shared machine wander; ratios within one run can be compared.
"""

from __future__ import annotations

import ctypes
import shutil
import statistics
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.frame import Results, Run, Study, Table
from benchmarks.mabi_cases import Case, group, load
from benchmarks.marks import SPEED
from benchmarks.timing import timed
from benchmarks.twin import library
from mabi_search import Position, perft
from mabi_search.game import rules
from mabi_search.game.packed import pack

PAIRS = 15
PLAIN_DEPTH = 3
TIMED = {"start-00": 5, "middle-1": 6, "middle-2": 6, "start-12": 12, "start-10": 12}
"""Case and depth; the first is the one to compare."""
MOST_CHECKED = 120_000_000

Twin = Callable[[Position, int], int]


def compiled() -> Twin:
    """Return perft by the twin; needs gcc."""
    run = library("mabi_perft.c").perft
    run.restype = ctypes.c_int64

    def count(position: Position, depth: int) -> int:
        packed = pack(position.state, position.rules)
        keys = np.concatenate([packed.keys, np.zeros((depth + 1, 4), np.uint64)])
        setting = np.array([int(value) for value in packed.setting], np.uint64)
        words = [int(word) for word in (packed.own, packed.enemy, packed.code, packed.first)]
        arguments = [ctypes.c_uint64(word) for word in words]
        numbers = [ctypes.c_int64(number) for number in (len(packed.keys), depth)]
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (setting, keys)]
        return int(run(pointers[0], *arguments, pointers[1], *numbers))

    return count


def check_answers(twin: Twin | None) -> int:
    """Count every case by the kernel and its twin; return how many numbers there are."""
    checked = 0
    for case in load():
        for depth, leaves in enumerate(case.counts, 1):
            if leaves > MOST_CHECKED:
                continue
            found = {perft(case.position, depth).nodes}
            if twin is not None:
                found.add(twin(case.position, depth))
            if found != {leaves}:
                raise SystemExit(f"{case.name}, depth {depth}: expected {leaves}, found {found}")
            checked += 1
    return checked


def one(name: str) -> Case:
    """Return the case of a name."""
    return next(case for case in group(name) if case.name == name)


def against_twin(case: Case, depth: int, twin: Twin | None) -> dict[str, Any]:
    """Time the kernel and its twin in turn."""
    position, leaves = case.position, case.counts[depth - 1]

    def pair() -> tuple[float, float]:
        ours = timed(lambda: perft(position, depth))
        return ours, timed(lambda: twin(position, depth)) if twin is not None else float("nan")

    pairs = [pair() for _ in range(PAIRS)]
    found: dict[str, Any] = {
        "case": case.name,
        "position": case.text,
        "readings": case.options,
        "depth": depth,
        "leaves": leaves,
        "leaves_a_second": round(leaves / statistics.median(ours for ours, _ in pairs)),
        "twin_leaves_a_second": None,
        "share_of_twin": None,
    }
    if twin is not None:
        found["twin_leaves_a_second"] = round(leaves / statistics.median(theirs for _, theirs in pairs))
        found["share_of_twin"] = round(statistics.median(theirs / ours for ours, theirs in pairs), 3)
    return found


def plain() -> dict[str, Any]:
    """Time the plain rules, every leaf visited, and the kernel on the same count."""
    case = one("start-00")
    position, leaves = case.position, case.counts[PLAIN_DEPTH - 1]
    found = []
    seconds = timed(lambda: found.append(rules.perft(position.state, PLAIN_DEPTH, position.rules)))
    if found != [leaves]:
        raise SystemExit(f"the plain rules count {found[0]} leaves, not {leaves}")
    same = statistics.median(timed(lambda: perft(position, PLAIN_DEPTH)) for _ in range(PAIRS))
    return {
        "depth": PLAIN_DEPTH,
        "leaves": leaves,
        "seconds": round(seconds, 2),
        "leaves_a_second": round(leaves / seconds),
        "kernel_times_faster_on_the_same": round(seconds / same),
    }


def table(results: dict[str, Any]) -> str:
    """Return the page's table."""
    rows = ["| perft of | depth | leaves | leaves a second | share of its C twin |", "|---|---|---|---|---|"]
    for row in results["perft"]:
        where = "the start" if row["position"] == "start" else f"a position of the middle ({row['case']})"
        readings = "" if row["readings"] == "-" else f", {row['readings'].replace(' ', ', ')}"
        share = "–" if row["share_of_twin"] is None else f"{row['share_of_twin']:.2f}"
        speed = f"{row['leaves_a_second'] / 1e6:,.0f} M"
        rows.append(f"| {where}{readings} | {row['depth']} | {row['leaves']:,} | {speed} | {share} |")
    plain = results["plain_rules"]
    rows += [
        "",
        f"The plain rules, visiting every leaf of depth {plain['depth']}, count {plain['leaves_a_second']:,} "
        f"leaves a second: the kernel counts {results['times_the_plain_rules']:,} times as fast. The twin is "
        "gcc -O3 -march=native with the same algorithm. "
        f"{results['numbers_checked']} numbers were checked before.",
    ]
    return "\n".join(rows)


def measure(run: Run) -> Results:
    """Check all numbers, then time the kernel, its twin and the plain rules."""
    twin = compiled() if shutil.which("gcc") else None
    checked = run.part("all numbers", lambda: check_answers(twin))
    timings = [run.part(name, partial(against_twin, one(name), depth, twin)) for name, depth in TIMED.items()]
    slow = run.part("plain rules", plain)
    return {
        "numbers_checked": checked,
        "perft": timings,
        "plain_rules": slow,
        "times_the_plain_rules": round(timings[0]["leaves_a_second"] / slow["leaves_a_second"]),
    }


STUDY = Study(__name__, [Table(SPEED, "perft", table)], measure)
