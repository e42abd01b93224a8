"""`amulets judge`: a review of a game, based on what each player could know at the time."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import amulets_solver
from _gamekit.arguments import add_json
from _gamekit.program import ANSWERED
from amulets_solver.cli import PROGRAM
from amulets_solver.cli.options import add_record, record_of

EXAMPLES = ["amulets judge game.txt", "amulets judge game.txt --json"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Judge the players whose secrets are in the record: the value of each question
compared with the best one found, the chance of success of each cast, and the
first moment at which each player had a sure cast."""
    add_record(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    record = record_of(options)
    found = amulets_solver.judge(record)
    PROGRAM.answer(found.facts(), options.json)
    return ANSWERED
