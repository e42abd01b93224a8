"""Draw boards: groups, paralysed and frozen pieces, the last move, arrows, and squares a run can reach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from _gamekit import svg
from _gamekit.languages import Language, given_or_first
from _gamekit.svg import Drawing, Point, towards
from mabi_search.game import discs, rules as game
from mabi_search.game.discs import PIECE, SIDE
from mabi_search.game.errors import ArgumentError
from mabi_search.game.marks import FROZEN, PARALYSED, Arrow, ScoredLine, marks
from mabi_search.game.notation import move_words
from mabi_search.game.rules import (
    BLACK,
    EMPTY,
    FILES,
    WHITE,
    Board,
    Group,
    Move,
    Rules,
    Square,
    State,
)

NARROWEST = 500
"""Minimum width of a drawing. It leaves room for the text above and below a small board."""
LINE = 19
"""Height of a line of text."""
MARGIN, LARGE_NAMES = 26, 17
"""Margin of a board without text, and font size of its coordinates, which are 12 pixels high on a phone."""
LEFT = 35
"""Left edge of the board and of all lines of text."""


class Look(NamedTuple):
    """Additions to the drawing of a position, and the drawing's size and theme."""

    last: Move | None = None
    """The last move."""
    arrows: Sequence[Arrow] = ()
    """Moves to draw. A pass is not drawn."""
    region: str | None = None
    """The side whose reachable squares in a run are marked; None for no marks."""
    notes: Sequence[str | ScoredLine] = ()
    """Lines of text below the board."""
    width: float | None = None
    """Width in pixels. None: one pixel per unit of the drawing."""
    theme: str = "auto"
    language: Language | None = None
    """The language of the words; English if None."""


def reachable(board: Board, side: str) -> list[Group]:
    """Return the regions in which the pieces of a side can move while the other side does not.

    A region is a connected set of squares without enemy pieces. Regions without a piece of this side are left
    out.
    """
    joined = tuple(rank.replace(EMPTY, side) for rank in board)
    regions = game.groups(State(joined), side)
    return [region for region in regions if any(board[square.rank][square.file] == side for square in region)]


def board_text(state: State, rules: Rules) -> str:
    """Return the board as text, with the same marks as its drawing."""
    marked = marks(state, rules)
    rows = []
    for rank in reversed(range(len(state.board))):
        cells = (
            f" {piece}{marked.get(Square(rank, file), ' ')}" for file, piece in enumerate(state.board[rank])
        )
        rows.append(f"{rank + 1} {''.join(cells)}".rstrip())
    return "\n".join([*rows, "  " + "  ".join(f" {name}" for name in FILES[: len(state.board[0])])])


def board(state: State, rules: Rules, words: Sequence[str], look: Look) -> Drawing:
    """Draw a position with lines of text above it. The first line is bold.

    Raises
    ------
    ArgumentError
        The region is not a side, the width is out of range, or there is no such theme.
    """
    if look.region not in (None, WHITE, BLACK):
        raise ArgumentError(f"region must be {WHITE!r}, {BLACK!r} or None, not {look.region!r}")
    ranks, files = len(state.board), len(state.board[0])
    regions = [] if look.region is None else reachable(state.board, look.region)
    marked, texts = marks(state, rules), given_or_first("mabi_search", look.language)
    below = [
        legend(marked, look.last, texts),
        *_region_words(state, look.region, regions, texts),
        *look.notes,
    ]
    wide = max(NARROWEST, SIDE * files + 2 * LEFT)
    top = 20 + LINE * len(words)
    description = "\n".join(map(str, [*words, board_text(state, rules), *_group_words(state, texts), *below]))
    height = top + SIDE * ranks + 34 + LINE * len(below)
    drawing = Drawing(wide, height, f"Mabi: {words[0]}", description, look.theme, look.width)
    for row, text in enumerate(words):
        size, weight = (12.5, None) if row else (15, "bold")
        _write(drawing, wide, text, (LEFT, 22 + LINE * row), size, weight=weight)
    picture = _Board(drawing, state.board, (LEFT, top))
    picture.squares()
    picture.region(regions)
    picture.last(look.last)
    picture.groups(_groups(state), marked)
    picture.arrows(look.arrows)
    scores = max(
        (len(note.score) for note in below if isinstance(note, ScoredLine) and note.moves), default=0
    )
    for row, note in enumerate(below):
        y = top + SIDE * ranks + 36 + LINE * row
        if isinstance(note, ScoredLine):
            _write(drawing, wide, note.number, (LEFT, y), 12)
            at = LEFT + 20 * bool(note.number)
            _write(drawing, wide, note.score, (at, y), 12, weight="bold")
            _write(drawing, wide, note.moves, (at + 6.8 * scores + 10, y), 12)
        else:
            _write(drawing, wide, note, (LEFT, y), 12, fill=drawing.theme.faint)
    return drawing


def picture(state: State, rules: Rules, words: Sequence[str], last: Move | None, theme: str) -> Drawing:
    """Draw the board alone, for a page that shows `words` and `legend` as text."""
    ranks, files = len(state.board), len(state.board[0])
    description = "\n".join([*words, board_text(state, rules)])
    size = SIDE * files + 2 * MARGIN, SIDE * ranks + 2 * MARGIN
    drawing = Drawing(*size, f"Mabi: {words[0]}", description, theme, None)
    shown = _Board(drawing, state.board, (MARGIN, MARGIN), names=LARGE_NAMES)
    shown.squares()
    shown.last(last)
    shown.groups(_groups(state), marks(state, rules))
    return drawing


