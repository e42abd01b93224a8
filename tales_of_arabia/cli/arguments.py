"""The command line of `tales`: its commands and options."""

from __future__ import annotations

import argparse
import re

from _gamekit.arguments import Command, add_completion, add_drawing, add_json, add_kept, program, whole_number
from tales_of_arabia.game.readings import FEWEST, MOST
from tales_of_arabia.sizes import MOST_CARDS, MOST_ENDINGS, MOST_FRESH

RECORD_HELP = "a record of a game, a file with one, or - for standard input"
EXAMPLE = "'players 3; lay princess open; interrupt 2 lamp'"


def build() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser, command = program(
        "tales",
        "The table of Tales of Arabia kept, and the hand valued.",
        [
            f"tales score {EXAMPLE}",
            "tales referee --players 4",
            "tales plan --beings 2 --others 5 --endings 1 --risk 0.1",
        ],
    )
    _add_table(command)
    _add_planning(command)
    deck = command("deck", "show a deck: the built-in one, or your own", ["tales deck", "tales deck --json"])
    _add_deck(deck)
    add_json(deck)
    add_completion(command, "tales")
    return parser


def _add_table(command: Command) -> None:
    """Add the commands that keep the table."""
    score = command(
        "score",
        "replay a record: who tells, what lies where, who has how many points",
        [f"tales score {EXAMPLE}", "tales score evening.txt --steps --svg table.svg"],
    )
    score.add_argument("record", metavar="RECORD", help=RECORD_HELP)
    score.add_argument("--steps", action="store_true", help="also show what each act led to")
    add_drawing(score, html=False)
    add_json(score)
    referee = command(
        "referee",
        "keep the table at the terminal while people tell",
        [
            "tales referee --players 4 --save evening.txt",
            "tales referee evening.txt",
            "tales referee --players 3 --passing",
        ],
    )
    add_kept(referee)
    referee.add_argument("--players", type=whole_number(2, 8), metavar="N", help="a new game for N players")
    referee.add_argument(
        "--first", type=whole_number(1, 8), metavar="N", help="who begins to tell (default 1)"
    )
    _add_deck(referee)
    _add_minima(referee)
    referee.add_argument(
        "--passing", action="store_true", help="house rule: the teller may pass, and draws a card"
    )


def _add_planning(command: Command) -> None:
    """Add the commands about what hands are worth."""
    plan = command(
        "plan",
        "what a hand is worth, and the best act; exact",
        [
            "tales plan --beings 2 --others 5 --endings 1 --risk 0.1",
            "tales plan --beings 0 --others 3 --endings 2 --rows 3,2 --json",
        ],
    )
    for name, most in (("beings", MOST_CARDS), ("others", MOST_CARDS), ("endings", MOST_ENDINGS)):
        plan.add_argument(
            f"--{name}", type=whole_number(0, most), required=True, metavar="N", help=f"{name} in the hand"
        )
    plan.add_argument(
        "--rows",
        type=lengths,
        default=(0,),
        metavar="N,N",
        help="story cards in each open row, the main story first (default: 0, the beginning)",
    )
    plan.add_argument(
        "--risk",
        default="0",
        metavar="R",
        help="chance of losing the floor with each story card, 0 to 1 (default 0)",
    )
    _add_minima(plan)
    add_json(plan)
    thresholds = command(
        "thresholds",
        "from which risk on a sub-story pays, for fresh hands",
        ["tales thresholds", "tales thresholds --cards 7-9 --json"],
    )
    thresholds.add_argument(
        "--cards",
        type=span,
        default=range(6, 14),
        metavar="N-M",
        help="story cards in the hand (default 6-13)",
    )
    _add_minima(thresholds)
    add_json(thresholds)


def _add_deck(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deck", metavar="FILE", help="a deck of your own (docs/rules-tales.md)")


def _add_minima(parser: argparse.ArgumentParser) -> None:
    for option, story in (("--minimum", "a sub-story"), ("--main-minimum", "the main story")):
        parser.add_argument(
            option,
            type=whole_number(FEWEST, MOST),
            default=4,
            metavar="N",
            help=f"story cards that {story} needs before it may be ended (default 4)",
        )


def lengths(text: str) -> tuple[int, ...]:
    """Read the lengths of rows."""
    if len(text) < 100 and re.fullmatch(r"[0-9]{1,2}(,[0-9]{1,2})*", text):
        return tuple(map(int, text.split(",")))
    raise argparse.ArgumentTypeError(f"must be lengths of rows like 3,0, not {text[:40]!r}")


def span(text: str) -> range:
    """Read a number of cards, or a first and a last one."""
    match = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", text)
    if match:
        first, last = int(match[1]), int(match[2] or match[1])
        if 1 <= first <= last <= MOST_FRESH:
            return range(first, last + 1)
    raise argparse.ArgumentTypeError(f"must be like 7 or 6-13, from 1 to {MOST_FRESH}, not {text[:40]!r}")
