"""`mabi diagram`: print positions as puzzles."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

import mabi_search
from _gamekit import outputs, paper
from _gamekit.arguments import add_language, add_nodes, add_paper, add_seconds
from _gamekit.languages import language_of
from _gamekit.limits import Limits
from _gamekit.problems import number_of
from _gamekit.program import ANSWERED, BAD_INPUT, INTERRUPTED, UNDECIDED, Answers
from _gamekit.progress import status
from mabi_search import show
from mabi_search.cli import PROGRAM
from mabi_search.cli.options import POSITION_HELP, add_readings, rules_of
from mabi_search.game import saved_games
from mabi_search.game.errors import ArgumentError
from mabi_search.game.notation import EXAMPLE

EXAMPLES = [
    "mabi diagram positions.txt --out puzzles.pdf",
    f"mabi diagram '{EXAMPLE}' --out one.svg --language fr",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("positions", metavar="POSITION", nargs="+", help=POSITION_HELP)
    add_paper(parser, "Mabi puzzles")
    add_language(parser, "mabi_search", "the pages")
    add_nodes(parser, "stop the proof of each position after N nodes")
    add_seconds(parser, "stop the proof of each position after S seconds")
    add_readings(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    texts = language_of("mabi_search", options.language)
    kind = paper.kind_of(
        options.out, f"{options.title or ''}{''.join(map(texts.text, show.diagrams.INTRODUCTION))}"
    )
    outputs.check([options.out], options.positions, [kind[1:]])
    reader = saved_games.reader(rules_of(options))
    positions = []
    unreadable = 0
    for argument in options.positions:
        with Answers(PROGRAM, argument) as printed:
            for line, position in printed.readable(reader.argument(argument, sys.stdin.buffer)):
                if position.outcome() is not None:
                    printed.refuse(ArgumentError("the game is over; a puzzle needs a side to move"), line)
                positions.append(position)
        unreadable += printed.count
    if unreadable:
        return BAD_INPUT

    verdicts = []
    with PROGRAM.interruptible() as stop, status() as tell:
        limits = Limits(max_nodes=options.nodes, max_seconds=options.seconds, stop=stop)
        for number, position in enumerate(positions, 1):
            tell(f"solving position {number} of {len(positions)} (Ctrl-C stops)")
            verdicts.append(mabi_search.solve(position, limits=limits))
            if stop():
                break
    if stop():
        PROGRAM.say("interrupted; nothing was written")
        return INTERRUPTED
    if open_ones := [str(i) for i, verdict in enumerate(verdicts, 1) if not verdict.proven]:
        more = "increase --nodes or --seconds, or leave them out"
        numbers = f"position{'s' * (len(open_ones) > 1)} {', '.join(open_ones)}"
        PROGRAM.say(f"nothing was written, because the search left {numbers} undecided; {more}")
        return UNDECIDED
    pages = show.diagrams.diagrams(
        verdicts, language=options.language, title=options.title, size=options.paper
    )
    outputs.write(options.out, [pages.contents(kind)])
    made = f"{number_of(len(verdicts), 'diagram')} on {number_of(len(pages.pages), 'page')}"
    PROGRAM.say(f"{made} written to {options.out}")
    return ANSWERED
