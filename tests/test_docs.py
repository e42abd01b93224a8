"""The pages of the site: each can be reached, what they name exists, pictures are what the library draws.

``make docs`` builds the pages, which takes too long for every run; ``test_readme`` runs their examples.
"""

import argparse
import importlib
import os
import re
from pathlib import Path

import pytest

from docs.making import commands, paper, pictures, reference
from docs.making.pages import DOCS
from docs.making.site_links import on_the_site
from tests.test_readme import MADE, PAGES, name_of

WRITTEN = [page for page in PAGES if page.is_relative_to(DOCS)]
COMMAND = re.compile(r"(?:`|^\$ )(narabi|mabi|amulets|tales) ([a-z]+)\b([^`\n|&;>]*)", re.MULTILINE)
MODULE = re.compile(r"`((?:narabi_solver|mabi_search|amulets_solver|tales_of_arabia|_gamekit)(?:\.\w+)+)`")


def in_lists(page: Path) -> list[str]:
    """Return the pages that a page lists as following it."""
    found = []
    for block in re.findall(r"^```\{toctree\}\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL):
        lines = [line for line in block.splitlines() if line and not line.startswith(":")]
        found += [re.sub(r".*<(.*)>$", r"\1", line) for line in lines]
    return [os.path.relpath(page.parent / name, DOCS) for name in found]


def test_links_lead_to_made_pages_on_the_site_alone() -> None:
    clone = 'See [it](a.md "b/index.html#x"), [one](../../n/1.ipynb "../n/1.ipynb"), [two](a.md "a title").'
    site = 'See <a href="b/index.html#x">it</a>, [one](../n/1.ipynb), [two](a.md "a title").'
    assert on_the_site(clone) == site


def test_every_page_can_be_reached() -> None:
    listed = [name for page in WRITTEN for name in in_lists(page)]
    written = [str(page.relative_to(DOCS).with_suffix("")) for page in WRITTEN]
    assert sorted(name for name in listed if name.split("/")[0] not in MADE) == sorted(
        set(written) - {"index"}
    )
    assert {name.split("/")[0] for name in listed} >= set(MADE)


PROGRAMS = {one.name: commands.commands(one.parser()) for one in commands.PROGRAMS}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_and_options_exist(page: Path) -> None:
    for program, name, rest in COMMAND.findall(page.read_text()):
        command = PROGRAMS[program].get(name)
        assert command is not None, f"{program} {name}"
        known = options(command)
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", rest):
            assert option in known, f"{program} {name} {option}"


def options(command: argparse.ArgumentParser) -> set[str]:
    """Return the options of a command and of its parts."""
    here = {option for action in command._actions for option in action.option_strings}
    return here.union(*map(options, commands.commands(command).values()))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_modules_and_names_exist(page: Path) -> None:
    for name in MODULE.findall(page.read_text()):
        home, _, last = name.rpartition(".")
        if not hasattr(importlib.import_module(home), last):
            importlib.import_module(name)


def test_all_exports_are_on_the_pages_of_python() -> None:
    for package, rooms in reference.ROOMS.items():
        shown = {name for room in rooms for name in reference.names_of(package, room)[package.__name__]}
        assert shown | set(reference.SHARED) >= set(package.__all__)
        tasks = " ".join(reference.TASKS[package].values()).split()
        assert {name for name in package.__all__ if name[0].islower()} <= set(tasks) <= set(package.__all__)


def test_the_paper_names_its_sources_and_is_cited_as_it_is_called() -> None:
    text = (DOCS / f"{paper.PAGE}.md").read_text()
    assert set(paper.CITATION.findall(text)) == set(paper.sources())
    page, citation = paper.page(text), (DOCS.parent / "CITATION.cff").read_text()
    for name, shown in (("title", r"\*\*(.*)\*\*"), ("  - name", r"(.*), \d+ \w+ \d+")):
        (cited,) = re.findall(rf'^{name}: "(.*)"$', citation, re.MULTILINE)
        assert re.search(rf"^{shown}$", page, re.MULTILINE)[1] == cited  # type: ignore[index]
    assert "[@" not in page and "(Korf 1985)" in page and "(Lanctot et al. 2019)" in page


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_pictures_are_as_the_library_draws_them(name: str) -> None:
    """`python -m docs.making.pictures` draws them again."""
    assert (pictures.FOLDER / f"{name}.svg").read_text() == pictures.PICTURES[name]()
