"""`tales score`: the replay of a record, with its points."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit.arguments import add_drawing, add_json
from _gamekit.program import ANSWERED, DrawingFiles, as_text
from tales_of_arabia import show
from tales_of_arabia.cli import EXAMPLE, PROGRAM
from tales_of_arabia.cli.options import record_of

EXAMPLES = [f"tales score {EXAMPLE}", "tales score evening.txt --steps --svg table.svg"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "record", metavar="RECORD", help="the record of a game: text, a file, or - for standard input"
    )
    parser.add_argument("--steps", action="store_true", help="also show the effects of each act")
    add_drawing(parser, html=False)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    drawn = DrawingFiles(PROGRAM, options, options.record)
    record = record_of(options.record)
    drawn.write(options.svg, lambda: record.game.svg(width=options.width, theme=options.theme))
    if options.json:
        steps = {"steps": show.report.steps_json(record)} if options.steps else {}
        PROGRAM.print_json(record.to_dict() | steps)
        return ANSWERED
    if options.steps:
        PROGRAM.show(show.report.steps_view(record), as_text)
    PROGRAM.show(show.report.table_view(record.game), as_text)
    return ANSWERED
