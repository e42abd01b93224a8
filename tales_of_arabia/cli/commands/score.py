"""`tales score`: a record replayed."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED, DrawingFiles, as_text
from tales_of_arabia.cli.answering import record_of
from tales_of_arabia.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    drawn = DrawingFiles(PROGRAM, options, options.record)
    record = record_of(options.record)
    drawn.write(options.svg, lambda: record.game.svg(width=options.width, theme=options.theme))
    from tales_of_arabia.show import report

    if options.json:
        steps = {"steps": report.steps_json(record)} if options.steps else {}
        PROGRAM.print_json(report.game_json(record) | steps)
        return ANSWERED
    if options.steps:
        PROGRAM.show(report.steps_view(record), as_text)
    PROGRAM.show(report.table_view(record.game), as_text)
    return ANSWERED
