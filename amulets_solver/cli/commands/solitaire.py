"""`amulets solitaire`: you against random secrets."""

from __future__ import annotations

import sys
from argparse import Namespace
from secrets import randbits

from _gamekit.program import as_text
from _gamekit.sessions import talk
from amulets_solver.cli.answering import rules_of
from amulets_solver.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    rules = rules_of(options)
    rules.check_players(options.players)
    from amulets_solver.belief.belief import Belief
    from amulets_solver.cli.solving_alone import HELP, YOU, SolitaireSession
    from amulets_solver.racing.playing import random_secrets

    seed = randbits(64) if options.seed is None else options.seed
    secrets = random_secrets(options.players, rules, seed, 0)
    session = SolitaireSession(secrets, Belief(options.players, secrets[YOU - 1], YOU, rules))
    if sys.stdin.isatty():
        print(HELP)
    for view in session.begin():
        PROGRAM.show(view, as_text)
    return talk(PROGRAM, session)
