"""The cards of a deck for printing: nine on a page, each page followed by the backs."""

from __future__ import annotations

import importlib.resources
import math
import tomllib
from collections.abc import Mapping, Sequence

from _gamekit import paper
from _gamekit.languages import FIRST, Language
from _gamekit.paper import SIZES
from _gamekit.svg import Group, Point, width_of
from tales_of_arabia.game.deck import Card, Deck, Kind

WIDTH, HEIGHT, COLUMNS, ROWS = 174.0, 240.0, 3, 3
"""Size of a card in points, about that of a playing card, and the cards on a page."""
Texts = Mapping[str, Sequence[str]]
"""For the name of a card, what is printed: a title, and its words."""
TITLE, WORDS, LINE, MOST_LINES = 17.0, 11.0, 15.0, 6
"""Font sizes of the title and the words, height of a line of words, and the most lines."""


def texts_of(deck: Deck, language: Language) -> Texts:
    """Return what is printed on each card: in another language, if this is the built-in deck."""
    texts: dict[str, Sequence[str]] = {card.name: (card.name, *card.words) for card in deck}
    if language.name == FIRST or deck != Deck.standard():
        return texts
    folder = importlib.resources.files("tales_of_arabia").joinpath("data", "cards")
    return texts | tomllib.loads(folder.joinpath(f"{language.name}.toml").read_text("utf-8"))


def letters(deck: Deck, language: Language, title: str) -> str:
    """Return all characters of the pages, for the choice of a font."""
    printed = "".join("".join(texts) for texts in texts_of(deck, language).values())
    return title + printed + "".join(map(language.text, language.texts))


def cards(deck: Deck, *, language: Language, title: str, size: str = "a4") -> paper.Paper:
    """Return pages of nine cards, each followed by a page with their backs."""
    texts, pages = texts_of(deck, language), []
    each = COLUMNS * ROWS
    for first in range(0, len(deck), each):
        some = deck.cards[first : first + each]
        front = paper.new_page(size, title, "\n".join(": ".join(texts[card.name][:2]) for card in some))
        back = paper.new_page(size, title, title)
        for number, card in enumerate(some):
            row, column = divmod(number, COLUMNS)
            _front(front.part(*_corner(size, row, column)), card, texts[card.name], language)
            _back(back.part(*_corner(size, row, COLUMNS - 1 - column)), title)  # the sheet is turned over
        pages += [front, back]
    return paper.Paper(title, size, pages, language.name)


def _corner(size: str, row: int, column: int) -> Point:
    """Return the upper left corner of a card; the cards stand in the middle of the page."""
    width, height = SIZES[size]
    return (width - COLUMNS * WIDTH) / 2 + WIDTH * column, (height - ROWS * HEIGHT) / 2 + HEIGHT * row


def _frame(card: Group, colour: str) -> None:
    card.rect(0, 0, WIDTH, HEIGHT, fill="none", stroke=card.theme.faint, stroke_width=0.5)
    card.rect(8, 8, WIDTH - 16, HEIGHT - 16, rx=10, fill="none", stroke=colour, stroke_width=1.5)


def _front(part: Group, card: Card, texts: Sequence[str], language: Language) -> None:
    """Draw a card: its kind as a picture and a word, its title, and its words or what the ending says."""
    theme = part.theme
    colour = {Kind.BEING: theme.second, Kind.OTHER: theme.ink, Kind.ENDING: theme.accent}[card.kind]
    title, *words = texts
    _frame(part, colour)
    PICTURES[card.kind](part.part(WIDTH / 2, 62), colour)
    paper.write(part, title, (WIDTH / 2, 116), WIDTH - 32, TITLE, anchor="middle", weight="bold")
    part.line((WIDTH / 2 - 22, 132), (WIDTH / 2 + 22, 132), stroke=colour, stroke_width=1)
    if card.kind is Kind.ENDING:
        lines = folded(words[0], WIDTH - 36, WORDS)
    else:
        lines = [word for word in words if word.casefold() != title.casefold()] or words
    for number, line in enumerate(lines[:MOST_LINES]):
        at = WIDTH / 2, 150 + LINE * number
        paper.write(part, line, at, WIDTH - 32, WORDS, anchor="middle")
    kind = language.text(f"cards.{card.kind}")
    paper.write(part, kind, (WIDTH / 2, HEIGHT - 20), WIDTH - 40, 8, anchor="middle", fill=colour)
    if title != card.name:  # the name in records
        paper.write(part, card.name, (WIDTH / 2, 20), WIDTH - 40, 7, anchor="middle", fill=theme.faint)


