"""Answers one deal in plain Python, before kernels and table are loaded, if that is quicker.

Loading the kernels and their table takes some tenths of a second; most deals take plain Python a hundredth of
a second. So a process that has loaded no kernels begins with the plain search, until that has taken about as
long as loading does, or two seconds where the table is not built yet.
"""

from __future__ import annotations

import functools
import logging
import sys
from typing import Any

from _gamekit.limits import Limits, Watch
from narabi_solver.game.rules import Rules, State, in_order
from narabi_solver.solving import plain
from narabi_solver.solving.raw_result import RawResult, Report
from narabi_solver.solving.solution import Outcome
from narabi_solver.solving.table_parts import table_path

log = logging.getLogger("narabi_mabi")

SEARCHES = {12: "narabi_solver.kernels.twelve.ida", 15: "narabi_solver.kernels.fifteen.ida"}
"""The module of kernels that searches rings of so many stones."""

STATE_COST = {12: 1, 15: 7}
"""Cost of a state with so many stones; the unit is about a tenth of a millisecond."""
BEGIN_COST = 20
"""Cost of a search before its first state."""
READY_ALLOWANCE, COLD_ALLOWANCE = 1_500, 15_000
"""What a process may spend if the table is there, and if it is not."""

_spent = 0


def quick_solve(state: State, rules: Rules, limits: Limits, report: Report | None = None) -> RawResult | None:
    """Return the minimum of a state; None if that is left to the kernels.

    It is left to them if they are loaded, and if nodes are limited: the limit means nodes of the kernels.

    Parameters
    ----------
    state, rules, limits
        The question.
    report
        Called between slices with the depth reached and the states expanded.
    """
    global _spent
    if in_order(state.ring):
        return RawResult(Outcome.SOLVED, [], 0, None, 0)
    places = len(state.ring)
    if places not in SEARCHES or limits.max_nodes is not None or _is_loaded(places):
        return None
    for allowance in (READY_ALLOWANCE, COLD_ALLOWANCE):
        allowed = allowance - _spent - BEGIN_COST
        if allowed <= 0:
            continue
        if allowance == COLD_ALLOWANCE:
            if table_path(state.players).exists():
                return None
            _say_once()
        raw = plain.search(state, rules, Watch(limits), report, allowed // STATE_COST[places])
        _spent += BEGIN_COST + raw.nodes * STATE_COST[places]
        if raw.stopped_by in (None, "interrupt"):
            return raw
    return None


def _is_loaded(places: int) -> bool:
    module: Any = sys.modules.get(SEARCHES[places])
    return module is not None and "call" in vars(module.search)


@functools.cache
def _say_once() -> None:
    log.info("(no table yet; `narabi tables build` makes it)")
