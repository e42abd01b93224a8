"""Writes certificates: what the small checker in `check` needs to confirm an answer."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from _gamekit import outputs
from _gamekit.limits import Limits
from _gamekit.moved import attributes, keyword_options
from _gamekit.problems import check_kind, or_default
from narabi_solver.certify.checker import EXHAUSTION, KIND, ONE_SEARCH, SEARCHES, VERSION, checksum
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError, InternalError
from narabi_solver.game.rules import Rules
from narabi_solver.solving.api import solve
from narabi_solver.solving.solution import Outcome, Solution

EXHAUSTION_STATES = 3_000_000
"""States up to which the checker tries everything; it takes about 40 µs for one."""


@keyword_options
def make_certificate(solution: Solution, *, limits: Limits | None = None) -> dict[str, Any]:
    """Return the certificate of a solution, as a JSON object.

    The bound is proven a second time, by the breadth-first search. If that takes few enough states, the
    checker can do it too; otherwise the certificate says that the bound rests on this search and IDA*,
    or, where the limits did not let both come to an end, on one.

    Parameters
    ----------
    solution : Solution
        A solved or an unsolvable deal.
    limits : Limits, optional
        Of the second search.

    Returns
    -------
    dict
        The certificate; `json.dumps` makes of it what `check_certificate` takes.

    Raises
    ------
    ArgumentError
        The solution is undecided.
    """
    check_kind(solution, Solution)
    limits = or_default(limits, Limits)
    if not solution.proven:
        raise ArgumentError(f"there is no certificate of what is undecided: {solution.verdict}")
    deal, rules = solution.deal, solution.rules
    played = len(deal.moves)
    within = rules.limit - played if solution.turns is None else solution.turns - 1
    bound_rules = replace(rules, limit=max(played + within, 0))
    method = EXHAUSTION
    if within >= 0:
        second = solve(deal, rules=bound_rules, limits=limits, algorithm="bfs")
        if second.outcome is Outcome.SOLVED:
            raise InternalError(f"two searches differ about {deal}; please report this")
        if not second.proven:
            method = ONE_SEARCH
        elif second.nodes > EXHAUSTION_STATES:
            method = SEARCHES if _proven_by_ida(deal, bound_rules, limits) else ONE_SEARCH
    fields: dict[str, Any] = {
        "kind": KIND,
        "version": VERSION,
        "deal": str(deal),
        "deck": None if deal.deck == Deck.standard() else deal.deck.dumps(),
        "unusual": deal.unusual,
        "rules": {"no_undo": rules.no_undo, "undo_reading": rules.reading, "limit": rules.limit},
        "claim": {"outcome": str(solution.outcome), "turns": solution.turns},
        "line": [str(swap) for swap in solution.swaps],
        "bound": {
            "no_win_within": within,
            "method": method,
        },
    }
    return fields | {"checksum": checksum(fields)}


def _proven_by_ida(deal: Deal, rules: Rules, limits: Limits) -> bool:
    if rules.undo_reading != "next":  # then both begin with the kernels and may end with one more search
        return False
    try:
        return solve(deal, rules=rules, limits=limits, algorithm="ida").outcome is Outcome.UNSOLVABLE
    except ArgumentError:  # there is no table for these stones
        return False


def check_target(name: str | Path, *inputs: str | None) -> None:
    """Raise an error, before any work, if certificates cannot be written to a new file of this name.

    Parameters
    ----------
    name
        The file.
    inputs
        The names of what is read meanwhile.

    Raises
    ------
    ArgumentError
        The file is there already.
    OSError
        It cannot be written.
    """
    outputs.check([name], inputs)
    if os.path.exists(name):
        raise ArgumentError(f"{name} exists already; certificates are written to a new file")


def write_certificates(name: str | Path, certificates: list[dict[str, Any]]) -> None:
    """Write certificates, one a line, to a file that is not there yet.

    Parameters
    ----------
    name : str or Path
        The file.
    certificates : list of dict
        What `make_certificate` returned.

    Raises
    ------
    ArgumentError
        The file is there already.
    OSError
        It cannot be written.
    """
    check_target(name)
    outputs.write(name, [(json.dumps(one) + "\n").encode() for one in certificates])


if not TYPE_CHECKING:
    __getattr__ = attributes(__name__, {"certificate": "make_certificate"})
