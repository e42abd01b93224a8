"""The minimum of one state, by either reading of no-undo: where it is chosen how to search.

The kernels search by the reading `next`, since the memory of `receiver` does not fit into their words. The
wider reading only forbids more. So what cannot be won by `next` cannot be won by it either, and a shortest
line by `next` that it allows is a shortest one by it too. Only where a line is not allowed something is left
to do: a depth-first search, deepened turn by turn from the minimum by `next`, over plain states with their
memory. Below each state it asks the kernels, in one batch, for the minimum by `next` after each swap: a lower
bound, and the answer where the line that comes with it is allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from _gamekit.limits import Limits, Watch
from narabi_solver.game.returns import sends_back
from narabi_solver.game.rules import Rules, State, in_order, legal_swaps, play_unchecked
from narabi_solver.packed import PackedState, pack, swap_from_mover
from narabi_solver.solving import batch, one_deal
from narabi_solver.solving.one_deal import RawResult, Report
from narabi_solver.solving.solution import Outcome

How = Callable[[PackedState, int, Watch, Report | None], RawResult]
"""`search.best` or one of the searches it is made of."""

ENTRY_BYTES = 3_000
"""About what a state in the table of the plain search takes."""

Line = list[tuple[int, int]]


def minimum(
    state: State, rules: Rules, watch: Watch, how: How = one_deal.best, report: Report | None = None
) -> RawResult:
    """Return the minimum of a state that is not in order yet, by the rules that are asked for.

    Parameters
    ----------
    state, rules
        What is asked; the turns that are left follow from both.
    watch
        Its limits stop the search, undecided.
    how
        The search by the kernels.
    report
        Called now and then with the depth reached and the nodes expanded.
    """
    packed = pack(state, rules)
    first = how(packed, rules.limit - state.turns, watch, report)
    if packed.returns is None or not sends_back(
        packed.returns, first.swaps, packed.game.places, packed.game.hand
    ):
        return first
    watch.spent = first.nodes
    return _Deepening(rules, watch, report, first.lower_bound).run(state)


class _Child(NamedTuple):
    swap: tuple[int, int]
    state: State
    raw: RawResult
    """Solved and unsolvable are proven by the rules that are asked for; else the bound is one by `next`."""


class _StoppedError(Exception):
    """A limit is reached."""


class _Deepening:
    """Turn by turn, is there a line? Nodes of the kernels and of this search are counted together."""

    def __init__(self, rules: Rules, watch: Watch, report: Report | None, bound: int):
        self.rules, self.watch, self.report = rules, watch, report
        self.bound, self.nodes = bound, 0
        self.stopped_by: str | None = None
        self.known: dict[object, int] = {}
        """For each state how many turns do not suffice."""

    def run(self, state: State) -> RawResult:
        left = self.rules.limit - state.turns
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
        swaps = legal_swaps(state, self.rules)
        states = [play_unchecked(state, swap) for swap in swaps]
        found = self._values(states, within)
        self.nodes += sum(raw.nodes for raw in found)
        self._look_at_limits()
        children = map(_Child, (swap_from_mover(state, swap) for swap in swaps), states, found)
        return sorted(children, key=lambda child: child.raw.lower_bound)

    def _values(self, states: list[State], within: int) -> list[RawResult]:
        """Return what `next` says of each state, and undecided where its line is not allowed."""
        if not states:
            return []
        packed = [pack(state, self.rules) for state in states]
        share = self._share(len(states))
        if not batch.has_table(packed[0].game):
            return [self._value(*one, within, share) for one in zip(states, packed, strict=True)]
        deals = batch.pack_states(packed, [within] * len(packed))
        answers = batch.solve_packed(deals, share, self._stopped)
        return [one_deal.raw_result(answers, i) for i in range(len(states))]

    def _value(self, state: State, packed: PackedState, within: int, share: int) -> RawResult:
        """Return the minimum of a state whose stones have no table."""
        if in_order(state.ring):
            return RawResult(Outcome.SOLVED, [], 0, None, 0)
        limits = Limits(share, None, self.watch.limits.max_memory, self._stopped)
        raw = one_deal.breadth_first(packed, within, Watch(limits))
        assert packed.returns is not None  # nobody searches here by another reading
        if sends_back(packed.returns, raw.swaps, packed.game.places, packed.game.hand):
            return raw._replace(outcome=Outcome.UNDECIDED)
        return raw

    def _share(self, states: int) -> int:
        """Return how many nodes each of some states may take, one at least."""
        most = self.watch.limits.max_nodes
        if most is None:
            return batch.NODE_BUDGET
        share = (most - self._all_nodes) // states
        if share < 1:
            self.stopped_by = "nodes"
            raise _StoppedError
        return min(batch.NODE_BUDGET, share)

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
