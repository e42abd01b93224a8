"""`amulets ask`: what a player knows, and the best question to ask."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, DrawingFiles, as_text
from amulets_solver.cli.answering import record_of
from amulets_solver.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    record = record_of(options)
    from amulets_solver.asking.question import question
    from amulets_solver.belief.belief import Belief
    from amulets_solver.show import ask_report

    drawn = DrawingFiles(PROGRAM, options, options.record)
    belief = Belief.of(record, options.seat)
    found = question(belief, options.goal, limits=Limits(max_nodes=options.placements))
    if options.json:
        PROGRAM.print_json(ask_report.ask_json(belief, found))
    else:
        PROGRAM.show(ask_report.ask_view(record, belief, found), as_text)
    asked = None if belief.castable else found.placement
    drawn.write(options.svg, lambda: belief.svg(asked, width=options.width, theme=options.theme))
    return ANSWERED
