"""Compares general solvers with ours on the same random deals: answers first, then times.

::

    make peers          # or: python -m benchmarks.peers.run [--deals N] [--seed S] [--players 3 4 5]

Every deal goes to all of them in turn, each on one thread, and the answers are compared. Writes
``results.json`` and the table in this folder's README. Times on a shared machine wander; ratios can be
compared.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import plain_bfs
from benchmarks.marks import in_short, put
from benchmarks.run import BEGIN, END, GROUPS, about, timed
from narabi_solver import Deal, Limits, Rules, random_deal, solve
from narabi_solver.solving.batch import pack_deals, random_packed, solve_packed
from narabi_solver.solving.solution import Outcome

FOLDER = Path(__file__).parent
RESULTS = FOLDER / "results.json"
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
        f"Written by `{facts['command']}` at commit {facts['commit']} on {facts['processor']}, one thread "
        f"each, Python {facts['python']}, clingo {facts['clingo']}, OR-tools {facts['ortools']}. The ratios "
        f"are of means. The batch was timed on a longer run of deals of the same seed. After {SECONDS:g} s a "
        "model is undecided, and counts with the time it took."
    )
    return "\n".join(lines)


def shown(seconds: float | None) -> str:
    """Return a time for the table."""
    if seconds is None:
        return "–"
    if seconds >= 1:
        return f"{seconds:,.1f} s"
    return f"{seconds * 1e3:,.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:,.3g} µs"


def main() -> None:
    """Compare, time, write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers.run", description=main.__doc__)
    parser.add_argument(
        "--deals", type=int, help="deals for each number of players; 100, 100 and 20 if left out"
    )
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--players", type=int, nargs="+", choices=DEALS, default=list(DEALS))
    arguments = parser.parse_args()
    if arguments.deals is not None and arguments.deals < 1:
        parser.error(f"--deals must be positive, not {arguments.deals}")
    if missing := [name for name in PACKAGES if importlib.util.find_spec(name) is None]:
        print(
            f"not installed: {', '.join(missing)}; 'make peers' installs what is needed and runs this",
            file=sys.stderr,
        )
        raise SystemExit(2)
    versions = {name: importlib.metadata.version(name) for name in PACKAGES}
    command = " ".join(["python -m benchmarks.peers.run", *sys.argv[1:]])
    results: dict[str, Any] = {"about": about() | versions | {"command": command}, "seed": arguments.seed}
    results["groups"] = []
    for players in arguments.players:
        group = compare(players, arguments.deals or DEALS[players], arguments.seed)
        results["groups"].append(group)
        for row in group["rows"]:
            print(f"{players} players, {row['system']}: {len(row['disagreements'])} answers unlike `solve`")
    RESULTS.write_text(json.dumps(results, indent=2) + "\n")
    readme = FOLDER / "README.md"
    put(readme, table(results), BEGIN, END)
    print(table(results))
    if any(row["disagreements"] for group in results["groups"] for row in group["rows"]):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
