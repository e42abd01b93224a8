"""Flags mean the same in all programs, under their old names too."""

import argparse
import re
import tomllib

import pytest

from _gamekit import completion
from _gamekit.program import Program
from mabi_search.cli import PROGRAM as MABI
from narabi_solver.cli import PROGRAM as NARABI
from tests.common.fuzzing import commands
from tests.conftest import PROGRAMS, ROOT, Run


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (NARABI, ["solve", "-"]),
        (NARABI, ["analyse", "-"]),
        (NARABI, ["verify", "-", ""]),
        (MABI, ["solve", "start"]),
        (MABI, ["analyse", "start"]),
    ],
)
def test_limits(program: Program, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    parser = program.parser()
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
def test_help_names_extras_and_not_their_packages(name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras: dict[str, list[str]] = project["optional-dependencies"]
    packages = {re.split("[>=]", one)[0] for extra in extras.values() for one in extra} - {*extras}
    for command, parser in commands(name).items():
        words = parser.format_help()
        assert not packages & {*re.findall(r"\w+", words)}, command


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_word_that_no_option_takes_names_the_help_of_its_command(name: str, program_here: Run) -> None:
    done = program_here(name, "completion", "bash", "--no-such-option")
    wanted = f"{name} completion: unrecognized arguments: --no-such-option (see '{name} completion --help')\n"
    assert (done.returncode, done.stderr) == (2, wanted)


@pytest.mark.parametrize(
    "words", [["narabi", "solve", "7:even", "3:odd"], ["mabi", "solve", "start", "moves", "a1a2"]]
)
def test_a_text_without_its_quotes_is_explained(words: list[str], program_here: Run) -> None:
    done = program_here(*words)
    wanted = f"unrecognized arguments: {' '.join(words[3:])}; a text with blanks is put into quotes (see"
    assert done.returncode == 2 and wanted in done.stderr


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_nobody_expected_is_a_bug_of_ours_and_no_answer(
    name: str, program_here: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(options: argparse.Namespace) -> int:
        raise KeyError("Swap")

    monkeypatch.setattr(completion, "run", fail)
    done = program_here(name, "completion", "bash")
    assert done.returncode == 70 and "Traceback" in done.stderr
    assert done.stderr.endswith(f"{name}: internal error, a bug of ours; please report: KeyError: 'Swap'\n")
