"""`mabi show`: show a position with its groups, or draw it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit.arguments import add_drawing, add_json, add_language
from _gamekit.program import ANSWERED, DrawingFiles, as_text
from mabi_search import show
from mabi_search.cli import PROGRAM
from mabi_search.cli.answering import answer_each
from mabi_search.cli.options import SIDES, add_position, add_readings
from mabi_search.game.notation import EXAMPLE
from mabi_search.game.position import Position

EXAMPLES = ["mabi show start", f"mabi show '{EXAMPLE}'", "mabi show 'start moves a1a2' --svg board.svg"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_position(parser)
    add_drawing(parser, html=False)
    add_language(parser, "mabi_search", "the drawing")
    parser.add_argument(
        "--region", choices=list(SIDES), help="mark the squares that this side can reach in a run"
    )
    add_readings(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    drawn = DrawingFiles(PROGRAM, options, options.position)
    region = SIDES.get(options.region)

    def answer(position: Position) -> int:
        drawn.write(
            options.svg,
            lambda: position.svg(
                region=region, width=options.width, theme=options.theme, language=options.language
            ),
        )
        if options.json:
            PROGRAM.print_json(show.report.position_json(position))
        else:
            PROGRAM.show(show.report.position_view(position), as_text)
        return ANSWERED

    return answer_each(options, answer, drawn.options)
