"""`mabi show`: a position with its groups, as text or drawing."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED, DrawingFiles, as_text
from mabi_search.cli import arguments
from mabi_search.cli.answering import answer_each
from mabi_search.cli.program import PROGRAM
from mabi_search.game.position import Position


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from mabi_search.show import report

    drawn = DrawingFiles(PROGRAM, options, options.position)
    region = arguments.ENGINE_SIDES.get(options.region)

    def answer(position: Position) -> int:
        drawn.write(
            options.svg, lambda: position.svg(region=region, width=options.width, theme=options.theme)
        )
        if options.json:
            PROGRAM.print_json(report.position_json(position))
        else:
            PROGRAM.show(report.position_view(position), as_text)
        return ANSWERED

    return answer_each(options, answer, drawn.options)
