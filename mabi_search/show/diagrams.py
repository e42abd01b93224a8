"""Print positions as puzzles, with proven solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from _gamekit import paper
from _gamekit.languages import FIRST, Language, language_of
from _gamekit.svg import Group
from mabi_search.game import discs, drawing
from mabi_search.game.notation import text_of
from mabi_search.game.outcomes import DRAW, WIN
from mabi_search.game.rules import BLACK, NOBODY, WHITE, other
from mabi_search.proof.verdict import Verdict

SHOWN = 16
"""Maximum number of moves of a printed solution."""
INTRODUCTION = "rules.goal", "rules.rest"
"""The keys of the texts above the puzzles of each page. A line that explains the signs follows."""
SIGNS = "replay.numbers", "replay.hatched", "replay.framed"
"""The keys of the texts that explain the signs."""


@dataclass(frozen=True)
class PositionPuzzle:
    """A position to be solved on paper."""

    verdict: Verdict
    """The verdict of the position, which must be proven."""
    language: Language
    """The language of the texts."""

    @property
    def task(self) -> str:
        """The task: the side to move, the outcome to reach, and the number of plies, if known."""
        verdict, texts = self.verdict, self.language
        side = verdict.position.side
        me, them = texts.text(side), texts.text(other(side))
        if verdict.outcome not in (WIN, DRAW):
            return texts.text("sheet.lost", me=me, them=them)
        task = texts.text("sheet.win" if verdict.outcome == WIN else "sheet.draw", me=me)
        plies = verdict.distance or verdict.within
        if not plies:
            return task
        return f"{task} {texts.text('sheet.in' if verdict.distance else 'sheet.at-most', n=plies)}"

    @property
    def text(self) -> str:
        """The position in notation, without its history."""
        return text_of(self.verdict.position.state)

    @property
    def solution(self) -> str:
        """The first moves of the solution, at most `SHOWN`."""
        verdict = self.verdict
        return " ".join(map(str, verdict.pv[:SHOWN])) + " …" * (len(verdict.pv) > SHOWN)

    @property
    def claim(self) -> str:
        """The proven outcome, in words."""
        verdict, texts = self.verdict, self.language
        if verdict.outcome == DRAW:
            return texts.text("search.proven", worth=texts.text("aDraw"))
        side = verdict.position.side
        winner = side if verdict.outcome == WIN else other(side)
        won = texts.text({WHITE: "curve.white", BLACK: "curve.black"}[winner])
        return texts.text("search.proven", worth=won)

    def draw(self, cell: Group, width: float, height: float) -> None:
        """Draw the board, the holder and mode in words, and lines to write on."""
        position, texts = self.verdict.position, self.language
        ranks, files = len(position.state.board), len(position.state.board[0])
        units = discs.SIDE * max(ranks, files) + 50
        scale = min(width - 10, height - 62) / units
        left = (width - scale * discs.SIDE * files) / 2
        drawing.draw_board(cell.part(left, 20, scale), position.state, position.rules)
        tie = texts.text("sheet.no-tie")
        if position.holder != NOBODY:
            tie = texts.text("sheet.tie", name=texts.text(position.holder))
        mode = position.words(texts.name)[1]
        paper.write(cell, f"{tie}; {mode}", (0, height - 36), width - 8, 7)
        paper.lines_to_write_on(cell.part(0, height - 14), 6, width - 10)


def diagrams(
    verdicts: Sequence[Verdict], *, language: str = FIRST, title: str | None = None, size: str = "a4"
) -> paper.Paper:
    """Return the printed pages of puzzles. `size` is a paper size as for `paper.puzzle_sheet`."""
    texts = language_of("mabi_search", language)
    words = paper.Words(
        language,
        [*map(texts.text, INTRODUCTION), "  ·  ".join(map(texts.text, SIGNS))],
        texts.text("sheet.solutions"),
        str(texts.texts["sheet.page"]),
    )
    return paper.puzzle_sheet(
        [PositionPuzzle(verdict, texts) for verdict in verdicts],
        title=texts.text("sheet.title") if title is None else title,
        foot=texts.text("sheet.foot", n=len(verdicts)),
        size=size,
        words=words,
        aside=0,
    )
