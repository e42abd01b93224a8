"""Checks the answers of all cases of Narabi, and times them.

Times are processor seconds. On a shared machine they wander; ratios within one run and node counts can be
compared.
"""

from __future__ import annotations

import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections import deque
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from benchmarks import plain_bfs
from benchmarks.cases import Case, group, load
from benchmarks.frame import Results, Run, Study, Table, beside
from benchmarks.marks import ROOT, SPEED, grid, in_short
from benchmarks.timing import most_memory, processor_seconds
from benchmarks.twin import ida12
from narabi_solver import DealSpec, Rules, analyse_many, find_deals, random_deals, solve, solve_many
from narabi_solver.analysis.finding import FoundDeal
from narabi_solver.solving import analyse_packed, random_packed, solve_packed

PAIRS = 9
SEED = 2027
BLOCKS = 3
BLOCK = {"3p-": 100_000, "4p-": 100_000, "5p-": 10_000}

GROUPS = {"3p-": "12 stones, 3 players", "4p-": "12 stones, 4 players", "5p-": "15 stones, 5 players"}


def check_answers() -> int:
    """Solve every case and compare answers and node counts; return how many there are."""
    for case in load():
        for algorithm, nodes in (("bfs", case.nodes), ("ida", case.ida_nodes)):
            if nodes < 0:
                continue
            solution = solve(case.deal, rules=case.rules, algorithm=algorithm)
            found = solution.turns if solution.proven else "undecided"
            if (found, solution.nodes) != (case.turns, nodes):
                raise SystemExit(
                    f"{case.name}, {algorithm}: expected {case.turns} turns and {nodes} nodes, "
                    f"found {found} and {solution.nodes}"
                )
    return len(load())


def numbered(prefix: str) -> list[Case]:
    """Return the random deals of a group, played by the plain rules."""
    return [case for case in group(prefix) if case.name.removeprefix(prefix).isdigit()]


def plain_search(prefix: str) -> float:
    """Return the seconds a deal that the plain search takes for the named deals of a group."""
    cases = [(case.deal, case.rules) for case in numbered(prefix)]
    return processor_seconds(lambda: [plain_bfs.solve(deal, rules) for deal, rules in cases]) / len(cases)


def breadth_first(prefix: str, plain: float) -> dict[str, Any]:
    """Time the breadth-first kernel on the named deals of a group."""
    cases = [(case.deal, case.rules) for case in numbered(prefix)]
    seconds = processor_seconds(lambda: [solve(deal, rules=rules, algorithm="bfs") for deal, rules in cases])
    nodes = sum(case.nodes for case in numbered(prefix))
    return row(f"breadth-first search, {GROUPS[prefix]}", len(cases), seconds, nodes, plain)


def row(what: str, deals: int, seconds: float, nodes: int, plain: float) -> dict[str, Any]:
    """Return a row of the table."""
    return {
        "what": what,
        "deals": deals,
        "seconds_a_deal": seconds / deals,
        "plain_seconds_a_deal": plain,
        "ratio": plain * deals / seconds,
        "nodes": nodes,
        "nodes_a_second": nodes / seconds,
    }


def batches(prefix: str, plain: float) -> dict[str, Any]:
    """Time the batch function on blocks of random deals; the mean of `BLOCKS` blocks counts."""
    players, size = int(prefix[0]), BLOCK[prefix]
    blocks = [random_packed(players, SEED + i, 0, size, Rules()) for i in range(BLOCKS)]
    solve_packed(blocks[0])
    nodes = 0
    seconds = 0.0
    for block in blocks:
        started = time.process_time()
        nodes += int(solve_packed(block).nodes.sum())
        seconds += time.process_time() - started
    return row(f"batch, {GROUPS[prefix]}", BLOCKS * size, seconds, nodes, plain)


