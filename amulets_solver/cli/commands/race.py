"""`amulets race`: a comparison of policies on the same random deals."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import amulets_solver
from _gamekit import outputs
from _gamekit.arguments import add_json, add_workers, workers_of
from _gamekit.program import ANSWERED, ProgressMeter
from _gamekit.progress import status
from amulets_solver import show
from amulets_solver.cli import PROGRAM
from amulets_solver.cli.options import add_games, add_players, add_rules, rules_of
from amulets_solver.sizes import POLICIES

EXAMPLES = [
    "amulets race --players 3 --games 200",
    "amulets race --players 4 --games 100 --policy entropy --policy gambler:0.5 --workers 2",
    "amulets race --players 3 --games 10000 --workers 2 --out race.json",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Random deals, played by policies: how many questions it takes until somebody
can cast for certain, and who wins. Each deal is played once for each policy,
so that every policy plays in every seat. Ctrl-C ends it with the deals played
so far; with --out the same command continues from there."""
    add_players(parser)
    parser.add_argument(
        "--policy",
        action="append",
        metavar="NAME",
        help=f"one of {', '.join(POLICIES)}; after a colon, the chance it casts at, like gambler:0.4. "
        "May be given several times (default entropy)",
    )
    add_games(parser, 100)
    add_rules(parser)
    add_workers(parser, "write the results of all games, as JSON")
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    rules = rules_of(options)
    outputs.check([options.out])
    code = ANSWERED
    with PROGRAM.interruptible() as stop, status() as tell:
        meter = ProgressMeter(PROGRAM, options.games, tell, decimals=1)
        try:
            found = amulets_solver.race(
                options.players,
                options.games,
                options.policy or ["entropy"],
                seed=options.seed,
                rules=rules,
                **workers_of(options, stop, meter),
            )
        except amulets_solver.RaceStoppedError as error:
            code = meter.stopped(error, stop(), options.out)
            if error.race is None:
                return code
            found = error.race
            PROGRAM.say(f"these are the first {found.deals:,} deals")
    PROGRAM.answer(show.report.race_facts(found), options.json)
    return code
