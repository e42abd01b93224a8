"""`amulets law`: the probability of each answer to a question."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import amulets_solver
from _gamekit.arguments import add_json
from _gamekit.program import ANSWERED
from amulets_solver import show
from amulets_solver.cli import EXAMPLE, PROGRAM
from amulets_solver.cli.options import add_record, add_seat, record_of
from amulets_solver.game.placement import Placement

EXAMPLES = [f"amulets law {EXAMPLE} 'R:B4 Y:A2 G:E1 B:D3 K:C5'"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_record(parser)
    parser.add_argument("placement", metavar="PLACEMENT", help="the question: a placement like 'R:A1 Y:B2 …'")
    add_seat(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    record = record_of(options)
    placement = Placement.parse(options.placement, record.rules)
    belief = amulets_solver.Belief.of(record, options.seat)
    PROGRAM.answer(show.report.law_facts(belief, placement), options.json)
    return ANSWERED
