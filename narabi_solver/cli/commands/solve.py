"""`narabi solve`: the fewest turns of deals, with proof."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

import narabi_solver
from _gamekit.arguments import add_json
from _gamekit.certificate_file import check_target
from _gamekit.progress import status, stoppable
from narabi_solver import show
from narabi_solver.cli import EXAMPLE, PROGRAM
from narabi_solver.cli.options import (
    add_deal,
    add_limits,
    add_rules,
    answer_each,
    code_of,
    limits_of,
    rules_of,
    warm_up,
)
from narabi_solver.game.deal import Deal
from narabi_solver.sizes import ALGORITHMS

EXAMPLES = [
    f"narabi solve {EXAMPLE}",
    "narabi solve deals.txt --no-undo --undo-reading receiver --json",
    "narabi deal --players 5 --seed 1 | narabi solve - --seconds 10",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_deal(parser)
    add_rules(parser)
    parser.add_argument(
        "--algorithm",
        choices=ALGORITHMS,
        default="auto",
        help="astar: A*; bfs: breadth-first; ida: iterative deepening A*, with a table; auto (default): "
        "astar, and ida if it runs out of memory",
    )
    parser.add_argument(
        "--certificate", metavar="FILE", help="write the proof to a new file, for 'narabi check FILE'"
    )
    add_limits(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    rules = rules_of(options)
    certificates: list[narabi_solver.Certificate] = []
    if options.certificate is not None:
        check_target(options.certificate, options.deal, options.deck)

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        limits = limits_of(options, stop)
        if options.algorithm == "ida":
            warm_up(deal)
        with status() as tell:
            solution = narabi_solver.solve(
                deal, rules=rules, limits=limits, algorithm=options.algorithm, progress=stoppable(tell)
            )
        PROGRAM.answer(solution, options.json, lambda: show.report.solution_view(solution))
        if options.certificate is not None and solution.proven:
            certificates.append(narabi_solver.make_certificate(solution, limits=limits))
        return code_of(solution.outcome)

    code = answer_each(options, answer, search=False)
    if certificates:
        narabi_solver.write_certificates(options.certificate, certificates)
        PROGRAM.say(f"{len(certificates)} written to {options.certificate}; verify with 'narabi check'")
    elif options.certificate is not None:
        PROGRAM.say("nothing is proven, so no certificate was written")
    return code
