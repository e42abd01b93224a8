"""The class `Memory`: data that alpha-beta keeps from one search to the next."""

from __future__ import annotations

from typing import Any

from _gamekit.limits import Limits
from mabi_search.game.position import Position
from mabi_search.game.rules import Board
from mabi_search.kernels.alphabeta import table, work

TABLE_ENTRIES = 1 << 20
"""Number of entries of each kind, which take 64 MiB together. Searches with a small node limit get smaller
tables."""
FEWEST_ENTRIES = 1 << 12


def entries_for(limits: Limits, searches: int = 1) -> int:
    """Return the number of entries of each kind for `searches` searches within these limits."""
    if limits.max_nodes is None:
        return TABLE_ENTRIES
    return min(TABLE_ENTRIES, max(FEWEST_ENTRIES, 1 << (searches * limits.max_nodes).bit_length() + 1))


class Memory:
    """The transposition table and move-ordering data for the searches of one game.

    An estimate is reused whenever its position recurs. A proven value is reused only if the history allows
    it, which `AlphaBeta` checks.

    Parameters
    ----------
    entries
        Number of entries of each kind, a power of two.
    """

    def __init__(self, entries: int):
        self.buffers = [work.memory()]
        """The work arrays of each thread that has searched."""
        self.table = table.empty(entries)
        self._setting: Any = None
        self._asked: dict[tuple[Board, str], int] = {}

    def asked(self, position: Position) -> int:
        """Return the number of placements already searched without proof that a pass wins here."""
        return self._asked.get((position.state.board, position.side), 0)

    def note_asked(self, position: Position, placements: int) -> None:
        """Record that this number of placements was searched without proof that a pass wins here."""
        self._asked[position.state.board, position.side] = placements

    def begin(self, setting: Any, threads: int = 1) -> None:
        """Prepare a search by `threads` threads, and clear the results if the board or the rules changed."""
        if self._setting is not None and self._setting != setting:
            self.table["content"] = 0
            self._asked.clear()
        self._setting = setting
        while len(self.buffers) < threads:
            self.buffers.append(work.memory())
