"""Answers one deal in plain Python, before anything is compiled or loaded, if that is quicker.

Loading the kernels takes about half a second, and compiling them a minute; most deals take plain Python a
hundredth of a second. So a process that has loaded no kernels begins with the plain search, until that has
taken about as long as loading does, or two seconds where the kernels are not compiled yet.
"""

from __future__ import annotations

import functools
import logging
import sys
from pathlib import Path

from _gamekit import compiled
from _gamekit.limits import Limits, Watch
from narabi_solver.game.rules import Rules, State, in_order
from narabi_solver.solving import plain
from narabi_solver.solving.raw_result import RawResult, Report
from narabi_solver.solving.solution import Outcome

log = logging.getLogger("narabi_mabi")

SEARCHES = {12: "narabi_solver.kernels.twelve", 15: "narabi_solver.kernels.fifteen"}
"""The package of kernels that searches rings of so many stones."""
CHECKING = "narabi_solver.kernels.checking"
"""The package of kernels that replays their lines."""

STATE_COST = {12: 1, 15: 7}
"""Cost of a state with so many stones; the unit is about a tenth of a millisecond."""
BEGIN_COST = 20
"""Cost of a search before its first state."""
READY_ALLOWANCE, COLD_ALLOWANCE = 1_500, 15_000
"""What a process may spend if the kernels are compiled, and if they are not."""

_spent = 0


def answer(state: State, rules: Rules, limits: Limits, report: Report | None = None) -> RawResult | None:
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
    if places not in SEARCHES or limits.max_nodes is not None or SEARCHES[places] in sys.modules:
        return None
    ready = _is_ready(places)
    allowed = (READY_ALLOWANCE if ready else COLD_ALLOWANCE) - _spent - BEGIN_COST
    if allowed <= 0:
        return None
    raw = plain.search(state, rules, Watch(limits), report, allowed // STATE_COST[places])
    _spent += BEGIN_COST + raw.nodes * STATE_COST[places]
    if raw.stopped_by not in (None, "interrupt"):
        return None
    if not ready:
        _say_once()
    return raw


@functools.cache
def _is_ready(places: int) -> bool:
    root = Path(__file__).parents[1] / "kernels"
    return all(compiled.is_ready(package, root) for package in (SEARCHES[places], CHECKING))


@functools.cache
def _say_once() -> None:
    log.info("(kernels not compiled yet; `narabi warm` compiles them)")
