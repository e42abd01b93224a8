"""`mabi view`: a page to step through a game."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED, DrawingFiles
from mabi_search.cli.answering import answer_each
from mabi_search.cli.program import PROGRAM
from mabi_search.game.position import Position


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from mabi_search.show import report

    drawn = DrawingFiles(PROGRAM, options, options.position)

    def answer(position: Position) -> int:
        drawn.write(options.html, lambda: position.replay(theme=options.theme).html())
        if options.json:
            PROGRAM.print_json(report.position_json(position))
        return ANSWERED

    return answer_each(options, answer, drawn.options)
