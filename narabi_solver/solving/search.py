"""The searches of packed deals: A* for one state, and IDA* with a table for one deal or many side by side.

Both run in slices of limited work, for `drive`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit import entry
from _gamekit.limits import Watch
from _gamekit.search import Status, Stop, drive
from narabi_solver.kernels import astar
from narabi_solver.kernels.batch import Batch, PackedSolutions, waiting
from narabi_solver.kernels.fifteen import ida as fifteen
from narabi_solver.kernels.lanes import BOUND, NODES
from narabi_solver.kernels.outcomes import SOLVED, UNDECIDED, UNSOLVABLE
from narabi_solver.kernels.state import Game
from narabi_solver.kernels.twelve import ida as twelve
from narabi_solver.solving import tables
from narabi_solver.solving.packed import PackedState

NO_BUDGET = 1 << 62
"""A limit of nodes that no search reaches."""

NODE_BUDGET = 4_000_000
"""Number of nodes that IDA* may expand for a deal in a batch, before the deal is left to A*."""

MAX_ROWS = 1 << 31
"""Largest number of nodes of A*: their numbers have 32 bits."""
ROW_BYTES = sum(array.nbytes for array in astar.nodes_for(1))

STATUSES = {
    astar.GOES_ON: Status.FINISHING,
    astar.USED_UP: Status.RUNNING,
    astar.DECIDED: Status.DECIDED,
    astar.EXHAUSTED: Status.EXHAUSTED,
    astar.MEMORY: Status.FULL,
}
"""The meaning of the results of a step of A*."""


class AStar:
    """A search of one state by A*, or by breadth-first search without `estimates`.

    Parameters
    ----------
    packed
        The state.
    turns_left
        Number of turns that may still be played.
    max_memory
        Largest number of bytes for nodes.
    """

    def __init__(self, packed: PackedState, turns_left: int, max_memory: int, estimates: bool = True):
        receiver = packed.returns is not None
        self.question = astar.Question(packed.game, packed.cards, receiver, estimates, turns_left)
        self.max_memory, self.status = max_memory, Status.RUNNING
        self._nodes, self.work = astar.nodes_for(astar.FIRST_ROWS), astar.work_scratch()
        astar.begin(self.question, self._nodes, self.work, np.uint64(packed.ring), np.uint64(packed.backs))

    @property
    def nodes(self) -> int:
        """Number of states expanded."""
        return int(self.work.cursor[astar.EXPANDED])

    @property
    def bound(self) -> int:
        """A proven lower bound on the turns to a win."""
        return int(self.work.cursor[astar.BOUND])

    def advance(self, quota: int) -> Status:
        """Expand at most `quota` states. Those that wait for their tests may decide it without any."""
        self.status = STATUSES[astar.step(self.question, self._nodes, self.work, quota)]
        return self.status

    def grow(self) -> bool:
        """Double the number of nodes for which there is memory; return False if the limit is reached."""
        rows = 2 * self._nodes.rings.size
        if rows > MAX_ROWS or ROW_BYTES * (rows + rows // 2) > self.max_memory:
            return False
        try:
            larger = astar.nodes_for(rows)
        except MemoryError:
            return False
        count = int(self.work.cursor[astar.COUNT])
        for name in astar.ROWS:
            getattr(larger, name)[:count] = getattr(self._nodes, name)[:count]
        astar.index(larger, count)
        self._nodes = larger
        return True

    def answer(self) -> PackedSolutions:
        """Return what is known, as one row."""
        answer = waiting(1, UNDECIDED)
        answer.bound[0], answer.nodes[0] = self.bound, self.nodes
        if self.status is Status.DECIDED:
            answer.status[0] = SOLVED
            answer.lines[0, : self.bound] = self.work.line[: self.bound]
        elif self.status is Status.EXHAUSTED:
            answer.status[0], answer.bound[0] = UNSOLVABLE, self.question.turns_left + 1
        return answer


def has_table(game: Game) -> bool:
    """Return whether there is a table for the stones: 12 with nine numbers, or 15 with ten."""
    return (game.places, game.ranks) in ((12, 9), (15, 10))


def warm_up(game: Game) -> None:
    """Load the search kernel of a game, and load or build its table; do nothing if the game has no table."""
    if has_table(game):
        tables.load(game.places // game.hand)
        entry.load(twelve.search if game.places == 12 else fifteen.search)


class Search:
    """A search of deals of one game that has a table, by IDA*; each call of `run` does a slice of the work.

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


class Deepening:
    """The search of one state that is not in order by IDA*; parameters as for `deepening`."""

    def __init__(self, packed: PackedState, turns_left: int, watch: Watch, known: int):
        ring, banned = np.array([packed.ring], np.uint64), np.array([packed.banned], np.uint8)
        left, proven = np.array([turns_left], np.uint8), np.array([known], np.uint8)
        self.search = Search(packed.game, ring, packed.cards, banned, left, proven)
        most = watch.limits.max_nodes
        self.allowed = NO_BUDGET if most is None else max(0, most - watch.spent)
        self.answer, self.nodes = self.search.found, 0

    def advance(self, quota: int) -> Status:
        """Expand at most `quota` states."""
        if not self.search.run(max(1, quota), self.allowed):  # the kernel itself enforces the node limit
            self.nodes = int(self.answer.nodes[0])
            return Status.DECIDED
        self.nodes, bound = self.search.under_way()
        self.answer.nodes[0], self.answer.bound[0] = self.nodes, bound
        return Status.RUNNING

    def grow(self) -> bool:
        """Return False: the search never needs more memory."""
        return False


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
    deal = Deepening(packed, turns_left, watch, known)

    def tell() -> None:
        if report is not None:
            report(int(deal.answer.bound[0]) - 1, deal.nodes)

    stop = drive(deal, watch, tell)
    if stop is Stop.DECIDED:
        return deal.answer, "nodes" if deal.answer.status[0] == UNDECIDED else None
    deal.answer.leave_open(0)
    return deal.answer, stop.limit
