"""Drawing of the table: the players, and each open story as a row below the being that tells it."""

from __future__ import annotations

from _gamekit.svg import Drawing, Group, Point
from tales_of_arabia.game.deck import Card, Kind
from tales_of_arabia.game.table import Table
from tales_of_arabia.game.table_words import player_words, row_title, table_text, title_of

WIDTH, MARGIN = 760, 24
TILE, HEIGHT, GAP = 122, 34, 8
"""Pixels: width and height of a card, and the gap between two cards."""
INDENT = 26
"""Indentation of a sub-story, in pixels."""
DEEPEST = 8
"""Depth of the last row that is indented further than the row above."""
TITLE, LINE = 26, 21
"""Height in pixels of the title of a row, and of a line about a player."""
LETTERS = 13
LONGEST = 16
"""Largest number of characters that fit on a card."""


def table(game: Table, width: float | None = None, theme: str = "auto") -> Drawing:
    """Return a drawing of the table."""
    heights = [_row_height(game, depth) for depth in range(len(game.rows))]
    below = MARGIN + sum(heights)
    height = below + LINE * (game.players + 1) + MARGIN
    drawing = Drawing(WIDTH, height, title_of(game), table_text(game), theme, width)
    top: float = MARGIN
    opener: Point | None = None
    for depth, row_height in enumerate(heights):
        opener = _row(drawing, game, depth, top, opener)
        top += row_height
    _players(drawing, game, below)
    return drawing


def _left(depth: int) -> float:
    return MARGIN + INDENT * min(depth, DEEPEST)


def _per_line(depth: int) -> int:
    return int((WIDTH - MARGIN - _left(depth) + GAP) // (TILE + GAP))


def _row_height(game: Table, depth: int) -> float:
    lines = max(1, -(-len(game.rows[depth]) // _per_line(depth)))
    return TITLE + lines * (HEIGHT + GAP) + GAP


def _row(drawing: Drawing, game: Table, depth: int, top: float, opener: Point | None) -> Point:
    """Draw a row below the card that opened it; return the point below its last card."""
    theme, left = drawing.theme, _left(depth)
    first = left, top + TITLE + HEIGHT / 2
    if opener is not None:
        bend = left - INDENT / 2
        way = f"M{opener[0]} {opener[1]} V{top + 2} H{bend} V{first[1]} H{left}"
        drawing.path(way, fill="none", stroke=theme.second, stroke_width=2, stroke_dasharray="5 3")
    last = depth == len(game.rows) - 1
    ink = theme.ink if last else theme.faint
    weight = "bold" if last else None
    drawing.text(row_title(game, depth), (left, top + TITLE / 2 + 2), LETTERS, "start", ink, weight)
    foot = first
    for number, name in enumerate(game.rows[depth]):
        line, column = divmod(number, _per_line(depth))
        x, y = left + column * (TILE + GAP), top + TITLE + line * (HEIGHT + GAP)
        _tile(drawing.part(x, y), game.deck[name])
        foot = x + TILE / 2, y + HEIGHT
    if not game.rows[depth]:
        look = {"stroke": theme.faint, "stroke_dasharray": "4 4", "fill": "none"}
        drawing.rect(left, top + TITLE, TILE, HEIGHT, rx=4, **look)
        drawing.text("no card yet", (left + TILE / 2, first[1]), LETTERS - 1, fill=theme.faint)
    return foot


def _tile(part: Group, card: Card) -> None:
    """Draw a card. A being has round ends and a head, so that it is recognisable without colour."""
    theme, being = part.theme, card.kind is Kind.BEING
    part.rect(
        0, 0, TILE, HEIGHT, rx=HEIGHT / 2 if being else 4, fill=theme.paper,
        stroke=theme.second if being else theme.bed_edge, stroke_width=2 if being else 1,
    )  # fmt: skip
    if being:
        part.circle((15, 12.5), 4, fill=theme.second)
        part.path("M8 25 Q8 18 15 18 Q22 18 22 25 Z", fill=theme.second)
    middle = (TILE + 14) / 2 if being else TILE / 2
    part.text(card.name, (middle, HEIGHT / 2), LETTERS, longest=LONGEST - 3 * being)


def _players(drawing: Drawing, game: Table, top: float) -> None:
    """Draw a line of text for each player; an arrow marks the teller."""
    theme = drawing.theme
    drawing.line((MARGIN, top + 4), (WIDTH - MARGIN, top + 4), stroke=theme.line)
    for player in range(1, game.players + 1):
        middle = top + LINE * player
        tells = player == (game.finisher or game.teller)
        if tells:
            drawing.path(f"M{MARGIN} {middle - 5} l9 5 l-9 5 Z", fill=theme.accent)
        weight = "bold" if tells else None
        drawing.text(player_words(game, player), (MARGIN + 16, middle), LETTERS, "start", weight=weight)
