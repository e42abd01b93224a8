"""`narabi score`: how well games went, against par, against teams of a policy, and by levels."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from _gamekit.program import ANSWERED, INTERRUPTED, UNDECIDED, as_text
from _gamekit.progress import status
from narabi_solver.cli.answering import answer_each, policy_of, rules_of
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import UndecidedError


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from narabi_solver.game.errors import StoppedError
    from narabi_solver.hidden.scoring import Levels, Score, score
    from narabi_solver.show import score_report

    policy, rules = policy_of(options.policy), rules_of(options)
    levels = None if options.levels is None else Levels.load(options.levels)
    before: list[Score] = []

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        with status() as show:
            try:
                found = score(
                    deal,
                    policy=policy,
                    teams=options.teams,
                    seed=options.seed,
                    rules=rules,
                    stop=stop,
                    progress=lambda text, /, **counts: show(text),
                )
            except (StoppedError, UndecidedError) as error:
                PROGRAM.say("interrupted" if stop() else str(error))
                return INTERRUPTED if stop() else UNDECIDED
        last = before[-1] if before else None
        before.append(found)
        if options.json:
            PROGRAM.print_json(score_report.score_json(found, levels, last))
        else:
            PROGRAM.show(score_report.score_view(found, levels, last), as_text)
        return ANSWERED

    return answer_each(options, answer)
