"""Pages for printing: drawings in one PDF, HTML or SVG file."""

from __future__ import annotations

import copy
import io
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar
from xml.etree import ElementTree as ET

from _gamekit.problems import ArgumentError, extra
from _gamekit.progress import while_waiting
from _gamekit.svg import Drawing, Group, Point, clean, number, width_of

P = TypeVar("P", bound="Puzzle")

SIZES = {"a4": (595.0, 842.0), "letter": (612.0, 792.0)}
"""Width and height of a page in points (1/72 inch)."""
MARGIN = 36.0
"""Margin in points on every side. Printers cannot print up to the edge of a page."""
KINDS = (".pdf", ".html", ".svg")
COLUMNS, ROWS, TOP = 2, 3, 40.0
"""Number of columns and rows of puzzles on a page, and height of the heading in points."""
SOLUTIONS = 20
"""Largest number of solutions on a page."""
NUMBER, STARS = 24.0, 62.0
"""Points reserved for the number of a puzzle, and for its stars."""
CLAIM = 150.0
"""Points reserved for the claim beside a solution."""
INTRODUCTION = 8.0, 13.0
"""Font size and line height, in points, of the introduction."""


@dataclass(frozen=True)
class Words:
    """The texts on a sheet of puzzles, apart from the puzzles."""

    language: str = "en"
    """The code of the language."""
    introduction: Sequence[str] = ()
    """Lines above the puzzles of each page."""
    solutions: str = "Solutions"
    page: str = "{page} of {pages}"


