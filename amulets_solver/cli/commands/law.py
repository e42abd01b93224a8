"""`amulets law`: how likely each answer to a question is."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED, as_text
from amulets_solver.cli.answering import record_of
from amulets_solver.cli.program import PROGRAM
from amulets_solver.game.placement import Placement


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    record = record_of(options)
    placement = Placement.parse(options.placement, record.rules)
    from amulets_solver.belief.belief import Belief
    from amulets_solver.show import law_report

    belief = Belief.of(record, options.seat)
    if options.json:
        PROGRAM.print_json(law_report.law_json(belief, placement))
    else:
        PROGRAM.show(law_report.law_view(belief, placement), as_text)
    return ANSWERED
