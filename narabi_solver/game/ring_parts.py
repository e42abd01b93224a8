"""Parts of the drawing of a ring, round its centre: seats, letters, stones, cards as tiles, arrows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from _gamekit.svg import Group, Point, towards, width_of
from narabi_solver.game import shapes
from narabi_solver.game.cards import BLANKS, Card
from narabi_solver.game.rules import SEATS, Place, State, Swap, in_order, order_of

RADIUS, STONE, BAND = 165, 24, 29
"""Radius of the ring, radius of a stone, and half the width of the beds under the stones."""
GAP, CORNER = 9, 18
"""Distance between two beds, and radius of their corners."""

Disc = tuple[Point, float]
"""A centre and a radius."""


def _centre(state: State, number: float, radius: float = RADIUS) -> Point:
    """Return the coordinates of the place with a number; the numbers go clockwise from A1 = 0, at the top."""
    angle = 2 * math.pi * number / len(state.ring)
    return radius * math.sin(angle), -radius * math.cos(angle)


def moves(state: State, seat: int) -> bool:
    """Return whether a seat is to move."""
    return seat == state.mover and not in_order(state.ring)


def seats(part: Group, state: State) -> None:
    """Draw the arc of each seat; the arc of the seat to move has an outline."""
    theme, step = part.theme, 2 * math.pi / len(state.ring)
    for seat in range(state.players):
        start, end = ((seat + i) * state.hand - 0.5 for i in (0, 1))
        mover = moves(state, seat)
        part.path(
            shapes.bed(RADIUS - BAND, RADIUS + BAND, start * step, end * step, GAP, CORNER),
            fill=theme.bed,
            stroke=theme.accent if mover else theme.bed_edge,
            stroke_width=3.5 if mover else 1,
        )


def letter_discs(state: State, size: float, outside: bool = False) -> list[Disc]:
    """Return the discs of the seats' letters, inside or outside the ring."""
    radius = RADIUS + BAND + 8 + 0.95 * size if outside else RADIUS - BAND - 2 * size
    return [
        (
            _centre(state, (seat + 0.5) * state.hand - 0.5, radius),
            (0.95 if moves(state, seat) else 0.6) * size,
        )
        for seat in range(state.players)
    ]


def letters(part: Group, state: State, size: float, outside: bool = False) -> None:
    """Write the letter of each seat; the letter of the seat to move is on a coloured disc."""
    theme = part.theme
    for seat, (at, radius) in enumerate(letter_discs(state, size, outside)):
        mover = moves(state, seat)
        part.circle(at, radius, fill=theme.accent if mover else theme.ground)
        part.text(SEATS[seat], at, 1.15 * size, fill=theme.on_accent if mover else theme.faint, weight="bold")


Box = tuple[float, float, float, float]
"""Left, top, right and bottom of a rectangle."""


def cards(part: Group, state: State, size: float, called: Callable[[Card], str]) -> None:
    """Draw each stone's card outside the ring, and the name of the stone's place beside the card."""
    ring = [state.deck[state.stone(place).card] for place in state.places()]
    names = [called(card) for card in ring]
    boxes = _tile_boxes(names, size)
    for i, place in enumerate(state.places()):
        left, top, _, bottom = boxes[i]
        tile(part, ring[i], names[i], (left, (top + bottom) / 2), size, anchor="start")
        at, anchor = _beside(boxes, i, str(place), size)
        part.text(str(place), at, size, anchor, fill=part.theme.faint)


def reach(size: float) -> float:
    """Return the distance from the centre to the upper edge of the name above the top tile."""
    return RADIUS + BAND + 6 + (HEIGHT + 0.96) * size


def _side(number: int, places: int) -> int:
    """Return 1 for a place on the right of the ring, -1 on the left, 0 at the top or at the bottom."""
    x = math.sin(2 * math.pi * number / places)
    return (x > 0.2) - (x < -0.2)


