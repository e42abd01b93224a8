"""Marks of immobile pieces, arrows and lines of text for drawings, and the board as text for a terminal."""

from __future__ import annotations

from typing import NamedTuple

from mabi_search.game import rules as game
from mabi_search.game.rules import BLACK, FILES, WHITE, Move, Rules, Square, State

PARALYSED, FROZEN = "*", "!"
MARKS = "* paralysed   ! frozen"


class Arrow(NamedTuple):
    """A move to be drawn as an arrow."""

    move: Move
    label: str
    best: bool = True
    """True if the arrow has the accent colour, like that of the best move; False for the second colour."""


class ScoredLine(NamedTuple):
    """A line of text in columns: label, score, and moves."""

    number: str
    """The label of the arrow that belongs to the line, or an empty text."""
    score: str
    moves: str = ""

    def __str__(self) -> str:
        """Return the columns as one text."""
        return "  ".join(filter(None, self))


def marks(state: State, rules: Rules) -> dict[Square, str]:
    """Return the squares of immobile pieces with their marks: "*" if paralysed, "!" if only frozen."""
    marked = {square: FROZEN for group in game.frozen(state, rules) for square in group}
    for square in (*state.pieces(WHITE), *state.pieces(BLACK)):
        if game.paralysers(state, square, rules):
            marked[square] = PARALYSED
    return marked


def stuck(state: State, rules: Rules) -> dict[Square, str]:
    """Return the pieces of the side to move that have no legal step, with the reason.

    The reason explains why the piece's first step to an empty square is illegal, or says that all squares
    beside the piece are taken.
    """
    without_step = {}
    for square in state.pieces(state.side):
        steps = [
            Move(square, target) for target in sorted(square.neighbours()) if state.at(target) is not None
        ]
        reasons = [game.why_illegal(state, step, rules) for step in steps]
        if None not in reasons:
            causes = (
                reason for reason in reasons if reason is not None and not reason.endswith("is not empty")
            )
            without_step[square] = next(causes, f"all squares beside {square} are taken")
    return without_step


def text(state: State, rules: Rules) -> str:
    """Return the board as lines of text. A space, the content and the mark stand for each square."""
    marked = marks(state, rules)
    lines = []
    for rank in reversed(range(len(state.board))):
        squares = (
            f" {piece}{marked.get(Square(rank, file), ' ')}" for file, piece in enumerate(state.board[rank])
        )
        lines.append(f"{rank + 1} " + "".join(squares))
    lines.append("  " + "".join(f" {name} " for name in FILES[: len(state.board[0])]))
    return "\n".join(line.rstrip() for line in lines)
