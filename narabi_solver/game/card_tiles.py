"""Cards as tiles in drawings: a sign of its own for each kind of condition, and the card's name."""

from __future__ import annotations

from _gamekit.svg import Group, Point, width_of
from narabi_solver.game.cards import CONDITIONS, Card

LONGEST_NAME = 7.0
"""Width of a card's name in a tile, for a font size of 1; a longer one is cut."""
HEIGHT, SIGN = 1.7, 1.9
"""Height of a tile, and width of its sign, for a font size of 1."""


def tile_width(card: Card, size: float, named: bool = True) -> float:
    """Return how wide a tile is."""
    name = 0.5 + min(width_of(card.name), LONGEST_NAME) if named else 0.0
    return size * (SIGN + 0.4 + name)


def _longest(name: str) -> int:
    """Return how many characters of a name there is room for."""
    return sum(width_of(name[:end]) <= LONGEST_NAME for end in range(1, len(name) + 1))


def tile(
    part: Group, card: Card, at: Point, size: float, *, anchor: str = "middle", named: bool = True
) -> None:
    """Draw a card as a tile.

    Parameters
    ----------
    part, card
        Where, and which.
    at
        The middle of the tile, of its left side or of its right side.
    size
        Font size of the name.
    anchor
        Which of these: "middle", "start" or "end".
    named
        False for the sign alone.
    """
    width = tile_width(card, size, named)
    left = at[0] - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    theme = part.theme
    part.rect(
        left,
        at[1] - HEIGHT / 2 * size,
        width,
        HEIGHT * size,
        rx=0.35 * size,
        fill=theme.paper,
        stroke=theme.faint,
        stroke_width=0.07 * size,
    )
    sign(part.part(left + (0.2 + SIGN / 2) * size, at[1], size), card)
    if named:
        start = left + (0.4 + SIGN) * size, at[1]
        part.text(card.name, start, size, "start", longest=_longest(card.name))


def kind_of(card: Card) -> str:
    """Return which sign a card has: "words" if only its words say what it allows."""
    if card.never:
        return "never"
    given = [name for name in CONDITIONS if getattr(card, name)]
    if len(given) != 1:
        return "words"
    if card.seat is not None:
        return str(card.seat[0]) if card.seat in (("left",), ("right",)) else "words"
    if card.distance is not None and len(card.distance) > 1:
        return "words"
    return given[0]


def sign(part: Group, card: Card) -> None:
    """Draw the sign of a card round the origin of a part whose unit is the font size."""
    ink, kind = part.theme.ink, kind_of(card)
    if kind == "never":  # a lock
        part.rect(-0.4, -0.1, 0.8, 0.6, rx=0.1, fill=ink)
        part.path("M-.24 -.1 V-.3 A.24 .24 0 0 1 .24 -.3 V-.1", fill="none", stroke=ink, stroke_width=0.13)
    elif kind == "colour":
        fill = part.theme.white if card.colour == "white" else part.theme.dark
        part.circle((0, 0), 0.46, fill=fill, stroke=part.theme.edge, stroke_width=0.1)
    elif kind == "parity":  # two pairs of dots, or one dot missing
        dots = [(-0.24, -0.24), (0.24, -0.24), (-0.24, 0.24), (0.24, 0.24)]
        for at in dots if card.parity == "even" else dots[:3]:
            part.circle(at, 0.17, fill=ink)
    elif kind == "compare":
        up = -1 if card.compare == "higher" else 1
        part.path(f"M0 {-0.5 * up} V{0.1 * up}", fill="none", stroke=ink, stroke_width=0.18)
        part.path(f"M0 {0.55 * up} L-.42 {0.02 * up} H.42 Z", fill=ink)
    elif kind == "value" and card.value is not None:
        for x, value in zip((-0.5, 0.5), card.value, strict=True):
            part.text(str(value), (x, 0), 1)
        part.line((-0.13, 0.02), (0.13, 0.02), stroke=ink, stroke_width=0.11)
    elif kind == "distance" and card.distance is not None:
        for x in (-0.7, 0.7):
            part.circle((x, 0.42), 0.14, fill=ink)
        part.path("M-.7 .3 C-.6 -.9 .6 -.9 .7 .3", fill="none", stroke=ink, stroke_width=0.1)
        part.text(str(card.distance[0]), (0, 0.15), 1)
    elif kind in ("left", "right"):
        way = -1 if kind == "left" else 1
        part.path(f"M{-0.6 * way} 0 H{0.1 * way}", fill="none", stroke=ink, stroke_width=0.16)
        part.path(f"M{0.7 * way} 0 L{0.05 * way} -.38 V.38 Z", fill=ink)
    else:
        for x in (-0.4, 0, 0.4):
            part.circle((x, 0), 0.09, fill=ink)
