"""Shapes as SVG, and pages that stand alone."""

import os
import re
from dataclasses import fields
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from _gamekit import svg
from _gamekit.page import Frame, Replay
from _gamekit.svg import Drawing
from _gamekit.themes import DARK, LIGHT, THEMES, Theme
from tests.drawings import HOSTILE, SVG, in_dark, read, steps, texts


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_colours_can_be_read(name: str) -> None:
    """By the figures of WCAG: 4.5 for small texts, 3 for shapes and large ones."""
    theme = THEMES[name]
    assert min(contrast(theme.ink, theme.paper), contrast(theme.faint, theme.paper)) > 4.5
    assert contrast(theme.white, theme.dark) > 7
    for colour in (theme.accent, theme.second):
        assert contrast(colour, theme.paper) > 3
    for field in (theme.field, theme.other_field):
        assert max(contrast(theme.white, field), contrast(theme.edge, field)) > 7
        assert contrast(theme.accent, field) > 2.4 and contrast(theme.ink, field) > 7


def shapes(theme: str) -> ET.Element:
    """Return a drawing with every colour, as fill and as outline."""
    drawing = Drawing(100, 50, "a", "b", theme, None)
    for one in fields(Theme):
        colour = getattr(drawing.theme, one.name)
        drawing.rect(1, 2, 3, 4, fill=colour, stroke=colour, stroke_width=2)
    drawing.part(1, 2).arrow((1, 2), (30, 40), 3, drawing.theme.accent)
    drawing.text("b", (1, 2), 10)
    return read(drawing.svg())


def test_a_drawing_follows_the_page_of_its_reader() -> None:
    """Where nothing reads its style it is the light drawing, and on a dark page the dark one."""
    auto, light, dark = (shapes(theme) for theme in ("auto", "light", "dark"))
    assert "screen and (prefers-color-scheme: dark)" in (auto.findtext(SVG + "style") or "")
    assert dark.findtext(SVG + "style") == f"svg:root {{ background: {DARK.paper} }}"
    dark.remove(dark.find(SVG + "style"))  # type: ignore[arg-type]
    assert [element.attrib for element in in_dark(auto).iter()] == [one.attrib for one in dark.iter()]
    auto = shapes("auto")
    for element in auto.iter():
        element.attrib.pop("class", None)
    auto.remove(auto.find(SVG + "style"))  # type: ignore[arg-type]
    assert [element.attrib for element in auto.iter()] == [element.attrib for element in light.iter()]


def test_a_light_drawing_can_be_printed() -> None:
    """Programs that write PDF read no style."""
    root = shapes("light")
    assert root.find(SVG + "style") is None and not any(element.get("class") for element in root.iter())


def test_drawings_of_one_page_leave_each_other_alone() -> None:
    """A class always stands for the same two colours, and a style says nothing of anything else."""
    names = re.findall(r"([^{}\s][^{}]*?) \{", shapes("auto").findtext(SVG + "style") or "")[1:]
    assert names[0] == "svg:root" and len(set(names)) == len(names)
    for name in names[1:]:
        assert re.fullmatch(r"\.gamekit-(fill|stroke)(-[0-9a-f]{6}){2}", name)


@pytest.mark.parametrize(
    ("theme", "scheme", "papers"),
    [
        ("auto", "light dark", [LIGHT.paper, DARK.paper]),
        ("light", "light", [LIGHT.paper]),
        ("dark", "dark", [DARK.paper]),
    ],
)
def test_a_page_has_the_theme_of_its_drawings(theme: str, scheme: str, papers: list[str]) -> None:
    drawing = Drawing(99, 50, "a", "b", theme, None)
    page = Replay("a", [Frame("a", drawing, "b")], theme=theme).html()
    assert f":root {{ color-scheme: {scheme};" in page and "body" in page and "var(--paper)" in page
    assert re.findall(r"--paper: (\S+);", page) == papers
    assert page.count("(prefers-color-scheme: dark)") == 3 * (theme == "auto")


