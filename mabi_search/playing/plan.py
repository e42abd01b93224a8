"""What the engine is about to play: a line that wins, or a run, which it keeps while the game follows it."""

from __future__ import annotations

from mabi_search.game.outcomes import UNDECIDED, WIN, Outcome
from mabi_search.game.position import Position
from mabi_search.game.rules import Move


class Plan:
    """A line from some position of a game on, and what is proven for the side whose plan it is."""

    def __init__(self) -> None:
        self.outcome: Outcome = UNDECIDED
        self.end: Position | None = None
        """The game as it ends by the line; None while there is no plan."""
        self._side = ""
        self._played = 0
        """Moves of that game that have been played when the plan was made, and the first of its line."""

    def make(self, position: Position, line: tuple[Move, ...], outcome: Outcome) -> None:
        """Plan to play a line, each move of which is checked by the rules."""
        self.end, self.outcome = _after(position, line), outcome
        self._side, self._played = position.side, len(position.moves) + 1

    def rest(self, position: Position) -> tuple[Move, ...]:
        """Return what is left of the line for the side to move; nothing if the game has left it."""
        played = len(position.moves)
        if self.end is None or not self._is_of(position, self.end):
            return ()
        return self.end.moves[played:] if self.end.moves[:played] == position.moves else ()

    def has_won(self, position: Position) -> bool:
        """Tell whether the side to move has played a move of the plan that is proven to win."""
        if self.outcome != WIN or self.end is None or not self._is_of(position, self.end):
            return False
        return position.moves[: self._played] == self.end.moves[: self._played]

    def _is_of(self, position: Position, end: Position) -> bool:
        same_rules = end.rules == position.rules
        return self._side == position.side and end.base == position.base and same_rules


def ends(position: Position, line: tuple[Move, ...]) -> bool:
    """Tell whether a line wins the game for the side to move."""
    over = _after(position, line).outcome()
    return over is not None and over.outcome_for(position.side) == WIN


def _after(position: Position, line: tuple[Move, ...]) -> Position:
    """Return the position after a line, each move checked by the rules."""
    for move in line:
        position = position.play(move)
    return position
