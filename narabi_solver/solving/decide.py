"""Chooses which search decides a state, and how far it goes: for one state and for many.

If the stones have a table, IDA* comes first: many states side by side, each up to the budget of a batch
(`search.NODE_BUDGET`). What it leaves open is decided one by one, within the limits given: beyond the budget,
and for stones without a table, by breadth-first search; and if the reading `receiver` of no-undo forbids the
line that was found, by the search that knows this reading (`receiver`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from _gamekit.limits import Limits, Watch
from narabi_solver.game.returns import sends_back
from narabi_solver.game.rules import Rules, State, in_order
from narabi_solver.kernels.batch import PackedSolutions, waiting
from narabi_solver.kernels.outcomes import OUTCOMES, UNDECIDED
from narabi_solver.solving import batch, breadth, receiver, search
from narabi_solver.solving.packed import PackedState
from narabi_solver.solving.raw_result import RawResult, Report, line_of
from narabi_solver.solving.solution import Outcome


def decide(
    packed: PackedState,
    state: State,
    rules: Rules,
    watch: Watch,
    algorithm: str = "auto",
    report: Report | None = None,
) -> RawResult:
    """Return the minimum of one state that is not in order yet.

    Parameters
    ----------
    packed, state, rules
        The state, packed and plain, and the rules that it was packed by.
    watch
        Its limits stop the search as undecided.
    algorithm
        "auto"; or "ida" without a budget, for stones that have a table; or "bfs".
    report
        Called between slices with the depth reached and the nodes expanded.
    """
    left = rules.limit - state.turns
    if algorithm == "bfs" or not search.has_table(packed.game):
        raw = breadth.search(packed, left, watch, report)
    else:
        budget = search.NO_BUDGET if algorithm == "ida" else search.NODE_BUDGET
        raw = search.deepening(packed, left, watch, report, budget)
    return _finished(raw, packed, left, lambda: state, rules, watch, report)


class Decided:
    """The minimums of packed states: those that a batch decides at once, the rest on request.

    Parameters
    ----------
    deals
        The states; they may be in order.
    plain
        Returns a state, by its number, for the plain rules; called for the few that the batch leaves open.
    rules
        The rules that they were packed by.
    limits
        Nodes, memory and `stop`, for each state; one that reaches them is undecided. Seconds are ignored.
    count_all, known
        As for `batch.solve_packed`; where something is known, the reading is `next`.
    """

    def __init__(
        self,
        deals: batch.PackedDeals,
        plain: Callable[[int], State],
        rules: Rules,
        limits: Limits,
        count_all: bool = False,
        known: NDArray[np.uint8] | None = None,
    ):
        self.deals, self._plain, self._rules, self._limits = deals, plain, rules, limits
        self._has_table = search.has_table(deals.game)
        most = limits.max_nodes
        budget = search.NODE_BUDGET if most is None else min(search.NODE_BUDGET, most)
        following = deals._replace(returns=None)
        self.by_batch = (
            batch.solve_packed(following, budget, limits.stop, count_all, known)
            if self._has_table
            else waiting(deals.rings.size, UNDECIDED)
        )
        """The answers of the batch, by the reading `next`."""

    @functools.cached_property
    def _raw(self) -> list[RawResult]:
        return search.raw_results(self.by_batch)

    @functools.cached_property
    def open(self) -> NDArray[np.int64]:
        """The numbers of the states that the batch does not decide; `minimum` does."""
        is_open = self.by_batch.are(Outcome.UNDECIDED)
        if self._has_table and self._limits.max_nodes is not None:
            is_open &= self._limits.max_nodes > search.NODE_BUDGET
        if forbidden := batch.forbidden(self.deals, self.by_batch):
            is_open[forbidden] = True
        return np.flatnonzero(is_open)

    def minimum(self, i: int, wider: bool = True) -> RawResult:
        """Return the minimum of a state; a line that is not from the batch was replayed by the plain rules.

        Without `wider`, it is undecided if the reading `receiver` forbids the line by `next`.
        """
        raw = self._raw[i]
        if raw.stopped_by is None and self.deals.returns is None:
            return raw
        if not self._has_table:
            if in_order(self._plain(i).ring):
                return RawResult(Outcome.SOLVED, [], 0, None, 0)
            raw = raw._replace(lower_bound=1)
        packed, left = batch.packed_state(self.deals, i), int(self.deals.turns_left[i])
        watch, plain = Watch(self._limits), functools.cache(functools.partial(self._plain, i))
        found = _finished(raw, packed, left, plain, self._rules, watch, wider=wider)
        if wider and found.swaps and found is not raw:
            line_of(found, plain(), self._rules)
        return found

    def all(self, note: Callable[[RawResult], None]) -> PackedSolutions:
        """Return all answers, also to the states that the batch leaves open; `note` is told of these."""
        found, still_open = self.by_batch, self.open.tolist()
        if still_open:
            found = PackedSolutions._make(column.copy() for column in found)
        for i in still_open:
            raw = self.minimum(i)
            found.status[i] = OUTCOMES.index(raw.outcome)
            found.bound[i], found.nodes[i] = raw.lower_bound, raw.nodes
            found.lines[i] = found.wins[i] = 0
            found.lines[i, : len(raw.swaps)] = [own << 4 | other for own, other in raw.swaps]
            note(raw)
        return found


def _finished(
    raw: RawResult,
    packed: PackedState,
    left: int,
    plain: Callable[[], State],
    rules: Rules,
    watch: Watch,
    report: Report | None = None,
    wider: bool = True,
) -> RawResult:
    """Decide what the first search left open: see the top of this file. Nodes are those of all searches."""
    if raw.stopped_by == "budget":
        watch.spent, bound = raw.nodes, raw.lower_bound
        stopped_by = watch.stopped_by(0)
        if stopped_by is not None:
            return raw._replace(stopped_by=stopped_by)
        raw = breadth.search(packed, left, watch, report)
        raw = raw._replace(lower_bound=max(bound, raw.lower_bound), nodes=watch.spent + raw.nodes)
    if packed.returns is None or not sends_back(
        packed.returns, raw.swaps, packed.game.places, packed.game.hand
    ):
        return raw
    if not wider:
        return raw._replace(outcome=Outcome.UNDECIDED, swaps=[])

    def ask(deals: batch.PackedDeals, states: Sequence[State], limits: Limits) -> list[RawResult]:
        found = Decided(deals, states.__getitem__, rules, limits)
        return [found.minimum(i, wider=False) for i in range(len(states))]

    watch.spent = raw.nodes
    return receiver.Deepening(rules, watch, report, raw.lower_bound, ask).run(plain(), left)
