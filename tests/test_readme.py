"""The examples of the README, of the pages in docs and of the docstrings do what they say."""

import doctest
import importlib
import importlib.util
import json
import os
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import _gamekit
import amulets_solver
import mabi_search
import narabi_solver
import tales_of_arabia
from benchmarks import (
    atlas_speed,
    compile_time,
    mabi_perft,
    mabi_search_speed,
    mabi_stop,
    marks,
    run,
    survey_speed,
    wasm_speed,
)
from benchmarks.run import commit
from studies.endgames import mabi_endgames, mabi_endgames_page
from studies.readme import figures
from studies.search import mabi_ablation, mabi_depths
from studies.strength import mabi_league
from tests.conftest import ROOT, Run

pytestmark = pytest.mark.usefixtures("warm")

README = ROOT / "README.md"
MADE = "api", "commands", "notebooks"
"""Folders of pages that nobody writes."""
PAGES = [
    README,
    *(path for path in sorted((ROOT / "docs").rglob("*.md")) if path.parent.name not in MADE),
]
ELLIPSIS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FOR_A_SHELL = re.compile(r"[|&;<>$]|^(?!narabi |mabi |amulets |tales )")
"""Commands that are more than one of our programs with arguments."""


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def with_blocks(language: str) -> list[Path]:
    return [page for page in PAGES if blocks(page, language)]


@pytest.mark.parametrize("page", with_blocks("python"), ids=name_of)
def test_python_examples(page: Path) -> None:
    examples = "\n".join(blocks(page, "python"))
    if "pyspiel" in examples:
        pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    test = doctest.DocTestParser().get_doctest(examples, {}, page.name, str(page), 0)
    result = doctest.DocTestRunner(optionflags=ELLIPSIS).run(test)
    assert result.attempted > 0 and result.failed == 0


def commands(page: Path) -> list[tuple[str, str]]:
    """Return each command of a page with the output it should have."""
    found = []
    for block in blocks(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("page", with_blocks("console"), ids=name_of)
def test_console_examples(page: Path, tmp_path: Path, program_here: Run) -> None:
    """In a folder that has the examples, in order: what one command writes, the next may read."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for command, output in commands(page):
        if FOR_A_SHELL.search(command):
            done = subprocess.run(
                command,
                shell=True,
                cwd=tmp_path,
                capture_output=True,
                text=True,
                env=os.environ
                | {"PATH": path, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error::DeprecationWarning"},
                check=False,
            )
        else:
            done = program_here(*shlex.split(command), folder=tmp_path)
        as_shown = doctest.OutputChecker().check_output(output, done.stdout, ELLIPSIS)
        assert as_shown, f"$ {command}\n{done.stdout}{done.stderr}"


def test_docstring_examples() -> None:
    examples = 0
    modules = [
        *pkgutil.walk_packages(narabi_solver.__path__, "narabi_solver."),
        *pkgutil.walk_packages(mabi_search.__path__, "mabi_search."),
        *pkgutil.walk_packages(amulets_solver.__path__, "amulets_solver."),
        *pkgutil.walk_packages(tales_of_arabia.__path__, "tales_of_arabia."),
        *pkgutil.walk_packages(_gamekit.__path__, "_gamekit."),
    ]
    for module in modules:
        if module.name.endswith("__main__"):
            continue
        if module.name.endswith(".openspiel") and importlib.util.find_spec("pyspiel") is None:
            continue
        result = doctest.testmod(importlib.import_module(module.name), optionflags=ELLIPSIS)
        assert result.failed == 0
        examples += result.attempted
    assert examples > 5


TABLES = (
    run,
    survey_speed,
    atlas_speed,
    mabi_perft,
    mabi_search_speed,
    mabi_ablation,
    mabi_depths,
    compile_time,
    wasm_speed,
)


@pytest.mark.parametrize("script", TABLES, ids=lambda script: script.__name__)
def test_tables_of_speed_are_those_of_the_last_run(script: ModuleType) -> None:
    """Nobody edits numbers by hand: a table between two marks is made from what its script kept."""
    table = script.table(json.loads(script.RESULTS.read_text()))
    assert marks.marked(table, script.BEGIN, script.END) in marks.SPEED.read_text()


def test_the_figures_are_those_of_the_last_run() -> None:
    assert marks.marked(figures.table(), figures.BEGIN, figures.END) in README.read_text()
    paper = figures.PAPER.read_text()
    assert marks.marked(figures.peers(), *figures.PEERS) in paper
    assert marks.marked(figures.proven(), *figures.ENDGAMES) in paper


def test_what_solve_decides_is_of_the_last_run() -> None:
    page = mabi_endgames_page
    text = page.tables(json.loads(mabi_endgames.RESULTS.read_text()))
    assert marks.marked(text, page.BEGIN, page.END) in page.PAGE.read_text()


def test_the_league_is_that_of_the_last_run() -> None:
    text = mabi_league.table(json.loads(mabi_league.RESULTS.read_text()))
    assert marks.marked(text, mabi_league.BEGIN, mabi_league.END) in mabi_league.PAGE.read_text()


def test_what_programs_that_learn_get_is_of_the_last_run() -> None:
    page = pytest.importorskip("studies.learning.env_speed", reason="pettingzoo is not installed")
    kept, text = json.loads(page.RESULTS.read_text()), page.PAGE.read_text()
    assert marks.marked(page.speed_text(kept), page.BEGIN, page.END) in text
    assert marks.marked(page.partners_text(kept), page.PARTNERS_BEGIN, page.PARTNERS_END) in text


def test_how_soon_the_engine_stops_is_of_the_last_run() -> None:
    text = mabi_stop.table(json.loads(mabi_stop.RESULTS.read_text()))
    assert marks.marked(text, mabi_stop.BEGIN, mabi_stop.END) in mabi_stop.PAGE.read_text()


@pytest.mark.parametrize("study", ["mabi_openspiel", "narabi_openspiel"])
def test_the_games_with_openspiel_are_of_the_last_run(study: str) -> None:
    page = pytest.importorskip(f"studies.openspiel.{study}", reason="open_spiel is not installed")
    text = page.table(json.loads(page.RESULTS.read_text()))
    assert marks.marked(text, page.BEGIN, page.END) in page.PAGE.read_text()


def test_links_lead_somewhere() -> None:
    """Those of the README; Sphinx looks at the links between pages."""
    for page in [README, ROOT / "CONTRIBUTING.md"]:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / link).exists(), (page, link)


def test_figures_are_measured_at_a_commit(tmp_path: Path) -> None:
    """Else a page names a commit that does not give them; what the writers wrote before does not count."""

    def git(*words: str) -> None:
        who = ("-c", "user.name=x", "-c", "user.email=x")
        subprocess.run(["git", *who, *words], cwd=tmp_path, capture_output=True, check=True)

    assert commit(tmp_path) is None
    git("init")
    for name in ("code.py", "page.md"):
        (tmp_path / name).write_text("1")
    git("add", ".")
    git("commit", "-m", "x")
    (tmp_path / "page.md").write_text("2")
    assert re.fullmatch("[0-9a-f]+", commit(tmp_path) or "")
    (tmp_path / "code.py").write_text("2")
    with pytest.raises(SystemExit, match="commit first, .* code.py"):
        commit(tmp_path)
