"""Pages that stand alone: drawings to be stepped through, in a browser or in a notebook, without network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from narabi_mabi_common import svg
from narabi_mabi_common.svg import Drawing, clean

_NO_NETWORK = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_STYLE = """
:root { color-scheme: light dark; }
body { font-family: sans-serif; margin: 1rem auto; max-width: 64rem; padding: 0 1rem; line-height: 1.4; }
h1 { font-size: 1.2rem; overflow-wrap: anywhere; }
nav { position: sticky; top: 0; display: flex; gap: .4rem; align-items: center; padding: .4rem 0;
      background: Canvas; }
button { font: inherit; min-width: 2.4rem; padding: .2rem .5rem; cursor: pointer; }
ol { display: flex; flex-wrap: wrap; gap: .3rem; padding: 0; list-style: none; }
ol button[aria-current] { font-weight: bold; outline: 3px solid #d55e00; }
output { white-space: nowrap; }
svg { max-width: 100%; height: auto; }
section[hidden] { display: none; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
"""
_SCRIPT = """
const frames = [...document.querySelectorAll("section")];
const marks = [...document.querySelectorAll("ol button")];
const where = document.querySelector("output");
let at = 0;
function go(to) {
  at = Math.max(0, Math.min(frames.length - 1, to));
  frames.forEach((frame, i) => { frame.hidden = i !== at; });
  marks.forEach((mark, i) => {
    if (i === at) mark.setAttribute("aria-current", "step"); else mark.removeAttribute("aria-current");
  });
  where.textContent = (at + 1) + " of " + frames.length;
}
const steps = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => frames.length - 1 };
for (const button of document.querySelectorAll("nav button"))
  button.addEventListener("click", () => go(steps[button.name]()));
marks.forEach((mark, i) => mark.addEventListener("click", () => go(i)));
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };
document.addEventListener("keydown", event => {
  if (event.key in keys && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    go(steps[keys[event.key]]());
  }
});
go(0);
"""
_BUTTONS = (
    ("first", "|\u25c0", "first (Home)"),
    ("back", "\u25c0", "back (left arrow)"),
    ("on", "\u25b6", "on (right arrow)"),
    ("last", "\u25b6|", "last (End)"),
)


class Frame(NamedTuple):
    """One step of a replay."""

    name: str
    """A word or two, for the list of steps."""
    drawing: Drawing
    told: str
    """What there is to say about it; also below the drawing."""


@dataclass(frozen=True)
class Replay:
    """A game to be stepped through; shows itself in a notebook, and can be saved as a page."""

    title: str
    frames: Sequence[Frame]

    def html(self) -> str:
        """Return a page that needs nothing else: keys, buttons and a list of steps go through the game."""
        page = ET.Element("html", lang="en")
        head, body = ET.SubElement(page, "head"), ET.SubElement(page, "body")
        ET.SubElement(head, "meta", charset="utf-8")
        ET.SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": _NO_NETWORK})
        ET.SubElement(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
        _put(head, "title", self.title)
        _put(head, "style", _STYLE)
        _put(body, "h1", self.title)
        bar = ET.SubElement(body, "nav")
        for name, sign, words in _BUTTONS:
            _put(bar, "button", sign, type="button", name=name, title=words, **{"aria-label": words})
        _put(bar, "output", "", **{"aria-live": "polite"})
        steps = ET.SubElement(body, "ol")
        for frame in self.frames:
            _put(ET.SubElement(steps, "li"), "button", frame.name, type="button")
        for frame in self.frames:
            section = ET.SubElement(body, "section")
            section.append(frame.drawing.element)
            _put(section, "pre", frame.told)
        _put(body, "script", _SCRIPT)
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


def html_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> ET.Element:
    """Return a table."""
    table = ET.Element("table")
    head = ET.SubElement(ET.SubElement(table, "thead"), "tr")
    for heading in headings:
        _put(head, "th", heading)
    body = ET.SubElement(table, "tbody")
    for row in rows:
        line = ET.SubElement(body, "tr")
        for cell in row:
            _put(line, "td", cell)
    return table


def html_block(drawing: Drawing, told: Sequence[str], *tables: ET.Element) -> str:
    """Return a drawing with lines of text and tables below it, for a notebook."""
    block = ET.Element("div")
    block.append(drawing.element)
    for line in told:
        _put(block, "p", line)
    block.extend(tables)
    return ET.tostring(block, encoding="unicode", method="html")
