"""`narabi review`: a game judged swap by swap."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

import narabi_solver
from _gamekit.arguments import add_drawing, add_json, add_replay, replay_options
from _gamekit.program import ANSWERED, NEGATIVE, UNDECIDED, DrawingFiles
from narabi_solver.cli import EXAMPLE, PAGE, PROGRAM
from narabi_solver.cli.options import DEAL_HELP, add_limits, add_rules, answer_each, limits_of, rules_of
from narabi_solver.game.deal import Deal

CODES = "exit codes: 0 judged, 1 judged and lost, 3 a limit left something unknown"
EXAMPLES = [
    f"narabi review {EXAMPLE[:-1]} moves B4-A2 C1-B3 A3-C4'",
    "narabi review game.txt --html review.html",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Judges every swap of a game with all cards open: best, a slip and the turns
it cost, or the swap after which no win was possible. Lists the alternatives.
A game is a deal with its swaps after 'moves'."""
    parser.epilog = f"{parser.epilog}\n{CODES}"
    parser.add_argument("deal", metavar="GAME", help=DEAL_HELP.replace("deal", "game"))
    add_drawing(parser, svg=False)
    add_replay(parser, "narabi_solver", PAGE)
    add_rules(parser)
    add_limits(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    rules = rules_of(options)
    drawn = DrawingFiles(PROGRAM, options, options.deal, options.deck)

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        review = narabi_solver.review(deal, rules=rules, limits=limits_of(options, stop))
        drawn.write(options.html, lambda: review.replay(**replay_options(options, PAGE)).html())
        PROGRAM.answer(review, options.json)
        return UNDECIDED if not review.decided else NEGATIVE if review.lost else ANSWERED

    return answer_each(options, answer, for_one=drawn.options)
