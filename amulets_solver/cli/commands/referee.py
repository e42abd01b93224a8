"""`amulets referee`: deals, answers and hides, for people at one terminal."""

from __future__ import annotations

import sys
from argparse import Namespace
from secrets import randbits

from _gamekit.program import as_text
from _gamekit.sessions import check_beginning, kept_file, talk
from amulets_solver.cli.answering import record_of, rules_of
from amulets_solver.cli.program import PROGRAM
from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.record import Record
from amulets_solver.game.referee import Game


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    record = _beginning(options)
    kept = kept_file(options.save, options.record)
    from amulets_solver.cli.refereeing import HELP, RefereeSession

    session = RefereeSession(record, kept)
    if sys.stdin.isatty():
        print(HELP)
    if record.events:
        for view in session.book():
            PROGRAM.show(view, as_text)
    return talk(PROGRAM, session)


def _beginning(options: Namespace) -> Record:
    """Return the record to go on with, or that of a new deal."""
    check_beginning(options.record, options.players)
    rules = rules_of(options)
    if options.record is not None:
        if rules != type(rules)() or (options.seed, options.first) != (None, None):
            raise ArgumentError("the record says what is played, and who begins; leave these options out")
        return record_of(options)
    rules.check_players(options.players)
    from amulets_solver.racing.playing import random_secrets

    seed = randbits(64) if options.seed is None else options.seed
    secrets = random_secrets(options.players, rules, seed, 0)
    return Game(secrets, rules, 1 if options.first is None else options.first).record
