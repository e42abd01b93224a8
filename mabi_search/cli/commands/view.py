"""`mabi view`: write a page to step through a game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit.arguments import add_drawing, add_json, add_replay, replay_options
from _gamekit.program import ANSWERED, DrawingFiles
from mabi_search import show
from mabi_search.cli import PAGE, PROGRAM
from mabi_search.cli.answering import answer_each
from mabi_search.cli.options import add_position, add_readings
from mabi_search.game.position import Position

EXAMPLES = ["mabi view 'start moves a1a2 h8h7' --html game.html", "mabi view saved.txt --html game.html"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_position(parser, "POSITION|GAME")
    add_drawing(parser, svg=False, required=True)
    add_replay(parser, "mabi_search", PAGE)
    add_readings(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    drawn = DrawingFiles(PROGRAM, options, options.position)

    def answer(position: Position) -> int:
        drawn.write(options.html, lambda: position.replay(**replay_options(options, PAGE)).html())
        if options.json:
            PROGRAM.print_json(show.report.position_json(position))
        return ANSWERED

    return answer_each(options, answer, drawn.options)