def _tile_boxes(names: Sequence[str], size: float) -> list[Box]:
    """Return the boxes of the tiles outside the ring; a tile gives way sideways to one at the top."""
    half, near, boxes = HEIGHT / 2 * size, RADIUS + BAND + 6, list[Box]()
    for i, name in enumerate(names):
        angle, side, width = 2 * math.pi * i / len(names), _side(i, len(names)), tile_width(name, size)
        x, y = math.sin(angle), -math.cos(angle)
        corner = half * x if side else 0  # horizontal distance of the nearest point of the tile
        distance = half * abs(y) + math.sqrt(near**2 - corner**2)
        left = distance * x - width * (1 - side) / 2
        boxes.append((left, distance * y - half, left + width, distance * y + half))
    for i, (left, top, right, bottom) in enumerate(boxes):
        if side := _side(i, len(names)):
            ends = [
                other[2] + 0.2 * size
                for j, other in enumerate(boxes)
                if not _side(j, len(names)) and other[1] < bottom and top < other[3]
            ]
            aside = max([0.0, *(end - side * (left if side > 0 else right) for end in ends)])
            boxes[i] = left + side * aside, top, right + side * aside, bottom
    return boxes


def _beside(boxes: Sequence[Box], number: int, name: str, size: float) -> tuple[Point, str]:
    """Return where the name of a place is written, and its anchor.

    The name is above or below the outer end of the place's tile, or, if another tile is there, beyond it.
    """
    left, top, right, bottom = boxes[number]
    side, wide = _side(number, len(boxes)), size * width_of(name)
    end = {1: right, 0: (left + right) / 2, -1: left}[side]
    above = -math.cos(2 * math.pi * number / len(boxes)) <= -0.75
    y = top - 0.6 * size if above else bottom + 0.6 * size
    near = min(end, end - side * wide), y - 0.36 * size, max(end, end - side * wide), y + 0.36 * size
    if side and any(overlap(near, box) for box in boxes):
        return (end + side * 0.25 * size, (top + bottom) / 2), "start" if side > 0 else "end"
    return (end, y), {1: "end", 0: "middle", -1: "start"}[side]


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes overlap."""
    return all(one[i] < other[i + 2] and other[i] < one[i + 2] for i in (0, 1))


def stone(part: Group, state: State, label: str, at: Point, radius: float = STONE) -> None:
    """Draw a stone: a pebble with light from above, and its number."""
    theme = part.theme
    if state.deck.colour(label) == "white":
        fill, light, edge, ink, shine = (
            theme.white, theme.white_light, theme.white_edge, theme.white_ink, 0.9,
        )  # fmt: skip
    else:
        fill, light, edge, ink, shine = theme.dark, theme.dark_light, theme.dark_edge, theme.dark_ink, 0.3
    width = max(radius / 16, 1)
    part.path(shapes.pebble(label, at, radius), fill=fill, stroke=edge, stroke_width=width)
    above = at[0] - 0.08 * radius, at[1] - 0.14 * radius
    part.path(shapes.pebble(label, above, 0.74 * radius), fill=light, fill_opacity=shine)
    if label not in BLANKS:
        part.text(label, at, 1.1 * radius, fill=ink, weight="bold")


def stones(part: Group, state: State, chosen: Place | None = None, targets: Sequence[Place] = ()) -> None:
    """Draw the stones, with an outline round the chosen stone and round the stones at `targets`."""
    theme = part.theme
    for i, place in enumerate(state.places()):
        at = _centre(state, i)
        if place in targets:
            part.circle(
                at, STONE + 3.5, fill="none", stroke=theme.second, stroke_width=5, stroke_dasharray="7 4"
            )
        if place == chosen:
            part.circle(at, STONE + 3.5, fill="none", stroke=theme.accent, stroke_width=6)
        stone(part, state, state.stone(place).label, at)


def swap_arrow(part: Group, state: State, swap: Swap, width: float, avoid: Sequence[Disc] = ()) -> None:
    """Draw an arrow from the mover's stone to the stone taken, inside the ring and clear of discs."""
    own, other = (_centre(state, state.number(place)) for place in swap)
    others = [(_centre(state, i), STONE) for i, place in enumerate(state.places()) if place not in swap]
    avoid = [*avoid, *others] if avoid else []
    bend = max(_bends(own, other), key=lambda way: min(_clearance(own, other, way, avoid) - width, 2))
    start, end = (towards(at, bend, STONE + 3) for at in (own, other))
    part.arrow(start, end, width, part.theme.accent, bend)


