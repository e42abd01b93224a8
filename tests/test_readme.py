"""The examples of the README, of the pages in docs and of the docstrings do what they say."""

import argparse
import doctest
import importlib
import importlib.util
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
from amulets_solver.cli import PROGRAM as amulets_cli
from amulets_solver.game.readings import MOST_PLAYERS
from mabi_search.cli import PROGRAM as mabi_cli
from mabi_search.page.making import page_html as board_html
from narabi_solver import Deck
from narabi_solver.cli import PROGRAM as narabi_cli
from narabi_solver.game.cards import SEAT_COUNTS
from narabi_solver.game.rules import TRACK
from narabi_solver.page.making import page_html
from studies.endgames import mabi_endgames
from studies.grades import page_puzzles
from tales_of_arabia.cli import PROGRAM as tales_cli
from tests.conftest import ROOT, Run
from tests.nightly import slow, thinned

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


@pytest.mark.parametrize("page", thinned(5, with_blocks("python")), ids=name_of)
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


@pytest.mark.parametrize(
    "package",
    [_gamekit, amulets_solver, tales_of_arabia, *slow(narabi_solver, mabi_search)],
    ids=lambda package: package.__name__,
)
def test_docstring_examples(package: ModuleType) -> None:
    examples = 0
    assert doctest.testmod(package).failed == 0
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if module.name.endswith("__main__"):
            continue
        if module.name.endswith(".openspiel") and importlib.util.find_spec("pyspiel") is None:
            continue
        result = doctest.testmod(importlib.import_module(module.name), optionflags=ELLIPSIS)
        assert result.failed == 0
        examples += result.attempted
    assert examples > 3


def headings(page: Path) -> set[str]:
    """Return the names that links use for the headings of a page, as MyST and GitHub make them."""
    titles = re.findall(r"^#{1,3} (.*)", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"], ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    """In a clone: links to files and to headings. Sphinx looks at the addresses of the site in titles."""
    text = page.read_text()
    assert "<a href" not in text
    for link, heading in re.findall(r"\]\(([^)#:\s]*)(?:#([^)\s]+))?(?: \"[^\"]*\")?\)", text):
        file = page.parent / link if link else page
        assert file.exists(), (page, link)
        if heading and file.suffix == ".md":
            assert heading in headings(file), (page, link, heading)


def claims() -> dict[str, bool]:
    """Return what README and the first pages claim, by a part of a sentence there, and whether it holds."""
    deck, project = Deck.standard(), (ROOT / "pyproject.toml").read_text()
    endgames = mabi_endgames.rows_of(mabi_endgames.STUDY.kept(), mabi_endgames.SOLVE, size="8x8")
    proven = sum(row[0] is not None for _, (row,) in endgames) / len(endgames)
    folders = (ROOT / package / "data" / "languages" for package in ("narabi_solver", "mabi_search"))
    languages = [sorted(file.stem for file in folder.glob("*.toml")) for folder in folders]
    return {
        "about half of our 8 × 8 endgames": 0.45 < proven < 0.55,
        "three puzzles a day": len(page_puzzles.KINDS) == 3,
        "three puzzles today": len(page_puzzles.KINDS) == 3,
        "every earlier day's puzzles": page_puzzles.DAYS > 3 * 365,
        "English, German, French, Japanese or Polish": languages == 2 * [["de", "en", "fr", "ja", "pl"]],
        "Three to five players": list(SEAT_COUNTS) == [3, 4, 5],
        "a ring of 12 or 15 stones": set(SEAT_COUNTS.values()) == {12, 15},
        "After 24 turns": TRACK == 24,
        "all fifteen restriction cards": len(deck.cards) == 15 and any(card.assumed for card in deck),
        "on an 8 × 8 board": mabi_search.Position.start().rules.size == "8x8",
        "for three to five players": MOST_PLAYERS == 5,
        f"version = {{{amulets_solver.__version__}}}": True,
        "With Python 3.11 or newer": 'requires-python = ">=3.11"' in project,
        "about 390 kB": abs(len(page_html().encode()) / 390e3 - 1) < 0.1,  # compilers differ
        "about 590 kB": abs(len(board_html().encode()) / 590e3 - 1) < 0.1,
    }


def test_what_the_first_pages_claim_holds() -> None:
    """Examples have tests here, figures their studies, pages without a network those in `browser`."""
    pages = ("README.md", "docs/index.md", "docs/narabi-page.md", "docs/mabi-board.md")
    text = "\n".join((ROOT / page).read_text() for page in pages)
    for claim, holds in claims().items():
        assert claim in text and holds, claim


@pytest.mark.parametrize("name", ["README.md", "docs/index.md"])
def test_commands_that_the_first_pages_name_exist(name: str) -> None:
    programs = {program.name: program for program in (narabi_cli, mabi_cli, amulets_cli, tales_cli)}
    commands = re.findall(r"`((?:narabi|mabi|amulets|tales) [^`]+)`", (ROOT / name).read_text())
    assert name != "README.md" or len(commands) > 2
    for program, command, *words in map(str.split, commands):
        assert command in programs[program].commands, command
        parser = argparse.ArgumentParser()
        programs[program].command(command).add_options(parser)
        told = parser.format_help()
        assert all(word.split("=")[0] in told for word in words if word.startswith("--")), words
