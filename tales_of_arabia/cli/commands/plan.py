"""`tales plan`: what a hand is worth, and the best act."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED, as_text
from tales_of_arabia.cli.answering import rules_of
from tales_of_arabia.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from tales_of_arabia.planning.plans import plan
    from tales_of_arabia.planning.situation import Situation

    situation = Situation(
        beings=options.beings,
        others=options.others,
        endings=options.endings,
        rows=options.rows,
        rules=rules_of(options),
    )
    found = plan(situation, risk=options.risk)
    from tales_of_arabia.show import report

    if options.json:
        PROGRAM.print_json(report.plan_json(found))
    else:
        PROGRAM.show(report.plan_view(found), as_text)
    return ANSWERED
