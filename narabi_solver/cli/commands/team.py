"""`narabi team`: what not knowing the others' cards costs, by policies on the same deals."""

from __future__ import annotations

from argparse import Namespace

from _gamekit import outputs
from _gamekit.program import ANSWERED, as_text
from _gamekit.progress import status
from _gamekit.work.commands import ProgressMeter
from narabi_solver.cli.answering import deck_of, policy_of, rules_of
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.random_deals import random_deal


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from _gamekit.work.study_files import check_inputs
    from narabi_solver.game.errors import StoppedError
    from narabi_solver.hidden.team_study import team
    from narabi_solver.show import team_report
    from narabi_solver.solving import api

    policies = [policy_of(name) for name in options.policy or ("silent", "asking")]
    outputs.check([options.out], [options.deck])
    if options.out is not None:
        check_inputs(options.out, [options.deck])
    deck = deck_of(options)
    with PROGRAM.ended_by_interrupt():
        api.warm_up(random_deal(options.players, options.seed, deck=deck))
    with PROGRAM.interruptible() as stop, status() as show:
        meter = ProgressMeter(PROGRAM, options.deals, show, decimals=1)
        try:
            found = team(
                options.players,
                options.deals,
                policies,
                seed=options.seed,
                rules=rules_of(options),
                deck=deck,
                workers=options.workers,
                scheduler=options.scheduler,
                out=options.out,
                stop=stop,
                progress=meter,
            )
        except StoppedError as error:
            return meter.stopped(error, stop(), options.out)
    if options.json:
        PROGRAM.print_json(team_report.team_json(found))
    else:
        PROGRAM.show(team_report.team_view(found), as_text)
    return ANSWERED
