"""Measures what compiling costs: each kernel, and whole commands.

::

    python -m benchmarks.compile_time                    # each kernel: translating, machine code, bytes
    python -m benchmarks.compile_time --commands FILE.whl    # whole commands of this wheel, first and again
    python -m benchmarks.compile_time --commands FILE.whl --write    # the same, and writes docs/speed.md

Kernels are built one after the other in one process: what one has translated the next need not.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from _gamekit.folders import CACHE_VARIABLE
from benchmarks.marks import SPEED, put
from benchmarks.run import about
from mabi_search import Rules, tables

PACKAGES = {"narabi": "narabi_solver", "mabi": "mabi_search"}
RESULTS = Path(__file__).with_name("command_results.json")
BEGIN, END = "<!-- commands begin -->", "<!-- commands end -->"
TWELVE = (
    "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    " / 8:2-to-6 5:dark 4:two-away w:left"
)
FIFTEEN = (
    "2:even 0:two-away d:white / 8:left 3:odd w:three-away / d:four-away 1:right 4:at-least-3"
    " / 6:at-most-6 9:lower 7:stay / w:dark 5:2-to-6 d:higher"
)
LINE = "B2-A3 C1-B3"
SMALL = "1bw1/b1w1/1w1b w - w 9"
LARGE = "start moves a1a2 h8h7"
TABLES = "(folder of tables)"
"""In arguments: a folder with the table of 3x4, built before."""


class Command(NamedTuple):
    """A command that is measured."""

    name: str
    """What stands in the table; the first word is the program."""
    arguments: list[str]
    code: int = 0
    """Its exit code."""


COMMANDS = (
    Command("narabi --help", ["--help"]),
    Command("narabi --version", ["--version"]),
    Command("narabi solve, bad input", ["solve", "no deal"], 2),
    Command("narabi cards", ["cards"]),
    Command("narabi deal --players 4", ["deal", "--players", "4"]),
    Command("narabi solve, 12 stones", ["solve", TWELVE]),
    Command("narabi solve, 15 stones", ["solve", FIFTEEN]),
    Command("narabi solve --algorithm ida, 12 stones", ["solve", TWELVE, "--algorithm", "ida"]),
    Command("narabi solve --algorithm ida, 15 stones", ["solve", FIFTEEN, "--algorithm", "ida"]),
    Command("narabi verify, 12 stones", ["verify", TWELVE, LINE], 3),
    Command("narabi analyse, 12 stones", ["analyse", TWELVE]),
    Command("narabi survey --players 3 --deals 1000", ["survey", "--players", "3", "--deals", "1000"]),
    Command("mabi --help", ["--help"]),
    Command("mabi --version", ["--version"]),
    Command("mabi show, bad input", ["show", "no position"], 2),
    Command("mabi show start", ["show", "start"]),
    Command("mabi moves start", ["moves", "start"]),
    Command("mabi tables info --size 4x4", ["tables", "info", "--size", "4x4"]),
    Command("mabi probe start --size 3x4", ["probe", "start", "--size", "3x4", "--folder", TABLES]),
    Command("mabi analyse start --depth 3", ["analyse", "start", "--depth", "3"]),
    Command("mabi analyse start --depth 6", ["analyse", "start", "--depth", "6"]),
    Command(f'mabi solve "{SMALL}"', ["solve", SMALL]),
    Command("mabi solve, 450,000 nodes", ["solve", LARGE, "--nodes", "450000"], 3),
    Command("mabi tables build --size 4x4", ["tables", "build", "--size", "4x4"]),
)


class Cost(NamedTuple):
    """What a command takes."""

    processor: float
    """Seconds, those of the processes it starts counted."""
    wall: float


def measure_kernels() -> None:
    """Build every entry, and print a row for each."""
    from _gamekit.jit import build, store  # noqa: PLC0415  (commands are measured without numba)
    from _gamekit.jit.entry import entries  # noqa: PLC0415

    for package in PACKAGES.values():
        for entry in entries(f"{package}.kernels"):
            started = time.process_time()
            text = build.text_of(entry.function, entry.signature)
            between = time.process_time()
            size = len(build.object_of(text, store.levels()[0]))
            ended = time.process_time()
            print(f"| {entry} | {between - started:.2f} | {ended - between:.2f} | {size:,} |", flush=True)


def cost(arguments: list[str], folder: str, source: str, code: int = 0) -> Cost:
    """Run a command with this cache folder, which ends with this code; return what it takes."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    settings = {CACHE_VARIABLE: folder, "PYTHONPATH": os.path.abspath(source)}
    done = subprocess.run(
        arguments, env=os.environ | settings, capture_output=True, check=False, cwd=tempfile.gettempdir()
    )
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != code:
        raise SystemExit(f"{shlex.join(arguments)}: code {done.returncode}: {done.stderr.decode()}")
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(processor, wall)


def measure_commands(wheel: str) -> dict[str, Any]:
    """Run all commands of an installed wheel twice; return what they take."""
    made_by, load, costs = about(), [round(os.getloadavg()[0], 1)], {}
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as installed:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", installed, wheel]
        subprocess.run(pip, check=True)
        tables.build(tables.TableSpec.of(Rules(size="3x4")), folder=small)
        for name, arguments, code in COMMANDS:
            given = [small if one == TABLES else one for one in arguments]
            command = [sys.executable, "-m", PACKAGES[name.split()[0]], *given]
            with tempfile.TemporaryDirectory() as cache:
                runs = [cost(command, cache, installed, code) for _ in range(2)]
            costs[name] = [[round(seconds, 2) for seconds in run] for run in runs]
            print(name, *costs[name], flush=True)
    load.append(round(os.getloadavg()[0], 1))
    made_by = about() | {
        "command": "python -m benchmarks.compile_time --commands FILE.whl --write",
        "load": load,
    }
    return made_by | {"costs": costs}


def table(results: dict[str, Any]) -> str:
    """Return the page's table."""
    lines = [
        "| command | first, processor | wall | again, processor | wall |",
        "|---|---|---|---|---|",
    ]
    for name, costs in results["costs"].items():
        cells = " | ".join(f"{seconds:.2f} s" for cost in costs for seconds in cost)
        lines.append(f"| `{name}` | {cells} |")
    begin, end = results["load"]
    return "\n".join(
        [
            *lines,
            "",
            "Whole processes. First: installed from a wheel, with an empty cache folder, so a table that the "
            "command needs is built. Again: the same command once more. "
            f"Written by `{results['command']}` at commit {results['commit']} on {results['processor']}, "
            f"{results['cores']} cores (load {begin} in the beginning, {end} in the end), "
            f"Python {results['python']}, numba {results['numba']}.",
        ]
    )


def main() -> None:
    """Measure kernels, or commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--commands", metavar="WHEEL", help="commands of narabi and mabi, no kernels")
    parser.add_argument("--write", action="store_true", help="with --commands: into the page of speed")
    chosen = parser.parse_args()
    if chosen.write and not chosen.commands:
        parser.error("--write is for --commands")
    if not chosen.commands:
        print("| kernel | translating | machine code | bytes |\n|---|---|---|---|", flush=True)
        measure_kernels()
        return
    results = measure_commands(chosen.commands)
    print(table(results))
    if chosen.write:
        RESULTS.write_text(json.dumps(results, indent=2) + "\n")
        put(SPEED, table(results), BEGIN, END)


if __name__ == "__main__":
    main()
