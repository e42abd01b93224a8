"""`narabi sheet`: puzzles for printing."""

from __future__ import annotations

import itertools
import os
import secrets
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from _gamekit import outputs, paper
from _gamekit.languages import Language, language_of
from _gamekit.limits import Limits
from _gamekit.philox import MAX_SEED
from _gamekit.problems import number_of
from _gamekit.program import ANSWERED, BAD_INPUT, INTERRUPTED, UNDECIDED, Answers
from _gamekit.progress import status, stoppable
from narabi_solver.cli import PROGRAM
from narabi_solver.game import deal_files
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import Rules

if TYPE_CHECKING:
    from _gamekit.progress import Progress
import narabi_solver
from _gamekit.arguments import add_language, add_paper, given_options, whole_number
from narabi_solver import show
from narabi_solver.cli.options import (
    DEAL_HELP,
    add_deck,
    add_number,
    add_players,
    add_specs,
    add_unusual,
    deck_of,
)

TO_ORDER = ("players", "deals", "seed", "turns", "grade", "single_line", "no_traps")
"""Options that select random deals; they cannot be combined with given deals."""
EXAMPLES = [
    "narabi sheet --players 4 --turns 6 --deals 6 --seed 7 --out puzzles.pdf",
    "narabi sheet deals.txt --title 'For Sunday' --paper letter --out sunday.html",
    "narabi sheet --players 3 --language de --out raetsel.pdf",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Writes numbered puzzles for printing: rings with their cards, the grade as
stars, room to write, and explanations of the moves and the cards. The solutions
are on the last page. Generated puzzles are sorted, easiest first; given deals
keep their order. The foot names the command that makes the sheet again, if it
is short enough and the deals can be read again. A PDF needs the extra pdf."""
    parser.add_argument("deal", metavar="DEAL", nargs="?", help=f"{DEAL_HELP} (default: random deals)")
    add_paper(parser, "Narabi puzzles")
    add_language(parser, "narabi_solver", "the sheet")
    add_players(parser)
    add_number(parser, "puzzles", most=600)
    parser.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), metavar="S", help="0 to 2^64 - 1 (default: random)"
    )
    add_specs(parser)
    add_deck(parser)
    add_unusual(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    language = language_of("narabi_solver", options.language)
    title = language.text("sheet.title") if options.title is None else options.title
    kind = paper.kind_of(options.out, title + "".join(map(language.text, show.sheet.INTRODUCTION)))
    outputs.check([options.out], [options.deal, options.deck], [kind[1:]])
    given = [f"--{name.replace('_', '-')}" for name in TO_ORDER if getattr(options, name)]
    if options.deal is not None and given:
        raise ArgumentError(f"{' and '.join(given)}: only for random deals, not for {options.deal}")
    if options.deal is None and options.players is None:
        raise ArgumentError("no deals: name a file of deals, or give --players 3, 4 or 5 for random deals")
    seed = secrets.randbits(32) if options.seed is None else options.seed
    given_deals = [] if options.deal is None else _given(options)
    if given_deals is None:
        return BAD_INPUT
    with PROGRAM.interruptible() as stop, status() as tell:
        deals = given_deals or _made(options, seed, stop, tell)
        puzzles = [
            _puzzle(deal, number, language, stop) for number, deal in enumerate(deals, 1) if not stop()
        ]
    if stop():
        PROGRAM.say("interrupted; nothing was written")
        return INTERRUPTED
    if not puzzles:
        PROGRAM.say(f"no such deal was found among {options.max_deals:,}; nothing was written")
        return UNDECIDED

    foot = _command(options, seed)
    if options.deal is None:
        puzzles.sort(key=lambda puzzle: (puzzle.grade is None, puzzle.grade, len(puzzle.line)))
    pages = show.sheet.sheet(puzzles, language=language, title=title, foot=foot, size=options.paper)
    outputs.write(options.out, [pages.contents(kind)])
    wanted = len(puzzles) if options.deal is not None else options.deals or 6
    made = f"{number_of(len(puzzles), 'puzzle')} on {number_of(len(pages.pages), 'page')}"
    PROGRAM.say(f"{made} written to {options.out}")
    return ANSWERED if len(puzzles) == wanted else UNDECIDED


def _command(options: Namespace, seed: int) -> str:
    """Return the command that makes the same sheet again, to print at its foot; empty if no command can."""
    read_once = [
        name
        for name in (options.deal, options.deck)
        if name == "-" or (name is not None and os.path.exists(name) and not os.path.isfile(name))
    ]
    made = {} if options.deal is not None else {"seed": seed}
    command = shlex.join(
        ["narabi", "sheet", *given_options(add_options, Namespace(**{**vars(options), **made}))]
    )
    printable = command.isprintable() and "  " not in command
    return command if printable and not read_once else ""


def _given(options: Namespace) -> list[Deal] | None:
    """Return the deals of the argument DEAL; None, after messages, if a line is unreadable."""
    reader = deal_files.reader(deck_of(options), options.unusual)
    with Answers(PROGRAM, options.deal) as printed:
        deals = [deal for _, deal in printed.readable(reader.argument(options.deal, sys.stdin.buffer))]
    return None if printed.count else deals


def _made(options: Namespace, seed: int, stop: Callable[[], bool], tell: Progress) -> Iterator[Deal]:
    spec = narabi_solver.DealSpec(
        turns=options.turns,
        single_line=options.single_line,
        no_traps=options.no_traps,
        grade=options.grade,
    )
    if spec.rare_because:
        PROGRAM.say(spec.rare_because)
    finder = narabi_solver.find_deals(
        options.players,
        spec,
        seed=seed,
        deck=deck_of(options),
        max_deals=options.max_deals,
        stop=stop,
        progress=stoppable(tell),
    )
    for hit in itertools.islice(finder, options.deals or 6):
        yield hit.deal


def _puzzle(deal: Deal, number: int, language: Language, stop: Callable[[], bool]) -> show.sheet.DealPuzzle:
    """Return a deal with its solution and grade.

    Raises
    ------
    ArgumentError
        The deal is no puzzle: it cannot be won, it is in order already, or memory ran out.
    """
    analysis = narabi_solver.analyse(deal, rules=Rules(), limits=Limits(stop=stop), lines=True)
    if stop():
        return show.sheet.DealPuzzle(deal, (), None, None, language)
    if not analysis.turns:
        why = "it is in order already" if analysis.turns == 0 else "it cannot be won"
        why = why if analysis.proven else f"its minimum is not known, stopped by {analysis.stopped_by}"
        raise ArgumentError(f"deal {number} is not a puzzle: {why}")
    return show.sheet.DealPuzzle(
        deal, next(analysis.lines()), analysis.grade, analysis.optimal_lines, language
    )
