"""Discs as drawn: a group is one shape with its size, paralysed discs are hatched, frozen groups framed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from _gamekit import svg
from _gamekit.svg import Point, number
from mabi_search.game.marks import FROZEN, PARALYSED
from mabi_search.game.rules import Group, Square

SIDE, PIECE = 56, 21
"""Side of a square and radius of a disc, in pixels."""
RIM, ROUND = 1.5, 9
"""Width of the outline of a disc, and radius of the inner corners of a group."""
FRAME, SPACE = 3, 2.5
"""Width of the frame of a frozen group, and its distance from the group."""
DIMPLE, HATCHED, BARE = 14, 17, 11
"""Radius of the circle in a disc, of the hatching, and of the place of a size in the hatching."""
HATCH, HATCH_WIDTH = 6, 1.6
"""Distance of the lines of the hatching, and their width."""

Centre = Callable[[Square], Point]


def draw(
    part: svg.Group,
    group: Group,
    white: bool,
    marked: Mapping[Square, str],
    centre: Centre,
    sizes: bool = True,
) -> None:
    """Draw a group of one side, with the marks of immobile discs; `centre` returns the centre of a square."""
    theme, width = part.theme, 2 * PIECE
    fill, rim, ink, dimple, hatch = (
        (theme.white_disc, theme.white_rim, theme.white_ink, theme.white_dimple, theme.white_hatch)
        if white
        else (theme.black_disc, theme.black_rim, theme.dark_ink, theme.black_dimple, theme.black_hatch)
    )
    if all(marked.get(square) == FROZEN for square in group):
        frame = width + 2 * (SPACE + FRAME)
        _shape(part, group, centre, frame, ROUND - SPACE - FRAME, theme.second)
        _shape(part, group, centre, width + 2 * SPACE, ROUND - SPACE, theme.square)
    _shape(part, group, centre, width + RIM, ROUND - RIM / 2, rim)
    _shape(part, group, centre, width - RIM, ROUND + RIM / 2, fill)
    middle = _middle(group) if sizes and len(group) > 1 else None
    for square in sorted(group):
        if marked.get(square) == PARALYSED:
            part.path(_hatching(centre(square)), fill="none", stroke=hatch, stroke_width=HATCH_WIDTH)
        elif square != middle:
            part.circle(centre(square), DIMPLE, fill="none", stroke=dimple, stroke_width=1.5)
    if middle is not None:
        if marked.get(middle) == PARALYSED:
            part.circle(centre(middle), BARE, fill=fill)
        part.text(str(len(group)), centre(middle), 20, fill=ink, weight="bold")


def _shape(part: svg.Group, group: Group, centre: Centre, width: float, corner: float, colour: str) -> None:
    """Draw the discs of a group and what is between them: a line of this width, its inner corners rounded."""
    (first, *others) = sorted(group)
    if not others:
        part.circle(centre(first), width / 2, fill=colour)
        return
    line, filled = [], []
    for square in sorted(group):
        x, y = map(number, centre(square))
        beside, above, across = _next(square, 1, 1)
        line += [f"M{x} {y} H{number(centre(beside)[0])}"] * (beside in group)
        line += [f"M{x} {y} V{number(centre(above)[1])}"] * (above in group)
        if {beside, above, across} <= group:
            filled.append(f"M{x} {y} h{SIDE} v{-SIDE} h{-SIDE} Z")
        for right in (1, -1):
            for up in (1, -1):
                beside, above, across = _next(square, right, up)
                if beside in group and above in group and across not in group:
                    filled.append(_corner(centre(square), right, up, width / 2, corner))
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    part.path(" ".join(line), fill="none", stroke=colour, stroke_width=width, **ends)
    if filled:
        part.path(" ".join(filled), fill=colour)


def _next(square: Square, right: int, up: int) -> tuple[Square, Square, Square]:
    """Return the squares beside a square, above it, and across its corner, seen in the directions given."""
    rank, file = square
    return Square(rank, file + right), Square(rank + up, file), Square(rank + up, file + right)


def _corner(at: Point, right: int, up: int, half: float, radius: float) -> str:
    """Return what rounds an inner corner of a line that turns at a point and is 2 * `half` wide."""
    x, y = at[0] + right * half, at[1] - up * half
    sweep = int(right * up > 0)
    return (
        f"M{number(x - right)} {number(y + up)} H{number(x + right * radius)} V{number(y)}"
        f" A{number(radius)} {number(radius)} 0 0 {sweep} {number(x)} {number(y - up * radius)}"
        f" H{number(x - right)} Z"
    )


def _hatching(at: Point) -> str:
    """Return parallel lines within a circle, from its upper left to its lower right."""
    lines = []
    for step in range(-math.floor(HATCHED / HATCH), math.floor(HATCHED / HATCH) + 1):
        aside, half = HATCH * step, math.sqrt(HATCHED**2 - (HATCH * step) ** 2)
        x, y = at[0] + (aside - half) / math.sqrt(2), at[1] + (-aside - half) / math.sqrt(2)
        length = number(2 * half / math.sqrt(2))
        lines.append(f"M{number(x)} {number(y)} l{length} {length}")
    return " ".join(lines)


def _middle(group: Group) -> Square:
    """Return the square of a group nearest to the group's centre."""
    rank, file = (sum(square[i] for square in group) / len(group) for i in (0, 1))
    return min(sorted(group), key=lambda square: (square.rank - rank) ** 2 + (square.file - file) ** 2)
