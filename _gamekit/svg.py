"""SVG drawings, built as an XML tree of shapes and texts in the colours of a theme.

A drawing has its own background, so it is readable on light and dark pages. With the theme "auto" it follows
the reader's settings. The attributes have the light colours, because some programs ignore style sheets; the
style sheet has the dark colours. One page can contain many drawings, because no element has an id and each
class name contains its colours. A shape or a word repeats the meaning of each colour.
"""

from __future__ import annotations

import math
import re
from pathlib import Path
from xml.etree import ElementTree as ET

from _gamekit import outputs
from _gamekit.problems import ArgumentError
from _gamekit.themes import LARGEST, PRINTED, SMALLEST, Colour, Theme, drawing_style, theme_of

FONT = "'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Point = tuple[float, float]


def clean(text: str) -> str:
    """Return a text with each character that XML forbids replaced by U+FFFD."""
    return _NOT_IN_XML.sub("\ufffd", text)


def number(value: float) -> str:
    """Return a number as text, with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def width_of(text: str) -> float:
    """Return an estimate of the width of a text at font size 1."""
    narrow, wide = "fijlrt-.,:;'|! ()[]", "mwMW@%…"
    return sum(
        1.0 if c >= "\u3000" else 0.32 if c in narrow else 0.87 if c in wide else 0.7 if c.isupper() else 0.57
        for c in text
    )


class Group:
    """A part of a drawing, to which shapes can be added."""

    def __init__(self, element: ET.Element, theme: Theme):
        self.element = element
        self.theme = theme

    def add(self, tag: str, **attributes: str | float | None) -> ET.Element:
        """Add an element; attributes that are None are omitted, and `_` in a name stands for `-`."""
        written = {
            name.replace("_", "-"): clean(value) if isinstance(value, str) else number(value)
            for name, value in attributes.items()
            if value is not None
        }
        painted = [(name, value) for name, value in attributes.items() if isinstance(value, Colour)]
        if painted:
            written["class"] = " ".join(value.class_name(name) for name, value in painted)
        return ET.SubElement(self.element, tag, written)

    def part(self, x: float = 0, y: float = 0, scale: float = 1) -> Group:
        """Add and return a part with its origin at (x, y) and with units of `scale`."""
        transform = f"translate({number(x)} {number(y)})" + f" scale({number(scale)})" * (scale != 1)
        return Group(self.add("g", transform=transform), self.theme)

    def rect(self, x: float, y: float, width: float, height: float, **look: str | float | None) -> None:
        """Add a rectangle."""
        self.add("rect", x=x, y=y, width=width, height=height, **look)

    def circle(self, centre: Point, radius: float, **look: str | float | None) -> None:
        """Add a circle."""
        self.add("circle", cx=centre[0], cy=centre[1], r=radius, **look)

    def line(self, start: Point, end: Point, **look: str | float | None) -> None:
        """Add a straight line."""
        self.add("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **look)

    def path(self, commands: str, **look: str | float | None) -> None:
        """Add a path, given by SVG path commands."""
        self.add("path", d=commands, **look)

    def text(
        self,
        text: str,
        at: Point,
        size: float,
        anchor: str = "middle",
        fill: str | None = None,
        weight: str | None = None,
        longest: int | None = None,
    ) -> None:
        """Add a vertically centred text.

        A text with more than `longest` characters is shortened, and its title has the whole text.
        """
        if not text:
            return
        shown = text if longest is None or len(text) <= longest else text[: longest - 1] + "…"
        element = self.add(
            "text",
            x=at[0],
            y=at[1] + 0.36 * size,  # capitals are 0.72 high; support for `dominant-baseline` varies
            font_size=size,
            text_anchor=None if anchor == "start" else anchor,
            fill=fill or self.theme.ink,
            font_weight=weight,
        )
        element.text = clean(shown)
        if shown != text:
            ET.SubElement(element, "title").text = clean(text)

    def arrow(
        self,
        start: Point,
        end: Point,
        width: float,
        colour: str,
        bend: Point | None = None,
        dash: str | None = None,
    ) -> None:
        """Add an arrow, curved towards `bend`, with a dot at its start; what it crosses does not touch it."""
        way = bend or ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        along = _unit(way, end)
        neck = end[0] - 2.6 * width * along[0], end[1] - 2.6 * width * along[1]
        side = -along[1] * 1.7 * width, along[0] * 1.7 * width
        corners = [end, (neck[0] + side[0], neck[1] + side[1]), (neck[0] - side[0], neck[1] - side[1])]
        curve = f"M{_at(start)} Q{_at(way)} {_at(neck)}"
        head = "M" + " L".join(map(_at, corners)) + " Z"
        paper = {"stroke": self.theme.ground, "stroke_width": 2.2 * width, "stroke_linecap": "round"}
        self.path(curve, fill="none", **paper)  # type: ignore[arg-type]
        self.path(head, fill=self.theme.ground, stroke=self.theme.ground, stroke_width=1.2 * width)
        self.path(curve, fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dash)
        self.path(head, fill=colour)
        self.circle(start, 1.1 * width, fill=colour)


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _unit(start: Point, end: Point) -> Point:
    length = math.hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def towards(start: Point, end: Point, length: float) -> Point:
    """Return the point at distance `length` from `start` in the direction of `end`."""
    x, y = _unit(start, end)
    return start[0] + length * x, start[1] + length * y


class Drawing(Group):
    """A complete drawing, with a title and a description."""

    def __init__(
        self,
        width: float,
        height: float,
        title: str,
        description: str,
        theme: str,
        pixels: float | None,
        printed: bool = False,
    ):
        """Create a drawing of `width` x `height` units, shown `pixels` wide, by default one pixel per unit.

        A drawing that is `printed` is a page of white paper, without a border.

        Raises
        ------
        ArgumentError
            The theme is unknown, or `pixels` is out of range.
        """
        shown = width if pixels is None else pixels
        if not SMALLEST <= shown <= LARGEST:
            raise ArgumentError(f"the width must be {SMALLEST} to {LARGEST:,} pixels, not {pixels!r}")
        super().__init__(ET.Element("svg"), PRINTED if printed else theme_of(theme))
        self.element.attrib.update(
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {number(width)} {number(height)}",
                "width": number(shown),
                "height": number(shown * height / width),
                "role": "img",
                "font-family": FONT,
            }
        )
        ET.SubElement(self.element, "title").text = clean(title)
        ET.SubElement(self.element, "desc").text = clean(description)
        if style := drawing_style(self.theme):
            ET.SubElement(self.element, "style").text = style
        ground = self.theme.ground
        if printed:
            self.rect(0, 0, width, height, fill=ground)
        else:
            self.rect(0.5, 0.5, width - 1, height - 1, rx=8, fill=ground, stroke=self.theme.line)

    def svg(self) -> str:
        """Return the drawing as the text of an SVG file."""
        ET.indent(self.element, " ")
        return ET.tostring(self.element, encoding="unicode") + "\n"


def save(path: str | Path, text: str, kind: str = "svg") -> None:
    """Write the text of a drawing or a page to a file, atomically.

    Raises
    ------
    OSError
        The file cannot be written, is not a regular file, or its suffix means another format.
    """
    outputs.check_suffix(path, kind)
    outputs.write(path, [text.encode()])
