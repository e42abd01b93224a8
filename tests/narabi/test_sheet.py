"""Puzzle sheets: every deal numbered, a solution that wins, the cards, the command at the foot."""

import functools
import os
import re
import shlex
import string
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from _gamekit import paper
from _gamekit.languages import language_of, languages_of
from narabi_solver import Deal, Swap, analyse, solve, verify
from narabi_solver.show import sheet
from tests.conftest import ROOT, Run
from tests.narabi.samples import EXAMPLE, STUCK
from tests.nightly import slow


def texts(svg: str) -> list[str]:
    root = ET.fromstring(svg)
    return [one.text or "" for one in root.iter() if one.tag.endswith("text")]


def test_a_sheet_of_made_deals(narabi_here: Run, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.svg"
    command = "sheet --players 4 --turns 4 --count 8 --seed 7".split()
    done = narabi_here(*command, "--title", "For Sunday", "--out", str(file))
    assert done.returncode == 0 and "8 puzzles on 3 pages written" in done.stderr
    shown = texts(file.read_text())
    assert shown.count("For Sunday") == 2 and "Solutions" in shown
    assert {"1 of 3", "3 of 3"} <= {*shown}
    solutions = shown[shown.index("Solutions") :]
    deals = [Deal.parse(text) for text in solutions if " / " in text]
    claims = [text for text in solutions if "shortest line" in text]
    expected = [analyse(deal).optimal_lines for deal in deals]
    assert claims == [
        "the only shortest line" if count == 1 else f"one of {count} shortest lines" for count in expected
    ]
    grades = [analyse(deal, lines=True).grade or 6 for deal in deals]
    assert grades == sorted(grades) and len({*grades}) > 1
    lines = [text for text in solutions if re.fullmatch(r"[A-D]\d-[A-D]\d( [A-D]\d-[A-D]\d){3}", text)]
    assert len(deals) == len(lines) == 8
    for deal, line in zip(deals, lines, strict=True):
        assert verify(deal, line).won and solve(deal).turns == 4
    first_page = shown[: shown.index("1 of 3")]
    used = {stone.card for deal in deals[:6] for stone in deal.ring}
    assert used <= {*first_page} and {"1", "6", "seat A begins, 4 turns"} & {*first_page}


@pytest.mark.parametrize(
    "arguments",
    [
        ["--players", "4", "--turns", "4", "--count", "2", "--seed", "7"],
        ["--players", "3", "--turns", "4", "--seed", "1", "--max-deals", "300", "--language", "de"],
        ["--players", "3", "--deck", "our's deck.toml", "--count", "1"],
        ["our deals.txt", "--unusual", "--title", '--it\'s "Sunday" $HOME'],
        [EXAMPLE, "--paper", "letter", "--title", "Żółw"],
        ["--", "-deals.txt"],
    ],
    ids=range(6),
)
def test_the_command_at_the_foot_makes_the_sheet_again(
    narabi_here: Run, tmp_path: Path, arguments: list[str]
) -> None:
    narabi = functools.partial(narabi_here, folder=tmp_path)
    (tmp_path / "our's deck.toml").write_bytes((ROOT / "tests/data/own_deck.toml").read_bytes())
    for name in ("our deals.txt", "-deals.txt"):
        (tmp_path / name).write_text(f"{EXAMPLE}\n")
    if "--title" in arguments:
        i = arguments.index("--title")
        arguments = [*arguments[:i], f"--title={arguments[i + 1]}", *arguments[i + 2 :]]
    first = narabi("sheet", "--out", "my sheet.svg", *arguments)
    file = tmp_path / "my sheet.svg"
    assert "written to" in first.stderr, first.stderr
    made = file.read_bytes()
    (command,) = {text for text in texts(made.decode()) if text.startswith("narabi sheet ")}
    file.unlink()
    assert narabi(*shlex.split(command)[1:]).returncode == first.returncode
    assert file.read_bytes() == made


def test_no_command_stands_at_the_foot_where_none_makes_the_sheet_again(
    narabi_here: Run, tmp_path: Path
) -> None:
    file = tmp_path / "sheet.svg"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(EXAMPLE,))
    writer.start()
    for deals, stdin in (
        ("-", EXAMPLE),
        (EXAMPLE.replace(" / ", "\n"), ""),
        ("\n".join([EXAMPLE] * 7), ""),
        (str(pipe), ""),
    ):
        done = narabi_here("sheet", deals, "--out", str(file), stdin=stdin)
        assert done.returncode == 0, done.stderr
        assert "narabi sheet" not in file.read_text()
    writer.join()
    narabi_here("sheet", " ".join([EXAMPLE, "#", "x" * 700]), "--out", str(file))
    assert "narabi sheet" not in file.read_text()


