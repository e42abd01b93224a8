"""Measures what whole commands of a wheel cost, the first time and again."""

from __future__ import annotations

import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from _gamekit.folders import CACHE_VARIABLE
from benchmarks.frame import Results, Run, Study, Table, beside
from benchmarks.marks import SPEED, grid
from mabi_search import Rules, tables

PACKAGES = {"narabi": "narabi_solver", "mabi": "mabi_search"}
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


SHOWN = (
    "narabi solve, 12 stones",
    "narabi solve, 15 stones",
    "narabi survey --players 3 --deals 1000",
    "mabi analyse start --depth 6",
    "mabi solve, 450,000 nodes",
    "mabi tables build --size 4x4",
)
"""Commands that the page has."""


def table(results: dict[str, Any]) -> str:
    """Return the page's table."""
    rows = (
        [f"`{name}`", *(f"{seconds:.2f} s" for cost in costs for seconds in cost)]
        for name, costs in results["costs"].items()
    )
    text = grid("command | first, processor | wall | again, processor | wall", rows)
    note = (
        "Whole processes. First: installed from a wheel, with an empty cache folder, so a table that the "
        "command needs is built. Again: the same command once more."
    )
    return f"{text}\n\n{note}"


def measure(run: Run, wheel: Annotated[Path, "what is installed"]) -> Results:
    """Run all commands of an installed wheel twice."""
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as installed:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", installed]
        subprocess.run([*pip, str(wheel)], check=True)
        tables.build(tables.TableSpec.of(Rules(size="3x4")), folder=small)

        def twice(name: str, arguments: list[str], code: int) -> list[list[float]]:
            given = [small if one == TABLES else one for one in arguments]
            command = [sys.executable, "-m", PACKAGES[name.split()[0]], *given]
            with tempfile.TemporaryDirectory() as cache:
                runs = [cost(command, cache, installed, code) for _ in range(2)]
            return [[round(seconds, 2) for seconds in run] for run in runs]

        return {"costs": {one.name: run.part(one.name, partial(twice, *one)) for one in COMMANDS}}


def in_page(results: Results) -> str:
    """Return the processor seconds of some commands."""
    rows = ([f"`{name}`", *(f"{cost[0]:.2f} s" for cost in results["costs"][name])] for name in SHOWN)
    return grid("command | first | again", rows)


STUDY = Study(
    __name__,
    [
        Table(SPEED, "commands", in_page),
        beside(__file__, table),
    ],
    measure,
)
