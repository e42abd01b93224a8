"""`narabi census`: the fewest turns for every arrangement of a deal's stones."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

import narabi_solver
from _gamekit.arguments import add_json, whole_number
from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, INTERRUPTED
from _gamekit.progress import status, stoppable
from narabi_solver.cli import EXAMPLE, PROGRAM
from narabi_solver.cli.options import add_deal, add_deck, add_unusual, answer_each
from narabi_solver.game.deal import Deal
from narabi_solver.sizes import MAX_HARDEST

EXAMPLES = [f"narabi census {EXAMPLE}", "narabi census deals.txt --hardest 10 --json"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
The fewest turns for each of the 12! arrangements of a deal's stones, each
with its card, for three or four players and 24 turns. The places of the stones
in DEAL, 'first' and 'moves' do not matter. --no-undo is not available, because
the last swap would be a part of every arrangement.

Takes 0.7 GB of memory, and a minute or two on one core. Progress is saved
about every 20 seconds: after Ctrl-C the same command continues from there.
The result is kept, so a finished census is shown at once."""
    add_deal(parser)
    parser.add_argument(
        "--hardest",
        type=whole_number(0, MAX_HARDEST),
        default=3,
        metavar="N",
        help="show N of the hardest deals (default 3)",
    )
    add_deck(parser)
    add_unusual(parser)
    add_json(parser)
    parser.set_defaults(first=None)  # read by `answer_each`


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        with status() as tell:
            census = narabi_solver.census(
                deal, hardest=options.hardest, limits=Limits(stop=stop), progress=stoppable(tell)
            )
        if census.stopped_by:
            PROGRAM.say("interrupted; the same command continues from what was saved")
            return INTERRUPTED
        PROGRAM.answer(census.facts(), options.json)
        return ANSWERED

    return answer_each(options, answer, search=False)
