"""`narabi survey`: statistics over many random deals."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import narabi_solver
from _gamekit import outputs
from _gamekit.arguments import add_json, add_nodes, add_workers, workers_of
from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, UNDECIDED, ProgressMeter
from _gamekit.progress import status
from _gamekit.work.study_files import check_inputs
from narabi_solver.cli import PROGRAM
from narabi_solver.cli.options import add_deals, deck_of, rules_of, warm_up
from narabi_solver.game.errors import ArgumentError, StoppedError
from narabi_solver.game.random_deals import random_deal
from narabi_solver.game.rules import Rules

EXAMPLES = [
    "narabi survey --players 3 --deals 1000000",
    "narabi survey --players 4 --deals 10000000 --workers 2 --out four.parquet",
    "narabi survey --players 3 --deals 1000000 --paired",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_deals(parser)
    parser.add_argument(
        "--paired",
        action="store_true",
        help="solve each deal without and with no-undo, and compare; with '--undo-reading receiver': compare "
        "both readings of no-undo",
    )
    add_workers(parser, "write a parquet file, one row per deal, with --paired the totals as JSON")
    add_nodes(parser, "stop each search after N nodes; the deal is undecided", low=0)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    if options.paired and options.no_undo:
        raise ArgumentError("--paired solves with both rules: leave out --no-undo")
    outputs.check([options.out], [options.deck])
    if options.out is not None:
        check_inputs(options.out, [options.deck])
    deck, seed, players = deck_of(options), options.seed, options.players
    warm_up(random_deal(players, seed, deck=deck))
    with PROGRAM.interruptible() as stop, status() as tell:
        meter = ProgressMeter(PROGRAM, options.deals, tell)
        common = {
            "limits": Limits(max_nodes=options.nodes),
            **workers_of(options, meter.telling(stop), meter),
        }
        try:
            if options.paired:
                second = Rules(no_undo=True, limit=options.limit, undo_reading=options.undo_reading)
                rules = Rules(no_undo=second.undo_reading != "next", limit=options.limit), second
                paired = narabi_solver.paired_survey(
                    players,
                    options.deals,
                    seed=seed,
                    rules=rules,
                    decks=None if deck is None else (deck, deck),
                    **common,
                )
                facts, undecided = paired.facts(), paired.undecided
            else:
                survey = narabi_solver.survey(
                    players,
                    options.deals,
                    seed=seed,
                    rules=rules_of(options),
                    deck=deck,
                    **common,
                )
                facts, undecided = survey.facts(), survey.undecided
        except StoppedError as error:
            return meter.stopped(error, stop(), options.out)
    PROGRAM.answer(facts, options.json)
    return UNDECIDED if undecided else ANSWERED