def test_texts_are_escaped_and_cut() -> None:
    drawing = Drawing(100, 50, HOSTILE, HOSTILE, "light", None)
    drawing.text(HOSTILE, (1, 2), 10)
    drawing.text("a long name of a card", (1, 2), 10, longest=6)
    drawing.text("", (1, 2), 10)
    root = read(drawing.svg())
    harmless = HOSTILE.replace("\x00", "\ufffd").replace("\x1b", "\ufffd")
    assert [root.findtext(SVG + "title"), root.findtext(SVG + "desc")] == [harmless, harmless]
    assert texts(root) == [harmless, "a long name of a card"]
    assert ">a lon…<" in drawing.svg()


def test_numbers_are_short_and_never_minus_zero() -> None:
    assert [svg.number(value) for value in (-0.001, 1.0, 2.345678, -1.5, 100)] == [
        "0", "1", "2.35", "-1.5", "100",
    ]  # fmt: skip


@pytest.mark.parametrize("pixels", [0, 59, 10_001, float("nan")])
def test_sizes_are_checked(pixels: float) -> None:
    with pytest.raises(ValueError, match="60 to 10,000 pixels"):
        Drawing(100, 50, "a", "b", "light", pixels)
    with pytest.raises(ValueError, match="auto, light or dark, not 'red'"):
        Drawing(100, 50, "a", "b", "red", 100)


def test_a_drawing_is_as_wide_as_asked() -> None:
    root = read(Drawing(200, 50, "a", "b", "dark", 1000).svg())
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("1000", "250", "0 0 200 50")


def test_files_are_whole_or_not_there(tmp_path: Path) -> None:
    svg.save(tmp_path / "a.svg", "one")
    svg.save(tmp_path / "a.svg", "two")
    assert (tmp_path / "a.svg").read_text() == "two"
    for path in (tmp_path, Path(os.devnull)):
        with pytest.raises(OSError, match="not a regular file"):
            svg.save(path, "text")
    with pytest.raises(OSError) as caught:
        svg.save(tmp_path / "none" / "a.svg", "text")
    assert caught.value.filename == str(tmp_path / "none" / "a.svg")


class Page(HTMLParser):
    """Reads a page: tags, attributes, the texts outside scripts and styles."""

    def __init__(self, text: str):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words, self.open, self.script = "", [""], ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1] == "script":
            self.script += data
        elif self.open[-1] != "style":
            self.words += data


def replay() -> Replay:
    return Replay(
        HOSTILE,
        [Frame(f"{i} {HOSTILE}", Drawing(99, 50, HOSTILE, "b", "light", None), HOSTILE) for i in range(3)],
    )


def test_a_page_stands_alone_and_is_escaped(tmp_path: Path) -> None:
    replay().save(tmp_path / "a.html")
    text = (tmp_path / "a.html").read_text()
    page = Page(text)
    names = [tag for tag, _ in page.tags]
    assert text.startswith("<!DOCTYPE html>\n") and page.open == [""]
    assert (names.count("script"), names.count("svg"), names.count("li")) == (2, 1, 3)
    assert names.count("button") == 5 + 3
    assert page.words.count("<script>alert(1)</script>") == 2 + 2 + 3
    for step in steps(text):
        assert "<script>alert(1)</script>" in step["text"] and "&lt;script&gt;" in step["wide"]
    assert not {"link", "img", "iframe", "b"} & set(names)
    assert all(not {"src", "href"} & set(attributes) for _, attributes in page.tags)
    outside = set(re.findall(r"https?://[^\"' ]*", text))
    assert outside == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in text


def test_in_a_notebook_a_page_has_a_frame_of_its_own() -> None:
    (frame,) = Page(replay()._repr_html_()).tags
    assert frame[0] == "iframe" and frame[1]["sandbox"] == "allow-scripts"
    inner = frame[1]["srcdoc"]
    assert inner is not None and inner == replay().html()
