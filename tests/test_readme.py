"""The examples of the README, of the pages in docs and of the docstrings do what they say."""

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

import pytest

import _gamekit
import amulets_solver
import mabi_search
import narabi_solver
import tales_of_arabia
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


def test_links_lead_somewhere() -> None:
    """Those of the README; Sphinx looks at the links between pages."""
    for page in [README, ROOT / "CONTRIBUTING.md"]:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / link).exists(), (page, link)
