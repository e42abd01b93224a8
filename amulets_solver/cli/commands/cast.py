"""`amulets cast`: the cast that is most likely to succeed."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED, as_text
from amulets_solver.cli.answering import record_of
from amulets_solver.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    record = record_of(options)
    from amulets_solver.asking.casting import cast
    from amulets_solver.belief.belief import Belief
    from amulets_solver.show import cast_report

    belief = Belief.of(record, options.seat)
    found = cast(belief)
    if options.json:
        PROGRAM.print_json(cast_report.cast_json(belief, found))
    else:
        PROGRAM.show(cast_report.cast_view(belief, found), as_text)
    return ANSWERED
