"""`mabi diagram`: print positions as puzzles."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

import mabi_search
from _gamekit import outputs, paper
from _gamekit.arguments import add_language, add_memory, add_nodes, add_paper, add_seconds
from _gamekit.languages import language_of
from _gamekit.limits import MIB, Limits
from _gamekit.problems import number_of
from _gamekit.program import ANSWERED, BAD_INPUT, INTERRUPTED, UNDECIDED, Answers
from _gamekit.progress import status, stoppable
from mabi_search import show
from mabi_search.cli import PROGRAM
from mabi_search.cli.options import POSITION_HELP, add_readings, rules_of
from mabi_search.game import saved_games
from mabi_search.game.errors import ArgumentError
from mabi_search.game.notation import EXAMPLE
from mabi_search.proof.verdict import WHY, Verdict
from mabi_search.search.sizes import PROOF_NODES

EXAMPLES = [
    "mabi diagram positions.txt --out puzzles.pdf",
    f"mabi diagram '{EXAMPLE}' --out one.svg --language fr",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("positions", metavar="POSITION", nargs="+", help=POSITION_HELP)
    add_paper(parser, "Mabi puzzles")
    add_language(parser, "mabi_search", "the pages")
    add_nodes(parser, f"stop the proof of each position after N nodes (default {PROOF_NODES:,})")
    add_seconds(parser, "stop the proof of each position after S seconds")
    add_memory(parser, "memory of the search's tables; stop when they are full")
    add_readings(parser)


def _undecided(verdicts: Sequence[Verdict], options: Namespace) -> str:
    """Return which positions are undecided, why, and what helps; empty if there are none."""
    helps = {
        "nodes": "; increase --nodes",
        "seconds": "; increase --seconds, or leave it out",
        "memory": f"; --memory {2 * options.memory} doubles them",
    }
    numbers: dict[str, list[str]] = {}
    for number, verdict in enumerate(verdicts, 1):
        if not verdict.proven:
            numbers.setdefault(verdict.stopped_by or "", []).append(str(number))
    return ", and ".join(
        f"position{'s' * (len(some) > 1)} {', '.join(some)} undecided ({WHY[why]}{helps.get(why, '')})"
        for why, some in numbers.items()
    )


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
        limits = Limits(
            max_nodes=options.nodes,
            max_seconds=options.seconds,
            max_memory=options.memory * MIB,
            stop=stop,
        )
        for number, position in enumerate(positions, 1):
            progress = stoppable(tell, f"position {number} of {len(positions)}: ")
            verdicts.append(mabi_search.solve(position, limits=limits, progress=progress))
            if stop():
                break
    if stop():
        PROGRAM.say("interrupted; nothing was written")
        return INTERRUPTED
    if left := _undecided(verdicts, options):
        PROGRAM.say(f"nothing was written, because the search left {left}")
        return UNDECIDED
    pages = show.diagrams.diagrams(
        verdicts, language=options.language, title=options.title, size=options.paper
    )
    outputs.write(options.out, [pages.contents(kind)])
    made = f"{number_of(len(verdicts), 'diagram')} on {number_of(len(pages.pages), 'page')}"
    PROGRAM.say(f"{made} written to {options.out}")
    return ANSWERED
