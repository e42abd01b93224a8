"""A proof by many: each searches the whole position in its own order, and tells the others what it finds.

Those who search are **lanes**. A lane keeps its graph from round to round, and with it all that makes a
search quick: which runs were searched, and how far. After each round it is told what the others have decided
and which passes they searched in vain, as Y. Hamadi, S. Jabbour, L. Sais, *ManySAT: a parallel SAT solver*,
Journal on Satisfiability, Boolean Modeling and Computation 6, 2009, share clauses. All search the same
position, with its past, so what one decides holds for all.

The first lane is the search of one process as it is. The others have other seeds and begin every second try
at a position near the root.
"""

from __future__ import annotations

import time
import uuid
from collections import deque
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import NamedTuple, Self

from _gamekit.files import DamagedFileError
from _gamekit.limits import DEFAULT_MEMORY, MAX_WORKERS, Limits, Watch
from _gamekit.problems import StoppedError
from _gamekit.progress import Progress, silent
from _gamekit.work.workers import Workers
from mabi_search.game.errors import InternalError
from mabi_search.game.rules import Rules, State
from mabi_search.kernels.proof import graph as g
from mabi_search.kernels.proof.sharing import Learnt, nothing
from mabi_search.proof.portfolio import LongRuns, ProofPortfolio
from mabi_search.proof.proof_search import DECIDED, EXHAUSTED, ProofSearch
from mabi_search.proof.sharing import learnt_since, place_of, search_from, settle, take, told, unconfirmed

SHORTEST, LONGEST = 1_000_000, 32_000_000
"""Nodes of a lane in a round, at least and at most."""
SHARE = 8
"""A round is one in so many of the nodes that a lane has made."""
FIRST_SLICE = 50_000
KEEP_SECONDS, KEEP_SHARE = 5.0, 30
"""Between two times at which what was learnt is saved at least, and as many times as long as saving takes."""
MOST_SEARCHES = 2
"""Of which a process keeps lanes; if there are more, the lanes of the oldest start afresh."""
MOST_TO_CONFIRM = 1_000_000
"""Nodes that are made to confirm what a run alone does not."""
GRACE = 0.5
"""Seconds that lanes have to come to an end of their own."""
MEMORY = "memory"


class ContradictionError(Exception):
    """A fact says otherwise than another, or than what is seen at once."""


class Part(NamedTuple):
    """What a lane has learnt in a round; what was known before the first is of round 0."""

    round: int
    lane: int
    learnt: Learnt


class Job(NamedTuple):
    """A round of a lane."""

    place: int
    """The lane's number: the same process does all its rounds, if there is a choice."""
    search: str
    """Which search it is of, in processes that do work for several."""
    first: int
    """Its seeds."""
    state: State
    rules: Rules
    quota: int
    """Nodes."""
    seconds: float | None
    """That are left."""
    max_memory: int
    round: int
    parts: list[Part]
    """What others have learnt after the round `since`, and before this one."""
    since: int


class Found(NamedTuple):
    """What a lane brings."""

    lane: int
    learnt: Learnt | None
    """None if this process does not have the lane as it was after the round `since`."""
    nodes: int = 0
    ended: str | None = None
    """DECIDED, EXHAUSTED, the limit that was reached, or None."""
    since: int = -1
    """The last round whose findings it has; -1: none."""
    fresh: bool = False
    """True if the lane started in this round."""


class _Lane:
    """A search that goes on from round to round, in the process that does its jobs."""

    def __init__(self, job: Job):
        watch = Watch(Limits(max_memory=job.max_memory), FIRST_SLICE)
        self.searches = ProofPortfolio(job.state, job.rules, watch, job.place, job.first)
        self.since = -1

    def go_on(self, job: Job, stop: Callable[[], bool] | None) -> Found:
        """Do a round."""
        fresh = self.since < 0
        searches, proving = self.searches, self.searches.proving
        limits = Limits(max_memory=job.max_memory, max_seconds=job.seconds, stop=stop)
        searches.within(Watch(limits, FIRST_SLICE))
        try:
            known = told(proving, [part.learnt for part in job.parts if part.round > self.since])
        except MemoryError:
            return Found(job.place, nothing(), 0, MEMORY, fresh=fresh)
        self.since = job.round - 1
        nodes = searches.nodes
        ended = searches.go_on(searches.until + job.quota, silent) if not proving.outcome.proven else DECIDED
        if MEMORY in (ended, searches.ended):
            ended = MEMORY
        return Found(job.place, learnt_since(proving, known), searches.nodes - nodes, ended, fresh=fresh)


