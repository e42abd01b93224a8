"""`narabi analyse`: the value of every swap of the player to move."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

import narabi_solver
from _gamekit.arguments import add_json, whole_number
from _gamekit.facts import Fact
from _gamekit.program import UNDECIDED
from narabi_solver.cli import EXAMPLE, PROGRAM
from narabi_solver.cli.options import (
    add_deal,
    add_limits,
    add_rules,
    answer_each,
    code_of,
    limits_of,
    rules_of,
)
from narabi_solver.game.deal import Deal

EXAMPLES = [f"narabi analyse {EXAMPLE} --costs --lines 3", "narabi analyse deals.txt --json"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_deal(parser)
    add_rules(parser)
    parser.add_argument(
        "--costs",
        action="store_true",
        help="also the minimum without each single card, without each seat's cards, and without any cards",
    )
    parser.add_argument(
        "--lines", type=whole_number(0, 1_000_000), default=0, metavar="N", help="show up to N shortest lines"
    )
    add_limits(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    rules = rules_of(options)

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        limits = limits_of(options, stop)
        analysis = narabi_solver.analyse(deal, rules=rules, limits=limits, lines=True, why=True)
        costs = None
        if options.costs:
            costs = narabi_solver.restriction_costs(deal, rules=rules, limits=limits.after(analysis.seconds))
        facts = [*analysis.facts(options.lines)]
        if costs is not None:
            facts += [Fact("costs", costs), *(fact for fact in costs.facts() if not fact.key)]
        PROGRAM.answer(facts, options.json)
        decided = analysis.decided and analysis.lines_known and (costs is None or costs.decided)
        return code_of(analysis.outcome) if decided else UNDECIDED

    return answer_each(options, answer)
