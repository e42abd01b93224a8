"""Searches that take turns to decide one position of alternate play."""

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
"""Nodes that each search makes in its first turn; by each later one twice as many."""
LONG_SHARE = 4
"""How many nodes of the proof search there are for each placement of long runs."""
SHORTEST_TRY = 60_000
"""Nodes of the proof search before it begins again; a power of two times as many in some tries."""
DISTURBED = (3, 7, 15)
"""By how much first proof numbers are disturbed at most, by turns."""
APART = 1 << 10
"""Between the seeds of searches at the same time."""
NEAR = 3
"""So many moves from the root a try begins at most that does not begin there."""
MOST_RUN = 1 << 22
"""Placements of a run that are met."""


class LongRuns:
    """Runs that are searched for longer than the proof search does, one after the other.

    The first is that after a pass at once; then those after passes that were asked in vain with all efforts.
    If all placements that a run can reach are met, that is also known of every other run among these.

    Parameters
    ----------
    proving
        The proof search, in whose graph the passes are.
    watch
        Of the limits.
    """

    def __init__(self, proving: ProofSearch, watch: Watch):
        self.proving = proving
        self.search = RunSearch(watch, MOST_RUN)
        self.node: int | None = None
        """Where the pass is that is looked at."""

    def go_on(self, until: int | None, progress: Progress) -> str | None:
        """Go on with the run that was chosen until so many placements were met in all.

        Tell the proof search how it ends; return the limit that was reached, or None.
        """
        assert self.node is not None
        setting, graph = self.proving.packed.setting, self.proving.graph
        answer = levels.UNKNOWN  # if the proof search has found another way
        if self._is_open(self.node):
            self.search.go_on(until, progress)
            answer = self.search.answer
        if answer != levels.RUNNING:
            search.tell_run(setting, graph, self.search.room, self.node, answer)
            self.node = None
        return self.search.stopped_by

    def choose(self) -> bool:
        """Begin with a run, unless one is being searched; return False if there is none to search."""
        if self.node is not None:
            return True
        node = long_runs.next_run(self.proving.graph)
        if node < 0:
            return False
        self.begin(node)
        return True

    def begin(self, node: int, expansions: int = EFFORTS[-1]) -> None:
        """Begin with the run after the pass of a node."""
        self.node = node
        own, enemy = self.proving.graph.words[node]
        packed = self.proving.packed
        runner = packed._replace(own=enemy, enemy=own, keys=packed.keys[:0])  # what is proven needs no past
        self.search.begin(runner, False, expansions=expansions)

    def _is_open(self, node: int) -> bool:
        """Tell whether it matters, and is not known, what a pass leads to."""
        row = self.proving.graph.nodes[node]
        return bool(row.status == g.OPEN and row.passing == g.PASS_OPEN)


def tries(first: int = 0) -> Iterator[tuple[Order, int]]:
    """Yield in which order to search, and for how many times `SHORTEST_TRY` nodes, again and again.

    First each of `ORDERS`; then the same with other seeds, and changed in every second round. With another
    `first`, for those who search at the same time, other seeds are used from the first round on. Rounds are
    as long as 1, 1, 2, 1, 1, 2, 4, … says (M. Luby, A. Sinclair, D. Zuckerman, *Optimal speedup of Las Vegas
    algorithms*, 1993).
    """
    for number in count(1):
        at = number
        while at & (at + 1):  # the sequence up to 2^k - 1 is that up to 2^(k - 1) - 1 twice, and 2^(k - 1)
            at -= (1 << at.bit_length() - 1) - 1
        for order in ORDERS:
            if number > 1 or first > 0:
                seed = first * APART + number
                order = order._replace(seed=seed, disturbed=DISTURBED[seed % len(DISTURBED)])
            if number % 2 == 0:
                order = order._replace(answers=True, novelty=True, costs=DOUBTFUL)
            yield order, (at + 1) // 2


class ProofPortfolio:
    """Searches for a proof that take turns.

    These are a proof search, `LongRuns`, and `RegionSearch`, of what a pass at once leads to. The proof
    search **restarts** again and again with another ordering: a search that has not found a proof soon is
    often stuck in something that cannot be decided, where another ordering finds one at once. What is proven
    is kept, and so is what is known of runs.

    Parameters
    ----------
    state, rules, watch
        Of the position, and of the limits.
    lane
        Which of those it is who search at the same time. All but 0 leave long runs to that, and begin every
        second try at a position near the root.
    first
        The seed of its tries.
    """

    def __init__(self, state: State, rules: Rules, watch: Watch, lane: int = 0, first: int = 0):
        self.lane = lane
        self.watch = watch
        self.proving = ProofSearch(state, rules, self._watch())
        self.ended: str | None = None
        """Why the proof search ended; None while it goes on."""
        self.confined = RegionSearch(state, rules, self._watch())
        self.longer = LongRuns(self.proving, self._watch())
        self.tries = tries(first)
        self.tried = 0
        self.drawn = random.Random(first)
        """Decides where tries begin."""
        self.end_of_try = 0
        """Node count at which the proof search restarts."""
        self.until = 0
        self.spent = 0
        """Nodes of other searches; they count towards the limit."""

    def within(self, watch: Watch) -> None:
        """Go on under other limits; there is as much room as before."""
        self.watch = watch
        self.proving.watch, self.confined.watch = self._watch(), self._watch()
        self.longer.search.watch = self._watch()

    @property
    def nodes(self) -> int:
        """Nodes made in all."""
        return self.proving.nodes + self.longer.search.made + self.confined.made

    def go_on(self, until: int | None, progress: Progress) -> str | None:
        """Let each search make so many nodes in all; None: as many as the limits allow.

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
        """Let the proof search go on, unless it has ended, and begin again where a try is over."""
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
        """Begin again in the next order, at the root or near it."""
        order, length = next(self.tries)
        self.end_of_try = self.proving.nodes + length * SHORTEST_TRY
        self.proving.begin_again(order)
        self.tried += 1
        if self.lane > 0:
            node = self._near_the_root() if self.tried % 2 == 0 else 0
            search_from(self.proving, place_of(self.proving, node))

    def _near_the_root(self) -> int:
        """Return an open node some moves from the root; what seems to win for who moves is likelier."""
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
        """Look whether the other side can ever overtake after a pass at once, while that is not known."""
        confined, graph = self.confined, self.proving.graph
        if graph.nodes[0].passing != g.PASS_OPEN or self.lane > 0:
            confined.over = True
        confined.watch.spent = self.spent + self.nodes - confined.made
        reason = confined.go_on(self.until, progress)
        if reason != NEVER:
            return reason
        search.tell_pass(self.proving.packed.setting, graph, 0, levels.LOSES)
        return self._decided()

    def _run_longer(self, progress: Progress) -> str | None:
        """Search runs for longer; return as `go_on`."""
        if self.lane > 0:
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
        """Return a watch for one of the three searches, or for the only one."""
        limits = self.watch.limits
        watch = Watch(replace(limits, max_memory=limits.max_memory // (3 if self.lane == 0 else 1)))
        watch.started = self.watch.started
        return watch
