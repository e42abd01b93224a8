"""Measures what compiling costs: rooms of kernels, each beside those it uses, and whole commands.

::

    python -m benchmarks.compile_time                    # the rooms of narabi and mabi
    python -m benchmarks.compile_time mabi alphabeta     # those of a program; one with what it uses
    python -m benchmarks.compile_time --kernels          # the same, and writes what each kernel takes
    python -m benchmarks.compile_time --commands         # whole commands, cold and warm, about ten minutes
    python -m benchmarks.compile_time --commands --write # the same, and writes docs/speed.md

Every process is fresh, and its cache folder is empty. Rooms of Narabi use no other's kernels, so each has a
process of its own, which pays for numba's first compilation as well. Those of Mabi use one another's parts,
so they are compiled in one process, in the order in which each finds what it uses.

A **library** is a function that numba has translated, optimised and turned into machine code: an entry, a
subroutine or a helper, the last for the sake of those that call it. Processor seconds are those of the
process that compiles, and of a command those of all processes it starts.
"""

from __future__ import annotations

import argparse
import compileall
import importlib
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

from _gamekit import compiling
from _gamekit.folders import CACHE_VARIABLE
from benchmarks.marks import SPEED, put

PACKAGES = {"narabi": "narabi_solver", "mabi": "mabi_search"}
KERNELS = "kernels"
"""The room that has the others in it."""
CHAINS: dict[str, tuple[tuple[str, ...], ...]] = {
    "narabi": (
        ("twelve", "fifteen", "glances"),
        *(("breadth",), ("checking",), ("many",), ("rows",), ("census",)),
    ),
    "mabi": ((KERNELS, "perft", "runs", "alphabeta", "proof", "retrograde"),),
}
"""The rooms of a program that are compiled in one process, in the order in which each finds what it uses."""
IN_FRESH_PROCESS = "--in-fresh-process"

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
    Command(f'mabi solve "{SMALL}"', ["solve", SMALL]),
    Command("mabi tables build --size 4x4", ["tables", "build", "--size", "4x4"]),
)


class Cost(NamedTuple):
    """What a command takes."""

    processor: float
    """Seconds, those of the processes it starts counted."""
    wall: float


def measure(program: str, rooms: list[str], written: bool) -> None:
    """Compile rooms one after another; print a row for each, and write what each kernel takes if told so."""
    from numba.core.codegen import CPUCodeLibrary  # noqa: PLC0415  (the environment is set first)

    from _gamekit import kernel_cache  # noqa: PLC0415

    counts = {"libraries": 0, "entries": 0}
    kernels: dict[str, float] = {}
    finalize: Any = CPUCodeLibrary.finalize
    kernel: Any = kernel_cache.kernel

    def counted_finalize(library: Any) -> None:
        counts["libraries"] += 1
        finalize(library)

    def counted_kernel(signature: Any) -> Any:
        counts["entries"] += 1
        decorate = kernel(signature)

        def timed(function: Any) -> Any:
            before = time.process_time()
            made = decorate(function)
            name = ".".join([*function.__module__.split(".")[-2:], function.__name__])
            kernels[name] = round(time.process_time() - before, 1)
            return made

        return timed

    CPUCodeLibrary.finalize = counted_finalize
    kernel_cache.kernel = counted_kernel
    package = f"{PACKAGES[program]}.{KERNELS}"
    for room in rooms:
        before = dict(counts)
        started = time.process_time()
        importlib.import_module(package if room == KERNELS else f"{package}.{room}")
        seconds = time.process_time() - started
        libraries, entries = (counts[key] - before[key] for key in counts)
        print(f"| {program} | {room} | {seconds:.1f} | {libraries} | {entries} |", flush=True)
    if written:
        path = Path(PACKAGES[program]) / KERNELS / compiling.SECONDS_FILE
        known = json.loads(path.read_text()) if path.exists() else {}
        there = {name: seconds for name, seconds in known.items() if name.split(".")[0] not in rooms}
        path.write_text(json.dumps(there | kernels, indent=1, sort_keys=True) + "\n")


