"""`narabi survey`: statistics over many random deals."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from _gamekit import outputs
from _gamekit.program import ANSWERED, UNDECIDED, as_text
from _gamekit.progress import status
from _gamekit.work.commands import ProgressMeter
from narabi_solver.cli.answering import deck_of, rules_of
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.random_deals import random_deal
from narabi_solver.game.rules import Rules


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from _gamekit.work.study_files import check_inputs
    from narabi_solver.game.errors import StoppedError
    from narabi_solver.show import survey_report
    from narabi_solver.solving import api
    from narabi_solver.statistics.survey import paired_survey, survey

    if options.paired and options.no_undo:
        raise ArgumentError("--paired solves with both rules: leave out --no-undo")
    outputs.check([options.out], [options.deck])
    if options.out is not None:
        check_inputs(options.out, [options.deck])
    deck, seed, players = deck_of(options), options.seed, options.players
    with PROGRAM.ended_by_interrupt():
        api.warm_up(random_deal(players, seed, deck=deck))
    common: dict[str, Any] = {
        "max_nodes": options.nodes,
        "workers": options.workers,
        "scheduler": options.scheduler,
        "out": options.out,
    }
    with PROGRAM.interruptible() as stop, status() as show:
        meter = ProgressMeter(PROGRAM, options.deals, show)
        common |= {"stop": stop, "progress": meter}
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
                    **common,
                )
                answer, view = survey_report.survey_json(found), survey_report.survey_view(found)
                undecided = found.undecided
        except StoppedError as error:
            return meter.stopped(error, stop(), options.out)
    if options.json:
        PROGRAM.print_json(answer)
    else:
        PROGRAM.show(view, as_text)
    return UNDECIDED if undecided else ANSWERED
