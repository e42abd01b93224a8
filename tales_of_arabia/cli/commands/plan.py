"""`tales plan`: the value of a hand, and the best act."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace

import tales_of_arabia
from _gamekit.arguments import add_json, whole_number
from _gamekit.program import ANSWERED
from _gamekit.progress import while_waiting
from tales_of_arabia.cli import PROGRAM
from tales_of_arabia.cli.options import add_minima, rules_of
from tales_of_arabia.planning.situation import MOST_CARDS, MOST_ENDINGS

EXAMPLES = [
    "tales plan --beings 2 --others 5 --endings 1 --risk 0.1",
    "tales plan --beings 0 --others 3 --endings 2 --rows 3,2 --json",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    for name, most in (("beings", MOST_CARDS), ("others", MOST_CARDS), ("endings", MOST_ENDINGS)):
        parser.add_argument(
            f"--{name}",
            type=whole_number(0, most),
            required=True,
            metavar="N",
            help=f"number of {name} in the hand",
        )
    parser.add_argument(
        "--rows",
        type=lengths,
        default=(0,),
        metavar="N,N",
        help="number of story cards in each open row, the main story first (default 0: no card laid yet)",
    )
    parser.add_argument(
        "--risk",
        default="0",
        metavar="R",
        help="probability of losing the floor with each story card, 0 to 1 (default 0)",
    )
    add_minima(parser)
    add_json(parser)


def lengths(text: str) -> tuple[int, ...]:
    """Parse the lengths of rows."""
    if len(text) < 100 and re.fullmatch(r"[0-9]{1,2}(,[0-9]{1,2})*", text):
        return tuple(map(int, text.split(",")))
    raise ArgumentTypeError(f"must be the lengths of the rows, like 3,0, not {text[:40]!r}")


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    situation = tales_of_arabia.Situation(
        beings=options.beings,
        others=options.others,
        endings=options.endings,
        rows=options.rows,
        rules=rules_of(options),
    )
    with while_waiting(lambda: "computing the values (Ctrl-C stops)"):
        facts = tales_of_arabia.plan(situation, risk=options.risk).facts()
    PROGRAM.answer(facts, options.json)
    return ANSWERED
