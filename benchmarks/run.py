"""Checks the answers of all cases, times them, and writes ``results.json`` and the table in README.md.

::

    python -m benchmarks.run            # or: make bench

Times on a shared machine wander; ratios within one run and node counts can be compared.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import plain_bfs
from benchmarks.cases import Case, group, load
from narabi_mabi_common.folders import CACHE_VARIABLE
from narabi_solver import solve

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).with_name("results.json")
BEGIN, END = "<!-- benchmarks begin -->", "<!-- benchmarks end -->"
PAIRS = 9

GROUPS = {"3p-": "12 stones, 3 players", "4p-": "12 stones, 4 players", "5p-": "15 stones, 5 players"}


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that some work takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def check_answers() -> int:
    """Solve every case and compare answer and node count; return how many there are."""
    for case in load():
        solution = solve(case.deal, case.rules, algorithm="bfs")
        found = solution.turns if solution.proven else "undecided"
        if (found, solution.nodes) != (case.turns, case.nodes):
            raise SystemExit(
                f"{case.name}: expected {case.turns} turns and {case.nodes} nodes, "
                f"found {found} and {solution.nodes}"
            )
    return len(load())


def numbered(prefix: str) -> list[Case]:
    """Return the random deals of a group, played by the plain rules."""
    return [case for case in group(prefix) if case.name.removeprefix(prefix).isdigit()]


def against_plain_search(prefix: str) -> dict[str, Any]:
    """Time the breadth-first kernel against the plain search on the same deals."""
    cases = [(case.deal, case.rules) for case in numbered(prefix)]
    ours = timed(lambda: [solve(deal, rules, algorithm="bfs") for deal, rules in cases])
    plain = timed(lambda: [plain_bfs.solve(deal, rules) for deal, rules in cases])
    nodes = sum(case.nodes for case in numbered(prefix))
    return {
        "what": f"breadth-first search, {GROUPS[prefix]}",
        "deals": len(cases),
        "seconds_a_deal": ours / len(cases),
        "plain_seconds_a_deal": plain / len(cases),
        "ratio": plain / ours,
        "nodes": nodes,
        "nodes_a_second": nodes / ours,
    }


def whole_processes() -> dict[str, Any]:
    """Time a warm `narabi solve` of a 12-stone deal against a bare import of numba, in pairs."""
    deal = str(numbered("3p-")[0].deal)
    solve_command = [sys.executable, "-m", "narabi_solver", "solve", deal]
    import_command = [sys.executable, "-c", "import numba"]

    def seconds(command: list[str]) -> float:
        return timed(lambda: subprocess.run(command, check=True, capture_output=True, cwd=ROOT))

    seconds(solve_command)
    pairs = [(seconds(solve_command), seconds(import_command)) for _ in range(PAIRS)]
    return {
        "what": "whole process, warm",
        "solve_seconds": statistics.median(ours for ours, _ in pairs),
        "import_numba_seconds": statistics.median(bare for _, bare in pairs),
        "difference": statistics.median(ours - bare for ours, bare in pairs),
    }


def cold_process() -> dict[str, Any]:
    """Time the first `narabi solve` of a machine: everything is compiled."""
    deal = str(numbered("3p-")[0].deal)
    command = [sys.executable, "-m", "narabi_solver", "solve", deal]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {CACHE_VARIABLE: folder}
        seconds = timed(
            lambda: subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=environment)
        )
    return {"what": "whole process, cold", "solve_seconds": seconds}


def about() -> dict[str, Any]:
    """Return what the figures depend on."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return {
        "commit": commit.stdout.strip() or None,
        "command": "python -m benchmarks.run",
        "machine": platform.machine(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        **{name: importlib.metadata.version(name) for name in ("narabi-mabi", "numba", "numpy", "llvmlite")},
    }


def processor() -> str:
    """Return the name of the processor, where the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")


def table(results: dict[str, Any]) -> str:
    """Return the README's table."""
    rows = [
        "| measured | per deal | plain Python | ratio | nodes | nodes a second |",
        "|---|---|---|---|---|---|",
    ]
    for row in results["searches"]:
        rows.append(
            f"| {row['what']}, {row['deals']} deals | {row['seconds_a_deal'] * 1e3:.2f} ms "
            f"| {row['plain_seconds_a_deal'] * 1e3:,.0f} ms | **{row['ratio']:,.0f}** | {row['nodes']:,} "
            f"| {row['nodes_a_second'] / 1e6:.1f} M |"
        )
    warm, cold, machine = results["warm"], results["cold"], results["about"]
    rows += [
        "",
        f"A warm `narabi solve` of a 12-stone deal takes {warm['solve_seconds']:.2f} s as a whole process, "
        f'{warm["difference"]:.2f} s more than `python -c "import numba"` (medians of {PAIRS} pairs); '
        f"the first one on a machine takes {cold['solve_seconds']:.1f} s, since it compiles.",
        "",
        f"Written by `{machine['command']}` at commit {machine['commit']} on {machine['processor']}, "
        f"one core, Python {machine['python']}, numba {machine['numba']}. Before anything was timed, "
        f"{results['answers_checked']} answers were checked.",
    ]
    return "\n".join(rows)


def write_readme(text: str) -> None:
    """Put the table between the two marks."""
    readme = ROOT / "README.md"
    before, _, rest = readme.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    readme.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}")


def main() -> None:
    """Check, time, write."""
    results: dict[str, Any] = {"about": about(), "answers_checked": check_answers()}
    results["searches"] = [against_plain_search(prefix) for prefix in GROUPS]
    results["warm"] = whole_processes()
    results["cold"] = cold_process()
    RESULTS.write_text(json.dumps(results, indent=2) + "\n")
    write_readme(table(results))
    print(table(results))


if __name__ == "__main__":
    main()
