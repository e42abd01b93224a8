"""`mabi moves`: list the legal moves, and why other pieces cannot move."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit.arguments import add_json
from _gamekit.program import ANSWERED, as_text
from mabi_search import show
from mabi_search.cli import PROGRAM
from mabi_search.cli.answering import answer_each
from mabi_search.cli.options import add_position, add_readings
from mabi_search.game.position import Position

EXAMPLES = ["mabi moves 'start moves a1a2' --why"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_position(parser)
    parser.add_argument("--why", action="store_true", help="also say why each other piece cannot move")
    add_readings(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""

    def answer(position: Position) -> int:
        if options.json:
            PROGRAM.print_json(show.report.moves_json(position, options.why))
        else:
            PROGRAM.show(show.report.moves_view(position, options.why), as_text)
        return ANSWERED

    return answer_each(options, answer)
