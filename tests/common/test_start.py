"""What a command loads: nothing that it does not need, so that it answers at once."""

import importlib.util
import os
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from _gamekit.program import SHARED
from tests.conftest import ROOT, Reading, what_ran
from tests.interrupting import heed_interrupts
from tests.nightly import nightly, slow

PYTHON_SCRIPTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]

HEAVY = {"numpy", "numba", "llvmlite", "scipy", "networkx", "pyarrow", "distributed", "matplotlib"}
FOR_PEOPLE = {"rich"}
NOT_AT_START = {
    *(
        "xml.etree.ElementTree",
        "_gamekit.svg",
        "_gamekit.page",
        "narabi_solver.game.drawing",
        "mabi_search.game.drawing",
    ),
    *("hashlib", "mmap", "platform", "platformdirs"),
}
"""For drawings and files: milliseconds each, for which nobody who wants neither should wait."""
if int(version("rich").split(".")[0]) < 15:  # older ones load attrs where it is, and that loads platform
    NOT_AT_START.remove("platform")
SEARCHES = {
    "narabi_solver.solving.search",
    "narabi_solver.analysis.swaps",
    "narabi_solver.certify.checker",
    "mabi_search.search.analysis",
    "mabi_search.proof.solving",
    "mabi_search.certify.checker",
}
DEAL = (
    "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    " / 8:2-to-6 5:dark 4:two-away w:left"
)


@pytest.mark.parametrize(
    ("program", "arguments", "forbidden"),
    [
        ("narabi_solver", ["--help"], FOR_PEOPLE | SEARCHES | NOT_AT_START),
        *slow(("narabi_solver", ["--version"], FOR_PEOPLE | SEARCHES | NOT_AT_START)),
        *slow(("narabi_solver", ["solve", "--no-such-option"], FOR_PEOPLE | SEARCHES | NOT_AT_START)),
        ("narabi_solver", ["solve", "no deal"], FOR_PEOPLE | NOT_AT_START),
        *slow(("narabi_solver", ["cards"], SEARCHES | NOT_AT_START)),
        ("narabi_solver", ["deal", "--players", "3", "--seed", "7"], FOR_PEOPLE | SEARCHES | NOT_AT_START),
        *slow(("narabi_solver", ["view", DEAL], set())),
        ("mabi_search", ["--help"], FOR_PEOPLE | SEARCHES | NOT_AT_START),
        *slow(("mabi_search", ["--version"], FOR_PEOPLE | SEARCHES | NOT_AT_START)),
        *slow(("mabi_search", ["solve", "--no-such-option"], FOR_PEOPLE | SEARCHES | NOT_AT_START)),
        *slow(("mabi_search", ["show", "no position"], SEARCHES | NOT_AT_START)),
        *slow(("mabi_search", ["show", "start"], SEARCHES | NOT_AT_START)),
        *slow(("mabi_search", ["moves", "start", "--why"], SEARCHES | NOT_AT_START)),
        ("mabi_search", ["show", "start", "--json"], SEARCHES | NOT_AT_START),
        ("mabi_search", ["tables", "info", "--size", "8x8"], FOR_PEOPLE | SEARCHES | NOT_AT_START),
        *slow(("mabi_search", ["play"], SEARCHES | NOT_AT_START)),
        *slow(("amulets_solver", ["--help"], FOR_PEOPLE | NOT_AT_START)),
        ("amulets_solver", ["ask", "no record"], FOR_PEOPLE | NOT_AT_START),
        *slow(("tales_of_arabia", ["--help"], FOR_PEOPLE | NOT_AT_START)),
        ("tales_of_arabia", ["score", "no record"], FOR_PEOPLE | NOT_AT_START),
        *slow(("tales_of_arabia", ["score", "players 3; lay king", "--json"], NOT_AT_START)),
        ("tales_of_arabia", ["plan", "--beings=1", "--others=5", "--endings=1"], NOT_AT_START),
    ],
)
def test_a_command_loads_what_it_needs(program: str, arguments: list[str], forbidden: set[str]) -> None:
    assert loaded(program, arguments, HEAVY | forbidden) == "loaded []"


@pytest.mark.parametrize(
    "arguments", [["solve", DEAL, "--json"], *slow(["verify", DEAL, "B2-A3 C1-B3", "--json"])]
)
def test_a_search_of_one_deal_loads_numpy_for_its_kernel(arguments: list[str]) -> None:
    assert loaded("narabi_solver", arguments, HEAVY) == "loaded ['numpy']"


