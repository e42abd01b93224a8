"""Writes certificates: what the small checker in `check` needs to confirm an answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from narabi_mabi_common.files import write_atomic
from narabi_mabi_common.limits import Limits
from narabi_solver.api import solve
from narabi_solver.check import EXHAUSTION, KIND, SEARCHES, VERSION, checksum
from narabi_solver.deck import Deck
from narabi_solver.errors import ArgumentError, InternalError
from narabi_solver.rules import Rules
from narabi_solver.solution import Outcome, Solution

EXHAUSTION_STATES = 3_000_000
"""States up to which the checker tries everything; it takes about 40 µs for one."""


def certificate(solution: Solution, limits: Limits | None = None) -> dict[str, Any]:
    """Return the certificate of a solution, as a JSON object.

    The bound is proven a second time, by the breadth-first search. If that takes few enough states, the
    checker can do it too; otherwise the certificate says that the bound rests on two searches.

    Parameters
    ----------
    solution
        A solved or an unsolvable deal.
    limits
        Of the second search.

    Raises
    ------
    ArgumentError
        The solution is undecided, or the second search did not come to an end within its limits.
    """
    if not solution.proven:
        raise ArgumentError(f"there is no certificate of what is undecided: {solution.verdict}")
    deal, rules = solution.deal, solution.rules
    played = len(deal.moves)
    within = rules.limit - played if solution.turns is None else solution.turns - 1
    states = 0
    if within >= 0:
        second = solve(deal, Rules(rules.no_undo, played + within), limits, algorithm="bfs")
        if second.outcome is Outcome.UNDECIDED:
            raise ArgumentError(f"the second search is undecided: stopped by {second.stopped_by}")
        if second.outcome is Outcome.SOLVED:
            raise InternalError(f"two searches differ about {deal}; please report this")
        states = second.nodes
    fields: dict[str, Any] = {
        "kind": KIND,
        "version": VERSION,
        "deal": str(deal),
        "deck": None if deal.deck == Deck.standard() else deal.deck.dumps(),
        "unusual": deal.unusual,
        "rules": {"no_undo": rules.no_undo, "limit": rules.limit},
        "claim": {"outcome": str(solution.outcome), "turns": solution.turns},
        "line": [str(swap) for swap in solution.swaps],
        "bound": {
            "no_win_within": within,
            "method": EXHAUSTION if states <= EXHAUSTION_STATES else SEARCHES,
        },
    }
    return fields | {"checksum": checksum(fields)}


def write_certificates(path: Path, certificates: list[dict[str, Any]]) -> None:
    """Write certificates, one a line, to a file that is not there yet.

    Raises
    ------
    ArgumentError
        The file exists.
    """
    if path.exists():
        raise ArgumentError(f"{path} exists already; certificates are written to a new file")
    write_atomic(path, [(json.dumps(one) + "\n").encode() for one in certificates])
