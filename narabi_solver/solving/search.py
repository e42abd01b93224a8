"""Searches packed deals by IDA* with a table: a single deal, or many side by side.

A search runs in slices of limited work, between which the caller can check limits or stop.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit import entry
from _gamekit.limits import Watch
from narabi_solver.kernels.batch import Batch, PackedSolutions, waiting
from narabi_solver.kernels.fifteen import ida as fifteen
from narabi_solver.kernels.lanes import BOUND, NODES
from narabi_solver.kernels.outcomes import UNDECIDED
from narabi_solver.kernels.state import Game
from narabi_solver.kernels.twelve import ida as twelve
from narabi_solver.solving import tables
from narabi_solver.solving.packed import PackedState

NO_BUDGET = 1 << 62
"""A limit of nodes that no search reaches."""

NODE_BUDGET = 4_000_000
"""Number of nodes that IDA* may expand for a deal in a batch, before the deal is left to A*."""


def has_table(game: Game) -> bool:
    """Return whether there is a table for the stones: 12 with nine numbers, or 15 with ten."""
    return (game.places, game.ranks) in ((12, 9), (15, 10))


def warm_up(game: Game) -> None:
    """Load the search kernel of a game, and load or build its table; do nothing if the game has no table."""
    if has_table(game):
        tables.load(game.places // game.hand)
        entry.load(twelve.search if game.places == 12 else fifteen.search)


class Search:
    """A search of deals of one game that has a table; each call of `run` does a slice of the work.

    Parameters
    ----------
    game, rings, cards, banned, turns_left
        The deals, as in `batch.PackedDeals`.
    known
        (n,): proven lower bounds on the minimums, from which the search begins. None if no bound is known.
    """

    def __init__(
        self,
        game: Game,
        rings: NDArray[np.uint64],
        cards: NDArray[np.uint8],
        banned: NDArray[np.uint8],
        turns_left: NDArray[np.uint8],
        known: NDArray[np.uint8] | None = None,
    ):
        self.found: PackedSolutions = waiting(rings.size)
        """The answers known so far."""
        if known is not None:
            self.found.bound[:] = known
        self._kernels = twelve if game.places == 12 else fifteen
        self._lanes = self._kernels.lanes()
        batch = Batch(rings, cards, banned, turns_left, self.found)
        table = tables.load(game.places // game.hand)
        self._work = game, table, batch, self._lanes, np.zeros(2, np.int64)

    def run(self, quota: int, max_nodes: int, count_all: bool = False) -> int:
        """Expand about `quota` nodes, at most `max_nodes` for each deal; return how many deals remain."""
        return int(self._kernels.search(*self._work, quota, max_nodes, count_all))

    def under_way(self) -> tuple[int, int]:
        """Return the nodes expanded so far, and the present bound, of the deal in lane 0."""
        job = self._lanes.jobs[0]
        return int(job[NODES]), int(job[BOUND])


def deepening(
    packed: PackedState,
    turns_left: int,
    watch: Watch,
    report: Callable[[int, int], None] | None = None,
    known: int = 0,
) -> tuple[PackedSolutions, str | None]:
    """Return the answer to a packed state that is not in order, in the form of `api.decide`.

    Parameters
    ----------
    packed
        The state, whose stones have a table.
    turns_left
        Number of turns that may still be played.
    watch
        The watch, which sets the size of each slice of work. If it stops the search, the answer is undecided.
    report
        Called between slices of work; see `api.Report`.
    known
        A proven lower bound on the minimum, from which the search begins.
    """
    ring, banned = np.array([packed.ring], np.uint64), np.array([packed.banned], np.uint8)
    left, proven = np.array([turns_left], np.uint8), np.array([known], np.uint8)
    search = Search(packed.game, ring, packed.cards, banned, left, proven)
    answer, most = search.found, watch.limits.max_nodes
    allowed = NO_BUDGET if most is None else max(0, most - watch.spent)
    expanded, stopped_by = 0, None
    while stopped_by is None:
        quota = max(1, watch.next_slice(expanded))  # the search itself enforces the node limit
        if not search.run(quota, allowed):
            return answer, "nodes" if answer.status[0] == UNDECIDED else None
        expanded, bound = search.under_way()
        answer.nodes[0], answer.bound[0] = expanded, bound
        stopped_by = watch.stopped_by(expanded)
        if report is not None:
            report(bound - 1, expanded)
    answer.leave_open(0)
    return answer, stopped_by
