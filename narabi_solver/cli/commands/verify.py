"""`narabi verify`: a line of play, replayed and compared with the minimum."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import replace

import narabi_solver
from _gamekit.arguments import add_json, whole_number
from _gamekit.program import ANSWERED, NEGATIVE, UNDECIDED
from _gamekit.progress import status
from narabi_solver import show
from narabi_solver.cli import EXAMPLE, PROGRAM
from narabi_solver.cli.options import (
    add_deal,
    add_limits,
    add_rules,
    answer_each,
    game_of,
    limits_of,
    rules_of,
    warm_up,
)
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError, UndecidedError
from narabi_solver.game.rules import Swap

CODES = "exit codes: 0 won, 1 illegal or lost, 3 unfinished, or a limit left something unknown"
EXAMPLES = [f"narabi verify {EXAMPLE} 'B2-A3 C1-A4'", "narabi verify game.txt"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_deal(parser)
    parser.add_argument(
        "line",
        metavar="LINE",
        nargs="?",
        help="the swaps played, like 'A2-C1 B1-A3' (default: those of the deal, after 'moves')",
    )
    parser.epilog = f"{parser.epilog}\n{CODES}"
    parser.add_argument(
        "--hidden",
        action="store_true",
        help="also judge every swap by what its player could know: a mistake, or bad luck; answers like "
        "'asked B2-C1=yes' among the moves are used",
    )
    parser.add_argument(
        "--worlds",
        type=whole_number(1, 100_000),
        default=64,
        metavar="K",
        help="with --hidden: worlds drawn for each turn (default 64)",
    )
    add_rules(parser)
    add_limits(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    rules = rules_of(options)
    given = None if options.line is None else Swap.parse_line(options.line)

    if options.hidden:
        return _with_hidden(options, given)

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        result = narabi_solver.verify(deal, given, rules=rules, limits=limits_of(options, stop))
        PROGRAM.answer(result, options.json, lambda: show.report.verification_view(result))
        return _code_of(result)

    return answer_each(options, answer, search=False, legal=False)


def _code_of(result: narabi_solver.Verification) -> int:
    if not result.legal or result.lost:
        return NEGATIVE
    return ANSWERED if result.won and result.decided else UNDECIDED


def _with_hidden(options: Namespace, given: tuple[Swap, ...] | None) -> int:
    """Judge one game with open cards, and also by what its players could know; return the exit code."""
    rules = rules_of(options)
    if options.unusual:
        raise ArgumentError(
            "--hidden and --unusual contradict each other: what a seat can know of hidden cards follows from "
            "the deck"
        )
    game = game_of(options)
    if options.first is not None:
        game = replace(game, deal=replace(game.deal, first=options.first))
    if given is not None:
        if game.events:
            raise ArgumentError("with --hidden give a line, or a deal with its moves, not both")
        game = replace(game, events=given)
    if not game.turns:
        raise ArgumentError("no line to replay: give it after the deal, or write 'moves …' in the deal")
    warm_up(game.deal)
    with PROGRAM.interruptible() as stop, status() as tell:
        limits = limits_of(options, stop)
        result = narabi_solver.verify(game.deal, game.moves, rules=rules, limits=limits)
        legal = replace(game, events=game.events if result.legal else ())
        try:
            turns = narabi_solver.judge_hidden(
                legal,
                worlds=options.worlds,
                rules=rules,
                limits=limits,
                progress=lambda text, /, **counts: tell(text),
            )
        except UndecidedError as error:
            return PROGRAM.stopped(error, stop())
    hidden = show.hint_report.hidden_facts(turns)
    PROGRAM.answer(result, options.json, lambda: show.report.verification_view(result), hidden)
    if turns and not options.json:
        PROGRAM.answer(hidden, False)
    return _code_of(result)
