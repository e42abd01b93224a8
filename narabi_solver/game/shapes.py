"""Outlines of stones and of the beds they lie on, as commands of SVG paths."""

from __future__ import annotations

import math

from _gamekit.svg import Point, number

NODES = 6
"""Number of curves in the outline of a stone."""
OUTLINES = 6
"""Number of different outlines. The label of a stone decides which it has."""
_REACH = 4 / 3 * math.tan(math.pi / 2 / NODES) / (2 * math.sin(2 * math.pi / NODES))
"""Length of the handles of a curve, as for a circle, for a distance of 1 between the nodes beside it."""


def _node(outline: int, at: int) -> Point:
    """Return a node of an outline round the origin, whose radius is about 1."""
    a, b, c = (math.sin((outline + 1) * factor) for factor in (12.9898, 78.233, 37.719))
    angle = 2 * math.pi * at / NODES
    bulge = 0.026 * math.sin(2 * angle + 3 * a) + 0.02 * math.sin(angle + 5 * b) + 0.008 * math.sin(4 * c)
    return (1 + bulge) * math.cos(angle), (1 + bulge) * math.sin(angle)


def pebble(label: str, centre: Point, radius: float) -> str:
    """Return the outline of the stone with a label; it keeps its outline wherever it lies."""
    nodes = [_node(ord(label) % OUTLINES, at) for at in range(NODES)]

    def text(x: float, y: float) -> str:
        return f"{number(centre[0] + radius * x)} {number(centre[1] + radius * y)}"

    parts = [f"M{text(*nodes[0])}"]
    for i in range(NODES):
        before, start, end, after = (nodes[(i + step) % NODES] for step in (-1, 0, 1, 2))
        first = (start[j] + _REACH * (end[j] - before[j]) for j in (0, 1))
        second = (end[j] - _REACH * (after[j] - start[j]) for j in (0, 1))
        parts.append(f"C{text(*first)} {text(*second)} {text(*end)}")
    return " ".join([*parts, "Z"])


def bed(inner: float, outer: float, start: float, end: float, gap: float, corner: float) -> str:
    """Return the part of a ring between two angles, in radians clockwise from the top.

    `gap` is the distance to the next part, the same everywhere, and `corner` the radius of the corners.
    """
    aside = gap / 2

    def on(radius: float, angle: float) -> str:
        return f"{number(radius * math.sin(angle))} {number(-radius * math.cos(angle))}"

    def beside(angle: float, radius: float, way: int) -> str:
        """Return the point on a straight side where the corner at a radius begins."""
        along = math.sqrt(radius**2 - (corner + aside) ** 2)
        x = along * math.sin(angle) + way * aside * math.cos(angle)
        y = -along * math.cos(angle) + way * aside * math.sin(angle)
        return f"{number(x)} {number(y)}"

    far, near = (math.asin((corner + aside) / radius) for radius in (outer - corner, inner + corner))
    large = int(end - start > math.pi)

    def arc(radius: float, sweep: int, end: str) -> str:
        wide = large if radius > corner else 0
        return f"A{number(radius)} {number(radius)} 0 {wide} {sweep} {end}"

    return " ".join(
        [
            f"M{on(outer, start + far)}",
            arc(outer, 1, on(outer, end - far)),
            arc(corner, 1, beside(end, outer - corner, -1)),
            f"L{beside(end, inner + corner, -1)}",
            arc(corner, 1, on(inner, end - near)),
            arc(inner, 0, on(inner, start + near)),
            arc(corner, 1, beside(start, inner + corner, 1)),
            f"L{beside(start, outer - corner, 1)}",
            arc(corner, 1, on(outer, start + far)),
            "Z",
        ]
    )