_lanes: dict[tuple[str, int], _Lane] = {}
"""Those of the last searches that this process has done work for."""


def work(job: Job, stop: Callable[[], bool] | None) -> Found:
    """Do a round of a lane, unless this process would have to be told more for it."""
    key = (job.search, job.place)
    others = [*dict.fromkeys(search for search, _ in [*_lanes] if search != job.search)]
    for old in [one for one in [*_lanes] if one[0] in others[: 1 - MOST_SEARCHES]]:
        _lanes.pop(old, None)
    lane = _lanes.get(key)
    since = -1 if lane is None else lane.since
    if since < job.since:
        return Found(job.place, None, since=since)
    if lane is None:
        lane = _lanes[key] = _Lane(job)
    found = lane.go_on(job, stop)
    if found.ended == MEMORY:
        del _lanes[key]  # it starts afresh, with all that is known by then
    return found


class JointProof:
    """The master, who takes in what the lanes bring, round by round and by their numbers.

    Parameters
    ----------
    state, rules
        Of alternate play, where proofs are sound.
    lanes
        How many search.
    shortest
        Nodes of a lane in the first rounds.
    begun
        A search of the position whose findings are taken over.
    """

    def __init__(
        self,
        state: State,
        rules: Rules,
        lanes: int = 1,
        shortest: int = SHORTEST,
        begun: ProofSearch | None = None,
    ):
        self.state, self.rules, self.lanes, self.shortest = state, rules, lanes, shortest
        self.proving = ProofSearch(state, rules, Watch(Limits()))
        """Its graph holds all that was learnt, and the first moves."""
        search_from(self.proving, place_of(self.proving, 0))
        self.parts: list[Part] = []
        """What was learnt, in an order in which each follows from those before it."""
        self.from_file = False
        """True if some of it was read from a file, which a proof may not rest on."""
        self.nodes = self.rounds = 0
        """Nodes made in all rounds, and rounds; those before a file was read count."""
        self._search = ""
        self._queue = deque[Job]()
        self._found: dict[int, Found] = {}
        self._ended: dict[int, str] = {}
        self._made = 0
        self._first = 1
        """The first round since the lanes began."""
        self._watch, self._max_memory = Watch(Limits()), DEFAULT_MEMORY
        if begun is not None:
            self.learn(Part(0, -1, learnt_since(begun)))

    @property
    def over(self) -> bool:
        """True if the position is decided."""
        return bool(self.proving.graph.nodes[0].status != g.OPEN)

    def learn(self, part: Part) -> None:
        """Take over what was learnt."""
        nodes = self.proving.graph.nodes[take(self.proving, part.learnt)]
        facts = part.learnt.facts
        for name, unknown in (("status", g.OPEN), ("passing", g.PASS_OPEN)):
            both = (facts[name] != unknown) & (nodes[name] != unknown)
            if (facts[name] != nodes[name])[both].any():
                raise ContradictionError("facts contradict each other")
        self.parts.append(part)

    # Jobs, those of a round one after the other; there are more once all of it are taken in

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> tuple[Job]:
        """Return the next job; there is none as long as some of the round are under way."""
        if not self._queue:
            raise StopIteration
        return (self._queue.popleft(),)

    def _begin_round(self) -> None:
        """Let each lane go on."""
        self.rounds += 1
        self._found.clear()
        for lane in range(self.lanes):
            if lane not in self._ended:
                self._queue.append(self._job(lane, self.rounds - 2 if self.rounds > self._first else -1))

    def _job(self, lane: int, since: int) -> Job:
        quota = min(max(self.shortest, self._made // (SHARE * self.lanes)), LONGEST)
        limits = self._watch.limits
        if limits.max_nodes is not None:
            left = limits.max_nodes - self._watch.spent - self._made
            quota = min(quota, max(-(-left // self.lanes), 1))
        seconds = None if limits.max_seconds is None else max(limits.max_seconds - self._watch.seconds, 0.0)
        own = lane if since >= 0 and since == self.rounds - 2 else None
        parts = [part for part in self.parts if part.round > since and part.lane != own]
        first = lane + MAX_WORKERS * (self.rounds - 1)  # other seeds for one that starts afresh
        return Job(
            lane, self._search, first, self.state, self.rules, quota, seconds, self._max_memory,
            self.rounds, parts, since,
        )  # fmt: skip

    # What they bring

    def take_in(self, found: Found) -> bool:
        """Take in what a lane has brought, once the whole round is there; tell whether it is."""
        if found.learnt is None:
            self._queue.append(self._job(found.lane, found.since))
            return False
        self._found[found.lane] = found
        if len(self._found) + len(self._ended) < self.lanes:
            return False
        for lane in sorted(self._found):
            found = self._found[lane]
            self.nodes += found.nodes
            self._made += found.nodes
            assert found.learnt is not None
            self.learn(Part(self.rounds, lane, found.learnt))
            hopeless = found.ended == MEMORY and found.fresh and found.nodes < self.shortest // 2
            if found.ended == EXHAUSTED or hopeless:
                self._ended[lane] = MEMORY if hopeless else EXHAUSTED
        if not self.over and self._watch.stopped_by(self._made) is None:
            self._begin_round()
        return True

    # The whole

    def go_on(
        self,
        workers: Workers,
        watch: Watch,
        progress: Progress,
        keep: Callable[[JointProof], None] = lambda _: None,
    ) -> str | None:
        """Let the lanes go on until the position is decided or a limit is reached.

        `keep` saves what was learnt; it is called again and again, and takes a small part of the time.

        Return DECIDED, EXHAUSTED or the limit. `nodes` of the limits are those of this call's rounds.

        Raises
        ------
        StoppedError
            A worker was lost.
        DamagedFileError
            What was read from a file decides the position, but does not hold.
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
                reason = None  # the lanes stop by themselves, and bring what they have
            progress(self.progress_text(time.monotonic() - round_began), nodes=self.nodes)
            return reason is not None

        if reason is None and not self.over:
            self._begin_round()
        try:
            with closing(workers.results(work, self, stop, kept=True)) as every:
                for found in every if reason is None else ():
                    if not self.take_in(found):
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
        for key in [key for key in _lanes if key[0] == self._search]:
            del _lanes[key]
        if self.over:
            if not settle(self.proving):
                if self.from_file:
                    raise DamagedFileError("what was saved does not fit together")
                raise InternalError("what the lanes have proven does not fit together")
            return self._confirmed(progress) if self.from_file else DECIDED
        return reason or (MEMORY if MEMORY in self._ended.values() else EXHAUSTED)

    def _confirmed(self, progress: Progress) -> str:
        """Search the passes of the proof again, without what was read; return DECIDED or the limit."""
        limits = self._watch.limits
        left = None if limits.max_seconds is None else max(limits.max_seconds - self._watch.seconds, GRACE)
        watch = Watch(replace(limits, max_nodes=None, max_seconds=left))
        fresh = ProofSearch(self.state, self.rules, watch)
        longer = LongRuns(fresh, watch)
        every = unconfirmed(self.proving)
        for number, (place, status) in enumerate(every):
            progress(f"{number:,} of {len(every):,} passes of the proof confirmed", nodes=self.nodes)
            node = search_from(fresh, place)
            row, reason = fresh.graph.nodes[node], None
            if row.status == g.OPEN and row.passing == g.PASS_OPEN:
                longer.begin(node)
                reason = longer.go_on(None, progress)
            passing = g.PASS_WINS if status == g.WON else g.PASS_LOSES
            if passing != fresh.graph.nodes[node].passing and reason is None:
                reason = fresh.go_on(fresh.nodes + MOST_TO_CONFIRM, progress)
            row = fresh.graph.nodes[node]
            if passing == row.passing or status == row.status:
                continue
            if row.status != g.OPEN or row.passing not in (g.PASS_OPEN, passing):
                raise DamagedFileError("what was saved says of a pass what is not so")
            return "nodes" if reason in (None, EXHAUSTED) else reason
        return DECIDED

    def progress_text(self, seconds: float = 0.0) -> str:
        """Return the state of the search as text: what is open at the top, and how long a round lasts."""
        below = self.proving.graph.nodes["status"][self.proving.below(0)]
        open_, lost = int((below == g.OPEN).sum()), int((below == g.WON).sum())
        return (
            f"{self.nodes:,} nodes of {self.lanes}; {open_} moves open, {lost} shown to lose; "
            f"round {self.rounds}, {seconds:.0f} s"
        )
