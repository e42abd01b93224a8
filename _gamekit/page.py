"""Replays: self-contained pages with a drawing for each step of a game, for browsers and notebooks.

Successive drawings share most of their shapes. A page therefore stores each shape once and, for each
step, the numbers of the shapes in its drawings.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote
from xml.etree import ElementTree as ET

from _gamekit import svg
from _gamekit.addresses import check_page
from _gamekit.languages import FIRST, Language, language_of
from _gamekit.svg import Drawing, clean
from _gamekit.themes import Theme, page_style, theme_of

_BUTTONS = {"first": "|\u25c0", "back": "\u25c0", "on": "\u25b6", "last": "\u25b6|", "auto": ""}
"""The sign on each button of a page. The button `auto` has a word instead."""


def _data(name: str) -> str:
    """Return the text of a data file, after a newline."""
    import importlib.resources

    return "\n" + importlib.resources.files("_gamekit").joinpath("data", name).read_text("utf-8")


def compact(style: str) -> str:
    """Return a style sheet without comments, and without signs that separate nothing."""
    bare = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    lines = (re.sub(r" ?([{};,]) ?|(?<=[\w)]:) ", r"\1", line.strip()) for line in bare.splitlines())
    return re.sub(r"(?<=[{};,])\n", "", "\n".join(filter(None, lines))).replace(";}", "}")


def looks(theme: Theme) -> str:
    """Return the CSS that all pages share: colours, sizes, buttons and cards."""
    return compact(page_style(theme) + _data("components.css"))


class Frame(NamedTuple):
    """One step of a replay."""

    name: str
    """The title in the list of steps: one or two words."""
    drawing: Drawing
    text: str
    """The description of the step, shown below the drawing."""
    phone: Drawing | None = None
    """The drawing for narrow screens, if there is one."""


class Timeline(NamedTuple):
    """A drawing that covers the whole game, like an evaluation curve."""

    name: str
    drawing: Drawing
    places: Sequence[float]
    """The horizontal position of each step in the drawing."""


class Play(NamedTuple):
    """The notation of a game, and a link to the page on which the game can be played."""

    text: str
    """The game in its notation, which the page reads."""
    link: str | None = None
    """The address at which the page opens the game; None if there is no page."""

    @classmethod
    def at(cls, page: str | None, text: str, **fragment: str) -> Play:
        """Return a game with a link: the address `page`, followed by a fragment that describes the game.

        Raises
        ------
        ArgumentError
            `page` is neither an address of a page nor the name of a file.
        """
        if page is not None:
            check_page(page)
        parts = "&".join(
            f"{name}={quote(part, safe=':/').replace('%20', '+')}" for name, part in fragment.items()
        )
        return cls(text, None if page is None else f"{page}#{parts}")


@dataclass(frozen=True)
class Replay:
    """The replay of a game, which a notebook displays and a file can store."""

    title: str
    frames: Sequence[Frame]
    timeline: Timeline | None = None
    """The drawing of the whole game, shown above the list of steps."""
    theme: str = "auto"
    """The theme of the page and its drawings: "auto", "light" or "dark"."""
    language: str = FIRST
    """The code of the page's language."""
    play: Play | None = None
    """The link to the page on which the game can be played; None for no link."""

    def html(self) -> str:
        """Return a self-contained page on which keys, buttons and a list select the step."""
        script = _data("replay.js")
        words = language_of("_gamekit", self.language)
        page = ET.Element("html", lang=self.language)
        head, body = ET.SubElement(page, "head"), ET.SubElement(page, "body")
        ET.SubElement(head, "meta", charset="utf-8")
        policy = {"http-equiv": "Content-Security-Policy", "content": _only(script)}
        ET.SubElement(head, "meta", policy)
        ET.SubElement(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
        _put(head, "title", self.title)
        _put(head, "style", looks(theme_of(self.theme)) + compact(_data("replay.css")))
        _put(ET.SubElement(body, "header"), "h1", self.title)
        main = ET.SubElement(body, "main")
        shapes = _Shapes()
        steps = [
            {"text": clean(frame.text), "wide": shapes.numbers(frame.drawing), "phone": _phone(shapes, frame)}
            for frame in self.frames
        ]
        self._add_table(main, words)
        self._add_side(main, words)
        known: dict[str, Any] = {"shapes": shapes.texts, "steps": steps, "of": words.texts["replay.of"]}
        known["places"] = [round(place, 1) for place in self.timeline.places] if self.timeline else []
        _put(body, "script", _in_script(known), type="application/json", id="steps")
        _put(body, "script", script)
        return "<!DOCTYPE html>\n" + ET.tostring(page, encoding="unicode", method="html") + "\n"

    def _add_table(self, main: ET.Element, words: Language) -> None:
        """Add the drawing, its controls and its description."""
        table = ET.SubElement(main, "section", {"class": "table", "aria-label": words.text("replay.game")})
        first = self.frames[0]
        phones = [frame.phone for frame in self.frames if frame.phone is not None]
        for name, drawing, every in (
            ("wide" if phones else "any", first.drawing, [frame.drawing for frame in self.frames]),
            ("phone", first.phone, phones),
        ):
            if drawing is not None:
                sizes = f"--wide: {_box(drawing)[0]}; --high: {max(_box(one)[1] for one in every)}"
                ET.SubElement(table, "div", {"class": f"picture {name}", "style": sizes}).append(
                    drawing.element
                )
        bar = ET.SubElement(table, "nav", {"aria-label": words.text("replay.nav")})
        for name, sign in _BUTTONS.items():
            title = words.text("replay.auto-title" if name == "auto" else f"replay.{name}")
            shown = sign or words.text(f"replay.{name}")
            _put(bar, "button", shown, type="button", name=name, title=title, **{"aria-label": title})
        _put(bar, "output", words.text("replay.of", step=1, steps=len(self.frames)))
        slider = {
            "type": "range",
            "min": "0",
            "max": str(len(self.frames) - 1),
            "value": "0",
            "aria-label": words.text("replay.step"),
        }
        ET.SubElement(table, "input", slider)
        _put(table, "pre", first.text, **{"aria-live": "polite"})

    def _add_side(self, main: ET.Element, words: Language) -> None:
        """Add the timeline, the list of steps, and the link to the page."""
        side = ET.SubElement(main, "section", {"class": "side", "aria-label": words.text("replay.all")})
        if self.timeline is not None:
            card = ET.SubElement(side, "div", {"class": "card timeline"})
            _put(card, "h2", self.timeline.name)
            card.append(self.timeline.drawing.element)
        card = ET.SubElement(side, "div", {"class": "card"})
        _put(card, "h2", words.text("replay.steps"))
        listed = ET.SubElement(card, "ol")
        for frame in self.frames:
            _put(ET.SubElement(listed, "li"), "button", frame.name, type="button", **{"class": "link"})
        if self.play is None:
            return
        card = ET.SubElement(side, "div", {"class": "card play"})
        if self.play.link is not None:
            _put(card, "a", words.text("replay.play"), href=self.play.link, **{"class": "main"})
        _put(card, "h2", words.text("replay.text"))
        about = {"readonly": "", "rows": "3", "aria-label": words.text("replay.text-label")}
        _put(card, "textarea", self.play.text, **about)

    def save(self, path: str | Path) -> None:
        """Write the page to a file; raise OSError if it cannot be written."""
        svg.save(path, self.html(), "html")

    def _repr_html_(self) -> str:
        """Return the page in an iframe, so that the page and the notebook cannot affect each other."""
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


class _Shapes:
    """A collection of the different shapes in many drawings."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}

    def numbers(self, drawing: Drawing) -> list[int]:
        """Add a drawing's shapes, and return their numbers."""
        texts = (ET.tostring(shape, encoding="unicode") for shape in drawing.element)
        return [self._known.setdefault(text, len(self._known)) for text in texts]

    @property
    def texts(self) -> list[str]:
        """The SVG text of each shape, in the order of their numbers."""
        return list(self._known)


def _phone(shapes: _Shapes, frame: Frame) -> list[int]:
    return [] if frame.phone is None else shapes.numbers(frame.phone)


def _box(drawing: Drawing) -> tuple[float, float]:
    """Return the width and height of a drawing."""
    *_, wide, high = map(float, drawing.element.attrib["viewBox"].split())
    return wide, high


def _only(script: str) -> str:
    """Return a content security policy that allows one script and loads nothing."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def _in_script(value: dict[str, Any]) -> str:
    """Return a value as JSON that is safe within a script element."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _put(parent: ET.Element, tag: str, text: str, **attributes: str) -> None:
    ET.SubElement(parent, tag, attributes).text = clean(text)
