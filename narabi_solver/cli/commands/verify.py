"""`narabi verify`: a line of play, replayed and compared with the minimum."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace

from _gamekit.program import ANSWERED, NEGATIVE, UNDECIDED, as_text
from narabi_solver.cli.answering import answer_each, limits_of, rules_of
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import Swap


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from narabi_solver.analysis.verifying import verify, verify_at_once
    from narabi_solver.show import report
    from narabi_solver.solving import api

    rules = rules_of(options)
    given = None if options.line is None else Swap.parse_line(options.line)

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        line = deal.moves if given is None else given
        if given is None and not line:
            raise ArgumentError("no line to replay: give it after the deal, or write 'moves …' in the deal")
        dealt = replace(deal, moves=()) if given is None else deal
        limits = limits_of(options, stop)
        result = verify_at_once(dealt, line, rules, limits)
        if result is None:
            with PROGRAM.ended_by_interrupt():
                api.warm_up(dealt, "auto")
            result = verify(dealt, line, rules=rules, limits=limits)
        if options.json:
            PROGRAM.print_json(report.verification_json(result))
        else:
            PROGRAM.show(report.verification_view(result), as_text)
        if not result.legal or result.lost:
            return NEGATIVE
        return ANSWERED if result.won and result.decided else UNDECIDED

    return answer_each(options, answer, search=False)
