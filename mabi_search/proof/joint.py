"""A proof by many: a master keeps the upper tree of one position, workers search from its leaves.

This is job-level proof-number search (I-Chen Wu and others, *Job-level proof number search*, IEEE
Transactions on Computational Intelligence and AI in Games 5, 2013). A job is a leaf, an order, a number of
nodes, and what is known by then. It is a search of the same position as the master's, with its past, that
begins at the leaf: so what it decides holds for the master, whatever led to the leaf.

Jobs are numbered, and what they bring is taken in by their numbers. So many of them are under way, chosen by
what those before them have brought: it does not matter who does them, how many there are, and who is first.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import closing
from itertools import islice
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from _gamekit.limits import Limits, Watch
from _gamekit.problems import StoppedError
from _gamekit.progress import Progress, silent
from _gamekit.work.workers import Workers
from mabi_search.game.errors import InternalError
from mabi_search.game.rules import Rules, State
from mabi_search.kernels.proof import graph as g, search, sharing as kernels
from mabi_search.kernels.proof.passing import SEARCHED_LONG, TRIES
from mabi_search.kernels.proof.sharing import Learnt, nothing
from mabi_search.kernels.runs import levels
from mabi_search.proof.portfolio import SHORTEST_TRY, LongRuns, tries
from mabi_search.proof.proof_search import DECIDED, EXHAUSTED, ORDERS, ProofSearch
from mabi_search.proof.sharing import Place, before, joined, learnt_since, place_of, search_from, settle, take
from mabi_search.runs.region_search import NEVER, RegionSearch

LANES = 8
"""Jobs under way at a time at most, if not said otherwise."""
FEWEST, TAKEN_EACH = 2, 4
"""So many are at first; and one for so many that were taken in: what is begun before it is known what others
found is a small part of the work."""
UNIT = 8 * SHORTEST_TRY
"""Nodes of the shortest jobs, if not said otherwise; others have a power of two times as many."""
ROOT_EACH = 2
"""One of so many jobs searches from the position itself, in another order: it finds what leaves do not."""
RUN_EACH = 5
"""One of so many jobs searches a run for longer, if there is one to search."""
RUN_UNITS = 4
"""Units of placements that such a job meets at most, about."""
MET_EACH = 8
"""Placements met for each that is expanded, about."""
MOST_TOLD = 1 << 16
"""Facts that a job is told at most, the last ones."""
FIRST_SLICE = 50_000
KEEP_SECONDS, KEEP_SHARE = 5.0, 30
"""Between two times at which what was learnt is saved at least, and as many times as long as saving takes."""
SEARCH, RUN, REGIONS = "search", "run", "regions"
"""What a job does: search from a leaf; search the run after its pass; look whether one can be at the root."""


class Job(NamedTuple):
    """Work for somebody else."""

    number: int
    kind: str
    state: State
    rules: Rules
    place: Place
    quota: int
    """Nodes."""
    learnt: Learnt
    """What is known."""


class Found(NamedTuple):
    """What a job has brought."""

    number: int
    learnt: Learnt
    nodes: int
    ended: str | None
    """DECIDED, EXHAUSTED, the limit that was reached, or None."""
    numbers: NDArray[np.int32]
    """(2, moves): the proof numbers after each move of the leaf."""


def work(job: Job, stop: Callable[[], bool] | None) -> Found:
    """Do a job."""
    watch = Watch(Limits(stop=stop), FIRST_SLICE)
    proving = ProofSearch(job.state, job.rules, watch)
    take(proving, job.learnt)
    known, nodes = before(proving), proving.nodes
    top = search_from(proving, job.place)
    if job.kind == SEARCH:
        ended = _prove(proving, job.number, nodes + job.quota)
        made = proving.nodes - nodes
    elif job.kind == RUN:
        ended, made = _run(proving, top, job.quota)
    else:
        ended, made = _regions(proving, job.quota)
    row, graph = proving.graph.nodes[top], proving.graph
    below = graph.edges["child"][row.edge : row.edge + row.edges] if row.edge >= 0 else np.zeros(0, np.int32)
    numbers = np.array([graph.nodes["phi"][below], graph.nodes["delta"][below]], np.int32)
    return Found(job.number, learnt_since(proving, known), made, ended, numbers)


def _prove(proving: ProofSearch, number: int, until: int) -> str | None:
    """Search as the search alone does, which begins again and again; return why it ended, or None."""
    ended = None
    for order, length in islice(tries(number), number % len(ORDERS), None):
        proving.begin_again(order)
        ended = proving.go_on(min(until, proving.nodes + length * SHORTEST_TRY), silent)
        if ended is not None or proving.nodes >= until:
            break
    return ended


def _run(proving: ProofSearch, node: int, quota: int) -> tuple[str | None, int]:
    """Search the run after the pass of a node; return the limit that was reached, and the nodes made."""
    longer = LongRuns(proving, proving.watch)
    longer.begin(node, quota // MET_EACH)
    ended = longer.go_on(None, silent)
    proving.graph.nodes[node].effort = SEARCHED_LONG
    return ended, longer.search.made


def _regions(proving: ProofSearch, quota: int) -> tuple[str | None, int]:
    """Look whether the other side can ever overtake after a pass at once."""
    confined = RegionSearch(proving.state, proving.rules, proving.watch)
    ended = confined.go_on(quota, silent)
    if ended == NEVER and confined.made <= quota:
        search.tell_pass(proving.packed.setting, proving.graph, 0, levels.LOSES)
    return None if ended == NEVER else ended, min(confined.made, quota)


class _Task(NamedTuple):
    """A job that is under way, as the master knows it."""

    kind: str
    node: int


class JointProof:
    """The master.

    Parameters
    ----------
    state, rules
        Of alternate play, where proofs are sound.
    lanes
        Jobs that are under way at a time.
    unit
        Nodes of the shortest jobs.
    begun
        A search of the position whose findings are taken over.
    """

    def __init__(
        self,
        state: State,
        rules: Rules,
        lanes: int = LANES,
        unit: int = UNIT,
        begun: ProofSearch | None = None,
    ):
        self.state, self.rules, self.lanes, self.unit = state, rules, lanes, unit
        self.proving = ProofSearch(state, rules, Watch(Limits()))
        """Its graph is the upper tree, and holds all that was learnt."""
        search_from(self.proving, place_of(self.proving, 0))
        self.upper = [0]
        """Nodes that are expanded."""
        self.parts: list[Learnt] = []
        """What each job has brought."""
        self.nodes = 0
        """Made by all jobs that were taken in."""
        self.costs: list[int] = []
        """Those of each job."""
        self._told = nothing()
        self._under_way: dict[int, _Task] = {}
        self._queue = deque[Job]()
        self._held: dict[int, Found] = {}
        self._exhausted = False
        if begun is not None:
            self.learn(learnt_since(begun))
        self._start()

    def goes_on_after(self, costs: list[int]) -> None:
        """Let jobs be numbered after those that another search took in, which made so many nodes."""
        self.costs, self.nodes = costs, sum(costs)
        self._start()

    def _start(self) -> None:
        """Begin to choose jobs, after those that were taken in."""
        self._tries = tries()
        for _ in self.costs:
            next(self._tries)
        self._chosen = len(self.costs)

    # Jobs, one after the other; there may be more once something is taken in

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> tuple[Job]:
        """Return the next job; there is none as long as enough are under way."""
        if not self._queue:
            raise StopIteration
        return (self._queue.popleft(),)

    def _fill(self) -> None:
        """Choose jobs until enough are under way."""
        most = min(self.lanes, max(FEWEST, len(self.costs) // TAKEN_EACH))
        while not self.over and len(self._under_way) < most and self._choose():
            pass

    @property
    def over(self) -> bool:
        """True if the position is decided."""
        return bool(self.proving.graph.nodes[0].status != g.OPEN)

    def _choose(self) -> bool:
        """Choose a job; return False if there is none."""
        _, length = next(self._tries)
        kind, node, quota = SEARCH, -1, length * self.unit
        number = self._chosen
        if number == 1 and self.proving.graph.nodes[0].passing == g.PASS_OPEN:
            kind, node, quota = REGIONS, 0, RUN_UNITS * self.unit
        elif number % RUN_EACH == RUN_EACH - 1 or self._exhausted:
            kind, node, quota = RUN, self._run(), RUN_UNITS * self.unit
        if node < 0:
            if self._exhausted:
                return False
            node = 0 if number % ROOT_EACH == 0 else self._leaf()
            kind, quota = SEARCH, length * self.unit
        place = place_of(self.proving, node)
        self._queue.append(Job(number, kind, self.state, self.rules, place, quota, self._told))
        self._under_way[number] = _Task(kind, node)
        self._chosen += 1
        return True

    def _run(self) -> int:
        """Return the node whose pass is searched for longer, -1 if there is none."""
        nodes = self.proving.graph.nodes[: self.proving.graph.cursor[g.NODES]].view(np.ndarray)
        dear = (nodes["status"] == g.OPEN) & (nodes["passing"] == g.PASS_OPEN) & (nodes["effort"] == TRIES)
        dear[0] = nodes["status"][0] == g.OPEN and nodes["passing"][0] == g.PASS_OPEN
        dear[0] &= nodes["effort"][0] != SEARCHED_LONG
        dear[[task.node for task in self._under_way.values() if task.kind == RUN]] = False
        among = np.flatnonzero(dear)
        return int(among[np.argmin(nodes["layer"][among])]) if among.size else -1

    def _leaf(self) -> int:
        """Return the node that seems to be nearest to a proof, where others are not searching."""
        graph = self.proving.graph
        busy = Counter(task.node for task in self._under_way.values() if task.kind == SEARCH)
        shared = [node for node in busy if graph.nodes[node].edge < 0 and graph.nodes[node].status == g.OPEN]
        kept = {node: (int(graph.nodes[node].phi), int(graph.nodes[node].delta)) for node in shared}
        for node, (phi, delta) in kept.items():  # it is as if they had found nothing
            graph.nodes[node].phi = min((phi << min(busy[node], 29)) + 1, g.INFINITE)
            graph.nodes[node].delta = min((delta << min(busy[node], 29)) + 1, g.INFINITE)
        order = np.argsort(-graph.nodes["layer"][self.upper], kind="stable")
        leaf = int(kernels.choose(graph, np.array(self.upper, np.int64)[order]))
        for node, (phi, delta) in kept.items():
            graph.nodes[node].phi, graph.nodes[node].delta = phi, delta
        return max(leaf, 0)

    # What they bring

    def take_in(self, found: Found, enough: Callable[[], bool]) -> None:
        """Take in what a job has brought, once all jobs before it are, unless there is enough by then."""
        self._held[found.number] = found
        while len(self.costs) in self._held and not self.over and not enough():
            found = self._held.pop(len(self.costs))
            self._commit(self._under_way.pop(found.number), found)
            self._fill()

    def _commit(self, task: _Task, found: Found) -> None:
        self.nodes += found.nodes
        self.costs.append(found.nodes)
        self.learn(found.learnt)
        row = self.proving.graph.nodes[task.node]
        if task.kind == SEARCH and row.status == g.OPEN:
            if found.ended == EXHAUSTED and task.node == 0:
                self._exhausted = True
            elif found.ended == EXHAUSTED and row.edge < 0:
                row.phi = row.delta = g.INFINITE
            else:
                self._open(task.node, found.numbers)

    def learn(self, learnt: Learnt) -> None:
        """Take over what was learnt."""
        take(self.proving, learnt)
        self.parts.append(learnt)
        self._told = joined([self._told, joined([learnt], outer=True)])
        if len(self._told.facts) > MOST_TOLD:
            self._told = joined(
                [
                    self._told._replace(
                        words=self._told.words[-MOST_TOLD:], facts=self._told.facts[-MOST_TOLD:]
                    )
                ]
            )

    def _open(self, node: int, numbers: NDArray[np.int32]) -> None:
        """Let a node be part of the upper tree, with the proof numbers that a job has found below it."""
        if self.proving.graph.nodes[node].edge < 0:
            search_from(self.proving, place_of(self.proving, node))
            self.upper.append(node)
        graph, row = self.proving.graph, self.proving.graph.nodes[node]
        for below, phi, delta in zip(graph.edges["child"][row.edge :], *numbers.tolist(), strict=False):
            child = graph.nodes[below]
            if child.status == g.OPEN and child.edge < 0:
                child.phi, child.delta = phi, delta

    # The whole

    def go_on(
        self,
        workers: Workers,
        watch: Watch,
        progress: Progress,
        keep: Callable[[JointProof], None] = lambda _: None,
    ) -> str | None:
        """Have jobs done until the position is decided or a limit is reached.

        `keep` saves what was learnt; it is called again and again, and takes a small part of the time.

        Return DECIDED, EXHAUSTED or the limit. `nodes` of the limits are those of this call's jobs together.

        Raises
        ------
        StoppedError
            A worker was lost.
        """
        before, kept, lasts = self.nodes, time.monotonic(), 0.0
        reason = watch.stopped_by(0)

        def stop() -> bool:
            nonlocal reason
            reason = reason or watch.stopped_by(self.nodes - before)
            return reason is not None

        self._fill()
        try:
            with closing(workers.results(work, self, stop)) as every:
                for found in every if reason is None else ():
                    if stop():
                        break
                    self.take_in(found, lambda: watch.nodes_reached(self.nodes - before))
                    progress(self.progress_text(), nodes=self.nodes)
                    if time.monotonic() - kept > max(KEEP_SECONDS, KEEP_SHARE * lasts):
                        kept = time.monotonic()
                        keep(self)
                        lasts = time.monotonic() - kept
                    if self.over or stop():
                        break
        except StoppedError:
            if reason is None:
                raise
        self._under_way.clear()
        self._queue.clear()
        self._held.clear()
        self._start()
        if self.over:
            if not settle(self.proving):
                raise InternalError("what the jobs have proven does not fit together")
            return DECIDED
        return reason or EXHAUSTED

    def progress_text(self) -> str:
        """Return the state of the search as text: what is open at the top."""
        graph, row = self.proving.graph, self.proving.graph.nodes[0]
        below = graph.nodes["status"][graph.edges["child"][row.edge : row.edge + row.edges]]
        open_, lost = int((below == g.OPEN).sum()), int((below == g.WON).sum())
        return (
            f"{len(self.costs):,} jobs, {self.nodes:,} nodes; "
            f"{open_} moves open, {lost} shown to lose; {len(self.upper):,} positions at the top"
        )