def objects(prefix: str, plain: float) -> dict[str, Any]:
    """Time `solve_many` from `Deal` to `Solution`, every line replayed by the plain rules."""
    deals = list(islice(random_deals(int(prefix[0]), seed=SEED), 2000))
    nodes = 0

    def work() -> None:
        nonlocal nodes
        nodes = sum(solution.nodes for solution in solve_many(deals))

    return row(
        f"`solve_many` on objects, {GROUPS[prefix]}", len(deals), processor_seconds(work), nodes, plain
    )


def against_twin(prefix: str) -> dict[str, Any]:
    """Time the C twin and the kernel in turn on the same deals, their answers and node counts compared."""
    if shutil.which("gcc") is None:
        return {"what": f"C twin, {GROUPS[prefix]}", "ratio": None}
    deals = random_packed(int(prefix[0]), SEED, 0, 50_000, Rules())
    c = ida12.solver()
    ours, theirs = solve_packed(deals)._asdict(), c(deals)._asdict()
    if not all(np.array_equal(ours[name], theirs[name]) for name in ours):
        raise SystemExit("the C twin does not give the same answers")
    pairs = [
        (processor_seconds(lambda: solve_packed(deals)), processor_seconds(lambda: c(deals)))
        for _ in range(PAIRS)
    ]
    return {
        "what": f"C twin, {GROUPS[prefix]}",
        "ratio": statistics.median(other / own for own, other in pairs),
        "twin_deals_a_second": 50_000 / statistics.median(other for _, other in pairs),
    }


def analyses(prefix: str) -> dict[str, Any]:
    """Time analyses, packed and as objects: every legal swap valued, and all shortest lines counted."""
    players, count = int(prefix[0]), 5_000 if prefix != "5p-" else 200
    packed = random_packed(players, SEED, 0, count, Rules())
    deals = list(islice(random_deals(players, seed=SEED), count))
    found = analyse_packed(packed)
    seconds = processor_seconds(lambda: analyse_packed(packed))
    of_objects = processor_seconds(lambda: deque(analyse_many(deals), 0))
    return {
        "what": GROUPS[prefix],
        "analyses_a_second": count / seconds,
        "objects_a_second": count / of_objects,
        "nodes": float(found.deals.nodes.mean()),
    }


def to_order() -> dict[str, Any]:
    """Time the making of four-player deals of 7 turns, from a seed to `Deal` objects."""
    wanted = 3_000
    found: list[FoundDeal] = []
    seconds = processor_seconds(
        lambda: found.extend(islice(find_deals(4, DealSpec(turns=7), seed=SEED), wanted))
    )
    return {"deals": wanted, "tried": found[-1].number + 1, "deals_a_second": wanted / seconds}


def memory(players: int) -> int:
    """Return the bytes that a process needs at most that solves a batch."""
    return most_memory(
        "from itertools import islice\n"
        "from narabi_solver import Rules, random_deals\n"
        "from narabi_solver.solving import pack_deals, solve_packed\n"
        f"solve_packed(pack_deals(list(islice(random_deals({players}), 1000)), Rules()))"
    )


def whole_processes() -> dict[str, Any]:
    """Time a warm `narabi solve` by the kernels, of 12 stones, against a bare import of numba, in pairs."""
    solve_command = by_kernels("3p-")
    import_command = [sys.executable, "-c", "import numba"]

    def seconds(command: list[str]) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    seconds(solve_command)
    pairs = [(seconds(solve_command), seconds(import_command)) for _ in range(PAIRS)]
    return {
        "what": "whole process, warm",
        "solve_seconds": statistics.median(ours for ours, _ in pairs),
        "import_numba_seconds": statistics.median(bare for _, bare in pairs),
        "difference": statistics.median(ours - bare for ours, bare in pairs),
    }


def by_kernels(prefix: str) -> list[str]:
    """Return the command that solves the first deal of a group by the kernels, and not in plain Python."""
    deal = str(numbered(prefix)[0].deal)
    return [sys.executable, "-m", "narabi_solver", "solve", deal, "--algorithm", "ida"]


