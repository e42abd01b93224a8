"""`amulets race`: policies on the same random deals."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.problems import StoppedError
from _gamekit.program import ANSWERED, INTERRUPTED, UNDECIDED, as_text
from _gamekit.progress import status
from amulets_solver.cli.answering import rules_of
from amulets_solver.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    rules = rules_of(options)
    from amulets_solver.racing.tournament import race
    from amulets_solver.show import race_report

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
        except StoppedError as error:
            PROGRAM.say("interrupted" if stop() else str(error))
            return INTERRUPTED if stop() else UNDECIDED
    if options.json:
        PROGRAM.print_json(race_report.race_json(found))
    else:
        PROGRAM.show(race_report.race_view(found), as_text)
    return ANSWERED