def loaded(program: str, arguments: list[str], modules: set[str]) -> str:
    """Return which of some modules a command loads, as its process prints it."""
    code = (
        f"import sys\nfrom {program}.cli import main\n"
        f"try:\n    main({arguments!r})\nexcept SystemExit:\n    pass\n"
        f"print('loaded', sorted({modules!r} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="", capture_output=True, text=True, cwd=ROOT, check=True
    )
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize("file", ["tales/test_deck.py", *slow("mabi/test_rules.py", "amulets/test_rules.py")])
def test_tests_without_kernels_load_none(file: str) -> None:
    code = (
        f"import sys, pytest\nended = pytest.main(['-qq', '-p', 'no:cacheprovider', 'tests/{file}'])\n"
        "print('loaded', int(ended), sorted({'numba', 'llvmlite'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == "loaded 0 []"


def test_the_tests_say_what_they_ran() -> None:
    def report(duration: float, *kinds: str) -> pytest.TestReport:
        where = ("a.py", 1, "a")
        return pytest.TestReport(
            "a", where, dict.fromkeys(kinds, 1), "passed", None, "call", duration=duration
        )

    stats = {
        "": [report(1), report(0.4, "slow"), "no report"],
        "passed": [report(2), *[report(0.001)] * 1000, report(3, "slow", "nightly")],
        "skipped": [report(1)],
    }
    assert what_ran(stats) == "quick: 1,001 passed, 1 skipped in 5 s; slow:  in 0 s; nightly: 1 passed in 3 s"


def test_the_start_of_the_tests_is_not_silent() -> None:
    said = list[str]()

    def say(text: str) -> None:
        said.append(text)
        if len(said) % 3 == 0:
            reading.pytest_xdist_node_collection_finished()

    reading = Reading(say, every=0)
    reading.pytest_xdist_setupnodes([1, 2])
    reading.thread.join(60)
    assert said == ["reading the tests: 0 s"] * 6 and not reading.thread.is_alive()


@pytest.mark.parametrize("package", ["narabi_solver", "mabi_search", "amulets_solver", "tales_of_arabia"])
def test_each_command_has_a_file_of_its_name(package: str) -> None:
    """A command is found by its name when it is run, so neither may lack the other; a few are everybody's."""
    program = importlib.import_module(f"{package}.cli").PROGRAM
    files = {path.stem for path in (ROOT / package / "cli" / "commands").glob("*.py")} - {"__init__"}
    assert files | SHARED.keys() == program.commands.keys() and not files & SHARED.keys()
    for name in program.commands:
        command = program.command(name)
        assert callable(command.run) and callable(command.add_options) and command.EXAMPLES


@pytest.mark.parametrize(
    "package",
    [
        "narabi_solver",
        *("narabi_solver." + room for room in ("env", "hidden", "statistics")),
        "mabi_search",
        "mabi_search.tables",
        "amulets_solver",
        "tales_of_arabia",
    ],
)
def test_names_that_are_loaded_when_asked_for(package: str) -> None:
    """Each is found and listed, and none has the name of a module, which would hide it once it is loaded."""
    room = importlib.import_module(package)
    for name in room.__all__:
        assert getattr(room, name) is not None and name in dir(room)
        assert importlib.util.find_spec(f"{package}.{name}") is None
    with pytest.raises(AttributeError, match=f"'{package}' has no attribute 'nothing'"):
        room.nothing  # noqa: B018


HOOK = """
import atexit, os, signal, sys

class Interrupting:  # presses Ctrl-C at one of the imports
    count = -1

    def find_spec(self, name, path=None, target=None):
        if "_gamekit.start" in sys.modules:
            self.count += 1
            if self.count == int(os.environ["INTERRUPT_AT"]):
                os.kill(os.getpid(), signal.SIGINT)

hook = Interrupting()
sys.meta_path.insert(0, hook)
atexit.register(lambda: print("imports:", hook.count, file=sys.stderr))
"""
MOMENTS = 12
"""Imports of each program at which Ctrl-C is pressed: the first ones, and some of the others."""


COMMANDS = {
    "narabi": ("narabi_solver", ["solve", DEAL]),
    "mabi": ("mabi_search", ["moves", "start"]),
    "amulets": ("amulets_solver", ["strategy", "--players", "3", "--json"]),
    "tales": ("tales_of_arabia", ["plan", "--beings=1", "--others=5", "--endings=1"]),
}


@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("mabi", False),
        *slow(("narabi", True), ("amulets", True), ("tales", False)),
        *nightly(("narabi", False), ("mabi", True), ("amulets", False), ("tales", True)),
    ],
)
def test_interrupted_while_it_is_imported(tmp_path: Path, name: str, script: bool) -> None:
    """As the scripts of an installed package do, and as ``python -m``: code 130 and no traceback."""
    package, arguments = COMMANDS[name]
    (tmp_path / "sitecustomize.py").write_text(HOOK)
    (tmp_path / name).write_text(f"import sys\nfrom _gamekit.start import {name}\nsys.exit({name}())\n")
    assert PYTHON_SCRIPTS[name] == f"_gamekit.start:{name}"
    command = [str(tmp_path / name)] if script else ["-m", package]
    path = os.pathsep.join([str(tmp_path), str(ROOT)])

    def interrupted(at: int) -> subprocess.CompletedProcess[str]:
        heed_interrupts()
        return subprocess.run(
            [sys.executable, *command, *arguments],
            env={**os.environ, "PYTHONPATH": path, "INTERRUPT_AT": str(at)},
            capture_output=True, text=True, cwd=ROOT, timeout=300,
        )  # fmt: skip

    count = int(interrupted(-1).stderr.rpartition("imports:")[2])
    for at in sorted({0, 1, 2, *range(3, count, -(-count // (MOMENTS - 3)))}):
        done = interrupted(at)
        said = done.stderr.partition("imports:")[0]
        assert done.returncode == 130 and said in ("", f"{name}: interrupted\n"), (at, done)


def test_what_ignores_ctrl_c_goes_on_doing_so_while_it_is_imported(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(HOOK + "signal.signal(signal.SIGINT, signal.SIG_IGN)\n")
    done = subprocess.run(
        [sys.executable, "-m", "tales_of_arabia", "--version"],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "INTERRUPT_AT": "3"},
        capture_output=True, text=True, cwd=ROOT, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("tales ")