def folded(text: str, width: float, size: float) -> list[str]:
    """Return a text as lines that fit a width; without spaces it may break between any two letters."""
    joint = " " if " " in text else ""
    lines = [""]
    for word in text.split() if joint else text:
        longer = f"{lines[-1]}{joint}{word}".strip()
        if lines[-1] and width_of(longer) * size * paper.WIDEST > width and word not in "、。":
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _being(part: Group, colour: str) -> None:
    """Draw a head with a turban, above shoulders."""
    part.path("M-27 32 Q-25 10 0 10 Q25 10 27 32 Z", fill=colour)
    part.circle((0, -4), 12, fill=part.theme.paper, stroke=colour, stroke_width=2)
    part.path(
        "M-17 -8 Q-27 -12 -20 -23 Q-12 -34 0 -33 Q12 -34 20 -23 Q27 -12 17 -8 Q0 -16 -17 -8 Z", fill=colour
    )
    for fold in ("M-21 -15 Q-8 -26 8 -32", "M-10 -12 Q4 -18 20 -23"):
        part.path(fold, fill="none", stroke=part.theme.paper, stroke_width=1.6)
    part.circle((0, -20), 3.2, fill=part.theme.paper, stroke=colour, stroke_width=1.2)


def _other(part: Group, colour: str) -> None:
    """Draw an oil lamp."""
    part.path("M-34 -2 Q-26 -4 -18 2 L20 2 Q16 22 0 22 Q-18 22 -22 8 Q-27 2 -34 -2 Z", fill=colour)
    part.path("M18 5 Q36 2 33 12 Q29 20 13 18", fill="none", stroke=colour, stroke_width=3)
    part.path("M-9 -1 Q0 -14 9 -1 Z", fill=colour)
    part.circle((0, -10), 2.6, fill=colour)
    part.path("M-11 30 L11 30 L6 22 L-6 22 Z", fill=colour)
    part.path("M-36 -6 Q-43 -14 -35 -24 Q-29 -14 -36 -6 Z", fill=part.theme.accent)


def _ending(part: Group, colour: str) -> None:
    """Draw a crescent over a horizon of hills."""
    part.path("M10 -26 A20 20 0 1 0 20 6 A16 16 0 1 1 10 -26 Z", fill=colour)
    part.path("M-42 32 Q-24 10 -6 26 Q14 6 42 32 Z", fill=part.theme.bed, stroke=colour, stroke_width=1.5)
    _star(part, (22, -16), 5, colour)


PICTURES = {Kind.BEING: _being, Kind.OTHER: _other, Kind.ENDING: _ending}


def _star(
    part: Group, centre: Point, radius: float, colour: str, points: int = 8, inner: float = 0.5
) -> None:
    corners = [
        (
            centre[0] + radius * (inner if i % 2 else 1) * math.sin(math.pi * i / points),
            centre[1] - radius * (inner if i % 2 else 1) * math.cos(math.pi * i / points),
        )
        for i in range(2 * points)
    ]
    part.path("M" + " L".join(f"{x:.2f} {y:.2f}" for x, y in corners) + " Z", fill=colour)


def _back(part: Group, title: str) -> None:
    """Draw the back, the same for all cards: eight-pointed stars round the title."""
    colour, paper_colour = part.theme.second, part.theme.paper
    _frame(part, colour)
    part.rect(15, 15, WIDTH - 30, HEIGHT - 30, rx=6, fill=colour)
    across, down = (WIDTH - 30) / 4, (HEIGHT - 30) / 6
    for row in range(6):
        for column in range(4):
            centre = 15 + across * (column + 0.5), 15 + down * (row + 0.5)
            _star(part, centre, 14, paper_colour, inner=0.72)
            _star(part, centre, 8, colour, inner=0.6)
    part.rect(28, HEIGHT / 2 - 17, WIDTH - 56, 34, rx=6, fill=paper_colour, stroke=colour, stroke_width=1.5)
    middle = WIDTH / 2, HEIGHT / 2
    paper.write(part, title, middle, WIDTH - 70, 14, anchor="middle", weight="bold", fill=colour)
