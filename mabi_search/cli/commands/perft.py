"""`mabi perft`: count sequences of moves."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace

import mabi_search
from _gamekit.arguments import add_json, add_seconds, whole_number
from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, INTERRUPTED, UNDECIDED
from mabi_search.cli import PROGRAM
from mabi_search.cli.answering import answer_each
from mabi_search.cli.options import add_position, add_readings
from mabi_search.game.position import Position
from mabi_search.search.sizes import MAX_DEPTH

EXAMPLES = ["mabi perft start 5", "mabi perft start 3 --size 4x4 --divide"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_position(parser)
    parser.add_argument(
        "depth", type=whole_number(0, MAX_DEPTH), metavar="DEPTH", help=f"number of plies, 0 to {MAX_DEPTH}"
    )
    parser.add_argument("--divide", action="store_true", help="also print the count for each legal move")
    add_seconds(parser)
    add_readings(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    count = mabi_search.perft  # loads numpy, before the clock starts

    def answer(position: Position) -> int:
        started = time.perf_counter()
        with PROGRAM.interruptible() as stop:
            limits = Limits(max_seconds=options.seconds, stop=stop)
            counted = count(position, options.depth, limits=limits)
            divided = None
            if options.divide and options.depth and counted.nodes is not None:
                divided = mabi_search.divide(position, options.depth, limits=Limits(stop=stop))
            seconds = time.perf_counter() - started
            PROGRAM.answer(counted.facts(divided, seconds), options.json)
            if stop():
                return INTERRUPTED
        return UNDECIDED if counted.nodes is None else ANSWERED

    return answer_each(options, answer)
