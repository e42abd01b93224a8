"""`narabi analyse`: what every swap of the player to move leads to."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from _gamekit.program import UNDECIDED, as_text
from narabi_solver.cli.answering import answer_each, code_of, limits_of, rules_of
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.deal import Deal


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from narabi_solver.analysis.costs import restriction_costs
    from narabi_solver.analysis.swaps import analyse
    from narabi_solver.show import analysis_report

    rules = rules_of(options)

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        limits = limits_of(options, stop)
        found = analyse(deal, rules=rules, limits=limits, lines=True)
        costs = None
        if options.costs:
            costs = restriction_costs(deal, rules=rules, limits=limits.after(found.seconds))
        if options.json:
            PROGRAM.print_json(analysis_report.analysis_json(found, costs, options.lines))
        else:
            PROGRAM.show(analysis_report.analysis_view(found, costs, options.lines), as_text)
        decided = found.decided and found.lines_known and (costs is None or costs.decided)
        return code_of(found.outcome) if decided else UNDECIDED

    return answer_each(options, answer)
