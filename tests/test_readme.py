"""The examples of the README and of the docstrings do what they say."""

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import _gamekit
import mabi_search
import narabi_solver
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text()
ELLIPSIS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_python_examples() -> None:
    test = doctest.DocTestParser().get_doctest("\n".join(blocks("python")), {}, "README", "README.md", 0)
    result = doctest.DocTestRunner(optionflags=ELLIPSIS).run(test)
    assert result.attempted > 5 and result.failed == 0


def commands() -> list[tuple[str, str]]:
    """Return each command of the README with the output it should have."""
    found = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("command", "output"), commands(), ids=lambda text: text[:30])
def test_console_examples(command: str, output: str) -> None:
    if "--certificate" in command:
        Path(command.split()[-1]).unlink(missing_ok=True)  # it would not be written over
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=os.environ | {"PATH": path, "PYTHONWARNINGS": "error::DeprecationWarning"},
        check=False,
    )
    assert doctest.OutputChecker().check_output(output, done.stdout, ELLIPSIS), done.stdout + done.stderr


def test_docstring_examples() -> None:
    examples = 0
    modules = [
        *pkgutil.walk_packages(narabi_solver.__path__, "narabi_solver."),
        *pkgutil.walk_packages(mabi_search.__path__, "mabi_search."),
        *pkgutil.walk_packages(_gamekit.__path__, "_gamekit."),
    ]
    for module in modules:
        if module.name.endswith("__main__"):
            continue
        result = doctest.testmod(importlib.import_module(module.name), optionflags=ELLIPSIS)
        assert result.failed == 0
        examples += result.attempted
    assert examples > 5


def test_the_table_is_the_one_of_the_last_run() -> None:
    """Nobody edits numbers by hand: the table between the marks is made from results.json."""
    import json

    from benchmarks import (
        compile_time,
        mabi_ablation,
        mabi_perft,
        mabi_search_speed,
        mabi_strength,
        run,
        survey_speed,
    )

    scripts = (run, survey_speed, mabi_perft, mabi_search_speed, mabi_ablation, mabi_strength, compile_time)
    for script in scripts:
        table = script.table(json.loads(script.RESULTS.read_text()))
        assert f"{script.BEGIN}\n{table}\n{script.END}" in README


def test_what_solve_decides_is_of_the_last_run() -> None:
    import json

    from benchmarks import endgames_page, mabi_endgames, mabi_endgames_page

    text = mabi_endgames_page.tables(json.loads(mabi_endgames.RESULTS.read_text()))
    begin, end = mabi_endgames_page.BEGIN, mabi_endgames_page.END
    assert f"{begin}\n{text}\n{end}" in endgames_page.PAGE.read_text()


def test_links_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / link).exists(), (page, link)
