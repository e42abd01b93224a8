"""Use many workers to search for a proof. Each searches the whole position in its own order.

The search proceeds in rounds, after which the workers share their results. A worker keeps its graph, and the
recorded results of runs, from round to round. Before each round it receives the others' results: decided
nodes, decided passes, and passes that several searches have failed to decide. Parallel SAT solvers share
clauses in the same way (Y. Hamadi, S. Jabbour, L. Sais, *ManySAT: a parallel SAT solver*, Journal on
Satisfiability, Boolean Modeling and Computation 6, 2009). All workers search the same position with the same
history, so an outcome that one worker has decided is valid for all.

The first worker searches as a single process does. The others use other seeds, and start every second try at
a position near the root.
"""

from __future__ import annotations

import time
import uuid
from collections import deque
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import NamedTuple, Self

from _gamekit.files import DamagedFileError
from _gamekit.limits import DEFAULT_MEMORY, MAX_WORKERS, Limits, Watch
from _gamekit.problems import StoppedError, number_of
from _gamekit.progress import Progress
from _gamekit.search import Status, Stop, drive
from _gamekit.work.workers import Workers
from mabi_search.game.errors import InternalError
from mabi_search.game.rules import Rules, State
from mabi_search.kernels.proof import graph as g
from mabi_search.kernels.proof.sharing import Learnt, nothing
from mabi_search.proof.portfolio import LongRuns, ProofPortfolio
from mabi_search.proof.proof_search import DECIDED, EXHAUSTED, ProofSearch
from mabi_search.proof.sharing import (
    learnt_since,
    merge,
    merge_all,
    place_of,
    search_from,
    settle,
    unconfirmed,
)

SHORTEST, LONGEST = 1_000_000, 32_000_000
"""Minimum and maximum number of nodes of a worker in a round."""
SHARE = 8
"""A worker's round has 1 / SHARE of the nodes that a worker has searched on average so far, within the limits
above."""
FIRST_SLICE = 50_000
KEEP_SECONDS, KEEP_SHARE = 5.0, 30
"""Minimum seconds between two saves; saving may take at most 1 / KEEP_SHARE of the time."""
MOST_SEARCHES = 2
"""A process keeps the workers of this many searches; the workers of older searches start again."""
MOST_TO_CONFIRM = 1_000_000
"""Node limit of the proof search that follows if the search of a run does not confirm the result of a
pass."""
GRACE = 0.5
"""Seconds after the time limit in which workers can stop on their own and return their results."""
MEMORY = "memory"


class ContradictionError(Exception):
    """Two results contradict each other, or a result contradicts the rules."""


class Part(NamedTuple):
    """The results of one worker in one round. Results from before the first round have round 0."""

    round: int
    worker: int
    learnt: Learnt


class Job(NamedTuple):
    """A worker's task for one round."""

    place: int
    """The worker's number. If possible, the same process runs all rounds of a worker."""
    search: str
    """Name of the search. One process may run jobs of several searches."""
    first: int
    """Number from which the seeds of the worker's search orders are computed."""
    state: State
    rules: Rules
    quota: int
    """Number of nodes to search in the round."""
    seconds: float | None
    """Seconds left; None if there is no time limit."""
    max_memory: int
    round: int
    parts: list[Part]
    """Results from the rounds after `since`, without those of the worker itself unless it starts again."""
    since: int
    """The last round whose results the worker must already have merged; -1 if none."""


class WorkerResult(NamedTuple):
    """The results of a worker's round."""

    worker: int
    learnt: Learnt | None
    """The results; None if this process does not keep a search of the worker up to round `Job.since`."""
    nodes: int = 0
    ended: str | None = None
    """Why the round has ended."""
    since: int = -1
    """The last round whose results the worker has merged; -1 if it has merged none."""
    fresh: bool = False
    """True if the worker started in this round."""


