"""`mabi moves`: the legal moves, and why other pieces cannot move."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED, as_text
from mabi_search.cli.answering import answer_each
from mabi_search.cli.program import PROGRAM
from mabi_search.game.position import Position


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from mabi_search.show import report

    def answer(position: Position) -> int:
        if options.json:
            PROGRAM.print_json(report.moves_json(position, options.why))
        else:
            PROGRAM.show(report.moves_view(position, options.why), as_text)
        return ANSWERED

    return answer_each(options, answer)
