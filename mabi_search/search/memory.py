"""`Memory`: what alpha-beta keeps from one search to the next."""

from __future__ import annotations

from typing import Any

import numpy as np

from _gamekit.limits import Limits
from mabi_search.game.position import Position
from mabi_search.game.rules import Board
from mabi_search.kernels.alphabeta import table, work

TABLE_ENTRIES = 1 << 20
"""Of each of the two tables, 32 MiB; fewer if there is a limit of nodes that needs fewer."""
FEWEST_ENTRIES = 1 << 12


def entries_for(limits: Limits, searches: int = 1) -> int:
    """Return how many entries each table should have for so many searches within some limits."""
    if limits.max_nodes is None:
        return TABLE_ENTRIES
    return min(TABLE_ENTRIES, max(FEWEST_ENTRIES, 1 << (searches * limits.max_nodes).bit_length() + 1))


class Memory:
    """Tables, and which moves were good, for searches of one game.

    An estimate is read wherever its position comes up again. What is proven is read only where the history
    allows it; `AlphaBeta` sees to that.

    Parameters
    ----------
    entries
        Of each of the two tables, a power of two.
    """

    def __init__(self, entries: int):
        self.rooms = [work.memory()]
        """Of each thread that has searched."""
        self.tables = [
            table.Table(np.zeros((entries, 3), np.uint64), np.zeros(entries, np.uint64)) for _ in range(2)
        ]
        self._setting: Any = None
        self._asked: dict[tuple[Board, str], int] = {}

    def asked(self, position: Position) -> int:
        """Return for how many placements it was asked in vain whether a pass wins."""
        return self._asked.get((position.state.board, position.side), 0)

    def note_asked(self, position: Position, placements: int) -> None:
        """Remember that it was."""
        self._asked[position.state.board, position.side] = placements

    def begin(self, setting: Any, threads: int = 1) -> None:
        """Begin a search under the rules of a setting, by so many threads: forget what was of others."""
        if self._setting is not None and self._setting != setting:
            for table in self.tables:
                table.data[:] = 0
            self._asked.clear()
        self._setting = setting
        while len(self.rooms) < threads:
            self.rooms.append(work.memory())