class _WorkerSearch:
    """The search of one worker. The process that runs the worker's jobs keeps it from round to round."""

    def __init__(self, job: Job):
        self.searches = ProofPortfolio(job.state, job.rules, job.max_memory, job.place, job.first)
        self.since = -1

    def advance(self, job: Job, stop: Callable[[], bool] | None) -> WorkerResult:
        """Run one round."""
        fresh = self.since < 0
        searches, proving = self.searches, self.searches.proving
        watch = Watch(Limits(max_seconds=job.seconds, stop=stop), FIRST_SLICE)
        try:
            shared = merge_all(proving, [part.learnt for part in job.parts if part.round > self.since])
        except MemoryError:
            return WorkerResult(job.place, nothing(), 0, MEMORY, fresh=fresh)
        self.since = job.round - 1
        nodes = searches.nodes
        ended = DECIDED if proving.outcome.proven else drive(searches, watch, until=nodes + job.quota)
        if searches.tries.ended is Status.FULL:
            ended = Stop.MEMORY
        learnt = learnt_since(proving, shared)
        return WorkerResult(job.place, learnt, searches.nodes - nodes, ended, fresh=fresh)


_worker_searches: dict[tuple[str, int], _WorkerSearch] = {}
"""The workers of the most recent searches for which this process has run jobs."""


def work(job: Job, stop: Callable[[], bool] | None) -> WorkerResult:
    """Run one round of a worker, or request earlier results if its search is not kept by this process."""
    key = (job.search, job.place)
    others = [*dict.fromkeys(search for search, _ in [*_worker_searches] if search != job.search)]
    for old in [key for key in [*_worker_searches] if key[0] in others[: 1 - MOST_SEARCHES]]:
        _worker_searches.pop(old, None)
    worker = _worker_searches.get(key)
    since = -1 if worker is None else worker.since
    if since < job.since:
        return WorkerResult(job.place, None, since=since)
    if worker is None:
        worker = _worker_searches[key] = _WorkerSearch(job)
    result = worker.advance(job, stop)
    if result.ended == MEMORY:
        del _worker_searches[key]  # the worker starts again, with all results known by then
    return result


