"""What type checkers say to those who use the library, of what it documents and of what it refuses."""

import doctest
import importlib
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

from docs.making.reference import ROOMS, public
from tests.test_readme import blocks, name_of, with_blocks

GOOD = """\
from mabi_search import Rules as Mabi
from narabi_solver import Rules as Narabi

Mabi(setup="diagonals", paralysis="group", freeze="leader", pass_rule="final", repetition="off")
Narabi(no_undo=True, undo_reading="receiver")
"""
BAD = [
    'Mabi(setup="row")',
    'Mabi(paralysis="pieces")',
    'Mabi(freeze="no")',
    'Mabi(pass_rule="rnu")',
    'Mabi(repetition="never")',
    'Narabi(undo_reading="last")',
]


NUMPY = """\
import numpy as np

import amulets_solver
import mabi_search
import narabi_solver as narabi
import tales_of_arabia

n, one = np.int64(3), np.uint8(1)
deal = narabi.random_deal(n, seed=one, index=one)
few = narabi.Limits(max_nodes=n, max_seconds=np.float64(1), max_memory=np.int64(1 << 30))
narabi.solve(deal, limits=few, rules=narabi.Rules(limit=n))
next(narabi.random_deals(n, seed=one, start=n))
narabi.survey(n, n, seed=one, workers=one)
narabi.paired_survey(n, n, seed=one, workers=one)
narabi.find_deals(n, narabi.DealSpec(turns=5), seed=one, start=n, max_deals=n)
narabi.hint(narabi.Knowledge.of(deal, deal.state().mover), worlds=n, seed=one)
start = mabi_search.Position.start()
mabi_search.perft(start, one), mabi_search.divide(start, one)
mabi_search.analyse(start, depth=one, lines=n, threads=one)
amulets_solver.race(n, one, ["entropy"], seed=one, workers=one)
tales_of_arabia.threshold(n), tales_of_arabia.thresholds([n])
narabi.solve_packed(narabi.random_packed(n, one, n, n, narabi.Rules()), n)
narabi.DealSpec(turns=n, grade=one), mabi_search.Rules(max_plies=n)
small = amulets_solver.Rules(size="2x2", amulets=n)
amulets_solver.strategy(np.int64(2), small), amulets_solver.Belief(n, ("C3", "B"), one)
tales_of_arabia.Situation(beings=n, others=one, rows=(n, one), rules=tales_of_arabia.Rules(minimum=n))
"""
"""Calls with numpy's integers."""


@pytest.mark.nightly
def test_integers_of_numpy(tmp_path: Path) -> None:
    """They are taken by type checkers, and when the calls run."""
    path = tmp_path / "use.py"
    path.write_text(NUMPY)
    for checked in (mypy(path), pyright(path)):
        assert checked.returncode == 0, checked.stdout
    exec(NUMPY, {})


OTHERS = """\
[mypy]
strict = True
untyped_calls_exclude = distributed
[mypy-pyspiel]
ignore_missing_imports = True
"""
"""How one writes in mypy's file that libraries of others have no types."""


def mypy(script: Path) -> subprocess.CompletedProcess[str]:
    """Run it beside the script: it takes the library from where it is installed, as it does for users."""
    (script.parent / "mypy.ini").write_text(OTHERS)
    command = [sys.executable, "-m", "mypy", script.name]
    return subprocess.run(command, cwd=script.parent, capture_output=True, text=True, check=False)


def pyright(script: Path) -> subprocess.CompletedProcess[str]:
    """Run it by the node that playwright has, since a machine may have none."""
    node, _ = compute_driver_executable()
    path = f"{Path(node).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, script.name],
        cwd=script.parent, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.nightly
def test_readings(tmp_path: Path) -> None:
    """A reading that there is not is an error."""
    path = tmp_path / "use.py"
    path.write_text(GOOD + "\n".join(BAD) + "\n")
    done = mypy(path)
    errors = [int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error: " in line]
    first = len(GOOD.splitlines()) + 1
    assert errors == list(range(first, first + len(BAD))), done.stdout
    assert done.stdout.count("[arg-type]") == len(BAD)


def documented() -> Iterator[tuple[str, list[doctest.Example]]]:
    """Yield the examples of each page, and of each public name with its methods."""
    parser = doctest.DocTestParser()
    for page in with_blocks("python"):
        yield name_of(page), parser.get_examples("\n".join(blocks(page, "python")))
    homes = [f"{package.__name__}.{room}" for package, rooms in ROOMS.items() for room in ("", *rooms)]
    values = {
        getattr(module, name): f"{module.__name__}.{name}"
        for module in (importlib.import_module(home.rstrip(".")) for home in homes)
        for name in public(module)
        if callable(getattr(module, name))
    }
    for value, name in values.items():
        for test in doctest.DocTestFinder().find(value, name, module=False, globs={}):
            yield test.name, test.examples


@pytest.mark.nightly
def test_documented_examples(tmp_path: Path) -> None:
    """Each is a function of one script, as a user would write it."""
    path = tmp_path / "use.py"
    parts = [
        f"def example_{number}() -> None:\n    # {name}\n"
        + textwrap.indent("".join(one.source for one in examples), "    ", lambda line: True)
        for number, (name, examples) in enumerate(documented())
        if examples
    ]
    path.write_text("# pyright: reportUnusedExpression=false\n" + "\n".join(parts))
    assert len(parts) > 100
    checked = mypy(path), pyright(path)
    assert [done.returncode for done in checked] == [0, 0], "".join(
        done.stdout + done.stderr for done in checked
    )
