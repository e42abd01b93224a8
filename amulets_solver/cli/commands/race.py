"""`amulets race`: policies on the same random deals."""

from __future__ import annotations

from argparse import Namespace

from _gamekit import outputs
from _gamekit.program import ANSWERED, as_text
from _gamekit.progress import status
from _gamekit.work.commands import ProgressMeter
from amulets_solver.cli.answering import rules_of
from amulets_solver.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    rules = rules_of(options)
    from amulets_solver.racing.tournament import RaceStoppedError, race
    from amulets_solver.show import race_report

    outputs.check([options.out])
    code = ANSWERED
    with PROGRAM.interruptible() as stop, status() as show:
        meter = ProgressMeter(PROGRAM, options.games, show, decimals=1)
        try:
            found = race(
                options.players,
                options.games,
                options.policy or ["entropy"],
                seed=options.seed,
                rules=rules,
                workers=options.workers,
                scheduler=options.scheduler,
                out=options.out,
                stop=stop,
                progress=meter,
            )
        except RaceStoppedError as error:
            code = meter.stopped(error, stop(), options.out)
            if error.race is None:
                return code
            found = error.race
            PROGRAM.say(f"these are the first {found.deals:,} deals")
    if options.json:
        PROGRAM.print_json(race_report.race_json(found))
    else:
        PROGRAM.show(race_report.race_view(found), as_text)
    return code
