"""`amulets cast`: the cast that is most likely to succeed, compared with waiting."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import amulets_solver
from _gamekit.arguments import add_json
from _gamekit.problems import StoppedError
from _gamekit.program import ANSWERED
from _gamekit.progress import status
from amulets_solver import show
from amulets_solver.cli import EXAMPLE, PROGRAM
from amulets_solver.cli.options import add_games, add_record, add_seat, record_of
from amulets_solver.sizes import POLICIES

EXAMPLES = [f"amulets cast {EXAMPLE}", "amulets cast table.txt --seat 2 --rivals gambler"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Find the cast that is most likely to succeed, and its exact probability.
--rivals also estimates your chance of winning if you wait, by playing the
game to its end many times with policies, as in 'amulets race'."""
    add_record(parser)
    add_seat(parser)
    parser.add_argument(
        "--rivals", metavar="POLICY", help=f"policy of the others if you wait: {', '.join(POLICIES)}"
    )
    parser.add_argument(
        "--policy", default="entropy", metavar="POLICY", help="your policy if you wait (default entropy)"
    )
    add_games(parser, 200)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    record = record_of(options)
    belief = amulets_solver.Belief.of(record, options.seat)
    record.check_active(belief.seat)
    found, wait = amulets_solver.cast(belief), None
    if options.rivals is not None:
        mine, rivals = map(amulets_solver.Policy.named, (options.policy, options.rivals))
        with PROGRAM.interruptible() as stop, status() as tell:
            try:
                wait = amulets_solver.cast_or_wait(
                    record,
                    belief.seat,
                    mine=mine,
                    rivals=rivals,
                    games=options.games,
                    seed=options.seed,
                    stop=stop,
                    progress=tell,
                )
            except StoppedError as error:
                return PROGRAM.stopped(error, stop())
    facts = show.report.cast_facts(belief, found, wait)
    PROGRAM.answer(facts, options.json, lambda: show.report.cast_view(belief, facts))
    return ANSWERED
