"""`amulets judge`: a played game, judged by what its players could know."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED, as_text
from amulets_solver.cli.answering import record_of
from amulets_solver.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    record = record_of(options)
    from amulets_solver.asking.judging import judge
    from amulets_solver.show import judge_report

    found = judge(record)
    if options.json:
        PROGRAM.print_json(judge_report.judge_json(found))
    else:
        PROGRAM.show(judge_report.judge_view(found), as_text)
    return ANSWERED
