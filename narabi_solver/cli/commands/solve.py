"""`narabi solve`: the fewest turns of deals, with proof."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from typing import Any

from _gamekit.program import as_text
from _gamekit.progress import status
from narabi_solver.cli.answering import answer_each, code_of, limits_of, rules_of
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.deal import Deal


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    rules = rules_of(options)
    certificates: list[dict[str, Any]] = []
    if options.certificate is not None:
        from narabi_solver.certify.certificates import check_target

        check_target(options.certificate, options.deal, options.deck)

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        from narabi_solver.show import report
        from narabi_solver.solving import api

        limits, solution = limits_of(options, stop), None
        with status() as show:

            def progress(text: str, /, **counts: int) -> None:
                show(f"{text} (Ctrl-C stops)")

            if options.algorithm == "auto":
                solution = api.solve_at_once(deal, rules, limits, progress)
            if solution is None:
                show("")
                with PROGRAM.ended_by_interrupt():
                    api.warm_up(deal, options.algorithm)
                solution = api.solve(
                    deal, rules=rules, limits=limits, algorithm=options.algorithm, progress=progress
                )
        if options.json:
            PROGRAM.print_json(report.solution_json(solution))
        else:
            PROGRAM.show(report.solution_view(solution), as_text)
        if options.certificate is not None and solution.proven:
            from narabi_solver.certify.certificates import make_certificate

            certificates.append(make_certificate(solution, limits=limits))
        return code_of(solution.outcome)

    code = answer_each(options, answer, search=False)
    if certificates:
        from narabi_solver.certify.certificates import write_certificates

        write_certificates(options.certificate, certificates)
        PROGRAM.say(f"{len(certificates)} written to {options.certificate}; verify with 'narabi check'")
    elif options.certificate is not None:
        PROGRAM.say("nothing is proven, so no certificate was written")
    return code
