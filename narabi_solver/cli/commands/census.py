"""`narabi census`: the fewest turns for every arrangement of a deal's stones."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, INTERRUPTED, as_text
from _gamekit.progress import status
from narabi_solver.cli.answering import answer_each
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.deal import Deal


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from narabi_solver.show import census_report
    from narabi_solver.statistics.census import census, warm_up

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        with PROGRAM.ended_by_interrupt():
            warm_up(deal)
        with status() as show:

            def progress(text: str, /, **counts: int) -> None:
                show(f"{text} (Ctrl-C stops)")

            found = census(deal, hardest=options.hardest, limits=Limits(stop=stop), progress=progress)
        if found.stopped_by:
            PROGRAM.say("interrupted; the same command continues from what was saved")
            return INTERRUPTED
        if options.json:
            PROGRAM.print_json(census_report.census_json(found))
        else:
            PROGRAM.show(census_report.census_view(found), as_text)
        return ANSWERED

    return answer_each(options, answer)
