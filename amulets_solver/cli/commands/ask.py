"""`amulets ask`: a player's knowledge, and the best question to ask."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import amulets_solver
from _gamekit.arguments import add_drawing, add_json, whole_number
from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, DrawingFiles
from amulets_solver import show
from amulets_solver.cli import EXAMPLE, PROGRAM
from amulets_solver.cli.options import add_record, add_seat, record_of
from amulets_solver.sizes import GOALS

EXAMPLES = [
    f"amulets ask {EXAMPLE}",
    "amulets ask table.txt --seat 2 --goal castable --json",
    "amulets ask table.txt --svg altars.svg",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Show what a player knows: the number of hypotheses left, the probability of
each field and amulet of the other players, and the best question to ask. All
numbers are exact. The output says whether the question is proven best.
--svg draws the probabilities of the fields, and the question."""
    add_record(parser)
    add_seat(parser)
    parser.add_argument(
        "--goal",
        choices=GOALS,
        default=GOALS[0],
        help="goal of the question: learn the most (entropy, default), leave the fewest hypotheses, or make "
        "a sure cast likely",
    )
    parser.add_argument(
        "--placements",
        type=whole_number(1, 10_000_000),
        metavar="N",
        help="number of placements to search if there are too many to compare (default: about 10 ms)",
    )
    add_drawing(parser, html=False)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    record = record_of(options)

    drawn = DrawingFiles(PROGRAM, options, options.record)
    belief = amulets_solver.Belief.of(record, options.seat)
    record.check_active(belief.seat)
    found = amulets_solver.question(belief, options.goal, limits=Limits(max_nodes=options.placements))
    facts = show.report.ask_facts(belief, found)
    PROGRAM.answer(facts, options.json, lambda: show.report.ask_view(record, belief, found))
    asked = None if belief.castable else found.placement
    drawn.write(options.svg, lambda: belief.svg(asked, width=options.width, theme=options.theme))
    return ANSWERED
