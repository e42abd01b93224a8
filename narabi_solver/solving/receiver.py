"""The minimum of one state by the reading `receiver` of no-undo, if it forbids the line found by `next`.

The kernels search by the reading `next`, since the history that `receiver` needs does not fit into their
words. `receiver` only forbids more. So what cannot be won by `next` cannot be won by `receiver`, and a
shortest line by `next` that `receiver` allows is a shortest line by `receiver`. This search is needed only
if it forbids the line (`decide` calls it): iterative deepening from the minimum by `next`, over plain states
with their history. For each state it asks for the minimum by `next` after each swap: a lower bound, and the
answer if the line that comes with it is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from _gamekit.limits import Limits, Watch
from narabi_solver.game.rules import Rules, State, legal_moves, play_unchecked
from narabi_solver.solving import batch, search
from narabi_solver.solving.packed import pack, swap_from_mover
from narabi_solver.solving.raw_result import RawResult, Report
from narabi_solver.solving.solution import Outcome

Ask = Callable[[batch.PackedDeals, Sequence[State], Limits], list[RawResult]]
"""Returns the results for packed states by `next`, undecided if the line is not allowed."""

ENTRY_BYTES = 3_000
"""Approximate memory of a state in the table `known`."""

Line = list[tuple[int, int]]


class _Child(NamedTuple):
    swap: tuple[int, int]
    state: State
    raw: RawResult
    """Solved and unsolvable are proven by the rules given; otherwise the lower bound is one by `next`."""


class _StoppedError(Exception):
    """A limit is reached."""


class Deepening:
    """Iterative deepening, turn by turn. Nodes of the kernels and of this search are counted together."""

    def __init__(self, rules: Rules, watch: Watch, report: Report | None, bound: int, ask: Ask):
        self.rules, self.watch, self.report, self.ask = rules, watch, report, ask
        self.bound, self.nodes = bound, 0
        self.stopped_by: str | None = None
        self.known: dict[object, int] = {}
        """For each state, how many turns do not suffice."""

    def run(self, state: State, left: int) -> RawResult:
        """Return the minimum of a state that has so many turns left."""
        try:
            while self.bound <= left:
                line = self._line(state, self.bound)
                if line is not None:
                    return RawResult(Outcome.SOLVED, line, len(line), None, self._all_nodes)
                self.bound += 1
        except _StoppedError:
            return RawResult(Outcome.UNDECIDED, [], self.bound, self.stopped_by, self._all_nodes)
        return RawResult(Outcome.UNSOLVABLE, [], left + 1, None, self._all_nodes)

    @property
    def _all_nodes(self) -> int:
        return self.watch.spent + self.nodes

    def _line(self, state: State, within: int) -> Line | None:
        """Return a line that wins within so many turns, one or more; None if there is none."""
        key = state.turns, state.ring, state.returns
        if within <= self.known.get(key, 0):
            return None
        children = self._children(state, within - 1)
        for child in children:
            if child.raw.outcome is Outcome.SOLVED:
                return [child.swap, *child.raw.swaps]
        for child in children:
            if child.raw.outcome is Outcome.UNDECIDED and child.raw.lower_bound < within:
                line = self._line(child.state, within - 1)
                if line is not None:
                    return [child.swap, *line]
        self.known[key] = within
        return None

    def _children(self, state: State, within: int) -> list[_Child]:
        """Return what can be won in so many turns after the legal swaps of a state, lowest bounds first."""
        self._look_at_limits()
        self.nodes += 1
        swaps = legal_moves(state, self.rules)
        states = [play_unchecked(state, swap) for swap in swaps]
        found = self._values(states, within)
        self.nodes += sum(raw.nodes for raw in found)
        self._look_at_limits()
        children = map(_Child, (swap_from_mover(state, swap) for swap in swaps), states, found)
        return sorted(children, key=lambda child: child.raw.lower_bound)

    def _values(self, states: list[State], within: int) -> list[RawResult]:
        if not states:
            return []
        deals = batch.pack_states([pack(state, self.rules) for state in states], [within] * len(states))
        limits = Limits(
            max_nodes=self._share(len(states)),
            max_seconds=None,
            max_memory=self.watch.limits.max_memory,
            stop=self._stopped,
        )
        return self.ask(deals, states, limits)

    def _share(self, states: int) -> int:
        """Return how many nodes each of some states may take, one at least."""
        most = self.watch.limits.max_nodes
        if most is None:
            return search.NODE_BUDGET
        share = (most - self._all_nodes) // states
        if share < 1:
            self.stopped_by = "nodes"
            raise _StoppedError
        return min(search.NODE_BUDGET, share)

    def _stopped(self) -> bool:
        if self.stopped_by is None:
            self.stopped_by = self.watch.stopped_by(self.nodes)
        if self.stopped_by is None and len(self.known) * ENTRY_BYTES > self.watch.limits.max_memory:
            self.stopped_by = "memory"
        return self.stopped_by is not None

    def _look_at_limits(self) -> None:
        if self.report is not None:
            self.report(self.bound - 1, self.nodes)
        if self._stopped():
            raise _StoppedError
