"""`mabi probe`: look up value, distance and best moves in a table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import mabi_search
from _gamekit.arguments import add_json
from _gamekit.program import ANSWERED, UNDECIDED
from mabi_search import show
from mabi_search.cli import PROGRAM
from mabi_search.cli.answering import answer_each
from mabi_search.cli.options import add_folder, add_position, add_readings, folder_of
from mabi_search.game.position import Position

EXAMPLES = ["mabi probe start --size 4x4", "mabi probe 'b2w/w2b/w1w1 w - - 20' --json"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_position(parser)
    add_folder(parser)
    add_readings(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    folder = folder_of(options)

    def answer(position: Position) -> int:
        probed = mabi_search.probe(position, folder=folder)
        PROGRAM.answer(probed.facts(), options.json, lambda: show.report.probed_view(probed))
        return ANSWERED if probed.value.proven else UNDECIDED

    return answer_each(options, answer)
