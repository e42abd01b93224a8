"""Pages that stand alone: drawings to be stepped through, in a browser or in a notebook, without network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from _gamekit import svg
from _gamekit.svg import Drawing, clean
from _gamekit.themes import page_style, theme_of

_NO_NETWORK = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_BUTTONS = (
    ("first", "|\u25c0", "first (Home)"),
    ("back", "\u25c0", "back (left arrow)"),
    ("on", "\u25b6", "on (right arrow)"),
    ("last", "\u25b6|", "last (End)"),
)


def _data(name: str) -> str:
    """Return a file that belongs to the pages, to be put between two tags."""
    import importlib.resources  # noqa: PLC0415

    return "\n" + importlib.resources.files("_gamekit").joinpath("data", name).read_text("utf-8")


class Frame(NamedTuple):
    """One step of a replay."""

    name: str
    """A word or two, for the list of steps."""
    drawing: Drawing
    told: str
    """What there is to say about it; also below the drawing."""
    phone: Drawing | None = None
    """What narrow pages show in place of the drawing."""


@dataclass(frozen=True)
class Replay:
    """A game to be stepped through; shows itself in a notebook, and can be saved as a page."""

    title: str
    frames: Sequence[Frame]
    above: Drawing | None = None
    """Stands above the steps, like the curve of a game."""
    theme: str = "auto"
    """Of the page and its drawings: "auto", "light" or "dark"."""

    def html(self) -> str:
        """Return a page that needs nothing else: keys, buttons and a list of steps go through the game."""
        page = ET.Element("html", lang="en")
        head, body = ET.SubElement(page, "head"), ET.SubElement(page, "body")
        ET.SubElement(head, "meta", charset="utf-8")
        ET.SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": _NO_NETWORK})
        ET.SubElement(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
        _put(head, "title", self.title)
        _put(head, "style", page_style(theme_of(self.theme)) + _data("replay.css"))
        _put(body, "h1", self.title)
        if self.above is not None:
            body.append(self.above.element)
        bar = ET.SubElement(body, "nav")
        for name, sign, words in _BUTTONS:
            _put(bar, "button", sign, type="button", name=name, title=words, **{"aria-label": words})
        _put(bar, "output", "", **{"aria-live": "polite"})
        steps = ET.SubElement(body, "ol")
        for frame in self.frames:
            _put(ET.SubElement(steps, "li"), "button", frame.name, type="button")
        for frame in self.frames:
            section = ET.SubElement(body, "section")
            if frame.phone is None:
                section.append(frame.drawing.element)
            else:
                ET.SubElement(section, "div", {"class": "wide"}).append(frame.drawing.element)
                ET.SubElement(section, "div", {"class": "phone"}).append(frame.phone.element)
            _put(section, "pre", frame.told)
        _put(body, "script", _data("replay.js"))
        return "<!DOCTYPE html>\n" + ET.tostring(page, encoding="unicode", method="html") + "\n"

    def save(self, path: str | Path) -> None:
        """Write the page to a file; OSError if it cannot be written."""
        svg.save(path, self.html())

    def _repr_html_(self) -> str:
        """Return the page in a frame of its own, so that it cannot disturb a notebook, nor a notebook it."""
        frame = ET.Element(
            "iframe",
            srcdoc=self.html(),
            sandbox="allow-scripts",
            title=clean(self.title),
            width="100%",
            height="760",
            style="border: 0",
        )
        return ET.tostring(frame, encoding="unicode", method="html")


def _put(parent: ET.Element, tag: str, text: str, **attributes: str) -> None:
    ET.SubElement(parent, tag, attributes).text = clean(text)
