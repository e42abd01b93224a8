"""`mabi review`: a game judged ply by ply."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import mabi_search
from _gamekit.arguments import add_drawing, add_json, add_nodes, add_seconds
from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, INTERRUPTED, DrawingFiles
from _gamekit.progress import status
from mabi_search.cli.answering import answer_each
from mabi_search.cli.options import add_position, add_readings
from mabi_search.cli.program import PROGRAM
from mabi_search.game.position import Position

EXAMPLES = ["mabi review game.txt", "mabi review game.txt --seconds 60 --html review.html"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_position(parser, "GAME")
    add_drawing(parser, svg=False)
    add_nodes(parser, "search N positions for each ply (default 20,000, if there is no --seconds)")
    add_seconds(parser, "search S seconds for the whole game")
    add_readings(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    drawn = DrawingFiles(PROGRAM, options, options.position)

    def answer(position: Position) -> int:
        with PROGRAM.interruptible() as stop, status() as tell:

            def progress(text: str, /, **counts: int) -> None:
                tell(f"{text} (Ctrl-C stops)")

            limits = Limits(max_nodes=options.nodes, max_seconds=options.seconds, stop=stop)
            found = mabi_search.review(position, limits=limits, progress=progress)
            stopped = stop()
        if stopped:
            PROGRAM.say("interrupted; nothing was written")
            return INTERRUPTED
        drawn.write(options.html, lambda: found.replay(theme=options.theme).html())
        PROGRAM.answer(found.facts(), options.json)
        return ANSWERED

    return answer_each(options, answer, drawn.options)
