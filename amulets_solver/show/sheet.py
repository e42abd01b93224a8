"""Things to print for a game: a spell book for each player, the altar with its amulets, and the cards."""

from __future__ import annotations

from _gamekit import paper
from _gamekit.languages import Language
from _gamekit.paper import MARGIN, SIZES
from _gamekit.svg import Drawing, Group, Point, width_of
from amulets_solver.game.readings import Rules
from amulets_solver.game.rules import HOME, NEAR, NOTHING, OTHER, others

RULES = Rules()
ANSWERS = {HOME: "sheet.home", OTHER: "sheet.other", NEAR: "sheet.near", NOTHING: "sheet.nothing"}
"""The key of what each answer says."""
TEXTS = ("sheet.ask", "sheet.cast", "sheet.answers", *ANSWERS.values())
COLOURS = {"R": "#d55e00", "Y": "#f0e442", "G": "#009e73", "B": "#0072b2", "K": "#1a1a1a"}
"""The colour of each amulet, which its shape repeats."""
SHAPES = {
    "R": "M0 -1 A1 1 0 1 1 0 1 A1 1 0 1 1 0 -1 Z",
    "Y": "M0 -1 L.98 .8 -.98 .8 Z",
    "G": "M-.85 -1 L.85 -1 .85 .75 -.85 .75 Z",
    "B": "M0 -1.1 L.85 0 0 1.1 -.85 0 Z",
    "K": "M0 -1 L.24 -.32 .95 -.31 .38 .12 .59 .81 0 .4 -.59 .81 -.38 .12 -.95 -.31 -.24 -.32 Z",
}
HEAD, ROW, WIDEST = 26.0, 17.0, 34.0
"""Points: heights of the head of a table and of its rows, and the widest field of the small altars."""
CARDS = 5, 6
"""Columns and rows of cards on a page: five rows of fields, and a row of amulets."""


def sheet(players: int, *, language: Language, title: str, size: str = "a4") -> paper.Paper:
    """Return the pages of a game: a spell book for each player, the altar, the cards and their backs."""
    RULES.check_players(players)
    books = [_book(seat, players, language, title, size) for seat in range(1, players + 1)]
    pages = [*books, _altar(language, title, size), _cards(language, title, size), _backs(title, size)]
    return paper.Paper(title, size, pages, language.name)


def texts(language: Language, title: str) -> str:
    """Return all characters of the pages, for the choice of a font."""
    return title + "".join(language.text(key, title="", seat=1) for key in language.texts)


def _amulet(part: Group, at: Point, radius: float, amulet: str) -> None:
    """Draw an amulet: its shape in its colour, hanging on a ring."""
    drawn, ink = part.part(*at, radius), part.theme.ink
    drawn.circle((0, -1.22), 0.2, fill="none", stroke=ink, stroke_width=0.1)
    drawn.path(SHAPES[amulet], fill=COLOURS[amulet], stroke=ink, stroke_width=0.08)


