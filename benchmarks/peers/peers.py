"""Compares general solvers with ours on the same random deals: answers first, then times. Or: ``make peers``.

Every deal goes to all of them in turn, each on one thread, and the answers are compared. Times on a shared
machine wander; ratios can be compared.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from benchmarks import plain_bfs
from benchmarks.frame import Results, Run, Study, Table
from benchmarks.marks import in_short
from benchmarks.narabi_speed import GROUPS
from benchmarks.timing import timed
from narabi_solver import Deal, Limits, Rules, random_deal, solve
from narabi_solver.solving import pack_deals, random_packed, solve_packed
from narabi_solver.solving.answers import Outcome

FOLDER = Path(__file__).parent
PACKAGES = {"clingo": "clingo", "ortools": "OR-tools"}
DEALS = {3: 100, 4: 100, 5: 20}
BATCH = {3: 100_000, 4: 100_000, 5: 10_000}
SECONDS = 60.0
"""A deal; one that takes longer is undecided."""
UNDECIDED = "undecided"

Answer = int | str | None
"""The minimum number of turns; None: proven that there is no win; or `UNDECIDED`."""
System = Callable[[Deal], Answer]


def systems() -> dict[str, System]:
    """Return all that is compared, ours last."""
    from benchmarks.peers import clingo_model, cpsat_model  # noqa: PLC0415  (the group peers)

    return {
        "plain search": lambda deal: plain_bfs.solve(deal, Rules()),
        "clingo": in_time(clingo_model.minimum),
        "CP-SAT": in_time(cpsat_model.minimum),
        "`solve`": ours,
    }


def in_time(minimum: Callable[..., int | None]) -> System:
    """Return a model as a system that may be undecided."""

    def answer(deal: Deal) -> Answer:
        try:
            return minimum(deal, seconds=SECONDS)
        except TimeoutError:
            return UNDECIDED

    return answer


def ours(deal: Deal) -> Answer:
    """Return the answer of `solve`."""
    solution = solve(deal, limits=Limits(max_seconds=SECONDS))
    return solution.turns if solution.proven else UNDECIDED


def batch_answers(deals: list[Deal]) -> list[Answer]:
    """Return the answers of `solve_packed`."""
    solutions = solve_packed(pack_deals(deals, Rules()))
    words: dict[Outcome, Answer] = {Outcome.UNSOLVABLE: None, Outcome.UNDECIDED: UNDECIDED}
    return [
        words.get(outcome, bound)
        for outcome, bound in zip(solutions.outcome.tolist(), solutions.bound.tolist(), strict=True)
    ]


def compare(players: int, count: int, seed: int) -> dict[str, Any]:
    """Give the same deals to every system; return answers compared, and times."""
    deals = [random_deal(players, seed, index) for index in range(count)]
    runs = systems()
    warm = random_deal(players, seed, count)
    solve(warm)  # loads the kernels
    for system in runs.values():
        system(warm)
    answers: dict[str, list[Answer]] = {name: [] for name in runs}
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for deal in deals:
        for name, system in runs.items():
            seconds[name].append(timed(lambda s=system, d=deal, n=name: answers[n].append(s(d))))  # type: ignore[misc]
    block = random_packed(players, seed, 0, BATCH[players], Rules())
    answers["`solve_packed`"] = batch_answers(deals)
    started = time.perf_counter()
    solve_packed(block)
    each = (time.perf_counter() - started) / BATCH[players]
    reference = answers["`solve`"]
    single = statistics.fmean(seconds["`solve`"])
    rows = []
    for name, given in answers.items():
        times = seconds.get(name)
        mean = statistics.fmean(times) if times else each
        rows.append(
            {
                "system": name,
                "disagreements": [
                    {"deal": str(deal), "answer": answer, "solve": expected}
                    for deal, answer, expected in zip(deals, given, reference, strict=True)
                    if UNDECIDED not in (answer, expected) and answer != expected
                ],
                "undecided": given.count(UNDECIDED),
                "mean": mean,
                "median": statistics.median(times) if times else None,
                "max": max(times) if times else None,
                "times_solve": mean / single,
                "times_batch": mean / each,
            }
        )
    return {
        "players": players,
        "deals": count,
        "minima": np.unique([turns for turns in reference if isinstance(turns, int)]).tolist(),
        "rows": rows,
    }


def table(results: dict[str, Any]) -> str:
    """Return the README's text."""
    lines = []
    for group in results["groups"]:
        minima = ", ".join(map(str, group["minima"]))
        lines += [
            f"{GROUPS[str(group['players']) + 'p-']}, {group['deals']} deals (minima {minima}):",
            "",
            "| system | answers unlike `solve` | undecided | mean | median | max | times `solve` "
            "| times the batch |",
            "|---|---|---|---|---|---|---|---|",
        ]
        for row in group["rows"]:
            lines.append(
                f"| {row['system']} | {len(row['disagreements'])} | {row['undecided']} "
                f"| {shown(row['mean'])} | {shown(row['median'])} | {shown(row['max'])} "
                f"| {in_short(row['times_solve'])} | {in_short(row['times_batch'])} |"
            )
        lines.append("")
    facts = results["about"]
    lines.append(
        f"One thread each; clingo {facts['clingo']}, OR-tools {facts['ortools']}. The ratios are of means. "
        f"The batch was timed on a longer run of deals of the same seed. After {SECONDS:g} s a model is "
        "undecided, and counts with the time it took."
    )
    return "\n".join(lines)


def shown(seconds: float | None) -> str:
    """Return a time for the table."""
    if seconds is None:
        return "–"
    if seconds >= 1:
        return f"{seconds:,.1f} s"
    return f"{seconds * 1e3:,.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:,.3g} µs"


def measure(
    run: Run,
    players: tuple[int, ...] = tuple(DEALS),
    deals: Annotated[int, "for each number of players, instead of 100, 100 and 20"] = 0,
    seed: int = 2026,
) -> Results:
    """Compare on deals of each number of players."""
    if missing := [name for name in PACKAGES if importlib.util.find_spec(name) is None]:
        raise SystemExit(f"not installed: {', '.join(missing)}; 'make peers' installs what is needed")
    versions = {name: importlib.metadata.version(name) for name in PACKAGES}
    groups = [run.part(f"{one} players", partial(compare, one, deals or DEALS[one], seed)) for one in players]
    return {"about": versions, "seed": seed, "groups": groups}


def check(results: Results) -> Iterator[str]:
    """Yield the answers that are not those of `solve`."""
    for group in results["groups"]:
        for row in group["rows"]:
            yield from (f"{row['system']}: {one}" for one in row["disagreements"])


STUDY = Study(__name__, [Table(Path(__file__).with_name("README.md"), "benchmarks", table)], measure, check)
