"""`narabi hint`: what a seat should play or ask, by what it knows."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.lines import text_of
from _gamekit.program import ANSWERED, INTERRUPTED, UNDECIDED, DrawingFiles, as_text
from _gamekit.progress import status
from narabi_solver.cli.answering import deck_of, limits_of, rules_of
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.errors import UndecidedError
from narabi_solver.hidden.knowledge import Knowledge


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from narabi_solver.hidden.hinting import hint
    from narabi_solver.show import hint_report

    knows = Knowledge.parse(text_of(options.deal), options.seat, deck=deck_of(options))
    drawn = DrawingFiles(PROGRAM, options, options.deal, options.deck)
    with PROGRAM.interruptible() as stop, status() as show:
        try:
            found = hint(
                knows,
                worlds=options.worlds,
                seed=options.seed,
                rules=rules_of(options),
                limits=limits_of(options, stop),
                policy=options.policy,
                inference=options.inference,
                progress=lambda text, /, **counts: show(text),
            )
        except UndecidedError as error:
            PROGRAM.say(f"interrupted; {error}" if stop() else str(error))
            return INTERRUPTED if stop() else UNDECIDED
    if options.json:
        PROGRAM.print_json(hint_report.hint_json(found))
    else:
        PROGRAM.show(hint_report.hint_view(found), as_text)
    drawn.write(options.svg, lambda: knows.svg(width=options.width, theme=options.theme))
    return ANSWERED
