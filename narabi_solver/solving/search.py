"""Chooses the searches that answer packed deals, runs them, and replays every line that they return.

IDA* needs a table, for 12 stones with nine numbers or 15 with ten, and the reading `next` of no-undo (see
`Rules.undo_reading`). It searches many deals side by side, which is the fastest way for a batch. A* searches
one deal at a time, and takes any ring and reading. For a single deal it is as fast as IDA*.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit import entry
from _gamekit.limits import SharedWatch
from _gamekit.search import Status, Stop, drive
from narabi_solver.game.errors import InternalError
from narabi_solver.kernels import astar, replay
from narabi_solver.kernels.batch import Batch, PackedSolutions, waiting
from narabi_solver.kernels.fifteen import ida as fifteen
from narabi_solver.kernels.lanes import BOUND, DEAL, NODES
from narabi_solver.kernels.outcomes import SOLVED, UNDECIDED, UNSOLVABLE, WAITING
from narabi_solver.kernels.state import MAX_PLACES, RECEIVER, Game
from narabi_solver.kernels.twelve import ida as twelve
from narabi_solver.solving import tables
from narabi_solver.solving.packing import PackedDeals

ASTAR, BREADTH, DEEPENING = "A*", "breadth first", "IDA*"
"""The searches."""

BATCH = "batch"
"""The algorithm for many deals; users choose among the others, `sizes.ALGORITHMS`."""

SEARCHES = {
    BATCH: (DEEPENING, ASTAR),
    "auto": (ASTAR, DEEPENING),
    "astar": (ASTAR,),
    "bfs": (BREADTH,),
    "ida": (DEEPENING,),
}
"""The searches of each algorithm, in their order. Each takes the deals that the one before could not decide
within its memory or its budget of nodes. Without IDA*, A* takes its place.
"""

NO_BUDGET = 1 << 62
"""A limit of nodes that no search reaches."""

NODE_BUDGET = 4_000_000
"""Number of nodes that IDA* may expand for a deal in a batch, before the deal is left to A*."""

FIRST_NODES, SLICE_NODES = 2_000, 50_000
"""Nodes of the first slice of IDA*: for each deal, and at most: about 5 ms with 12 stones, 25 ms with 15."""

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

Report = Callable[[int, int], None]
"""Callback between slices of work. Its arguments are the number of turns proven not to suffice, and the
number of nodes expanded.
"""


def search(
    deals: PackedDeals,
    watch: SharedWatch,
    *,
    algorithm: str = BATCH,
    known: NDArray[np.uint8] | None = None,
    count: bool = False,
    report: Report | None = None,
) -> PackedSolutions:
    """Return the answers to packed deals. A separate kernel has replayed every line.

    Parameters
    ----------
    deals
        The deals or positions; rings may be in order.
    watch
        The watch, which counts the nodes. Limits of nodes and memory apply to each deal, the others to all.
        The rows of the deals that a limit left undecided name it.
    algorithm
        One of `SEARCHES`.
    known
        (n,): proven lower bounds on the minimums. IDA* begins from them. Lines are then counted only for
        deals whose minimum equals the bound. None if no bound is known.
    count
        True if IDA* must count the shortest lines of each deal, which takes longer.
    report
        Called between slices of work on a single deal.

    Raises
    ------
    InternalError
        A line does not win.
    """
    answers = waiting(deals.rings.size)
    if known is not None:
        answers.bound[:] = known
    for name in searches_for(deals.game, algorithm):
        rest = np.flatnonzero(answers.status == WAITING)
        if name == DEEPENING and rest.size:
            budget = NODE_BUDGET if algorithm == BATCH else NO_BUDGET
            _deepen(deals, answers, rest, watch, budget, count, report)
        elif name != DEEPENING:
            for i in rest.tolist():
                _expand(deals, answers, i, watch, name == ASTAR, algorithm == BATCH, report)
    answers.status[answers.status == WAITING] = UNDECIDED
    scratch = np.zeros((2, MAX_PLACES), np.int64)
    bad = replay.replay(deals.game, deals.rings, deals.cards, deals.backs, answers, *scratch)
    if bad >= 0:
        raise InternalError(f"the line found for packed deal {bad} does not win; please report this")
    stopped = np.flatnonzero(answers.stops)
    watch.count(int(answers.nodes.sum()), answers.stopped_by(stopped[0]) if stopped.size else None)
    return answers


def searches_for(game: Game, algorithm: str) -> tuple[str, ...]:
    """Return the searches of an algorithm that can be used for a game, in their order."""
    usable = (name for name in SEARCHES[algorithm] if name != DEEPENING or deepens(game))
    return tuple(usable) or (ASTAR,)


def has_table(game: Game) -> bool:
    """Return whether there is a table for the stones: 12 with nine numbers, or 15 with ten."""
    return (game.places, game.ranks) in ((12, 9), (15, 10))


def deepens(game: Game) -> bool:
    """Return whether IDA* can search the deals of a game."""
    return has_table(game) and game.no_undo != RECEIVER


def warm_up(game: Game) -> None:
    """Load the kernels and the table for a game before a clock runs; build the table if it is missing."""
    entry.load(replay.replay)
    if deepens(game):
        tables.load(game.places // game.hand)
        entry.load(twelve.search if game.places == 12 else fifteen.search)


def _expand(
    deals: PackedDeals,
    answers: PackedSolutions,
    i: int,
    watch: SharedWatch,
    estimates: bool,
    among_many: bool,
    report: Report | None,
) -> None:
    """Search a deal by A*, or breadth first without `estimates`, and write its row."""
    if among_many and (reached := watch.reached()) is not None:  # most searches end before their first check
        answers.leave(i, reached)
        return
    run = AStar(deals, i, watch.limits.max_memory, estimates)

    def tell() -> None:
        if report is not None:
            report(run.bound - 1, run.nodes)

    stop = drive(run, watch.alone(int(answers.nodes[i])), tell)
    run.write(answers, i)
    if stop.limit is not None:
        answers.leave(i, stop.limit)
    if stop is Stop.MEMORY:
        answers.status[i] = WAITING


def _deepen(
    deals: PackedDeals,
    answers: PackedSolutions,
    rest: NDArray[np.int64],
    watch: SharedWatch,
    budget: int,
    count: bool,
    report: Report | None,
) -> None:
    """Search some deals by IDA* and write their rows; those beyond their budget of nodes wait."""
    most, spent = watch.limits.max_nodes, answers.nodes[rest]
    allowed = budget if most is None else min(budget, max(0, most - int(spent.max())))
    run = Deepening(deals.some(rest), answers.bound[rest], allowed, count)

    def tell() -> None:
        if report is not None:
            report(run.bound - 1, run.nodes)

    stop = drive(run, watch.together(min(SLICE_NODES, FIRST_NODES * rest.size)), tell)
    rows = run.close()
    rows.nodes[:] += spent
    for name, column in rows._asdict().items():
        getattr(answers, name)[rest] = column
    if stop.limit is not None:
        answers.leave(rest[rows.status == WAITING], stop.limit)
    beyond = rest[rows.status == UNDECIDED]
    if most is not None and allowed < budget:
        answers.leave(beyond, "nodes")
    else:
        answers.status[beyond] = WAITING


class AStar:
    """A search of one deal by A*, or by breadth-first search without `estimates`.

    Parameters
    ----------
    deals, i
        Packed deals, and the index of the one to search.
    max_memory
        Largest number of bytes for nodes.
    """

    def __init__(self, deals: PackedDeals, i: int, max_memory: int, estimates: bool = True):
        left = int(deals.turns_left[i])
        self.question = astar.Question(deals.game, deals.cards[i : i + 1], estimates, left)
        self.max_memory, self.status = max_memory, Status.RUNNING
        self._nodes, self.work = astar.nodes_for(astar.FIRST_ROWS), astar.work_scratch()
        astar.begin(self.question, self._nodes, self.work, deals.rings[i], deals.backs[i])

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

    def write(self, answers: PackedSolutions, i: int) -> None:
        """Write what is known into row `i`; what it knew before stays."""
        answers.nodes[i] += self.nodes
        answers.bound[i] = max(int(answers.bound[i]), self.bound)
        answers.lines[i] = answers.wins[i] = 0
        if self.status is Status.DECIDED:
            answers.status[i] = SOLVED
            answers.lines[i, : self.bound] = self.work.line[: self.bound]
        elif self.status is Status.EXHAUSTED:
            answers.status[i], answers.bound[i] = UNSOLVABLE, self.question.turns_left + 1


class Deepening:
    """A search of deals of one game by IDA*, side by side.

    Parameters
    ----------
    deals
        The deals; `deepens` must be true of their game.
    known
        (n,): proven lower bounds on the minimums, from which the search begins; 0 if no bound is known.
    allowed
        Largest number of nodes for each deal; a deal that needs more ends as UNDECIDED.
    count
        True to count all shortest lines; see `search`.
    """

    def __init__(self, deals: PackedDeals, known: NDArray[np.uint8], allowed: int, count: bool = False):
        self.answers: PackedSolutions = waiting(deals.rings.size)
        """The answers known so far; those of deals that are not answered are complete after `close`."""
        self.answers.bound[:] = known
        game = deals.game
        self._kernels = twelve if game.places == 12 else fifteen
        self._lanes, self._allowed, self._count = self._kernels.lanes(), allowed, count
        batch = Batch(*deals[1:], self.answers)
        table = tables.load(game.places // game.hand)
        self._work = game, table, batch, self._lanes, np.zeros(2, np.int64)

    @property
    def nodes(self) -> int:
        """Number of states expanded."""
        jobs = self._lanes.jobs
        return int(self.answers.nodes.sum()) + int(jobs[jobs[:, DEAL] > 0, NODES].sum())

    @property
    def bound(self) -> int:
        """The present bound of the deal in the first lane."""
        return int(self._lanes.jobs[0, BOUND])

    def advance(self, quota: int) -> Status:
        """Expand about `quota` states."""
        rest = self._kernels.search(*self._work, max(1, quota), self._allowed, self._count)
        return Status.RUNNING if rest else Status.DECIDED

    def close(self) -> PackedSolutions:
        """Return the answers, with the nodes and bounds of the deals in lanes."""
        jobs = self._lanes.jobs[self._lanes.jobs[:, DEAL] > 0]
        searched = jobs[:, DEAL].astype(np.int64) - 1
        self.answers.nodes[searched] = jobs[:, NODES]
        self.answers.bound[searched] = np.maximum(self.answers.bound[searched], jobs[:, BOUND])
        return self.answers

    def grow(self) -> bool:
        """Return False: the search never needs more memory."""
        return False
