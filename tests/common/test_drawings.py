"""Shapes as SVG, and pages that stand alone."""

import os
import re
from dataclasses import fields
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from _gamekit import svg
from _gamekit.page import Frame, Play, Replay
from _gamekit.problems import ArgumentError
from _gamekit.svg import Drawing
from _gamekit.themes import AUTO, DARK, DARK_VALUES, LIGHT, LIGHT_VALUES, THEMES, Theme, page_style
from tests.conftest import ROOT
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
    """By the figures of WCAG: 4.5 for texts, 3 for shapes: the fill of a piece or its outline."""
    theme = THEMES[name]
    behind = (theme.ground, theme.paper, theme.bed, theme.square, theme.other_square)
    for ground in behind:
        for colour in (theme.ink, theme.faint):
            assert contrast(colour, ground) > 4.5
        for colour in (theme.accent, theme.second):
            assert contrast(colour, ground) > (3 if ground in (theme.square, theme.other_square) else 4.5)
        for fill, edge in ((theme.white_disc, theme.white_rim), (theme.black_disc, theme.black_rim)):
            assert max(contrast(fill, ground), contrast(edge, ground)) > 3
    for ground in (theme.ground, theme.paper, theme.bed):
        for fill, edge in ((theme.white, theme.white_edge), (theme.dark, theme.dark_edge)):
            assert max(contrast(fill, ground), contrast(edge, ground)) > 3
    for text, fill in (
        (theme.white_ink, theme.white),
        (theme.white_ink, theme.white_disc),
        (theme.dark_ink, theme.dark),
        (theme.dark_ink, theme.black_disc),
        (theme.on_accent, theme.accent),
        (theme.on_second, theme.second),
    ):
        assert contrast(text, fill) > 4.5
    assert (
        contrast(theme.white_hatch, theme.white_disc) > 3
        and contrast(theme.black_hatch, theme.black_disc) > 3
    )
    assert contrast(theme.white, theme.dark) > 7 and contrast(theme.white_disc, theme.black_disc) > 7


@pytest.mark.parametrize("values", [LIGHT_VALUES, DARK_VALUES], ids=["light", "dark"])
def test_colours_of_pages_can_be_read(values: dict[str, str]) -> None:
    """All that is written on something, and the rings of discs that can move, which are shapes."""
    on = {
        **dict.fromkeys(("ground", "paper", "bed", "tint"), "ink faint accent second done"),
        **dict.fromkeys(("accent-soft", "second-soft", "done-soft"), "ink"),
        **{"ink": "paper", "accent": "on-accent", "second": "on-second"},
        **{"white": "white-ink", "dark": "dark-ink"},
    }
    for ground, texts_on in on.items():
        for text in texts_on.split():
            assert contrast(values[text], values[ground]) > 4.5, (text, ground)
    for ground in ("ground", "paper", "bed", "tint"):  # disabled, and lines of fields
        assert contrast(values["dim"], values[ground]) > 3, ground
    assert contrast(values["white-ring"], values["white-disc"]) > 3
    assert contrast(values["black-ring"], values["black-disc"]) > 3


def test_both_colour_schemes_have_the_same_tokens() -> None:
    assert list(LIGHT_VALUES) == list(DARK_VALUES)
    style = page_style(AUTO)
    used = set(re.findall(r"var\(--([\w-]+)", (ROOT / "_gamekit" / "data" / "components.css").read_text()))
    assert used <= set(re.findall(r"--([\w-]+):", style))


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
    assert dark.findtext(SVG + "style") == f"svg:root {{ background: {DARK.ground} }}"
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
    ("theme", "scheme", "grounds"),
    [
        ("auto", "dark", [LIGHT.ground, DARK.ground]),
        ("light", "light", [LIGHT.ground]),
        ("dark", "dark", [LIGHT.ground, DARK.ground]),
    ],
)
def test_a_page_has_the_theme_of_its_drawings(theme: str, scheme: str, grounds: list[str]) -> None:
    drawing = Drawing(99, 50, "a", "b", theme, None)
    page = Replay("a", [Frame("a", drawing, "b")], theme=theme).html()
    assert re.findall(r"color-scheme: ?([a-z ]+)[;}]", page)[-1] == scheme and "var(--ground)" in page
    assert re.findall(r"--ground: ?(\S+?); ?--rake", page) == grounds
    assert len(re.findall(r"\(prefers-color-scheme: ?dark\)", page)) == 3 * (theme == "auto")


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


@pytest.mark.parametrize(
    "page", ["narabi.html", "../my pages/narabi.html", "https://example.org/n/", "file:///n", "C:\\n"]
)
def test_a_link_leads_to_a_page_or_a_file(page: str) -> None:
    assert Play.at(page, "a game", deal="4-0-17").link == f"{page}#deal=4-0-17"


@pytest.mark.parametrize(
    "page", ["javascript:alert(1)", " JavaScript:a", "java\nscript:a", "data:text/html,a", "a#b", ""]
)
def test_no_link_leads_elsewhere(page: str) -> None:
    with pytest.raises(ArgumentError, match="page must be an address that begins with https://"):
        Play.at(page, "a game", deal="4-0-17")


def test_in_a_notebook_a_page_has_a_frame_of_its_own() -> None:
    (frame,) = Page(replay()._repr_html_()).tags
    assert frame[0] == "iframe" and frame[1]["sandbox"] == "allow-scripts"
    inner = frame[1]["srcdoc"]
    assert inner is not None and inner == replay().html()
