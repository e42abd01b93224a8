"""`amulets race`: a comparison of policies on the same random deals."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import amulets_solver
from _gamekit import outputs
from _gamekit.arguments import add_json, add_workers, workers_of
from _gamekit.problems import number_of
from _gamekit.program import ANSWERED, ProgressMeter
from _gamekit.progress import status
from amulets_solver.cli import PROGRAM
from amulets_solver.cli.options import add_games, add_players, add_rules, rules_of
from amulets_solver.sizes import POLICIES

EXAMPLES = [
    "amulets race --players 3 --games 200",
    "amulets race --players 4 --games 100 --policy entropy --policy gambler --workers 2",
    "amulets race --players 3 --games 10000 --workers 2 --out race.json",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Let policies play random deals, and show who wins and how many questions are
asked before somebody has a sure cast. Each deal is played once for each
policy, so that every policy plays in every seat. Ctrl-C prints the results so
far; with --out the same command continues later."""
    add_players(parser)
    parser.add_argument(
        "--policy",
        action="append",
        metavar="NAME",
        help=f"one of {', '.join(POLICIES)}; a number after a colon is the lowest chance of success at which "
        "it casts, like entropy:0.4; gambler is entropy:0.5. May be repeated (default entropy)",
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
                **workers_of(options, meter.telling(stop), meter),
            )
        except amulets_solver.RaceStoppedError as error:
            code = meter.stopped(error, stop(), options.out)
            if error.race is None:
                return code
            found = error.race
            PROGRAM.say(f"the results are those of the first {number_of(found.deals, 'deal')}")
    PROGRAM.answer(found.facts(), options.json)
    return code
