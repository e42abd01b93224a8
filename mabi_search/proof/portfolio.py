"""Portfolio of searches that take turns to decide one position of alternate play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

import numpy as np

from _gamekit.limits import DEFAULT_MEMORY
from _gamekit.search import FixedMemory, Search, Status, Turns
from mabi_search.game.rules import Rules, State
from mabi_search.kernels.proof import graph as g, long_runs, search
from mabi_search.kernels.runs import levels
from mabi_search.proof.proof_search import DOUBTFUL, ORDERS, Order, ProofSearch
from mabi_search.proof.sharing import place_of, search_from
from mabi_search.runs.region_search import RegionSearch
from mabi_search.runs.run_search import EXPANSIONS_IN_TURN, RunSearch

FIRST_ROUND = 300_000
"""Number of nodes of the first round of turns. The total doubles with each later round."""
SHARES = {"tries": 1, "regions": 1, "long runs": 0.25}
"""The searches in the order of their turns. Each has this many times the nodes of a round."""
SHORTEST_TRY = 60_000
"""Number of nodes of the shortest try, that is, of the proof search between two restarts. Other tries are
longer by a power of two."""
DISTURBED = (3, 7, 15)
"""Upper bounds of the noise in initial proof numbers. Tries use them in turn."""
APART = 1 << 10
"""Difference between the first seeds of two workers that search at the same time."""
NEAR = 3
"""A try starts at most this many moves from the root."""
MOST_RUN = 1 << 22
"""Maximum number of placements in the search of one run."""


class LongRuns(FixedMemory):
    """A search of single runs, one after another, with more effort than the proof search spends on a run.

    In a run, one side moves alone after the other side has passed. The first run is the one after an
    immediate pass. The next are those after passes that the proof search could not decide at its highest
    effort. If a search visits every placement that a run can reach, its result is also recorded for runs that
    begin at those placements.

    Parameters
    ----------
    proving
        The proof search whose graph contains the passes. It is told the outcome of each run.
    max_memory
        The memory limit in bytes.
    """

    def __init__(self, proving: ProofSearch, max_memory: int = DEFAULT_MEMORY):
        self.proving = proving
        self.search = RunSearch(max_memory, MOST_RUN)
        self.node: int | None = None
        """The node whose pass is being searched, or None."""

    @property
    def nodes(self) -> int:
        """Number of placements searched in all runs."""
        return self.search.nodes

    def advance(self, quota: int) -> Status:
        """Search the chosen run or, if none is being searched, the next one."""
        if not self.choose():
            return Status.EXHAUSTED
        if self._matters():
            self.search.advance(quota)
        self.tell()
        return Status.DECIDED if self.proving.outcome.proven else Status.RUNNING

    def tell(self) -> None:
        """Apply the outcome of the run to the proof search, if it is known or no longer matters."""
        answer = self.search.answer if self._matters() else levels.UNKNOWN
        if self.node is not None and answer != levels.RUNNING:
            proving = self.proving
            search.tell_run(proving.packed.setting, proving.graph, self.search.scratch, self.node, answer)
            self.node = None

    def choose(self) -> bool:
        """Begin the next run unless one is being searched; return False if no run is left."""
        if self.node is not None:
            return True
        node = long_runs.next_run(self.proving.packed.setting, self.proving.graph)
        if node < 0:
            return False
        self.begin(node)
        return True

    def begin(self, node: int, expansions: int = EXPANSIONS_IN_TURN[-1]) -> None:
        """Begin the search of the run after the pass of a node."""
        self.node = node
        own, enemy = self.proving.graph.words[node]
        packed = self.proving.packed
        runner = packed._replace(own=enemy, enemy=own, keys=packed.keys[:0])  # proofs ignore the history
        self.search.begin(runner, False, expansions=expansions)

    def _matters(self) -> bool:
        """Return whether a node is chosen that is undecided, and the result of its pass is unknown."""
        if self.node is None:
            return False
        row = self.proving.graph.nodes[self.node]
        return bool(row.status == g.OPEN and row.passing == g.PASS_OPEN)


class PassRegions(FixedMemory):
    """The `RegionSearch` of the run after an immediate pass. It tells the proof search that the pass wins."""

    def __init__(self, proving: ProofSearch, max_memory: int):
        self.proving = proving
        self.search = RegionSearch(proving.state, proving.rules, max_memory)

    @property
    def nodes(self) -> int:
        """Number of placements searched."""
        return self.search.nodes

    def advance(self, quota: int) -> Status:
        """Search while the result of the pass is unknown."""
        graph = self.proving.graph
        if graph.nodes[0].passing != g.PASS_OPEN:
            return Status.EXHAUSTED
        status = self.search.advance(quota)
        if status is Status.DECIDED:
            search.tell_pass(self.proving.packed.setting, graph, 0, levels.LOSES)
        return status


def tries(first: int = 0) -> Iterator[tuple[Order, int]]:
    """Yield the search order of each try, and its length as a multiple of `SHORTEST_TRY`.

    The first round tries each of `ORDERS`. Later rounds try them with other seeds, and every second round
    also changes their options. If `first` is above 0, the first round has other seeds as well. The lengths of
    the rounds are 1, 1, 2, 1, 1, 2, 4, … (M. Luby, A. Sinclair, D. Zuckerman, *Optimal speedup of Las Vegas
    algorithms*, 1993).
    """
    for number in count(1):
        at = number
        while at & (
            at + 1
        ):  # the first 2^k - 1 lengths: the first 2^(k - 1) - 1 of them twice, and 2^(k - 1)
            at -= (1 << at.bit_length() - 1) - 1
        for order in ORDERS:
            if number > 1 or first > 0:
                seed = first * APART + number
                order = order._replace(seed=seed, disturbed=DISTURBED[seed % len(DISTURBED)])
            if number % 2 == 0:
                order = order._replace(answers=True, novelty=True, costs=DOUBTFUL)
            yield order, (at + 1) // 2


class Tries:
    """A proof search that **restarts** repeatedly, each time in another order.

    A search that finds no early proof is often stuck in a part that it cannot decide, while another order
    finds a proof at once. A restart keeps all proven results and the recorded results of runs.

    Parameters
    ----------
    proving
        The proof search.
    near
        If True, every second try starts at a position near the root.
    first
        Number from which the seeds of the tries are computed.
    """

    def __init__(self, proving: ProofSearch, near: bool = False, first: int = 0):
        self.proving, self.near = proving, near
        self.orders = tries(first)
        self.tried = 0
        self.drawn = random.Random(first)
        """Random number generator that chooses the positions where tries start."""
        self.end_of_try = 0
        """Node count at which the proof search restarts."""
        self.ended: Status | None = None
        """EXHAUSTED or FULL if the proof search has ended without a proof."""

    @property
    def nodes(self) -> int:
        """Number of nodes of the proof search."""
        return self.proving.nodes

    def advance(self, quota: int) -> Status:
        """Search, and restart at the end of each try."""
        if self.ended is not None:
            return self.ended
        if self.nodes >= self.end_of_try:
            self._begin_try()
        status = self.proving.advance(min(quota, self.end_of_try - self.nodes))
        if self.proving.outcome.proven:
            return Status.DECIDED
        if status in (Status.DECIDED, Status.EXHAUSTED) and self.proving.top != 0:
            self.end_of_try = self.nodes
            return Status.RUNNING
        if status is Status.EXHAUSTED:
            self.ended = status
        return status

    def grow(self) -> bool:
        """Enlarge the graph; if the memory limit does not allow it, the search has ended."""
        if self.proving.grow():
            return True
        self.ended = Status.FULL
        return False

    def _begin_try(self) -> None:
        """Restart the proof search in the next order, at the root or near it."""
        order, length = next(self.orders)
        self.end_of_try = self.nodes + length * SHORTEST_TRY
        self.proving.begin_again(order)
        self.tried += 1
        if self.near:
            node = self._near_the_root() if self.tried % 2 == 0 else 0
            search_from(self.proving, place_of(self.proving, node))

    def _near_the_root(self) -> int:
        """Return a random open node near the root. Promising moves are more likely to lead to it."""
        nodes, node = self.proving.graph.nodes.view(np.ndarray), 0
        for _ in range(self.drawn.randint(1, NEAR)):
            below = self.proving.below(node)
            open_ = below[(nodes["status"][below] == g.OPEN) & (nodes["layer"][below] > nodes["layer"][node])]
            if not open_.size:
                break
            open_ = open_[np.argsort(nodes["delta"][open_], kind="stable")]
            which = 0
            while which + 1 < len(open_) and self.drawn.random() < 0.5:
                which += 1
            node = int(open_[which])
        return node


class ProofPortfolio(Turns):
    """Three searches that take turns to find a proof: `Tries`, `PassRegions` and `LongRuns`.

    Parameters
    ----------
    state, rules
        The position and its rules.
    max_memory
        The memory limit in bytes. Worker 0 divides it among its three searches.
    worker
        The number of this worker. Only worker 0 searches regions and long runs. The others start every second
        try at a position near the root.
    first
        Number from which the seeds of the tries are computed.
    """

    def __init__(
        self,
        state: State,
        rules: Rules,
        max_memory: int = DEFAULT_MEMORY,
        worker: int = 0,
        first: int = 0,
    ):
        max_memory //= len(SHARES) if worker == 0 else 1
        self.proving = ProofSearch(state, rules, max_memory)
        self.tries = Tries(self.proving, worker > 0, first)
        searches: dict[str, Search] = {"tries": self.tries}
        if worker == 0:
            searches["regions"] = PassRegions(self.proving, max_memory)
            searches["long runs"] = LongRuns(self.proving, max_memory)
        super().__init__([(search, SHARES[name]) for name, search in searches.items()], FIRST_ROUND)

    def progress_text(self) -> str:
        """Return the progress of the proof search."""
        return self.proving.progress_text()
