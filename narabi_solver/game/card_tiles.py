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


def sign(part: Group, card: Card) -> None:
    """Draw the sign of a card round the origin of a part whose unit is the font size.

    Three dots stand for a card with no condition, with several, or with one that only words can say.
    """
    first, *others = card.conditions.items() or [("", None)]
    drawn = CONDITIONS[first[0]].sign if first[0] and not others else None
    if drawn is None or not drawn(part, first[1]):
        for x in (-0.4, 0, 0.4):
            part.circle((x, 0), 0.09, fill=part.theme.ink)
