"""`narabi view`: a ring or a line of play as text, drawing or web page."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

import narabi_solver
from _gamekit.arguments import add_drawing, add_json, add_replay, replay_options
from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, NEGATIVE, DrawingFiles
from narabi_solver import show
from narabi_solver.cli import EXAMPLE, PAGE, PROGRAM
from narabi_solver.cli.options import add_deal, add_rules, answer_each, code_of, rules_of
from narabi_solver.game.deal import Deal
from narabi_solver.game.rules import Swap
from narabi_solver.sizes import LAYOUTS

EXAMPLES = [
    f"narabi view {EXAMPLE}",
    "narabi view deal.txt --stone B2 --svg ring.svg",
    "narabi view deal.txt --line 'B2-A3 C1-B3' --html game.html",
    "narabi view deal.txt --solve --svg solution.svg --theme dark",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_deal(parser)
    lines = parser.add_mutually_exclusive_group()
    lines.add_argument("--line", metavar="LINE", default="", help="swaps to play, like 'A2-C1 B1-A3'")
    lines.add_argument("--solve", action="store_true", help="show a shortest line")
    parser.add_argument(
        "--stone",
        metavar="PLACE",
        help="mark the stones with which the stone at PLACE may change places; a place is like B2",
    )
    add_drawing(parser)
    add_replay(parser, "narabi_solver", PAGE, svg=True)
    parser.add_argument(
        "--layout",
        choices=LAYOUTS,
        default=LAYOUTS[0],
        help="layout of the drawing: wide (default), or phone for narrow screens; pages choose by width",
    )
    add_rules(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    rules = rules_of(options)
    line = Swap.parse_line(options.line)
    drawn = DrawingFiles(PROGRAM, options, options.deal, options.deck)
    one_ring_each = not (options.solve or line or options.stone)
    for_one = [option for option in drawn.options if option != "--svg" or not one_ring_each]
    views: list[show.viewing.View] = []

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        solution = narabi_solver.solve(deal, rules=rules, limits=Limits(stop=stop)) if options.solve else None
        swaps, summary = (line, None) if solution is None else (solution.swaps, solution.summary)
        view = show.viewing.View.of(deal, rules, swaps, summary, options.stone)
        views.append(view)
        drawn.write(options.html, lambda: view.replay(**replay_options(options, PAGE)).html())
        PROGRAM.answer(show.viewing.view_facts(view), options.json, lambda: show.viewing.view_text(view))
        code = ANSWERED if solution is None else code_of(solution.outcome)
        return code if view.error is None else NEGATIVE

    code = answer_each(options, answer, options.solve, for_one)
    if views:
        drawn.write(
            options.svg,
            lambda: show.viewing.sheet_of(
                views, options.width, options.theme, options.layout, options.language
            ).svg(),
        )
    return code
