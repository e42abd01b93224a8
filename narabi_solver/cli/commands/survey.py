"""`narabi survey`: statistics over many random deals."""

from __future__ import annotations

import time
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from _gamekit import outputs
from _gamekit.program import ANSWERED, INTERRUPTED, UNDECIDED, as_text
from _gamekit.progress import status
from narabi_solver.cli.answering import deck_of, how_to_go_on, rules_of
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.random_deals import random_deal
from narabi_solver.game.rules import Rules

if TYPE_CHECKING:
    from narabi_solver.game.errors import StoppedError


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from narabi_solver.game.errors import StoppedError
    from narabi_solver.show import survey_report
    from narabi_solver.solving import api
    from narabi_solver.statistics.parquet import check_inputs
    from narabi_solver.statistics.survey import paired_survey, survey

    if options.paired and (options.out or options.no_undo):
        raise ArgumentError(
            "--paired solves with both rules and writes no file: leave out --no-undo and --out"
        )
    outputs.check([options.out], [options.deck])
    if options.out is not None:
        check_inputs(options.out, [options.deck])
    deck, seed, players = deck_of(options), options.seed, options.players
    with PROGRAM.ended_by_interrupt():
        api.warm_up(random_deal(players, seed, deck=deck))
    started = time.perf_counter()
    done = 0
    common: dict[str, Any] = {
        "max_nodes": options.nodes,
        "workers": options.workers,
        "scheduler": options.scheduler,
    }
    with PROGRAM.interruptible() as stop, status() as show:

        def progress(text: str, /, **counts: int) -> None:
            nonlocal done
            done = counts["answered"]
            rate = counts["answered_now"] / (time.perf_counter() - started)
            left = (options.deals - done) / rate
            show(f"{text}, {rate:,.0f} a second, {left:,.0f} s left")

        common |= {"stop": stop, "progress": progress}
        try:
            if options.paired:
                second = Rules(no_undo=True, limit=options.limit, undo_reading=options.undo_reading)
                rules = Rules(no_undo=second.undo_reading != "next", limit=options.limit), second
                paired = paired_survey(
                    players, options.deals, seed=seed, rules=rules, decks=(deck, deck), **common
                )
                answer, view = survey_report.paired_json(paired), survey_report.paired_view(paired)
                undecided = paired.undecided
            else:
                found = survey(
                    players,
                    options.deals,
                    seed=seed,
                    rules=rules_of(options),
                    deck=deck,
                    out=options.out,
                    **common,
                )
                answer, view = survey_report.survey_json(found), survey_report.survey_view(found)
                undecided = found.undecided
        except StoppedError as error:
            return _stopped(options, done, error, stop())
    if options.json:
        PROGRAM.print_json(answer)
    else:
        PROGRAM.show(view, as_text)
    return UNDECIDED if undecided else ANSWERED


def _stopped(options: Namespace, done: int, error: StoppedError, interrupted: bool) -> int:
    """Say how a survey that ended early can be continued."""
    why = "interrupted" if interrupted else str(error)
    PROGRAM.say(f"{why} after {done:,} of {options.deals:,} deals; {how_to_go_on(options.out)}")
    return INTERRUPTED if interrupted else UNDECIDED
