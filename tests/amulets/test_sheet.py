"""Things to print: every page has what the game needs, in five languages, and nothing is cut off."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from _gamekit.languages import language_names, language_of
from _gamekit.paper import MARGIN, SIZES, WIDEST, WIDEST_BOLD
from _gamekit.svg import width_of
from amulets_solver import Rules
from amulets_solver.game.rules import others
from amulets_solver.show.sheet import sheet
from tests.conftest import Run, messages
from tests.nightly import slow

LANGUAGES = language_names("amulets_solver")


def texts(element: ET.Element, x: float = 0, y: float = 0) -> list[tuple[str, float, float, float]]:
    """Return the texts of a drawing, each with its left and right end and its height on the page."""
    found = []
    for part in element:
        moved = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)$", part.get("transform", ""))
        if part.tag == "text":
            wide = width_of(part.text or "") * float(part.get("font-size", 0))
            wide *= WIDEST_BOLD if part.get("font-weight") else WIDEST
            at = (
                x
                + float(part.get("x", 0))
                - {None: 0, "middle": wide / 2, "end": wide}[part.get("text-anchor")]
            )
            found.append((part.text or "", at, at + wide, y + float(part.get("y", 0))))
        elif moved:
            found += texts(part, x + float(moved[1]), y + float(moved[2]))
    return found


def test_french_colons_follow_a_narrow_no_break_space() -> None:
    words = language_of("amulets_solver", "fr")
    pages = sheet(3, language=words, title=words.text("sheet.title")).pages
    written = [text for page in pages for element in page.element.iter() if (text := element.text)]
    colons = [text for text in written if ":" in text]
    assert any("grimoire" in text for text in colons)
    assert [text for text in colons if re.search(r"[^\u202f]:", text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["a4", *slow("letter")])
def test_the_pages_have_what_a_game_needs(language: str, size: str) -> None:
    words, (width, height) = language_of("amulets_solver", language), SIZES[size]
    for players in (3, 5):
        pages = sheet(players, language=words, title=words.text("sheet.title"), size=size).pages
        assert len(pages) == players + 3
        for page in pages:
            for text, left, right, y in texts(page.element):
                assert MARGIN - 20 <= left and right <= width - MARGIN + 2 and 10 <= y <= height - 30, text
        for seat, page in enumerate(pages[:players], 1):
            printed = [text for text, *_ in texts(page.element)]
            for other in others(seat, players):
                assert printed.count(words.text("sheet.player", seat=other)) == 2  # its column and its altar
            assert printed.count("R") == 1 + 25 * (players - 1)
        printed = [text for text, *_ in texts(pages[players + 1].element)]
        assert [text for text in printed if text in Rules().fields] == list(Rules().fields)
        assert [text for text in printed if text in {*Rules().colours}] == list(Rules().colours)
        assert texts(pages[players + 2].element) == []  # a back names nothing


def test_a_file_of_each_kind(amulets: Run, tmp_path: Path) -> None:
    for kind in ("html", "svg"):
        done = amulets("sheet", "--players", "3", "--out", f"x.{kind}", folder=tmp_path)
        assert done.returncode == 0 and f"6 pages written to x.{kind}" in done.stderr, done
    for wrong, said in (
        (["--players", "3", "--out", "x.png"], "must end in .pdf, .html or .svg"),
        (["--players", "6", "--out", "x.svg"], "a whole number from 2 to 5"),
        (["--out", "x.svg"], "--players"),
        (["--players", "3", "--out", "x.svg", "--language", "xx"], "must be en, de, fr, ja or pl"),
    ):
        done = amulets("sheet", *wrong, folder=tmp_path)
        assert done.returncode == 2 and said in done.stderr and len(messages(done.stderr)) == 1, done


@pytest.mark.slow
def test_a_pdf_has_the_same_pages(amulets: Run, tmp_path: Path) -> None:
    done = amulets("sheet", "--players", "3", "--out", "x.pdf", folder=tmp_path)
    assert done.returncode == 0, done
    assert (tmp_path / "x.pdf").read_bytes().count(b"/Type /Page\n") == 6
