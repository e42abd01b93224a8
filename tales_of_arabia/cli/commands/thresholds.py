"""`tales thresholds`: the lowest risk at which a fresh hand should open a sub-story."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace

import tales_of_arabia
from _gamekit.arguments import add_json
from _gamekit.facts import Rows
from _gamekit.program import ANSWERED
from _gamekit.progress import while_waiting
from tales_of_arabia.cli import PROGRAM
from tales_of_arabia.cli.options import add_minima, rules_of
from tales_of_arabia.planning.situation import MOST_FRESH
from tales_of_arabia.planning.thresholds import Threshold

EXAMPLES = ["tales thresholds", "tales thresholds --cards 7-9 --json"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "--cards",
        type=span,
        default=range(6, 14),
        metavar="N-M",
        help="numbers of story cards in the hand (default 6-13)",
    )
    add_minima(parser)
    add_json(parser)


def span(text: str) -> range:
    """Parse a number of cards, or a range of numbers."""
    match = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", text)
    if match:
        first, last = int(match[1]), int(match[2] or match[1])
        if 1 <= first <= last <= MOST_FRESH:
            return range(first, last + 1)
    raise ArgumentTypeError(
        f"must be a number or a range, like 7 or 6-13, from 1 to {MOST_FRESH}, not {text[:40]!r}"
    )


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    rules, found = rules_of(options), list[Threshold]()
    with while_waiting(lambda: f"{len(found)} of {len(options.cards)} thresholds found (Ctrl-C stops)"):
        for cards in options.cards:
            found.append(tales_of_arabia.threshold(cards, rules=rules))
    if options.json:
        for one in found:
            PROGRAM.answer(one.facts(), True)
    else:
        PROGRAM.answer([Rows("", [one.facts() for one in found])], False)
    return ANSWERED
