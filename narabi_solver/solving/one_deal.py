"""Drives the searches of one deal, in slices, up to its limits."""

from __future__ import annotations

from _gamekit.limits import Watch
from narabi_solver.kernels.batch import SOLVED, UNDECIDED
from narabi_solver.solving import batch, breadth
from narabi_solver.solving.packed import PackedState
from narabi_solver.solving.raw_result import RawResult, Report
from narabi_solver.solving.solution import Outcome

NO_BUDGET = 1 << 62

PAIRS = [(code >> 4, code & 15) for code in range(256)]
"""Own and other place of each swap as the kernels write it."""


def breadth_first(
    packed: PackedState, turns_left: int, watch: Watch, report: Report | None = None
) -> RawResult:
    """Return the minimum of a packed state that is not in order yet, by trying everything.

    Parameters
    ----------
    packed
        The state.
    turns_left
        Turns that may still be played.
    watch
        Its limits stop the search as undecided. The answer does not depend on the slices.
    report
        Called between slices.
    """
    return breadth.search(packed, turns_left, watch, report)


def deepening(
    packed: PackedState,
    turns_left: int,
    watch: Watch,
    report: Report | None = None,
    budget: int = NO_BUDGET,
) -> RawResult:
    """Return the minimum of a packed state that is not in order yet, by IDA* over the relaxed distances.

    Parameters
    ----------
    packed
        The state; its stones have a table.
    turns_left, watch, report
        As for `breadth_first`.
    budget
        Nodes after which the search stops as undecided, with `stopped_by` "budget"; this may also happen
        at the node limit of the watch.
    """
    deals = batch.pack_states([packed], [turns_left])
    answer = batch.waiting(deals)
    search = batch.searcher(packed.game, answer)
    allowed = NO_BUDGET if watch.limits.max_nodes is None else watch.limits.max_nodes
    expanded, bound, stopped_by = 0, 1, None
    while stopped_by is None:
        quota = max(1, watch.next_slice(expanded))  # the search itself obeys the node limit
        if not search.run(quota, min(allowed, budget)):
            break
        expanded, bound = search.under_way()
        stopped_by = watch.stopped_by(expanded)
        if report is not None:
            report(bound - 1, expanded)
    if stopped_by is not None:
        return RawResult(Outcome.UNDECIDED, [], bound, stopped_by, expanded)
    return raw_result(batch.answers(answer), 0)


def raw_result(answers: batch.PackedSolutions, deal: int) -> RawResult:
    """Return one of the answers to packed deals, with `stopped_by` "budget" if undecided."""
    one = slice(deal, deal + 1)
    status, bound, nodes, lines, wins = answers
    return raw_results(batch.PackedSolutions(status[one], bound[one], nodes[one], lines[one], wins[one]))[0]


def raw_results(answers: batch.PackedSolutions) -> list[RawResult]:
    """Return the answers to packed deals as `raw_result` does, which takes much longer one by one."""
    columns = answers.status, answers.bound, answers.lines, answers.nodes
    results = []
    for status, bound, line, nodes in zip(*(column.tolist() for column in columns), strict=True):
        swaps = [PAIRS[code] for code in line[:bound]] if status == SOLVED else []
        stopped_by = "budget" if status == UNDECIDED else None
        results.append(RawResult(batch.OUTCOMES[status], swaps, bound, stopped_by, nodes))
    return results
