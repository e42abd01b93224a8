"""`amulets referee`: deals, answers and hides, for people at one terminal."""

from __future__ import annotations

import sys
from argparse import Namespace
from secrets import randbits

from _gamekit.sessions import talk
from amulets_solver.cli.answering import rules_of
from amulets_solver.cli.program import PROGRAM
from amulets_solver.game.referee import Game


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    rules = rules_of(options)
    rules.check_players(options.players)
    from amulets_solver.cli.refereeing import HELP, RefereeSession
    from amulets_solver.racing.playing import random_secrets

    seed = randbits(64) if options.seed is None else options.seed
    game = Game(random_secrets(options.players, rules, seed, 0), rules, options.first)
    if sys.stdin.isatty():
        print(HELP)
    return talk(PROGRAM, RefereeSession(game))
