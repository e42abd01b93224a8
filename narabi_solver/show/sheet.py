"""Puzzles for printing: rings with space to write, explanations of the cards, solutions on the last page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from _gamekit import paper
from _gamekit.languages import Language, language_of
from _gamekit.svg import Group
from narabi_solver.game import drawing, ring_parts
from narabi_solver.game.deal import Deal
from narabi_solver.game.rules import SEATS, Swap

INTRODUCTION = "sheet.goal", "sheet.move", "sheet.blank", "sheet.stars"
"""The texts above the puzzles of each page."""
LEGEND, LEGEND_COLUMNS, LEGEND_ROW, LEGEND_NAME = 92.0, 2, 9.0, 66.0
"""Layout of the cards below the puzzles: height in points, columns, height of a row, width of the names."""
SCALE, CARD_SIZE = 0.31, 21
"""Greatest scale of a ring in a cell, and size of the card names in the ring."""
TASK, ROW = 11.0, 18.0
"""Height of the task above a ring, and of a row of blank lines below it, in points."""


@dataclass(frozen=True)
class DealPuzzle:
    """A deal to be solved on paper."""

    deal: Deal
    """The deal; the puzzle begins after the deal's `moves`."""
    line: tuple[Swap, ...]
    """The swaps of one of the shortest solutions."""
    grade: int | None
    """The grade of the puzzle's difficulty, from 1 to 5; None if unknown."""
    lines: int | None = None
    """The number of shortest solutions; None if unknown."""
    language: Language = field(default_factory=lambda: language_of("narabi_solver"))
    """The language of the words."""

    @property
    def task(self) -> str:
        """The task in words: the seat that begins and the number of turns."""
        turns = self.language.text("count.turns", n=len(self.line))
        return self.language.text("sheet.task", seat=SEATS[self.deal.state().mover], turns=turns)

    @property
    def text(self) -> str:
        """The deal in the notation."""
        return str(self.deal)

    @property
    def solution(self) -> str:
        """The swaps of `line`, as text."""
        return " ".join(map(str, self.line))

    @property
    def claim(self) -> str:
        """A note that this shortest solution is the only one, or one of several; empty if that is unknown."""
        if self.lines is None:
            return ""
        return self.language.text("sheet.only" if self.lines == 1 else "sheet.one-of", lines=self.lines)

    def draw(self, cell: Group, width: float, height: float) -> None:
        """Draw the grade, the ring, and blank lines to write on, in a cell of the given size."""
        if self.grade is not None:
            paper.stars(cell.part(width - paper.STARS, 6), self.grade)
        end = height - ROW * ((len(self.line) + 5) // 6)
        scale = min(SCALE, (end - 1 - TASK) / 2 / ring_parts.reach(CARD_SIZE))
        ring = cell.part(width / 2, (TASK + end - 1) / 2, scale)
        state = self.deal.state()
        drawing.draw_ring(ring, state, card_size=CARD_SIZE, called=lambda card: card.called(self.language))
        paper.lines_to_write_on(cell.part(0, end + 8), len(self.line), width - 10, ROW)


def legend(part: Group, puzzles: Sequence[DealPuzzle], width: float) -> None:
    """Explain the cards of the puzzles, in the order of the deck."""
    deck, language = puzzles[0].deal.deck, puzzles[0].language
    paper.write(part, language.text("sheet.cards"), (0, -12), width, 8)
    used = {stone.card for puzzle in puzzles for stone in puzzle.deal.ring}
    cards = [card for card in deck if card.name in used]
    rows = -(-len(cards) // LEGEND_COLUMNS)
    column = width / LEGEND_COLUMNS
    for i, card in enumerate(cards):
        x, y = column * (i // rows), LEGEND_ROW * (i % rows)
        name, says = card.called(language), card.words(language)
        paper.write(part, name, (x, y), LEGEND_NAME - 4, 7, weight="bold")
        paper.write(part, says, (x + LEGEND_NAME, y), column - LEGEND_NAME - 6, 6.5)


def sheet(
    puzzles: Sequence[DealPuzzle], *, language: Language, title: str, foot: str, size: str = "a4"
) -> paper.Paper:
    """Return the pages of a puzzle sheet in `language`; other parameters are as for `paper.puzzle_sheet`."""
    words = paper.Words(
        language.name,
        [language.text(key) for key in INTRODUCTION],
        language.text("sheet.solutions"),
        str(language.texts["sheet.page"]),
    )
    return paper.puzzle_sheet(
        puzzles, title=title, foot=foot, size=size, words=words, below=legend, below_height=LEGEND
    )
