"""Positions to be printed as puzzles, with solutions that are proven."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from _gamekit import paper
from _gamekit.svg import Group
from mabi_search.game import drawing
from mabi_search.game.notation import text_of
from mabi_search.game.outcomes import DRAW, WIN
from mabi_search.game.rules import NOBODY, SIDE_NAMES, other
from mabi_search.proof.verdict import Verdict

SHOWN = 16
"""Largest number of moves of a solution that are printed."""


@dataclass(frozen=True)
class PositionPuzzle:
    """A position to be solved on paper."""

    verdict: Verdict
    """The proven verdict on the position."""

    @property
    def task(self) -> str:
        """The side to move, and the outcome to reach."""
        verdict = self.verdict
        side = verdict.position.side
        if verdict.outcome not in (WIN, DRAW):
            return f"{SIDE_NAMES[side]} to move; {SIDE_NAMES[other(side)]} wins"
        task = f"{SIDE_NAMES[side]} to move and {verdict.outcome}"
        plies = verdict.distance or verdict.within
        if not plies:
            return task
        return f"{task} in {'' if verdict.distance else 'at most '}{plies} {'ply' if plies == 1 else 'plies'}"

    @property
    def text(self) -> str:
        """The position in the notation, without its past."""
        return text_of(self.verdict.position.state)

    @property
    def solution(self) -> str:
        """The proven outcome and the line."""
        verdict = self.verdict
        line = " ".join(map(str, verdict.pv[:SHOWN])) + " …" * (len(verdict.pv) > SHOWN)
        return f"{verdict.outcome} for {SIDE_NAMES[verdict.position.side]} (proven): {line}"

    def draw(self, cell: Group, width: float, height: float) -> None:
        """Draw the board, the holder of a tie, and lines to write on."""
        position = self.verdict.position
        ranks, files = len(position.state.board), len(position.state.board[0])
        units = drawing.SIDE * max(ranks, files) + 50
        scale = min(width - 10, height - 62) / units
        left = (width - scale * drawing.SIDE * files) / 2
        drawing.draw_board(cell.part(left, 20, scale), position.state, position.rules)
        holder = position.holder
        tie = "nobody wins a tie" if holder == NOBODY else f"{SIDE_NAMES[holder]} wins a tie"
        cell.text(f"{tie}; {position.words()[1]}", (0, height - 36), 7, anchor="start", longest=70)
        paper.lines_to_write_on(cell.part(0, height - 14), 6, width - 10)


def diagrams(verdicts: Sequence[Verdict], *, title: str, foot: str, size: str = "a4") -> paper.Paper:
    """Return the pages; other parameters as for `paper.puzzle_sheet`."""
    return paper.puzzle_sheet(list(map(PositionPuzzle, verdicts)), title=title, foot=foot, size=size)
