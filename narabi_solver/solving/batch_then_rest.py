"""Answers to many states: IDA* searches them as a batch, and A* decides the states that are left, one by one.

IDA* needs a table for the stones, and may expand `search.NODE_BUDGET` nodes for each state. It uses the
reading `next` of no-undo (see `Rules.undo_reading`). If the reading `receiver` forbids the line found for a
state, A* decides the state.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from _gamekit.limits import Limits, Watch
from narabi_solver.game.rules import Rules, State
from narabi_solver.kernels.batch import PackedSolutions, waiting
from narabi_solver.kernels.outcomes import UNDECIDED
from narabi_solver.solving import api, batch, search
from narabi_solver.solving.batch import PackedDeals
from narabi_solver.solving.packed import line_of


def by_batch(
    deals: PackedDeals,
    limits: Limits,
    count_all: bool = False,
    known: NDArray[np.uint8] | None = None,
) -> PackedSolutions:
    """Return the answers to a batch of states; without a table for the stones, all states are undecided.

    Parameters
    ----------
    deals
        The states; their rings may be in order.
    limits
        Limits of nodes and memory, and `stop`, for each state. A state that reaches a limit is undecided.
        Seconds are ignored.
    count_all, known
        As for `batch.solve_packed`; `known` needs the reading `next`.
    """
    if not search.has_table(deals.game):
        return waiting(deals.rings.size, UNDECIDED)
    most = limits.max_nodes
    budget = search.NODE_BUDGET if most is None else min(search.NODE_BUDGET, most)
    return batch.solve_packed(deals, budget, limits.stop, count_all, known)


def left_open(deals: PackedDeals, answers: PackedSolutions, limits: Limits) -> list[int]:
    """Return the indices of the undecided states that have not used up their limit of nodes."""
    is_open = answers.status == UNDECIDED
    if limits.max_nodes is not None and search.has_table(deals.game):
        is_open &= answers.nodes < limits.max_nodes
    return np.flatnonzero(is_open).tolist()


def decide_rest(
    deals: PackedDeals,
    answers: PackedSolutions,
    i: int,
    plain: Callable[[], State],
    rules: Rules,
    limits: Limits,
) -> str | None:
    """Decide an undecided state by A* and write its row of `answers`; return the limit that stopped A*.

    Parameters
    ----------
    deals, answers, i, limits
        The states, their answers, the index of the state to decide, and limits as for `by_batch`.
    plain
        Function that returns the state as a `State`, from which the line is replayed by `game.rules`.
    rules
        The rules with which the states were packed.
    """
    if answers.status[i] != UNDECIDED:
        return None
    if limits.stop is not None and limits.stop():  # most searches end before their first check
        return "interrupt"
    packed, left, watch = batch.packed_state(deals, i), int(deals.turns_left[i]), Watch(limits)
    if search.has_table(deals.game):
        stopped_by = api.go_on(answers, i, packed, left, watch)
    else:
        answer, stopped_by = api.by_astar(packed, left, watch)
        answers.put(i, answer)
    if answers.line(i):
        line_of(answers, i, plain(), rules)
    return stopped_by
