"""Flags mean the same in all programs, under their old names too."""

import argparse
import importlib

import pytest

from mabi_search.cli import arguments as mabi_arguments
from narabi_solver.cli import arguments as narabi_arguments
from tests.conftest import PROGRAMS, Run

PACKAGES = {
    "narabi": "narabi_solver",
    "mabi": "mabi_search",
    "amulets": "amulets_solver",
    "tales": "tales_of_arabia",
}


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (narabi_arguments, ["solve", "-"]),
        (narabi_arguments, ["analyse", "-"]),
        (narabi_arguments, ["verify", "-", ""]),
        (mabi_arguments, ["solve", "start"]),
        (mabi_arguments, ["analyse", "start"]),
    ],
)
def test_limits(program: object, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    parser: argparse.ArgumentParser = program.build()  # type: ignore[attr-defined]
    for endless in ("99999999999999999999", "1e9"):
        with pytest.raises(SystemExit):
            parser.parse_args([*words, "--seconds", endless])
        assert "must be a number of seconds from 0 to 10,000,000" in capsys.readouterr().err
    for nodes, seconds in (("--nodes", "--seconds"), ("--max-nodes", "--max-seconds")):
        options = parser.parse_args([*words, nodes, "7", seconds, "1.5"])
        assert (options.nodes, options.seconds) == (7, 1.5)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_alone_prints_its_help(name: str, program_here: Run) -> None:
    alone = program_here(name)
    assert (alone.returncode, alone.stderr) == (0, "")
    assert alone.stdout.startswith(f"usage: {name} ") and "exit codes:" in alone.stdout


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_nobody_expected_is_a_bug_of_ours_and_no_answer(
    name: str, program_here: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(options: argparse.Namespace) -> int:
        raise KeyError("Swap")

    monkeypatch.setattr(importlib.import_module(f"{PACKAGES[name]}.cli.commands.completion"), "run", fail)
    done = program_here(name, "completion", "bash")
    assert done.returncode == 70 and "Traceback" in done.stderr
    assert done.stderr.endswith(f"{name}: internal error, a bug of ours; please report: KeyError: 'Swap'\n")
