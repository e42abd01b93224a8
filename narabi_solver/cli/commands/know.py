"""`narabi know`: what a seat knows of the hidden cards."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.lines import text_of
from _gamekit.program import ANSWERED, DrawingFiles, as_text
from narabi_solver.cli.answering import deck_of
from narabi_solver.cli.program import PROGRAM
from narabi_solver.hidden.knowledge import Knowledge


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from narabi_solver.show import hint_report

    knows = Knowledge.parse(text_of(options.deal), options.seat, deck=deck_of(options))
    drawn = DrawingFiles(PROGRAM, options, options.deal, options.deck)
    if options.json:
        PROGRAM.print_json(hint_report.known_json(knows))
    else:
        PROGRAM.show(hint_report.known_view(knows), as_text)
    drawn.write(options.svg, lambda: knows.svg(width=options.width, theme=options.theme))
    return ANSWERED