def measure_rooms(program: str, wanted: str | None, written: bool) -> None:
    """Measure the rooms of a program, or one of them after those it uses, in fresh processes."""
    for chain in CHAINS[program]:
        if wanted is None or wanted in chain:
            rooms = chain if wanted is None else chain[: chain.index(wanted) + 1]
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run(
                    [
                        *(sys.executable, "-m", "benchmarks.compile_time", program, *rooms),
                        *[IN_FRESH_PROCESS, *["--kernels"] * written],
                    ],
                    check=True,
                    env=os.environ | {CACHE_VARIABLE: folder},
                )


def cost(arguments: list[str], folder: str, code: int = 0) -> Cost:
    """Run a command with this cache folder, which ends with this code; return what it takes."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        arguments, env=os.environ | {CACHE_VARIABLE: folder}, capture_output=True, check=False
    )
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != code:
        raise SystemExit(f"{shlex.join(arguments)}: code {done.returncode}: {done.stderr.decode()}")
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(processor, wall)


def measure_commands() -> dict[str, Any]:
    """Run all commands twice, cold and warm; return what they take."""
    from benchmarks.run import about  # noqa: PLC0415  (loads kernels, which `measure` must find unloaded)
    from mabi_search import Rules, tables  # noqa: PLC0415  (as above)

    for package in ("_gamekit", *PACKAGES.values()):  # as pip does; the environment may forbid it
        compileall.compile_dir(package, quiet=1)
    told, load, costs = about(), [round(os.getloadavg()[0], 1)], {}
    with tempfile.TemporaryDirectory() as small:
        tables.build(tables.TableSpec.of(Rules(size="3x4")), folder=small)
        for name, arguments, code in COMMANDS:
            given = [small if one == TABLES else one for one in arguments]
            command = [sys.executable, "-m", PACKAGES[name.split()[0]], *given]
            with tempfile.TemporaryDirectory() as folder:
                costs[name] = [
                    [round(seconds, 2) for seconds in cost(command, folder, code)] for _ in ("cold", "warm")
                ]
            print(name, *costs[name], flush=True)
    load.append(round(os.getloadavg()[0], 1))
    told = told | {"command": "python -m benchmarks.compile_time --commands --write", "load": load}
    return told | {"costs": costs}


def table(results: dict[str, Any]) -> str:
    """Return the page's table."""
    lines = [
        "| command | cold, processor | cold, wall | warm, processor | warm, wall |",
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
            "Whole processes. Cold: the cache folder is empty, so what the command needs is compiled and "
            "built. Warm: the same command once more. Bytecode of the sources is there, as after pip. "
            f"Written by `{results['command']}` at commit {results['commit']} on {results['processor']}, "
            f"{results['cores']} cores (load {begin} in the beginning, {end} in the end), "
            f"Python {results['python']}, numba {results['numba']}.",
        ]
    )


def main() -> None:
    """Measure rooms, or commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program", nargs="?", choices=PACKAGES, help="its rooms; both if left out")
    parser.add_argument("rooms", nargs="*", metavar="room", help="one room; all if left out")
    parser.add_argument("--kernels", action="store_true", help="write what each kernel takes")
    parser.add_argument("--commands", action="store_true", help="commands of narabi and mabi, no rooms")
    parser.add_argument("--write", action="store_true", help="with --commands: into the page of speed")
    parser.add_argument(IN_FRESH_PROCESS, action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.in_fresh_process:
        measure(chosen.program, chosen.rooms, chosen.kernels)
        return
    if chosen.write and not chosen.commands:
        parser.error("--write is for --commands")
    if chosen.commands:
        if chosen.program is not None:
            parser.error("--commands takes no program")
        results = measure_commands()
        print(table(results))
        if chosen.write:
            RESULTS.write_text(json.dumps(results, indent=2) + "\n")
            put(SPEED, table(results), BEGIN, END)
        return
    known = [room for chain in CHAINS.get(chosen.program, ()) for room in chain]
    if len(chosen.rooms) > 1 or not set(chosen.rooms) <= set(known):
        parser.error(f"room must be one of {', '.join(known)}")
    print("| program | room | processor seconds | libraries | entries |\n|---|---|---|---|---|", flush=True)
    for program in PACKAGES if chosen.program is None else (chosen.program,):
        measure_rooms(program, chosen.rooms[0] if chosen.rooms else None, chosen.kernels)


if __name__ == "__main__":
    main()