def _bends(own: Point, other: Point) -> Iterator[Point]:
    """Yield control points for the curve of an arrow, the usual point first."""
    middle = (own[0] + other[0]) / 2, (own[1] + other[1]) / 2
    inwards = 0.3 + 0.35 * (math.hypot(*middle) / RADIUS) ** 4  # avoids a hairpin between neighbours
    usual = inwards * middle[0], inwards * middle[1]
    yield usual
    for far in (20, 40, 60, 80, 110):
        for eighth in range(8):
            angle = math.pi * eighth / 4
            yield usual[0] + far * math.cos(angle), usual[1] + far * math.sin(angle)


def _clearance(own: Point, other: Point, bend: Point, discs: Sequence[Disc]) -> float:
    """Return the smallest distance between an arrow and the given discs."""
    start, end = (towards(at, bend, STONE + 3) for at in (own, other))
    points = []
    for i in range(33):
        a, b, c = (1 - i / 32) ** 2, 2 * (1 - i / 32) * i / 32, (i / 32) ** 2
        points.append(tuple(a * start[k] + b * bend[k] + c * end[k] for k in (0, 1)))
    return min((math.dist(at, point) - radius for at, radius in discs for point in points), default=math.inf)


def order(part: Group, state: State, radius: float, width: float) -> None:
    """If the ring is in order, mark its lowest number and draw an arrow in the ascending direction."""
    where = order_of(state.ring)
    if where is None:
        return
    first, clockwise = where
    way = (1 if clockwise else -1) * len(state.ring) / 360  # places a degree
    start, end = (_centre(state, first + way * degrees, radius) for degrees in (0, 72))
    bend = _centre(state, first + way * 36, radius / math.cos(math.radians(36)))
    part.circle(_centre(state, first), STONE + 3.5, fill="none", stroke=part.theme.accent, stroke_width=6)
    part.arrow(start, end, width, part.theme.accent, bend)


LONGEST_NAME, SMALLEST_NAME = 7.0, 0.75
"""Greatest width of a card's name in a tile, for a font size of 1, and least scale of a longer name."""
HEIGHT, SIGN = 1.7, 1.9
"""Height of a tile and width of its sign, for a font size of 1."""


def tile_width(name: str, size: float) -> float:
    """Return the width of a tile. A tile without a name has only the sign."""
    return size * (SIGN + 0.4 + (0.5 + min(width_of(name), LONGEST_NAME) if name else 0.0))


def _fitted(name: str) -> tuple[float, int]:
    """Return the font size of a name for a tile of font size 1, and how many characters of the name fit."""
    scale = max(SMALLEST_NAME, min(1.0, LONGEST_NAME / max(width_of(name), 1)))
    return scale, sum(scale * width_of(name[:end]) <= LONGEST_NAME for end in range(1, len(name) + 1))


def tile(part: Group, card: Card, name: str, at: Point, size: float, *, anchor: str = "middle") -> None:
    """Draw a card as a tile."""
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
        scale, longest = _fitted(name)
        part.text(name, start, scale * size, "start", longest=longest)


def _disc(part: Group, colour: str) -> None:
    theme = part.theme
    look = (theme.white, theme.white_edge) if colour == "white" else (theme.dark, theme.dark_edge)
    part.circle((0, 0), 0.46, fill=look[0], stroke=look[1], stroke_width=0.1)