class JointProof:
    """Coordinate a proof search by many workers, and merge their results after each round.

    Parameters
    ----------
    state, rules
        A state of alternate play, and rules under which the proof search is sound.
    worker_count
        Number of workers.
    shortest
        Minimum number of nodes of a worker in a round, unless the node limit allows fewer.
    begun
        An earlier search of the same position; its results are merged first.
    """

    def __init__(
        self,
        state: State,
        rules: Rules,
        worker_count: int = 1,
        shortest: int = SHORTEST,
        begun: ProofSearch | None = None,
    ):
        self.state, self.rules, self.worker_count, self.shortest = state, rules, worker_count, shortest
        self.proving = ProofSearch(state, rules)
        """A search whose graph contains all results and the moves of the root."""
        search_from(self.proving, place_of(self.proving, 0))
        self.parts: list[Part] = []
        """All results, in an order in which each part follows from earlier parts."""
        self.from_file = False
        """True if some results were read from a file. They must be confirmed before a proof counts."""
        self.nodes = self.rounds = 0
        """Numbers of nodes and rounds, including those of a search that was read from a file."""
        self._search = ""
        self._queue = deque[Job]()
        self._results: dict[int, WorkerResult] = {}
        self._ended: dict[int, str] = {}
        self._made = 0
        self._first = 1
        """The first round of the current call of `advance`."""
        self._watch, self._max_memory = Watch(Limits()), DEFAULT_MEMORY
        if begun is not None:
            self.learn(Part(0, -1, learnt_since(begun)))

    @property
    def over(self) -> bool:
        """True if the position is decided."""
        return bool(self.proving.graph.nodes[0].status != g.OPEN)

    def learn(self, part: Part) -> None:
        """Merge the results of a worker's round; raise ContradictionError if they contradict known ones."""
        numbers = merge(self.proving, part.learnt)  # may replace the arrays of the graph
        nodes = self.proving.graph.nodes[numbers]
        facts = part.learnt.facts
        for name, unknown in (("status", g.OPEN), ("passing", g.PASS_OPEN)):
            both = (facts[name] != unknown) & (nodes[name] != unknown)
            if (facts[name] != nodes[name])[both].any():
                raise ContradictionError("the results contradict each other")
        self.parts.append(part)

    # The jobs of a round. The next round begins once all results of this round have been merged.

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> tuple[Job]:
        """Return the next job of the round; raise StopIteration if none is queued."""
        if not self._queue:
            raise StopIteration
        return (self._queue.popleft(),)

    def _begin_round(self) -> None:
        """Queue a job for each worker that has not ended."""
        self.rounds += 1
        self._results.clear()
        for worker in range(self.worker_count):
            if worker not in self._ended:
                self._queue.append(self._job(worker, self.rounds - 2 if self.rounds > self._first else -1))

    def _job(self, worker: int, since: int) -> Job:
        quota = min(max(self.shortest, self._made // (SHARE * self.worker_count)), LONGEST)
        limits = self._watch.limits
        if limits.max_nodes is not None:
            nodes_left = limits.max_nodes - self._watch.spent - self._made
            quota = min(quota, max(-(-nodes_left // self.worker_count), 1))
        seconds = None if limits.max_seconds is None else max(limits.max_seconds - self._watch.seconds, 0.0)
        own = worker if since >= 0 and since == self.rounds - 2 else None
        parts = [part for part in self.parts if part.round > since and part.worker != own]
        first = worker + MAX_WORKERS * (self.rounds - 1)  # other seeds for a worker that starts again
        return Job(
            worker, self._search, first, self.state, self.rules, quota, seconds, self._max_memory,
            self.rounds, parts, since,
        )  # fmt: skip

    # Results of the jobs

    def merge(self, result: WorkerResult) -> bool:
        """Store a worker's results, and merge the results of all workers once the round is complete.

        Results are merged in the order of the workers' numbers. Return True if the round is complete.
        """
        if result.learnt is None:
            self._queue.append(self._job(result.worker, result.since))
            return False
        self._results[result.worker] = result
        if len(self._results) + len(self._ended) < self.worker_count:
            return False
        for worker in sorted(self._results):
            result = self._results[worker]
            self.nodes += result.nodes
            self._made += result.nodes
            assert result.learnt is not None
            self.learn(Part(self.rounds, worker, result.learnt))
            hopeless = result.ended == MEMORY and result.fresh and result.nodes < self.shortest // 2
            if result.ended == EXHAUSTED or hopeless:
                self._ended[worker] = MEMORY if hopeless else EXHAUSTED
        if not self.over and self._watch.stopped_by(self._made) is None:
            self._begin_round()
        return True

    # The search as a whole

    def advance(
        self,
        workers: Workers,
        watch: Watch,
        progress: Progress,
        keep: Callable[[JointProof], None] = lambda _: None,
    ) -> str | None:
        """Run rounds until the position is decided or a limit is reached.

        `keep` saves the results. `KEEP_SECONDS` and `KEEP_SHARE` limit how often it is called.

        Return DECIDED, EXHAUSTED or the limit that was reached. The node limit counts the nodes of this call
        only.

        Raises
        ------
        StoppedError
            A worker was lost.
        DamagedFileError
            Results from a file contradict other results, or do not prove the outcome.
        """
        self._watch, self._search, self._made = watch, uuid.uuid4().hex, 0
        self._max_memory = watch.limits.max_memory
        self._first = self.rounds + 1
        self._ended.clear()
        kept, lasts, round_began = time.monotonic(), 0.0, time.monotonic()
        reason = watch.stopped_by(0)

        def stop() -> bool:
            nonlocal reason
            reason = reason or watch.stopped_by(self._made)
            if reason == "seconds" and watch.seconds < (watch.limits.max_seconds or 0) + GRACE:
                reason = None  # the workers stop on their own and return their results
            progress(self.progress_text(time.monotonic() - round_began), nodes=self.nodes)
            return reason is not None

        if reason is None and not self.over:
            self._begin_round()
        try:
            with closing(workers.results(work, self, stop, kept=True)) as results:
                for result in results if reason is None else ():
                    if not self.merge(result):
                        continue
                    round_began = time.monotonic()
                    if time.monotonic() - kept > max(KEEP_SECONDS, KEEP_SHARE * lasts):
                        kept = time.monotonic()
                        keep(self)
                        lasts = time.monotonic() - kept
                    if self.over or stop():
                        break
        except StoppedError:
            if reason is None:
                raise
        except MemoryError:
            reason = MEMORY
        except ContradictionError as error:
            raise (DamagedFileError if self.from_file else InternalError)(str(error)) from None
        reason = reason or watch.stopped_by(self._made)
        self._queue.clear()
        for key in [key for key in _worker_searches if key[0] == self._search]:
            del _worker_searches[key]
        if self.over:
            return self._settled(progress)
        return reason or (MEMORY if MEMORY in self._ended.values() else EXHAUSTED)

    def _settled(self, progress: Progress) -> str:
        """Return DECIDED if the results prove the outcome, or the limit that stopped their confirmation."""
        if not settle(self.proving):
            if self.from_file:
                raise DamagedFileError("the saved results do not add up to a proof")
            raise InternalError("the workers' results do not add up to a proof")
        return self._confirmed(progress) if self.from_file else DECIDED

    def _confirmed(self, progress: Progress) -> str:
        """Search the passes of the proof again without the results from the file.

        Return DECIDED if all are confirmed, otherwise the limit that was reached.
        """
        limits = self._watch.limits
        seconds = None if limits.max_seconds is None else max(limits.max_seconds - self._watch.seconds, GRACE)
        watch = Watch(replace(limits, max_nodes=None, max_seconds=seconds))
        fresh = ProofSearch(self.state, self.rules, limits.max_memory)
        longer = LongRuns(fresh, limits.max_memory)
        passes = unconfirmed(self.proving)
        for number, (place, status) in enumerate(passes):
            text = f"{number:,} of {number_of(len(passes), 'pass', 'passes')} of the proof confirmed"
            report = partial(progress, text, nodes=self.nodes)
            report()
            node = search_from(fresh, place)
            row, stop = fresh.graph.nodes[node], Stop.TURN
            if row.status == g.OPEN and row.passing == g.PASS_OPEN:
                longer.begin(node)
                stop = drive(longer.search, watch, report)
                longer.tell()
            passing = g.PASS_WINS if status == g.WON else g.PASS_LOSES
            if passing != fresh.graph.nodes[node].passing and stop.limit is None:
                stop = drive(fresh, watch, report, until=fresh.nodes + MOST_TO_CONFIRM)
            row = fresh.graph.nodes[node]
            if passing == row.passing or status == row.status:
                continue
            if row.status != g.OPEN or row.passing not in (g.PASS_OPEN, passing):
                raise DamagedFileError("the saved result of a pass is wrong")
            return stop.limit or Stop.NODES
        return DECIDED

    def progress_text(self, seconds: float = 0.0) -> str:
        """Return the progress: nodes, workers, open and losing moves of the root, round and its seconds."""
        below = self.proving.graph.nodes["status"][self.proving.below(0)]
        open_, lost = int((below == g.OPEN).sum()), int((below == g.WON).sum())
        workers = number_of(self.worker_count, "worker")
        moves = f"{number_of(open_, 'move')} open, {lost} proven to lose"
        return f"{number_of(self.nodes, 'node')} by {workers}; {moves}; round {self.rounds}, {seconds:.0f} s"
