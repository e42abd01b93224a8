"""How the engine plays a proven win: by the shortest line it knows, which it keeps.

After a reply that is not in the line the win has to be found anew. The engine then searches
longer, but it may fail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from _gamekit.limits import Limits, Watch
from mabi_search.game.outcomes import WIN
from mabi_search.game.position import Position
from mabi_search.game.rules import Move
from mabi_search.sizes import MAX_LINES

if TYPE_CHECKING:
    from mabi_search.search.analysis import Analysis

PATIENCE = 8
"""Times as many nodes where a win was proven a move ago, and is not found again."""


class WinningPlay:
    """The line by which the engine wins, once it has proven that it does."""

    def __init__(self, nodes: int):
        self.nodes = nodes
        """Positions that each search may take."""
        self._end: Position | None = None
        """The game as it ends by the line that is kept."""
        self._side = ""
        self._played = 0
        """Moves of that game that have been played: the other side has lost after them, whatever it plays."""

    def line(self, position: Position, found: Analysis) -> tuple[Move, ...]:
        """Return the line to play, and keep it; nothing if no win is proven.

        Parameters
        ----------
        position
            Where the engine is to move.
        found
            What the usual search says of it.
        """
        kept = self._kept(position)
        if not found.outcome == WIN and not kept and self._was_won(position):
            from mabi_search.search.analysis import analyse  # noqa: PLC0415  (loads numpy)

            found = analyse(position, limits=Limits(max_nodes=PATIENCE * self.nodes))
        new = self._shortest(position, found) if found.outcome == WIN else ()
        ways = [way for way in (kept, new) if way]
        if not ways:
            return ()
        line = min(ways, key=lambda way: _length(position, way))
        self._end, self._side = _after(position, line), position.side
        self._played = len(position.moves) + 1
        return line

    def _kept(self, position: Position) -> tuple[Move, ...]:
        """Return what is left of the line that is kept; nothing if the game has left it."""
        end, played = self._end, len(position.moves)
        if end is None or self._side != position.side or end.base != position.base:
            return ()
        return end.moves[played:] if end.moves[:played] == position.moves else ()

    def _was_won(self, position: Position) -> bool:
        """Tell whether the engine's last move was proven to win."""
        end, played = self._end, self._played
        if end is None or self._side != position.side or end.base != position.base:
            return False
        return len(position.moves) >= played and position.moves[:played] == end.moves[:played]

    def _shortest(self, position: Position, found: Analysis) -> tuple[Move, ...]:
        """Return the shortest line among those of all moves that are proven to win, played on to the end."""
        from mabi_search.proof.lines import to_the_end  # noqa: PLC0415  (loads numpy)
        from mabi_search.search.analysis import analyse  # noqa: PLC0415

        limits = Limits(max_nodes=self.nodes)
        every = analyse(position, depth=max(found.depth, 1), limits=limits, lines=MAX_LINES)
        lines = [one.pv for one in (*found.lines, *every.lines) if one.outcome == WIN]
        ended = (to_the_end(position, line, position.side, Watch(limits)) for line in dict.fromkeys(lines))
        return min(ended, key=lambda line: _length(position, line))


def ends(position: Position, line: tuple[Move, ...]) -> bool:
    """Tell whether a line wins the game for the side to move."""
    over = _after(position, line).outcome()
    return over is not None and over.outcome_for(position.side) == WIN


def _length(position: Position, line: tuple[Move, ...]) -> tuple[bool, int]:
    """Return what a line is compared by: those that end the game first, then their plies."""
    return not ends(position, line), len(line)


def _after(position: Position, line: tuple[Move, ...]) -> Position:
    """Return the position after a line, each move checked by the rules."""
    for move in line:
        position = position.play(move)
    return position
