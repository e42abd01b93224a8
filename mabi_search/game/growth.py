"""Draw how the largest groups of both sides grow in the course of a game."""

from __future__ import annotations

from collections.abc import Sequence

from _gamekit.languages import Language
from _gamekit.page import Timeline
from _gamekit.svg import Drawing, number
from mabi_search.game.rules import BLACK, WHITE

WIDTH, HEIGHT = 400.0, 170.0
LEFT, RIGHT, TOP, BOTTOM = 30.0, 78.0, 16.0, 26.0
LETTERS = 12
LEAST = 4
"""Minimum group size at the top of the vertical axis."""


def timeline(
    sizes: Sequence[tuple[int, int]], names: Sequence[str], theme: str, language: Language
) -> Timeline:
    """Return the drawing, with the horizontal coordinate of each position. Each position has a name."""
    sides = [language.text(side) for side in (WHITE, BLACK)]
    title = language.text("replay.groups")
    description = "; ".join(
        f"{name}: {sides[0]} {white}, {sides[1]} {black}"
        for name, (white, black) in zip(names, sizes, strict=True)
    )
    shown = Drawing(WIDTH, HEIGHT, title, description, theme, None)
    colours = shown.theme
    top = max(LEAST, *(max(both) for both in sizes))
    step = (WIDTH - LEFT - RIGHT) / max(len(sizes) - 1, 1)
    places = [LEFT + step * i for i in range(len(sizes))]

    def y(size: int) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * size / top

    for size in (0, top // 2, top):
        shown.line((LEFT, y(size)), (WIDTH - RIGHT, y(size)), stroke=colours.line)
        shown.text(str(size), (LEFT - 14, y(size)), LETTERS, fill=colours.faint)
    shown.text(names[0], (LEFT, HEIGHT - 12), LETTERS, "start", fill=colours.faint)
    shown.text(names[-1], (places[-1], HEIGHT - 12), LETTERS, fill=colours.faint)
    ends = [y(size) for size in sizes[-1]]
    if abs(ends[0] - ends[1]) < LETTERS:  # the larger size is written above the other
        middle, aside = sum(ends) / 2, LETTERS / 2 + 1
        ends = [middle - aside, middle + aside] if ends[0] <= ends[1] else [middle + aside, middle - aside]
    looks = (colours.white_disc, colours.white_rim), (colours.black_disc, colours.black_rim)
    for side, (fill, rim) in enumerate(looks):
        curve = [(place, y(both[side])) for place, both in zip(places, sizes, strict=True)]
        path = f"M{number(curve[0][0])} {number(curve[0][1])}"
        path += "".join(f" H{number(x)} V{number(at)}" for x, at in curve[1:])
        shown.path(path, fill="none", stroke=rim, stroke_width=4)
        shown.path(path, fill="none", stroke=fill, stroke_width=2)
        shown.circle(curve[-1], 4.5, fill=fill, stroke=rim, stroke_width=1.5)
        words = f"{sides[side]} {sizes[-1][side]}"
        shown.text(words, (curve[-1][0] + 10, ends[side]), LETTERS, "start")
    return Timeline(title, shown, places)