def _dots(part: Group, parity: str) -> None:
    """Draw two pairs of dots for even; leave one dot out for odd."""
    dots = [(-0.24, -0.24), (0.24, -0.24), (-0.24, 0.24), (0.24, 0.24)]
    for at in dots if parity == "even" else dots[:3]:
        part.circle(at, 0.17, fill=part.theme.ink)


def _upright_arrow(part: Group, way: str) -> None:
    up, ink = -1 if way == "higher" else 1, part.theme.ink
    part.path(f"M0 {-0.5 * up} V{0.1 * up}", fill="none", stroke=ink, stroke_width=0.18)
    part.path(f"M0 {0.55 * up} L-.42 {0.02 * up} H.42 Z", fill=ink)


def _two_numbers(part: Group, asked: tuple[int, int]) -> None:
    for x, value in zip((-0.5, 0.5), asked, strict=True):
        part.text(str(value), (x, 0), 1)
    part.line((-0.13, 0.02), (0.13, 0.02), stroke=part.theme.ink, stroke_width=0.11)


def _arc(part: Group, steps: tuple[int, ...]) -> None:
    for x in (-0.7, 0.7):
        part.circle((x, 0.42), 0.14, fill=part.theme.ink)
    part.path("M-.7 .3 C-.6 -.9 .6 -.9 .7 .3", fill="none", stroke=part.theme.ink, stroke_width=0.1)
    if words := ",".join(map(str, steps)):
        part.text(words, (0, 0.15), min(1, 1.6 / len(words)))


def _level_arrow(part: Group, seats: tuple[str | int, ...]) -> None:
    """Draw an arrow for each allowed neighbour; if other seats are allowed too, write all seats as text."""
    if not set(seats) <= {"left", "right"}:
        words = ",".join({"left": "←", "right": "→"}.get(str(seat), f"+{seat}") for seat in seats)
        return part.text(words, (0, 0), min(1, 3 / len(words)))
    ink = part.theme.ink
    for name in seats:
        way = -1 if name == "left" else 1
        part.path(f"M{-0.6 * way} 0 H{0.1 * way}", fill="none", stroke=ink, stroke_width=0.16)
        part.path(f"M{0.7 * way} 0 L{0.05 * way} -.38 V.38 Z", fill=ink)
    return None


def _star(part: Group, _: None) -> None:
    for x, y in ((0, 0.45), (0.39, 0.225), (0.39, -0.225)):
        part.line((-x, -y), (x, y), stroke=part.theme.ink, stroke_width=0.14)


def _lock(part: Group, _: bool) -> None:
    part.rect(-0.4, -0.1, 0.8, 0.6, rx=0.1, fill=part.theme.ink)
    shackle = "M-.24 -.1 V-.3 A.24 .24 0 0 1 .24 -.3 V-.1"
    part.path(shackle, fill="none", stroke=part.theme.ink, stroke_width=0.13)


SIGNS: dict[str, Callable[[Group, Any], None]] = {
    "colour": _disc,
    "parity": _dots,
    "compare": _upright_arrow,
    "value": _two_numbers,
    "distance": _arc,
    "seat": _level_arrow,
    "never": _lock,
    "": _star,
}
"""For each name of a condition, the function that draws its sign round the origin of a part. The unit of the
part is the font size. The sign of a card without conditions has an empty name.
"""


def sign(part: Group, card: Card) -> None:
    """Draw the sign of a card round the origin of a part whose unit is the font size.

    The signs of several conditions are side by side, in two rows for more than two conditions. A card without
    conditions has a star.
    """
    conditions = [*card.conditions.items()] or [("", None)]
    rows = 1 if len(conditions) < 3 else 2
    columns = -(-len(conditions) // rows)
    for i, (name, asked) in enumerate(conditions):
        row, column = divmod(i, columns)
        at = (2 * column + 1) / columns - 1, (row - (rows - 1) / 2) * 0.7
        SIGNS[name](part.part(*at, 1 / columns) if columns > 1 else part, asked)
