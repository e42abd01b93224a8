"""`narabi review`: a game judged swap by swap."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from _gamekit.program import ANSWERED, NEGATIVE, UNDECIDED, DrawingFiles, as_text
from narabi_solver.cli.answering import answer_each, limits_of, rules_of
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.deal import Deal


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from narabi_solver.analysis.reviewing import review
    from narabi_solver.show import review_report

    rules = rules_of(options)
    drawn = DrawingFiles(PROGRAM, options, options.deal, options.deck)

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        found = review(deal, rules=rules, limits=limits_of(options, stop))
        drawn.write(options.html, lambda: found.replay(theme=options.theme).html())
        if options.json:
            PROGRAM.print_json(review_report.review_json(found))
        else:
            PROGRAM.show(review_report.review_view(found), as_text)
        return UNDECIDED if not found.decided else NEGATIVE if found.lost else ANSWERED

    return answer_each(options, answer, for_one=drawn.options)
