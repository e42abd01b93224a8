"""Puzzles to be printed: rings with room to write, the cards explained, solutions on the last page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from _gamekit import paper
from _gamekit.svg import Group
from narabi_solver.game import drawing
from narabi_solver.game.deal import Deal
from narabi_solver.game.rules import SEATS, Swap

LEGEND, LEGEND_COLUMNS, LEGEND_ROW = 76.0, 3, 10.0
"""Points below the puzzles for the cards, which stand in so many columns."""
SCALE, CARD_SIZE = 0.335, 20
"""Of a ring in a cell, and of the cards' names in it."""


@dataclass(frozen=True)
class DealPuzzle:
    """A deal to be solved on paper."""

    deal: Deal
    """The deal; where it has moves, the ring after them."""
    line: tuple[Swap, ...]
    """A shortest line."""
    grade: int | None
    """Its difficulty, 1 to 5; None if that is not known."""

    @property
    def task(self) -> str:
        """Who begins, and how many turns there are."""
        mover = self.deal.state().mover
        return f"seat {SEATS[mover]} begins, {len(self.line)} turn{'s' * (len(self.line) != 1)}"

    @property
    def text(self) -> str:
        """The deal in the notation."""
        return str(self.deal)

    @property
    def solution(self) -> str:
        """The line in words."""
        return " ".join(map(str, self.line))

    def draw(self, cell: Group, width: float, height: float) -> None:
        """Draw the grade, the ring, and lines to write on."""
        if self.grade is not None:
            paper.stars(cell.part(width - 62, 6), self.grade)
        rows = (len(self.line) + 5) // 6
        ring = cell.part(width / 2, (height - 18 * rows) / 2 + 5, SCALE)
        drawing.draw_ring(ring, self.deal.state(), card_size=CARD_SIZE)
        paper.lines_to_write_on(cell.part(0, height - 18 * rows + 8), len(self.line), width - 10)


def legend(part: Group, puzzles: Sequence[DealPuzzle], width: float) -> None:
    """Explain the cards of some puzzles, in the order of the deck."""
    part.text("What a stone may be swapped with, by its card:", (0, -12), 8, anchor="start")
    deck = puzzles[0].deal.deck
    used = {stone.card for puzzle in puzzles for stone in puzzle.deal.ring}
    cards = [card for card in deck if card.name in used]
    rows = -(-len(cards) // LEGEND_COLUMNS)
    for i, card in enumerate(cards):
        at = width / LEGEND_COLUMNS * (i // rows), LEGEND_ROW * (i % rows)
        part.text(card.name, at, 7, anchor="start", weight="bold", longest=14)
        says = f"nothing: {card}" if card.never else str(card)
        part.text(says, (at[0] + 44, at[1]), 6.5, anchor="start", longest=48)


def sheet(puzzles: Sequence[DealPuzzle], *, title: str, foot: str, size: str = "a4") -> paper.Paper:
    """Return the pages of a puzzle sheet; parameters as for `paper.puzzle_sheet`."""
    return paper.puzzle_sheet(puzzles, title=title, foot=foot, size=size, below=legend, below_height=LEGEND)
