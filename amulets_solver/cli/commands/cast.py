"""`amulets cast`: the cast that is most likely to succeed; and whether to wait instead."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.problems import StoppedError
from _gamekit.program import ANSWERED, INTERRUPTED, UNDECIDED, as_text
from _gamekit.progress import status
from amulets_solver.cli.answering import record_of
from amulets_solver.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    record = record_of(options)
    from amulets_solver.asking.casting import cast
    from amulets_solver.belief.belief import Belief
    from amulets_solver.show import cast_report

    belief = Belief.of(record, options.seat)
    found, wait = cast(belief), None
    if options.rivals is not None:
        from amulets_solver.racing.policies import Policy
        from amulets_solver.racing.waiting import cast_or_wait

        mine, rivals = Policy.named(options.policy), Policy.named(options.rivals)
        with PROGRAM.interruptible() as stop, status() as show:
            try:
                wait = cast_or_wait(
                    record,
                    belief.seat,
                    mine=mine,
                    rivals=rivals,
                    games=options.games,
                    seed=options.seed,
                    stop=stop,
                    progress=show,
                )
            except StoppedError as error:
                PROGRAM.say("interrupted" if stop() else str(error))
                return INTERRUPTED if stop() else UNDECIDED
    if options.json:
        PROGRAM.print_json(cast_report.cast_json(belief, found, wait))
    else:
        PROGRAM.show(cast_report.cast_view(belief, found, wait), as_text)
    return ANSWERED
