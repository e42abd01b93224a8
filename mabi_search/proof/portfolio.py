"""Portfolio of searches that take turns to decide one position of alternate play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import numpy as np

from _gamekit.limits import Watch
from _gamekit.progress import Progress
from mabi_search.game.rules import Rules, State
from mabi_search.kernels.proof import graph as g, long_runs, search
from mabi_search.kernels.runs import levels
from mabi_search.proof.proof_search import DECIDED, DOUBTFUL, EXHAUSTED, ORDERS, Order, ProofSearch
from mabi_search.proof.sharing import place_of, search_from
from mabi_search.runs.region_search import NEVER, RegionSearch
from mabi_search.runs.run_search import EFFORTS, RunSearch

FIRST_TURN = 300_000
"""Number of nodes of each search in its first turn. The total doubles with each later turn."""
LONG_SHARE = 4
"""Number of nodes of the proof search for each placement searched in long runs."""
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


class LongRuns:
    """Search single runs, one after another, with more effort than the proof search spends on a run.

    In a run, one side moves alone after the other side has passed. The first run is the one after an
    immediate pass. The next are those after passes that the proof search could not decide at its highest
    effort. If a search visits every placement that a run can reach, its result is also recorded for runs that
    begin at those placements.

    Parameters
    ----------
    proving
        The proof search whose graph contains the passes.
    watch
        The limits of the search.
    """

    def __init__(self, proving: ProofSearch, watch: Watch):
        self.proving = proving
        self.search = RunSearch(watch, MOST_RUN)
        self.node: int | None = None
        """The node whose pass is being searched, or None."""

    def go_on(self, until: int | None, progress: Progress) -> str | None:
        """Search the chosen run until the total of placements searched is `until`.

        Apply the outcome of the run to the proof search. Return the limit that was reached, or None.
        """
        assert self.node is not None
        setting, graph = self.proving.packed.setting, self.proving.graph
        answer = levels.UNKNOWN  # the answer if the node no longer matters
        if self._is_open(self.node):
            self.search.go_on(until, progress)
            answer = self.search.answer
        if answer != levels.RUNNING:
            search.tell_run(setting, graph, self.search.scratch, self.node, answer)
            self.node = None
        return self.search.stopped_by

    def choose(self) -> bool:
        """Begin the next run unless one is being searched; return False if no run is left."""
        if self.node is not None:
            return True
        node = long_runs.next_run(self.proving.graph)
        if node < 0:
            return False
        self.begin(node)
        return True

    def begin(self, node: int, expansions: int = EFFORTS[-1]) -> None:
        """Begin the search of the run after the pass of a node."""
        self.node = node
        own, enemy = self.proving.graph.words[node]
        packed = self.proving.packed
        runner = packed._replace(own=enemy, enemy=own, keys=packed.keys[:0])  # proofs ignore the history
        self.search.begin(runner, False, expansions=expansions)

    def _is_open(self, node: int) -> bool:
        """Return whether the node is undecided and the result of its pass is unknown."""
        row = self.proving.graph.nodes[node]
        return bool(row.status == g.OPEN and row.passing == g.PASS_OPEN)


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


class ProofPortfolio:
    """Three searches that take turns to find a proof.

    The searches are a proof search, `LongRuns`, and a `RegionSearch` of the run after an immediate pass. The
    proof search **restarts** repeatedly, each time in another order. A search that finds no early proof is
    often stuck in a part that it cannot decide, while another order finds a proof at once. A restart keeps
    all proven results and the recorded results of runs.

    Parameters
    ----------
    state, rules, watch
        The position, its rules, and the limits.
    worker
        The number of this worker. Only worker 0 searches long runs. The others start every second try at a
        position near the root.
    first
        Number from which the seeds of the tries are computed.
    """

    def __init__(self, state: State, rules: Rules, watch: Watch, worker: int = 0, first: int = 0):
        self.worker = worker
        self.watch = watch
        self.proving = ProofSearch(state, rules, self._watch())
        self.ended: str | None = None
        """EXHAUSTED or "memory" if the proof search has ended without a proof; otherwise None."""
        self.confined = RegionSearch(state, rules, self._watch())
        self.longer = LongRuns(self.proving, self._watch())
        self.tries = tries(first)
        self.tried = 0
        self.drawn = random.Random(first)
        """Random number generator that chooses the positions where tries start."""
        self.end_of_try = 0
        """Node count at which the proof search restarts."""
        self.until = 0
        self.spent = 0
        """Number of nodes of earlier searches, which count towards the limit."""

    def within(self, watch: Watch) -> None:
        """Set the limits of later calls of `go_on`, except the memory limit, which is fixed."""
        self.watch = watch
        self.proving.watch, self.confined.watch = self._watch(), self._watch()
        self.longer.search.watch = self._watch()

    @property
    def nodes(self) -> int:
        """Number of nodes of all three searches."""
        return self.proving.nodes + self.longer.search.made + self.confined.made

    def go_on(self, until: int | None, progress: Progress) -> str | None:
        """Run each search up to a total of `until` nodes. If `until` is None, run until a limit is reached.

        Return DECIDED, EXHAUSTED, the limit that was reached, or None.
        """
        while until is None or self.until < until:
            self.until = max(FIRST_TURN, 2 * self.until)
            if until is not None:
                self.until = min(self.until, until)
            for turn in (self._prove, self._confine, self._run_longer):
                reason = turn(progress)
                if reason is not None:
                    return reason
        return None

    def _prove(self, progress: Progress) -> str | None:
        """Give the proof search its turn unless it has ended; restart it at the end of each try."""
        proving = self.proving
        proving.watch.spent = self.spent + self.nodes - proving.nodes
        while self.ended is None and proving.nodes < self.until:
            if proving.nodes >= self.end_of_try:
                self._begin_try()
            reason = proving.go_on(min(self.until, self.end_of_try), progress)
            if reason in (DECIDED, EXHAUSTED) and proving.top != 0 and not proving.outcome.proven:
                self.end_of_try = proving.nodes
            elif reason in (EXHAUSTED, "memory"):
                self.ended = reason
            elif reason is not None:
                return reason
        return None

    def _begin_try(self) -> None:
        """Restart the proof search in the next order, at the root or near it."""
        order, length = next(self.tries)
        self.end_of_try = self.proving.nodes + length * SHORTEST_TRY
        self.proving.begin_again(order)
        self.tried += 1
        if self.worker > 0:
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

    def _confine(self, progress: Progress) -> str | None:
        """Let the `RegionSearch` test whether the other side can ever overtake after a pass now."""
        confined, graph = self.confined, self.proving.graph
        if graph.nodes[0].passing != g.PASS_OPEN or self.worker > 0:
            confined.over = True
        confined.watch.spent = self.spent + self.nodes - confined.made
        reason = confined.go_on(self.until, progress)
        if reason != NEVER:
            return reason
        search.tell_pass(self.proving.packed.setting, graph, 0, levels.LOSES)
        return self._decided()

    def _run_longer(self, progress: Progress) -> str | None:
        """Give the searches of long runs their turn; return the same as `go_on`."""
        if self.worker > 0:
            return self.ended
        longer, until = self.longer, self.until // LONG_SHARE
        longer.search.watch.spent = self.spent + self.nodes - longer.search.made
        while longer.search.made < until and longer.choose():
            stopped_by = longer.go_on(until, progress)
            reason = self._decided() or stopped_by
            if reason is not None:
                return reason
        return None if not self.confined.over or longer.choose() else self.ended

    def _decided(self) -> str | None:
        return DECIDED if self.proving.outcome.proven else None

    def _watch(self) -> Watch:
        """Return the limits of one search. Worker 0 divides the memory among its three searches."""
        limits = self.watch.limits
        watch = Watch(replace(limits, max_memory=limits.max_memory // (3 if self.worker == 0 else 1)))
        watch.started = self.watch.started
        return watch
