"""`amulets race`: policies on the same random deals."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED, INTERRUPTED, UNDECIDED, as_text
from _gamekit.progress import status
from amulets_solver.cli.answering import rules_of
from amulets_solver.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    rules = rules_of(options)
    from amulets_solver.racing.tournament import RaceStoppedError, race
    from amulets_solver.show import race_report

    code = ANSWERED
    with PROGRAM.interruptible() as stop, status() as show:
        try:
            found = race(
                options.players,
                options.games,
                options.policy or ["entropy"],
                seed=options.seed,
                rules=rules,
                workers=options.workers,
                stop=stop,
                progress=show,
            )
        except RaceStoppedError as error:
            code = INTERRUPTED if stop() else UNDECIDED
            why = "interrupted" if stop() else str(error)
            if error.race is None:
                PROGRAM.say(why)
                return code
            found = error.race
            PROGRAM.say(f"{why}; these are the first {found.deals:,} of {options.games:,} deals")
    if options.json:
        PROGRAM.print_json(race_report.race_json(found))
    else:
        PROGRAM.show(race_report.race_view(found), as_text)
    return code
