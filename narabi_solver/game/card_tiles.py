"""Cards as tiles in drawings: a sign of its own for each kind of condition, and the card's name."""

from __future__ import annotations

from _gamekit.svg import Group, Point, width_of
from narabi_solver.game.cards import CONDITIONS, Card

LONGEST_NAME = 7.0
"""Width of a card's name in a tile, for a font size of 1; a longer one is cut."""
HEIGHT, SIGN = 1.7, 1.9
"""Height of a tile, and width of its sign, for a font size of 1."""


def tile_width(name: str, size: float) -> float:
    """Return how wide a tile is; without a name it has the sign alone."""
    return size * (SIGN + 0.4 + (0.5 + min(width_of(name), LONGEST_NAME) if name else 0.0))


def _longest(name: str) -> int:
    """Return how many characters of a name there is room for."""
    return sum(width_of(name[:end]) <= LONGEST_NAME for end in range(1, len(name) + 1))


def tile(part: Group, card: Card, name: str, at: Point, size: float, *, anchor: str = "middle") -> None:
    """Draw a card as a tile.

    Parameters
    ----------
    part, card, name
        Where, which, and how it is called there; without a name the sign stands alone.
    at
        The middle of the tile, of its left side or of its right side.
    size
        Font size of the name.
    anchor
        Which of these: "middle", "start" or "end".
    """
    width = tile_width(name, size)
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
    if name:
        start = left + (0.4 + SIGN) * size, at[1]
        part.text(name, start, size, "start", longest=_longest(name))


def sign(part: Group, card: Card) -> None:
    """Draw the sign of a card round the origin of a part whose unit is the font size.

    Three dots stand for a card with no condition, with several, or with one that only words can say.
    """
    first, *others = card.conditions.items() or [("", None)]
    drawn = CONDITIONS[first[0]].sign if first[0] and not others else None
    if drawn is None or not drawn(part, first[1]):
        for x in (-0.4, 0, 0.4):
            part.circle((x, 0), 0.09, fill=part.theme.ink)
