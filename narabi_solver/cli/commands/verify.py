"""`narabi verify`: a line of play, replayed and compared with the minimum."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from _gamekit.lines import text_of
from _gamekit.program import ANSWERED, INTERRUPTED, NEGATIVE, UNDECIDED, as_text
from _gamekit.progress import status
from narabi_solver.cli.answering import answer_each, deck_of, limits_of, rules_of
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError, UndecidedError
from narabi_solver.game.played import PlayedGame
from narabi_solver.game.rules import Swap

if TYPE_CHECKING:
    from narabi_solver.solving.solution import Verification


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from narabi_solver.analysis.verifying import verify, verify_at_once
    from narabi_solver.show import report
    from narabi_solver.solving import api

    rules = rules_of(options)
    given = None if options.line is None else Swap.parse_line(options.line)

    if options.hidden:
        return _with_hidden(options, given)

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        line = deal.moves if given is None else given
        if given is None and not line:
            raise ArgumentError("no line to replay: give it after the deal, or write 'moves …' in the deal")
        dealt = replace(deal, moves=()) if given is None else deal
        limits = limits_of(options, stop)
        result = verify_at_once(dealt, line, rules, limits)
        if result is None:
            with PROGRAM.ended_by_interrupt():
                api.warm_up(dealt, "auto")
            result = verify(dealt, line, rules=rules, limits=limits)
        if options.json:
            PROGRAM.print_json(report.verification_json(result))
        else:
            PROGRAM.show(report.verification_view(result), as_text)
        return _code_of(result)

    return answer_each(options, answer, search=False)


def _code_of(result: Verification) -> int:
    if not result.legal or result.lost:
        return NEGATIVE
    return ANSWERED if result.won and result.decided else UNDECIDED


def _with_hidden(options: Namespace, given: tuple[Swap, ...] | None) -> int:
    """Judge one game by what its players could know, too."""
    from narabi_solver.analysis.verifying import verify
    from narabi_solver.hidden.judging import judge_hidden
    from narabi_solver.show import report
    from narabi_solver.show.hint_report import hidden_turns_json, hidden_turns_view
    from narabi_solver.solving import api

    rules = rules_of(options)
    game = PlayedGame.parse(text_of(options.deal), deck=deck_of(options), unusual=options.unusual)
    if options.first is not None:
        game = replace(game, deal=replace(game.deal, first=options.first))
    if given is not None:
        if game.events:
            raise ArgumentError("with --hidden give a line, or a deal with its moves, not both")
        game = replace(game, events=given)
    if not game.turns:
        raise ArgumentError("no line to replay: give it after the deal, or write 'moves …' in the deal")
    with PROGRAM.ended_by_interrupt():
        api.warm_up(game.deal, "auto")
    with PROGRAM.interruptible() as stop, status() as show:
        limits = limits_of(options, stop)
        result = verify(game.deal, game.moves, rules=rules, limits=limits)
        legal = replace(game, events=game.events if result.legal else ())
        try:
            turns = judge_hidden(
                legal,
                worlds=options.worlds,
                rules=rules,
                limits=limits,
                progress=lambda text, /, **counts: show(text),
            )
        except UndecidedError as error:
            PROGRAM.say(f"interrupted; {error}" if stop() else str(error))
            return INTERRUPTED if stop() else UNDECIDED
    if options.json:
        PROGRAM.print_json(report.verification_json(result) | {"hidden": hidden_turns_json(turns)})
    else:
        PROGRAM.show(report.verification_view(result), as_text)
        if turns:
            PROGRAM.show(hidden_turns_view(turns), as_text)
    return _code_of(result)
