"""The minimums of many states, which a batch of IDA* decides as far as it can, and A* the rest, one by one.

A batch is for stones that have a table; each state may take the nodes of `search.NODE_BUDGET`. It reads
no-undo as `next`: where the reading `receiver` forbids its line, the state is left open.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from _gamekit.limits import Limits, Watch
from narabi_solver.game.rules import Rules, State
from narabi_solver.kernels.batch import PackedSolutions, waiting
from narabi_solver.kernels.outcomes import OUTCOMES, UNDECIDED
from narabi_solver.solving import batch, search
from narabi_solver.solving.decide import decide, go_on
from narabi_solver.solving.raw_result import RawResult, line_of
from narabi_solver.solving.solution import Outcome


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
        self.by_batch = (
            batch.solve_packed(deals, budget, limits.stop, count_all, known)
            if self._has_table
            else waiting(deals.rings.size, UNDECIDED)
        )
        """The answers of the batch."""

    @functools.cached_property
    def _raw(self) -> list[RawResult]:
        return search.raw_results(self.by_batch)

    @functools.cached_property
    def open(self) -> NDArray[np.int64]:
        """The numbers of the states that the batch does not decide; `minimum` does."""
        is_open = self.by_batch.are(Outcome.UNDECIDED)
        if self._has_table and self._limits.max_nodes is not None:
            is_open &= self.by_batch.nodes < self._limits.max_nodes
        return np.flatnonzero(is_open)

    def minimum(self, i: int) -> RawResult:
        """Return the minimum of a state; a line that A* finds was replayed by the plain rules."""
        raw = self._raw[i]
        if raw.stopped_by is None:
            return raw
        if self._limits.stop is not None and self._limits.stop():  # most searches end before they ask
            return raw._replace(stopped_by="interrupt")
        question = batch.packed_state(self.deals, i), int(self.deals.turns_left[i]), Watch(self._limits)
        found = go_on(raw, *question) if self._has_table else decide(*question)
        if found.swaps:
            line_of(found, self._plain(i), self._rules)
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
