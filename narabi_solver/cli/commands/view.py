"""`narabi view`: a ring or a line of play as text, drawing or web page."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, NEGATIVE, DrawingFiles, as_text
from narabi_solver.cli.answering import answer_each, code_of, rules_of
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.deal import Deal
from narabi_solver.game.rules import Swap


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from narabi_solver.show.viewing import View, sheet_of, view_json, view_text
    from narabi_solver.solving import api

    rules = rules_of(options)
    line = Swap.parse_line(options.line)
    drawn = DrawingFiles(PROGRAM, options, options.deal, options.deck)
    one_ring_each = not (options.solve or line or options.stone)
    for_one = [option for option in drawn.options if option != "--svg" or not one_ring_each]
    views: list[View] = []

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        solution = api.solve(deal, rules=rules, limits=Limits(stop=stop)) if options.solve else None
        swaps, summary = (line, None) if solution is None else (solution.swaps, solution.summary)
        view = View.of(deal, rules, swaps, summary, options.stone)
        views.append(view)
        drawn.write(options.html, lambda: view.replay(options.theme).html())
        if options.json:
            PROGRAM.print_json(view_json(view))
        else:
            PROGRAM.show(view_text(view), as_text)
        code = ANSWERED if solution is None else code_of(solution.outcome)
        return code if view.error is None else NEGATIVE

    code = answer_each(options, answer, options.solve, for_one)
    if views:
        drawn.write(options.svg, lambda: sheet_of(views, options.width, options.theme, options.layout).svg())
    return code