def _write(
    drawing: Drawing,
    wide: float,
    text: str,
    at: Point,
    size: float,
    fill: str | None = None,
    weight: str | None = None,
) -> None:
    """Write a text to the right of a point, cut at the edge of the drawing."""
    longest = int((wide - at[0] - 8) / (0.51 * size))
    drawing.text(text, at, size, anchor="start", fill=fill, weight=weight, longest=longest)


def draw_board(part: svg.Group, state: State, rules: Rules) -> None:
    """Draw a position into part of a drawing, with the top left corner of the board at the origin."""
    picture = _Board(part, state.board, (0, 0))
    picture.squares()
    picture.groups(_groups(state), marks(state, rules))


def legend(marked: Mapping[Square, str], last: Move | None, language: Language | None = None) -> str:
    """Return a line that explains the signs in a drawing. The default language is English."""
    texts, signs = given_or_first("mabi_search", language), set(marked.values())
    parts = [texts.text("replay.numbers")]
    parts += [texts.text("replay.hatched")] * (PARALYSED in signs)
    parts += [texts.text("replay.framed")] * (FROZEN in signs)
    if last is not None:
        parts.append(texts.text("replay.last", move=move_words(last, texts)))
    return "  ·  ".join(parts)


def _groups(state: State) -> list[Group]:
    return [group for side in (WHITE, BLACK) for group in game.groups(state, side)]


def _region_words(state: State, region: str | None, regions: Sequence[Group], texts: Language) -> list[str]:
    if region is None:
        return []
    most = max((sum(state.at(square) == region for square in one) for one in regions), default=0)
    return [texts.text("replay.region", side=texts.text(region), most=most)]


def _group_words(state: State, texts: Language) -> list[str]:
    return [
        texts.text("replay.group", side=texts.text(side), n=len(group), squares=game.listed(group))
        for side in (WHITE, BLACK)
        for group in game.groups(state, side)
        if len(group) > 1
    ]


class _Board:
    """Draws the squares of a board and everything on them."""

    def __init__(self, drawing: svg.Group, cells: Board, corner: Point, names: float = 13):
        self.drawing, self.theme, self.cells, self.corner = drawing, drawing.theme, cells, corner
        self.names = names

    def centre(self, square: Square) -> Point:
        x, y = self.corner
        return x + SIDE * (square.file + 0.5), y + SIDE * (len(self.cells) - square.rank - 0.5)

    def squares(self) -> None:
        for square in game.squares(self.cells):
            x, y = self.centre(square)
            fill = self.theme.square if (square.rank + square.file) % 2 else self.theme.other_square
            self.drawing.rect(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, fill=fill)
        for rank in range(len(self.cells)):
            x, y = self.centre(Square(rank, 0))
            self.drawing.text(str(rank + 1), (x - SIDE / 2 - 13, y), self.names, fill=self.theme.faint)
        for file in range(len(self.cells[0])):
            x, y = self.centre(Square(0, file))
            self.drawing.text(FILES[file], (x, y + SIDE / 2 + 13), self.names, fill=self.theme.faint)

    def region(self, regions: Iterable[Group]) -> None:
        for square in sorted(square for region in regions for square in region):
            if self.cells[square.rank][square.file] == EMPTY:
                self.drawing.circle(self.centre(square), 5, fill=self.theme.second)

    def last(self, move: Move | None) -> None:
        if move is None or move.origin is None or move.target is None:
            return
        for square, dash in ((move.origin, "5 4"), (move.target, None)):
            x, y = self.centre(square)
            corner, side = (x - SIDE / 2 + 2, y - SIDE / 2 + 2), SIDE - 4
            colour = self.theme.accent
            self.drawing.rect(
                *corner, side, side, fill="none", stroke=colour, stroke_width=3, stroke_dasharray=dash
            )

    def groups(self, groups: Sequence[Group], marked: Mapping[Square, str]) -> None:
        """Draw the discs, each group as one shape; hatched or framed if they cannot move."""
        for group in groups:
            white = self.cells[min(group).rank][min(group).file] == WHITE
            discs.draw(self.drawing, group, white, marked, self.centre)

    def arrows(self, arrows: Sequence[Arrow]) -> None:
        """Draw the arrows with their labels, the first arrow on top."""
        for move, label, best in reversed(arrows):
            if move.origin is None or move.target is None:
                continue
            colour, ink = (
                (self.theme.accent, self.theme.on_accent)
                if best
                else (self.theme.second, self.theme.on_second)
            )
            start, end = self.centre(move.origin), self.centre(move.target)
            self.drawing.arrow(towards(start, end, 0.6 * PIECE), towards(end, start, 0.1 * SIDE), 5, colour)
            along = towards(start, end, 0.62 * SIDE)
            aside = (end[1] - start[1]) / SIDE * 14, -(end[0] - start[0]) / SIDE * 14
            at = along[0] + aside[0], along[1] + aside[1]
            self.drawing.circle(at, 8.5, fill=colour)
            self.drawing.text(label, at, 12, fill=ink, weight="bold")
