"""Icons and preview pictures of the pages, from the games: ``python -m docs.making.icons``, with Chromium."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path
from xml.etree import ElementTree as ET

from _gamekit.game_page import ICONS, PREVIEW
from _gamekit.svg import Group, Point, number
from _gamekit.themes import LIGHT, LIGHT_VALUES
from docs.making.pages import ROOT
from mabi_search import Position
from mabi_search.game import discs, drawing
from mabi_search.game.rules import Square
from narabi_solver import Deal
from narabi_solver.game import drawing as ring_drawing, shapes
from tests.browser.starting import QUIET, chromium

SIDE = 512
FOLDERS = {"narabi": ROOT / "narabi_solver/page/files", "mabi": ROOT / "mabi_search/page/files"}
WIDE, HIGH = 1200, 630
"""Size of a preview picture, which messengers and networks ask for."""
POSITION = "7b/w1bw1b2/1bwb1bwb/2wb1bw1/w1bw1bwb/1wwbwb2/1bwbww2/2w5 w - b 300"
DEAL = (ROOT / "examples" / "deals.txt").read_text().splitlines()[-1]


def _svg(width: float, height: float) -> Group:
    """Return an empty picture on the colour of the ground."""
    size = {"viewBox": f"0 0 {width} {height}", "width": str(width), "height": str(height)}
    picture = Group(ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **size}), LIGHT)
    picture.rect(0, 0, width, height, fill=LIGHT.ground)
    return picture


def narabi(small: bool = False) -> Group:
    """Return six stones, one of them vermilion; in raked sand unless the icon is small."""
    picture = _svg(SIDE, SIDE)
    middle, away, radius = SIDE / 2, 137, 58
    places: list[Point] = []
    for i in range(6):
        angle = math.pi * (i + 0.5) / 3
        places.append((middle + away * math.sin(angle), middle - away * math.cos(angle)))
    way = "M" + " L".join(f"{number(x)} {number(y)}" for x, y in places) + " Z"
    for width in () if small else (400, 330, 260, 190):
        for colour, wider in ((LIGHT_VALUES["rake"], 10), (LIGHT.ground, 0)):
            picture.path(way, fill="none", stroke=colour, stroke_width=width + wider, stroke_linejoin="round")
    for ring in () if small else (22, 46):
        picture.circle((middle, middle), ring, fill="none", stroke=LIGHT_VALUES["rake"], stroke_width=5)
    for i, (x, y) in enumerate(places):
        fill, edge, light, shine = (
            (LIGHT.accent, "#7c2110", "#e08a70", 0.5)
            if i == 0
            else (LIGHT.dark, LIGHT.dark_edge, LIGHT.dark_light, 0.5)
            if i % 2
            else (LIGHT.white_light, LIGHT.white_edge, LIGHT.white, 0)
        )
        if small:
            picture.circle((x, y), radius + 4, fill=fill, stroke=edge, stroke_width=10)
            continue
        picture.circle((x, y + 8), radius + 2, fill=LIGHT.ink, fill_opacity=0.16)
        picture.path(shapes.pebble(str(i), (x, y), radius), fill=fill, stroke=edge, stroke_width=3)
        picture.path(shapes.pebble(str(i), (x - 8, y - 13), 0.6 * radius), fill=light, fill_opacity=shine)
    return picture


def mabi() -> Group:
    """Return a group of three discs, and a disc of the other side that can move."""
    picture = _svg(SIDE, SIDE)
    unit = 174
    board = picture.part(SIDE / 2 - 2 * unit, SIDE / 2 - 2 * unit, unit / discs.SIDE)
    side = discs.SIDE
    for i in range(16):
        x, y = i % 4, i // 4
        colour = LIGHT.square if (x + y) % 2 else LIGHT.other_square
        board.rect(x * side, y * side, side, side, fill=colour)
    group = frozenset([Square(1, 1), Square(1, 2), Square(2, 2)])

    def centre(square: Square) -> Point:
        return (square.file + 0.5) * side, (3.5 - square.rank) * side

    discs.draw(board, group, True, {}, centre, sizes=False)
    alone = Square(2, 1)
    discs.draw(board, frozenset([alone]), False, {}, centre)
    board.circle(centre(alone), 14, fill="none", stroke=LIGHT_VALUES["black-ring"], stroke_width=3)
    return picture


def narabi_preview() -> Group:
    """Return a ring with its cards."""
    picture = _svg(WIDE, HIGH)
    state = Deal.parse(DEAL).state()
    ring = picture.part(WIDE / 2, HIGH / 2, 1.12)
    ring_drawing.draw_ring(ring, state, card_size=15, called=lambda card: card.name)
    return picture


def mabi_preview() -> Group:
    """Return a board in the middle of a game."""
    picture = _svg(WIDE, HIGH)
    position = Position.parse(POSITION)
    scale = 1.27
    left = (WIDE - 8 * scale * discs.SIDE) / 2
    drawing.draw_board(picture.part(left, 14, scale), position.state, position.rules)
    return picture


def main() -> None:
    """Draw the icons, and take the pictures of them that phones and messengers want."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  (only the maker of pictures needs it)

    drawn = {"narabi": (narabi(), narabi_preview()), "mabi": (mabi(), mabi_preview())}
    for game, small in (("narabi", narabi(small=True)), ("mabi", mabi())):
        (FOLDERS[game] / "icon.svg").write_text(ET.tostring(small.element, encoding="unicode") + "\n")
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
        for game, (icon, preview) in drawn.items():
            text = ET.tostring(icon.element, encoding="unicode")
            sizes = {name: (text, size, size) for name, size in ICONS.items()}
            sizes[PREVIEW] = ET.tostring(preview.element, encoding="unicode"), WIDE, HIGH
            for name, (picture, width, height) in sizes.items():
                page = browser.new_page(viewport={"width": width, "height": height})
                file = Path(made, "picture.html")
                style = (
                    "<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>"
                )
                file.write_text(style + picture)
                page.goto(file.as_uri())
                page.screenshot(path=FOLDERS[game] / name)
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
