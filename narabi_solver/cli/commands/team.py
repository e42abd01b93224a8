"""`narabi team`: the cost of hidden cards, by policies on the same deals."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit import outputs
from _gamekit.arguments import add_json, add_workers, workers_of
from _gamekit.program import ANSWERED, ProgressMeter
from _gamekit.progress import status
from _gamekit.work.study_files import check_inputs
from narabi_solver import hidden
from narabi_solver.cli import PROGRAM
from narabi_solver.cli.options import add_deals, deck_of, policy_of, rules_of, warm_up
from narabi_solver.game.errors import StoppedError
from narabi_solver.game.random_deals import random_deal
from narabi_solver.sizes import POLICIES

EXAMPLES = [
    "narabi team --players 4 --deals 200 --policy silent --policy asking",
    "narabi team --players 3 --deals 1000 --policy silent-rollouts --workers 2 --out three.parquet",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Lets teams with hidden cards play random deals; all seats of a team use the same
policy. Their turns are compared with the minimum of each deal with all cards
open. A seat knows the cards it has or had, all swaps and all answers."""
    add_deals(parser)
    parser.add_argument(
        "--policy",
        action="append",
        metavar="NAME",
        help=f"{', '.join(POLICIES)}; or your own as module:Class. May be given several times "
        "(default: silent and asking)",
    )
    add_workers(parser, "write a parquet file, one row per deal and policy")
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    policies = [policy_of(name) for name in options.policy or ("silent", "asking")]
    outputs.check([options.out], [options.deck])
    if options.out is not None:
        check_inputs(options.out, [options.deck])
    deck = deck_of(options)
    warm_up(random_deal(options.players, options.seed, deck=deck))
    with PROGRAM.interruptible() as stop, status() as tell:
        meter = ProgressMeter(PROGRAM, options.deals, tell, decimals=1)
        try:
            study = hidden.team(
                options.players,
                options.deals,
                policies,
                seed=options.seed,
                rules=rules_of(options),
                deck=deck,
                **workers_of(options, meter.telling(stop), meter),
            )
        except StoppedError as error:
            return meter.stopped(error, stop(), options.out)
    PROGRAM.answer(study.facts(), options.json)
    return ANSWERED