@pytest.mark.parametrize("paper", ["a4", *slow("letter")])
def test_a_sheet_of_given_deals_in_each_kind(narabi_here: Run, tmp_path: Path, paper: str) -> None:
    deals = tmp_path / "deals.txt"
    deals.write_text(EXAMPLE.replace(" / ", "\n") + "\n")
    for kind in ("pdf", "html", "svg"):
        file = tmp_path / f"sheet.{kind}"
        done = narabi_here("sheet", str(deals), "--paper", paper, "--out", str(file))
        assert done.returncode == 0 and "1 puzzle on 2 pages" in done.stderr, done.stderr
    pdf = (tmp_path / "sheet.pdf").read_bytes()
    assert pdf.startswith(b"%PDF") and pdf.count(b"/Type /Page\n") == 2
    assert (b"[ 0 0 595 842 ]" if paper == "a4" else b"[ 0 0 612 792 ]") in pdf
    page = (tmp_path / "sheet.html").read_text()
    assert "@page" in page and page.count("<svg") == 2 and "http-equiv" not in page
    (line,) = [text for text in texts((tmp_path / "sheet.svg").read_text()) if text.count("-") == 5]
    assert len(Swap.parse_line(line)) == 5 and verify(Deal.parse(EXAMPLE), line).won


def test_what_is_no_sheet(narabi_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = str(tmp_path / "x.svg")
    for arguments, said in (
        (["--players", "4", "--out", str(tmp_path / "x.png")], "must end in .pdf, .html or .svg"),
        (["--out", out], "no deals: name a file of deals"),
        (
            [EXAMPLE, "--players", "3", "--seed", "1", "--out", out],
            "--players and --seed: only for random deals",
        ),
        ([STUCK, "--unusual", "--out", out], "deal 1 is not a puzzle: it cannot be won"),
        ([EXAMPLE + "\nhello", "--out", out], "is not a stone"),
    ):
        done = narabi_here("sheet", *arguments)
        assert done.returncode == 2 and said in done.stderr, (arguments, done.stderr)
    few = narabi_here("sheet", *"--players 3 --turns 2 --count 3 --seed 1 --max-deals 300 --out".split(), out)
    assert few.returncode == 3 and "written" in few.stderr
    none = narabi_here(
        "sheet", *"--players 3 --turns 1 --seed 1 --max-deals 20 --out".split(), str(tmp_path / "n.svg")
    )
    assert none.returncode == 3 and not (tmp_path / "n.svg").exists()
    monkeypatch.setitem(sys.modules, "svglib.svglib", None)
    done = narabi_here("sheet", EXAMPLE, "--out", str(tmp_path / "x.pdf"))
    assert done.returncode == 2 and "python -m pip install 'reportlab>=" in done.stderr


SAID = {
    "en": ("Narabi puzzles", "seat B begins, 5 turns", "a white stone", "Goal: the numbers in order round"),
    "de": ("Narabi-Rätsel", "B beginnt, 5 Züge", "einen weißen Stein", "Ziel: die Zahlen rund um den Ring"),
    "fr": (
        "Problèmes Narabi",
        "B commence, 5 coups",
        "une pierre blanche",
        "But\u00a0: les nombres dans l’ordre",
    ),
    "ja": ("Narabiの問題", "Bから始めて5手", "白い石", "目的：輪の数を順番に並べる"),
    "pl": ("Zadania Narabi", "zaczyna gracz B, 5 ruchów", "biały kamień", "Cel: liczby w kręgu po kolei"),
}


def test_a_sheet_in_each_language_says_the_goal_how_to_move_and_the_cards(
    narabi_here: Run, tmp_path: Path
) -> None:
    languages = languages_of("narabi_solver")
    assert SAID.keys() == languages.keys()
    for name, (title, task, card, goal) in SAID.items():
        file = tmp_path / f"{name}.html"
        assert narabi_here("sheet", EXAMPLE, "--language", name, "--out", str(file)).returncode == 0
        page = file.read_text("utf-8")
        assert f'<html lang="{name}">' in page and f"<title>{title}</title>" in page
        shown = texts("<svg" + page.split("<svg", 1)[1].split("</svg>")[0] + "</svg>")
        assert {title, task, card, languages[name].text("name.white")} <= {*shown}
        assert [line for line in shown if line.startswith(goal)]
        assert languages[name].text("sheet.move") in shown
        assert languages[name].text("sheet.stars") in shown
        lines = analyse(Deal.parse(EXAMPLE)).optimal_lines
        assert languages[name].text("sheet.one-of", lines=lines) in page
        for line in shown[1:5]:
            size = float(re.findall(rf'font-size="([0-9.]+)"[^>]*>{re.escape(line[:20])}', page)[0])
            assert size > 6.5, f"{name}: too small to be read"


WIDE_FONTS = "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"
"""The widest of the fonts that sheets are shown in."""


def written(element: ET.Element, x: float = 0, scale: float = 1) -> Iterator[tuple[ET.Element, float, float]]:
    """Yield the texts of a page with their places from the left, and the scales of their sizes."""
    for move, by in re.findall(r"(translate|scale)\((-?[0-9.]+)", element.get("transform", "")):
        x, scale = (x + scale * float(by), scale) if move == "translate" else (x, scale * float(by))
    if element.tag.endswith("text"):
        yield element, x + scale * float(element.get("x", 0)), scale
    for child in element:
        yield from written(child, x, scale)


@pytest.mark.parametrize("language", [*SAID])
def test_no_text_of_a_sheet_leaves_the_margins_in_the_widest_font(
    narabi_here: Run, tmp_path: Path, language: str
) -> None:
    known = {path.name: path for path in Path("/usr/share/fonts").rglob("*.ttf")}
    if not {*WIDE_FONTS} <= known.keys():
        pytest.skip("the font DejaVu Sans is not installed: on Debian fonts-dejavu-core has it")
    fonts = [TTFont(known[name]) for name in WIDE_FONTS]
    letters = [(font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm) for font in fonts]

    def wide(element: ET.Element) -> float:
        """Return the width of a text at font size 1; letters that the font lacks are as wide as high."""
        names, widths, units = letters[element.get("font-weight") == "bold"]
        return sum(widths[names[ord(c)]][0] / units if ord(c) in names else 1.0 for c in element.text or "")

    file = tmp_path / "sheet.svg"
    title = "A very long title for a sheet of puzzles " * 2
    done = narabi_here("sheet", EXAMPLE, "--language", language, "--title", title, "--out", str(file))
    assert done.returncode == 0, done.stderr
    beyond, legend = [], []
    for page in ET.fromstring(file.read_text("utf-8")):
        if not page.tag.endswith("svg"):
            continue
        for element, x, scale in written(page):
            width = scale * float(element.get("font-size", 0)) * wide(element)
            start = x - width * {"end": 1, "middle": 0.5}.get(element.get("text-anchor", ""), 0)
            if start < paper.MARGIN - 1 or start + width > paper.SIZES["a4"][0] - paper.MARGIN + 1:
                beyond.append((element.text, round(start), round(start + width)))
            if element.get("font-weight") == "bold" and float(element.get("font-size", 0)) <= 7:
                legend.append(width)
    assert beyond == [] and legend and max(legend) < sheet.LEGEND_NAME


def test_a_pdf_has_a_font_for_its_letters_or_says_which_is_needed(
    narabi_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder, letters = (
        FontBuilder(unitsPerEm=100),
        "".join(map(str, language_of("narabi_solver", "ja").texts.values())),
    )
    names = {ord(letter): f"u{ord(letter)}" for letter in letters + string.printable}
    glyphs = [".notdef", *names.values()]
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap(names)
    builder.setupGlyf(dict.fromkeys(glyphs, TTGlyphPen(None).glyph()))
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (100, 0)))
    builder.setupHorizontalHeader(ascent=80, descent=-20)
    builder.setupNameTable({"familyName": "Test", "styleName": "Regular", "psName": "Test"})
    builder.setupOS2()
    builder.setupPost()
    (tmp_path / "fonts").mkdir()
    builder.save(tmp_path / "fonts" / "ipaexg.ttf")
    monkeypatch.setattr(paper, "font_folders", lambda: [tmp_path / "fonts"])
    out = str(tmp_path / "x.pdf")
    assert narabi_here("sheet", EXAMPLE, "--language", "ja", "--out", out).returncode == 0
    assert b"+Test" in Path(out).read_bytes()
    monkeypatch.setattr(paper, "font_folders", lambda: [])
    before = Path(out).read_bytes()
    done = narabi_here("sheet", EXAMPLE, "--language", "pl", "--out", out)
    assert done.returncode == 2 and "needs a TrueType font" in done.stderr
    assert "apt install fonts-dejavu-core" in done.stderr
    done = narabi_here("sheet", EXAMPLE, "--language", "ja", "--out", out)
    assert done.returncode == 2 and "apt install fonts-ipaexfont-gothic" in done.stderr
    assert Path(out).read_bytes() == before
    assert narabi_here("sheet", EXAMPLE, "--language", "fr", "--out", out).returncode == 0
    assert b"/Helvetica" in Path(out).read_bytes() and b"+Test" not in Path(out).read_bytes()


def test_a_narrow_space_is_printed_as_a_space() -> None:
    page = paper.new_page("a4", "t", "d")
    page.text("au choix\u202f; deux", (40, 40), 8)
    printed = paper._plain(page, None)
    assert "au choix\xa0; deux" in printed and "\u202f" not in printed