def _book(seat: int, players: int, language: Language, title: str, size: str) -> Drawing:
    """Return the page on which a player writes."""
    name = language.text("sheet.book", title=title, seat=seat)
    page = paper.new_page(size, title, name)
    width, height = SIZES[size]
    inner, faint = width - 2 * MARGIN, page.theme.faint
    paper.write(page, name, (MARGIN, MARGIN + 8), inner, 17, weight="bold")
    for number, key in enumerate(("sheet.field", "sheet.amulet")):
        x = MARGIN + inner / 2 * number
        words = language.text(key)
        paper.write(page, words, (x, MARGIN + 36), 110, 11)
        start = x + min(110.0, 12 * width_of(words)) + 8
        page.line((start, MARGIN + 42), (start + 120, MARGIN + 42), stroke=page.theme.ink)
    seats = others(seat, players)
    each = min(inner / len(seats), 220.0)
    cell = min((each - 26) / RULES.columns, WIDEST)
    below = height - MARGIN - 92
    top = below - 62 - cell * RULES.rows
    rows = int((top - MARGIN - 60 - HEAD - 14) // ROW)
    _table(page.part(MARGIN, MARGIN + 60), seat, players, language, inner, rows)
    paper.write(page, language.text("sheet.notes"), (MARGIN, top), inner, 9)
    for number, other in enumerate(seats):
        _notes(page.part(MARGIN + number * each, top + 14), other, language, cell)
    paper.write(page, language.text("sheet.answers"), (MARGIN, below), inner, 9, weight="bold")
    for number, (sign, key) in enumerate(ANSWERS.items()):
        x, y = MARGIN + inner / 2 * (number % 2), below + 16 + 14 * (number // 2)
        page.text(sign, (x + 6, y), 12, weight="bold")
        paper.write(page, language.text(key), (x + 18, y), inner / 2 - 24, 9)
    y = below + 48
    for key in ("sheet.ask", "sheet.cast"):
        for line in language.text(key).split("\n"):
            paper.write(page, line, (MARGIN, y), inner, 8.5, fill=faint)
            y += 13
    return page


def _table(part: Group, seat: int, players: int, language: Language, width: float, rows: int) -> None:
    """Draw the table of questions; the column of the own answers is shaded."""
    theme, first = part.theme, 34.0
    amulets, seats = RULES.colours, range(1, players + 1)
    column = (width - first) / (len(amulets) + players)
    edges = [0.0, first, *(first + column * i for i in range(1, len(amulets) + players + 1))]
    bottom = HEAD + rows * ROW
    own = edges[len(amulets) + seat]
    part.rect(own, 0, column, bottom, fill=theme.bed)
    paper.write(part, language.text("sheet.by"), (first / 2, 13), first - 4, 8, anchor="middle")
    for number, amulet in enumerate(amulets):
        middle = edges[1 + number] + column / 2
        _amulet(part, (middle - 8, 14), 7, amulet)
        part.text(amulet, (middle + 9, 13), 11, weight="bold")
    for number in seats:
        middle = edges[len(amulets) + number] + column / 2
        name = language.text("sheet.player", seat=number)
        paper.write(part, name, (middle, 13), column - 4, 9, anchor="middle", weight="bold")
    for row in range(rows + 1):
        y = HEAD + ROW * row
        part.line((0, y), (width, y), stroke=theme.faint, stroke_width=0.5)
    for number, x in enumerate(edges):
        heavy = number in (1, 1 + len(amulets))
        part.line(
            (x, 0), (x, bottom), stroke=theme.ink if heavy else theme.faint, stroke_width=0.5 + heavy / 2
        )
    part.line((0, 0), (width, 0), stroke=theme.faint, stroke_width=0.5)


def _notes(part: Group, seat: int, language: Language, cell: float) -> None:
    """Draw the altar of another player, with the letters of all amulets on each field to cross out."""
    theme, columns = part.theme, RULES.columns
    name = language.text("sheet.player", seat=seat)
    paper.write(part, name, (12, 6), cell * columns, 9, weight="bold")
    for number in range(columns):
        part.text("ABCDE"[number], (12 + cell * (number + 0.5), 18), 7, fill=theme.faint)
    for number, field in enumerate(RULES.fields):
        x, y = 12 + cell * (number % columns), 24 + cell * (number // columns)
        if number % columns == 0:
            part.text(field[1], (5, y + cell / 2), 7, fill=theme.faint)
        part.rect(x, y, cell, cell, fill="none", stroke=theme.faint, stroke_width=0.5)
        for which, amulet in enumerate(RULES.colours):
            across, down = (which + 0.5) / 3 if which < 3 else (which - 2) / 3, 0.3 if which < 3 else 0.7
            part.text(amulet, (x + cell * across, y + cell * down), cell * 0.26, fill=theme.ink)


def _altar(language: Language, title: str, size: str) -> Drawing:
    """Return the page with the altar, and below it the amulets to cut out."""
    name = language.text("sheet.altar")
    page = paper.new_page(size, title, name)
    width, height = SIZES[size]
    theme, cell = page.theme, 94.0
    left, top = (width - 5 * cell) / 2 + 6, MARGIN + 54
    page.text(name, (width / 2, MARGIN + 8), 17, weight="bold")
    for number, field in enumerate(RULES.fields):
        x, y = left + cell * (number % 5), top + cell * (number // 5)
        if number < 5:
            page.text(field[0], (x + cell / 2, top - 14), 16, weight="bold")
        if number % 5 == 0:
            page.text(field[1], (left - 16, y + cell / 2), 16, weight="bold")
        fill = theme.bed if number % 2 else theme.paper
        page.rect(x, y, cell, cell, fill=fill, stroke=theme.ink, stroke_width=1)
        page.text(field, (x + 12, y + 12), 9, fill=theme.faint)
    middle = height - MARGIN - 52
    paper.write(
        page, language.text("sheet.cut"), (MARGIN, middle - 52), width - 2 * MARGIN, 9, fill=theme.faint
    )
    for number, amulet in enumerate(RULES.colours):
        x = MARGIN + (width - 2 * MARGIN) / 5 * (number + 0.5)
        page.circle(
            (x, middle), 38, fill="none", stroke=theme.faint, stroke_width=0.5, stroke_dasharray="3 3"
        )
        _amulet(page, (x, middle + 4), 20, amulet)
    return page


def _grid(size: str) -> tuple[float, float, list[Point]]:
    """Return the width and height of a card, and the corner of each card on a page."""
    width, height = SIZES[size]
    wide, tall = (width - 2 * MARGIN) / CARDS[0], (height - 2 * MARGIN) / CARDS[1]
    numbers = range(CARDS[0] * CARDS[1])
    places = [(MARGIN + wide * (i % CARDS[0]), MARGIN + tall * (i // CARDS[0])) for i in numbers]
    return wide, tall, places


def _cards(language: Language, title: str, size: str) -> Drawing:
    """Return the page with the field cards and, in its last row, the amulet cards."""
    page = paper.new_page(size, title, language.text("sheet.cards"))
    wide, tall, places = _grid(size)
    theme = page.theme
    paper.write(page, language.text("sheet.cards"), (MARGIN, MARGIN - 12), wide * 5, 8, fill=theme.faint)
    for place, field in zip(places, RULES.fields, strict=False):
        card = page.part(*place)
        card.rect(0, 0, wide, tall, fill="none", stroke=theme.faint, stroke_width=0.5)
        card.text(field, (wide / 2, 26), 26, weight="bold")
        cell = 13.0
        for number, one in enumerate(RULES.fields):
            x, y = wide / 2 + cell * (number % 5 - 2.5), tall - 14 + cell * (number // 5 - 5)
            fill = theme.ink if one == field else theme.paper
            card.rect(x, y, cell, cell, fill=fill, stroke=theme.faint, stroke_width=0.5)
    for place, amulet in zip(places[len(RULES.fields) :], RULES.colours, strict=True):
        card = page.part(*place)
        card.rect(0, 0, wide, tall, fill="none", stroke=theme.faint, stroke_width=0.5)
        _amulet(card, (wide / 2, tall * 0.46), 25, amulet)
        name = language.text(f"amulet.{amulet}")
        paper.write(card, name, (wide / 2, tall - 18), wide - 34, 11, anchor="middle", weight="bold")
        card.text(amulet, (12, 14), 11, weight="bold")
    return page


def _backs(title: str, size: str) -> Drawing:
    """Return the page with the backs of the cards, in the same places when a sheet is turned over."""
    page = paper.new_page(size, title, title)
    wide, tall, places = _grid(size)
    theme = page.theme
    for number, place in enumerate(places):
        card = page.part(*place)
        card.rect(0, 0, wide, tall, fill="none", stroke=theme.faint, stroke_width=0.5)
        card.rect(7, 7, wide - 14, tall - 14, rx=6, fill="none", stroke=theme.second, stroke_width=1.5)
        middle = wide / 2, tall / 2
        if number < len(RULES.fields):
            for ring in (1, 2, 3):
                half = 11.0 * ring
                card.rect(
                    middle[0] - half, middle[1] - half, 2 * half, 2 * half, fill="none", stroke=theme.second
                )
            card.rect(middle[0] - 4, middle[1] - 4, 8, 8, fill=theme.second)
        else:
            card.circle((middle[0], middle[1] - 30), 5, fill="none", stroke=theme.second, stroke_width=2)
            card.circle((middle[0], middle[1] + 2), 26, fill="none", stroke=theme.second, stroke_width=2)
            card.circle((middle[0], middle[1] + 2), 12, fill=theme.second)
    return page