def searches(results: dict[str, Any]) -> list[list[str]]:
    """Return what was measured of each search, with its heads."""
    nodes = "deals", "nodes a deal", "nodes a second"
    rows = (
        [
            one["what"],
            f"{1 / one['seconds_a_deal']:,.0f}",
            f"**{in_short(one['ratio'])}**",
            f"{one['deals']:,}",
            f"{one['nodes'] / one['deals']:,.1f}",
            f"{one['nodes_a_second'] / 1e6:.1f} M",
        ]
        for one in results["searches"]
    )
    return [["measured", "deals a second", "times the plain search", *nodes], *rows]


def table(results: dict[str, Any], columns: int = 3) -> str:
    """Return the page's table, of the first columns."""
    head, *lines = (row[:columns] for row in searches(results))
    rows = [grid(" | ".join(head), lines)]
    plain = "; ".join(f"{GROUPS[prefix]}: {s * 1e3:,.0f} ms" for prefix, s in results["plain"].items())
    warm = results["warm"]
    twins = "; ".join(f"{one['what'][8:]}: {one['ratio']:.2f}" for one in results["twins"] if one["ratio"])
    analysed = "; ".join(
        f"{one['what']}: {one['analyses_a_second']:,.0f} packed, {one['objects_a_second']:,.0f} as objects, "
        f"{one['nodes']:,.0f} nodes each"
        for one in results["analyses"]
    )
    order = results["to_order"]
    rows += [
        "",
        f"Analyses a second, every legal swap valued and all shortest lines counted: {analysed}. "
        f"Deals to order, 4 players and 7 turns: {order['deals_a_second']:,.0f} a second, "
        f"one in {order['tried'] / order['deals']:,.0f} of the deals tried.",
        "",
        f"Mean time of the plain search: {plain}.",
        "",
        "Speed of the batch kernel as a share of its C twin's (gcc -O3 -march=native, the same nodes): "
        f"{twins or 'not measured, no gcc'}.",
        "",
        f"Memory of a whole process: 12 stones "
        f"{max(results['memory']['3'], results['memory']['4']) / 1e6:.0f} MB, "
        f"15 stones {results['memory']['5'] / 1e6:.0f} MB.",
        "",
        "A warm `narabi solve --algorithm ida` of a 12-stone deal takes "
        f"{warm['solve_seconds']:.2f} processor seconds as a whole process, "
        f"{abs(warm['difference']):.2f} s {'more' if warm['difference'] > 0 else 'less'} than "
        f'`python -c "import numba"` (medians of {PAIRS} pairs).',
        "",
        f"{results['answers_checked']} answers were checked before.",
    ]
    return "\n".join(rows)


def measure(run: Run) -> Results:
    """Check all answers, then time everything."""
    checked = run.part("all answers", check_answers)
    plain = {prefix: run.part(f"plain, {prefix}", partial(plain_search, prefix)) for prefix in GROUPS}
    searches = [
        run.part(f"{work.__name__}, {prefix}", partial(work, prefix, plain[prefix]))
        for work in (batches, objects, breadth_first)
        for prefix in GROUPS
    ]
    return {
        "answers_checked": checked,
        "plain": plain,
        "searches": searches,
        "analyses": [run.part(f"analyses, {prefix}", partial(analyses, prefix)) for prefix in GROUPS],
        "to_order": run.part("deals to order", to_order),
        "twins": [run.part(f"twin, {prefix}", partial(against_twin, prefix)) for prefix in ("3p-", "4p-")],
        "memory": {str(one): run.part(f"memory, {one}", partial(memory, one)) for one in (3, 4, 5)},
        "warm": run.part("whole processes", whole_processes),
    }


TABLES = [
    Table(SPEED, "benchmarks", table),
    beside(__file__, partial(table, columns=6)),
]
STUDY = Study(__name__, TABLES, measure)