def kind_of(name: str, texts: str = "") -> str:
    """Return the kind of a file by its suffix.

    Raises
    ------
    ArgumentError
        The kind is not one of `KINDS`, or it is PDF and no installed font has the characters of `texts`.
    """
    kind = Path(name).suffix.lower()
    if kind not in KINDS:
        raise ArgumentError(f"{name}: the file name must end in {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    if kind == ".pdf":
        _libraries()
        family_for(texts)
    return kind


FOOT_NUMBER = 40.0
"""Points reserved for the page number in the footer."""
SMALLEST = 3.5
"""Smallest readable font size of the footer."""


WIDEST, WIDEST_BOLD = 1.08, 1.3
"""Largest ratio of a text's width in the widest of `FONTS` to `width_of`, for regular and bold type."""


def fitting(text: str, width: float, most: float, weight: str | None = None) -> float:
    """Return the largest font size, at most `most`, at which a text fits a width in each of `FONTS`."""
    return min(most, width / max(width_of(text) * (WIDEST if weight is None else WIDEST_BOLD), 1))


def write(
    part: Group,
    text: str,
    at: Point,
    width: float,
    most: float,
    *,
    anchor: str = "start",
    fill: str | None = None,
    weight: str | None = None,
) -> None:
    """Write a text in the largest font size, at most `most`, at which it fits a width."""
    part.text(text, at, fitting(text, width, most, weight), anchor=anchor, fill=fill, weight=weight)


def new_page(size: str, title: str, description: str) -> Drawing:
    """Return an empty white page; `description` is for screen readers."""
    width, height = SIZES[size]
    return Drawing(width, height, title, description, "light", None, printed=True)


def lines_to_write_on(part: Group, count: int, width: float, gap: float = 18.0) -> None:
    """Draw `count` numbered lines to write on, in rows of up to six."""
    wide = min(count, 6)
    each = width / max(wide, 1)
    for i in range(count):
        x, y = each * (i % wide), gap * (i // wide)
        part.text(str(i + 1), (x, y - 3), 7, anchor="start", fill=part.theme.faint)
        part.line((x + 9, y), (x + each - 4, y), stroke=part.theme.faint, stroke_width=0.5)


def stars(part: Group, grade: int, most: int = 5, size: float = 5.0) -> None:
    """Draw `most` stars in a row, of which `grade` are filled."""
    for i in range(most):
        x = i * size * 2.3
        outline = "M0 -1 L.24 -.32 .95 -.31 .38 .12 .59 .81 0 .4 -.59 .81 -.38 .12 -.95 -.31 -.24 -.32 Z"
        part.part(x, 0, size).path(
            outline,
            fill=part.theme.ink if i < grade else "none",
            stroke=part.theme.ink,
            stroke_width=0.12,
        )


class Puzzle(Protocol):
    """The interface of a puzzle that can be printed on a sheet."""

    @property
    def task(self) -> str:
        """The task in a few words."""

    @property
    def text(self) -> str:
        """The puzzle in its game's notation."""

    @property
    def solution(self) -> str:
        """The moves of the solution."""

    @property
    def claim(self) -> str:
        """A statement about the solution, in a few words."""

    def draw(self, cell: Group, width: float, height: float) -> None:
        """Draw the puzzle in a cell of a page, below its number and task."""


def puzzle_sheet(
    puzzles: Sequence[P],
    *,
    title: str,
    foot: str,
    size: str,
    words: Words = Words(),
    below: Callable[[Group, Sequence[P], float], None] | None = None,
    below_height: float = 10.0,
    aside: float = STARS,
) -> Paper:
    """Return pages with six numbered puzzles each, followed by pages with the solutions.

    The tasks of a page have one font size. `aside` is the width in points that puzzles use beside their task.
    """
    each = COLUMNS * ROWS
    width, height = SIZES[size]
    inner = width - 2 * MARGIN
    most, row = INTRODUCTION
    small = min([fitting(line, inner, most) for line in words.introduction], default=most)
    top = TOP + row * len(words.introduction)
    cell = inner / COLUMNS, (height - 2 * MARGIN - top - below_height) / ROWS
    foot_size = fitting(foot, inner - FOOT_NUMBER, 7)
    pages = []
    for first in range(0, len(puzzles), each):
        some = puzzles[first : first + each]
        description = "\n".join(f"{first + i}: {one.text}, {one.task}" for i, one in enumerate(some, 1))
        page = new_page(size, title, description)
        task_size = min(fitting(one.task, cell[0] - NUMBER - aside - 4, 9) for one in some)
        write(page, title, (width / 2, MARGIN + 8), inner, 16, anchor="middle", weight="bold")
        for i, line in enumerate(words.introduction):
            at = MARGIN, MARGIN + TOP - 10 + row * i
            page.text(line, at, small, anchor="start")
        for i, one in enumerate(some):
            at = MARGIN + cell[0] * (i % COLUMNS), MARGIN + top + cell[1] * (i // COLUMNS)
            part = page.part(*at)
            part.text(str(first + i + 1), (0, 6), 14, anchor="start", weight="bold")
            part.text(one.task, (NUMBER, 6), task_size, anchor="start")
            one.draw(part, *cell)
        if below is not None:
            below(page.part(MARGIN, height - MARGIN - below_height + 20), some, inner)
        pages.append(page)
    pages += [
        _solutions(puzzles, range(first, min(first + SOLUTIONS, len(puzzles))), title, size, words)
        for first in range(0, len(puzzles), SOLUTIONS)
    ]
    for i, page in enumerate(pages, 1):
        faint, y = page.theme.faint, height - MARGIN + 8
        if foot_size >= SMALLEST:  # a shortened footer would be wrong
            page.text(foot, (MARGIN, y), foot_size, anchor="start", fill=faint)
        number = words.page.format(page=i, pages=len(pages))
        page.text(number, (width - MARGIN, y), 7, anchor="end", fill=faint)
    return Paper(title, size, pages, words.language)


def _solutions(puzzles: Sequence[Puzzle], numbers: range, title: str, size: str, words: Words) -> Drawing:
    """Return a page of solutions: each has its claim, with the text of its puzzle below."""
    shown = [(i + 1, puzzles[i]) for i in numbers]
    description = "\n".join(f"{i}: {one.solution} ({one.claim})" for i, one in shown)
    page = new_page(size, f"{title}, {words.solutions}", description)
    page.text(words.solutions, (SIZES[size][0] / 2, MARGIN + 8), 16, weight="bold")
    right = SIZES[size][0] - MARGIN
    for row, (i, one) in enumerate(shown):
        x, y = MARGIN + NUMBER, MARGIN + TOP + 34 * row
        page.text(str(i), (MARGIN, y), 11, anchor="start", weight="bold")
        write(page, one.solution, (x, y), right - x - CLAIM - 6, 10)
        write(page, one.claim, (right, y), CLAIM, 8, anchor="end")
        write(page, one.text, (x, y + 12), right - x, 6, fill=page.theme.faint)
    return page


@dataclass(frozen=True)
class Paper:
    """Pages for printing."""

    title: str
    size: str
    """One of `SIZES`."""
    pages: Sequence[Drawing]
    language: str = "en"
    """The code of the language."""

    def contents(self, kind: str) -> bytes:
        """Return the pages as the contents of a file; `kind` is one of `KINDS`."""
        with while_waiting(lambda: "writing the pages …"):
            return {".pdf": self.pdf, ".html": self.html, ".svg": self.svg}[kind]()

    def svg(self) -> bytes:
        """Return the pages as one SVG drawing, one below another."""
        width, height = SIZES[self.size]
        tall = height * len(self.pages)
        root = ET.Element(
            "svg",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(width)} {number(tall)}",
            lang=self.language,
        )
        ET.SubElement(root, "title").text = clean(self.title)
        for i, page in enumerate(self.pages):
            page.element.set("y", number(height * i))
            root.append(page.element)
        return (ET.tostring(root, encoding="unicode") + "\n").encode()

    def html(self) -> bytes:
        """Return an HTML page that prints as these pages."""
        width, height = (f"{points}pt" for points in SIZES[self.size])
        style = (
            f"@page {{ size: {width} {height}; margin: 0 }}\n"
            "body { margin: 0; background: #ccc; }\n"
            f"svg {{ display: block; width: {width}; height: {height}; }}\n"
            "svg { max-width: 100%; margin: 12pt auto; }\n"
            "@media print { body { background: none } svg { margin: 0; break-after: page } }\n"
        )
        html = ET.Element("html", lang=self.language)
        head, body = ET.SubElement(html, "head"), ET.SubElement(html, "body")
        ET.SubElement(head, "meta", charset="utf-8")
        ET.SubElement(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
        ET.SubElement(head, "title").text = clean(self.title)
        ET.SubElement(head, "style").text = style
        for page in self.pages:
            body.append(page.element)
        return f"<!DOCTYPE html>\n{ET.tostring(html, encoding='unicode', method='html')}\n".encode()

    def pdf(self) -> bytes:
        """Return the pages as a PDF. The same pages always give the same bytes.

        Raises
        ------
        MissingExtraError
            reportlab or svglib is not installed.
        ArgumentError
            No installed font has all characters of the pages.
        """
        svg2rlg, render, canvas = _libraries()
        family = family_for("".join("".join(page.element.itertext()) for page in self.pages))
        file = io.BytesIO()
        document = canvas.Canvas(file, pagesize=SIZES[self.size], invariant=1)
        document.setTitle(self.title)
        for page in self.pages:
            drawn = svg2rlg(io.BytesIO(_plain(page, family).encode()))
            scale = SIZES[self.size][0] / drawn.width  # svglib takes a unit as a pixel, 1/96 inch
            drawn.scale(scale, scale)
            render.draw(drawn, document, 0, 0)
            document.showPage()
        document.save()
        return file.getvalue()


def _plain(page: Drawing, family: str | None) -> str:
    """Return the SVG text of a page in a font family, without elements that would be printed wrongly.

    Titles are removed, because svglib prints them. Narrow no-break spaces, which few fonts have, become
    ordinary no-break spaces.
    """
    copied = copy.deepcopy(page.element)
    if family is not None:
        copied.set("font-family", family)
    for text in copied.iter("text"):
        for title in text.findall("title"):
            text.remove(title)
    return ET.tostring(copied, encoding="unicode").replace("\u202f", "\xa0")


def _libraries() -> tuple[Any, Any, Any]:
    """Return the modules for writing a PDF: svglib reads the drawings, and reportlab writes the file."""
    with extra("pdf", "a PDF needs"):
        from reportlab.graphics import renderPDF  # an extra
        from reportlab.pdfgen import canvas
        from svglib.svglib import svg2rlg
    return svg2rlg, renderPDF, canvas


FAMILY = "Embedded"
FONTS = (
    ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
    ("Arial.ttf", "Arial Bold.ttf"),
    ("arial.ttf", "arialbd.ttf"),
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf"),
    ("ipaexg.ttf", "ipaexg.ttf"),
    ("ipag.ttf", "ipag.ttf"),
    ("NotoSansJP-Regular.ttf", "NotoSansJP-Bold.ttf"),
    ("YuGothM.ttc", "YuGothB.ttc"),
    ("meiryo.ttc", "meiryob.ttc"),
    ("msgothic.ttc", "msgothic.ttc"),
    ("Arial Unicode.ttf", "Arial Unicode.ttf"),
)
"""File names of TrueType fonts, regular and bold, by preference. reportlab cannot embed other fonts."""
PACKAGES = {
    "european": "DejaVu Sans (Debian and Ubuntu: apt install fonts-dejavu-core; Fedora: dejavu-sans-fonts)",
    "japanese": "IPAex Gothic (Debian and Ubuntu: apt install fonts-ipaexfont-gothic; Fedora: "
    "ipa-ex-gothic-fonts)",
}
"""Fonts to install if letters are missing, with their packages."""


def family_for(texts: str) -> str | None:
    """Return a font family with all characters of `texts`; None if the standard fonts have them.

    Raises
    ------
    ArgumentError
        No installed font has all of the characters.
    """
    more = {letter for letter in texts if letter.isprintable() and not _everywhere(letter)}
    if not more:
        return None
    from reportlab.pdfbase.ttfonts import TTFError, TTFont
    from svglib.fonts import register_font

    found = {path.name: path for folder in font_folders() for path in sorted(folder.rglob("*.tt[fc]"))}
    for regular, bold in FONTS:
        if regular not in found:
            continue
        try:
            known = TTFont(FAMILY, found[regular]).face.charToGlyph
        except TTFError:
            continue
        if all(ord(letter) in known for letter in more):
            register_font(FAMILY, str(found[regular]))
            register_font(FAMILY, str(found.get(bold, found[regular])), weight="bold")
            return FAMILY
    some = "".join(sorted(more)[:5])
    package = PACKAGES["japanese" if any(letter >= "\u3000" for letter in more) else "european"]
    raise ArgumentError(
        f"a PDF with {some!r} needs a TrueType font with these characters, but none was found: install "
        f"{package}, or write an .html file and print it in a browser"
    )


def _everywhere(letter: str) -> bool:
    try:
        return bool(letter.encode("cp1252"))
    except UnicodeEncodeError:
        return False


def font_folders() -> Iterator[Path]:
    """Yield the folders that may contain this computer's fonts."""
    home, data = Path.home(), os.environ.get("XDG_DATA_HOME")
    yield from map(
        Path, ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts")
    )
    yield Path(os.environ.get("WINDIR", "C:/Windows"), "Fonts")
    yield from (home / ".fonts", home / "Library" / "Fonts")
    yield (Path(data) if data else home / ".local" / "share") / "fonts"
