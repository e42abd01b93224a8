"""Writes certificates: proofs of answers, which the small checker in `checker` verifies."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from _gamekit import outputs
from _gamekit.certificate_file import CertificateFile, check_target
from _gamekit.limits import Limits
from _gamekit.problems import or_default
from narabi_solver.certify.checker import EXHAUSTION, KIND, ONE_SEARCH, SEARCHES, VERSION, checksum
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError, InternalError
from narabi_solver.game.rules import Rules
from narabi_solver.solving.answers import Outcome, Solution
from narabi_solver.solving.solve import solve

EXHAUSTION_STATES = 3_000_000
"""Largest number of states of a search that the checker repeats. The checker takes about 40 µs per state."""


@dataclass(frozen=True)
class Certificate(CertificateFile):
    """A proof that a deal can be won in some number of turns and in no fewer, or that it cannot be won."""

    solution: Solution
    """The proven solution."""
    lines: tuple[str, ...]
    """The lines of the file: one JSON object."""

    @property
    def deal(self) -> Deal:
        """The deal."""
        return self.solution.deal

    @property
    def outcome(self) -> Outcome:
        """The proven outcome."""
        return self.solution.outcome

    def __repr__(self) -> str:
        return f"<Certificate: {self.solution.summary}>"


def make_certificate(solution: Solution | Deal, *, limits: Limits | None = None) -> Certificate:
    """Return the certificate of a solution.

    The lower bound is proven a second time, by breadth-first search. If this search takes few enough states,
    the checker can repeat it. Otherwise, IDA* proves the bound too, and the certificate states that two
    searches have proven it. If a limit stops either search, or IDA* cannot be used for these stones or
    rules, the certificate states that one search has proven the bound.

    Parameters
    ----------
    solution : Solution or Deal
        A solved or an unsolvable deal. A deal is solved first, by the plain rules.
    limits : Limits, optional
        Limits of each of these searches.

    Returns
    -------
    Certificate
        The certificate, which `check_certificate` takes.

    Raises
    ------
    ArgumentError
        The solution is undecided.
    """
    limits = or_default(limits, Limits)
    if isinstance(solution, Deal):
        solution = solve(solution, limits=limits)
    return Certificate(solution, (json.dumps(fields_of(solution, limits)),))


def fields_of(solution: Solution, limits: Limits) -> dict[str, Any]:
    """Return the JSON object of a certificate."""
    if not solution.proven:
        raise ArgumentError(f"an undecided answer has no certificate: {solution.summary}")
    deal, rules = solution.deal, solution.rules
    played = len(deal.moves)
    within = rules.limit - played if solution.turns is None else solution.turns - 1
    bound_rules = replace(rules, limit=max(played + within, 0))
    method = EXHAUSTION
    if within >= 0:
        second = solve(deal, rules=bound_rules, limits=limits, algorithm="bfs")
        if second.outcome is Outcome.SOLVED:
            raise InternalError(f"two searches disagree about {deal}; please report this")
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
    if rules.undo_reading != "next":  # IDA* may end in A*, whose kernel is also that of bfs
        return False
    try:
        return solve(deal, rules=rules, limits=limits, algorithm="ida").outcome is Outcome.UNSOLVABLE
    except ArgumentError:  # no table for these stones
        return False


def write_certificates(name: str | Path, certificates: Sequence[Certificate]) -> None:
    """Write certificates, one per line, to a new file.

    Parameters
    ----------
    name : str or Path
        The file.
    certificates : sequence of Certificate
        The certificates.

    Raises
    ------
    ArgumentError
        The file exists already.
    OSError
        The file cannot be written.
    """
    check_target(name)
    outputs.write(name, [str(one).encode() for one in certificates])
