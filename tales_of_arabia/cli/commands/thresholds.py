"""`tales thresholds`: from which risk on a sub-story pays."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED, as_text
from tales_of_arabia.cli.answering import rules_of
from tales_of_arabia.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from tales_of_arabia.planning.thresholds import thresholds
    from tales_of_arabia.show import report

    found = thresholds(options.cards, rules=rules_of(options))
    if options.json:
        for one in found:
            PROGRAM.print_json(report.threshold_json(one))
    else:
        PROGRAM.show(report.thresholds_view(found), as_text)
    return ANSWERED
