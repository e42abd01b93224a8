"""`mabi play`: a game at the terminal."""

from __future__ import annotations

import sys
from argparse import Namespace

from _gamekit.program import as_text
from _gamekit.sessions import talk
from mabi_search.cli import arguments
from mabi_search.cli.answering import rules_of
from mabi_search.cli.program import PROGRAM
from mabi_search.game import saved_games
from mabi_search.game.errors import MabiError


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from mabi_search.cli.session import HELP, Session

    positions = list(saved_games.reader(rules_of(options)).argument(options.position, sys.stdin.buffer))
    if len(positions) != 1 or positions[0].value is None:
        raise positions[0].error or MabiError(f"{len(positions)} positions; a game starts from exactly one")
    session = Session(positions[0].value, arguments.ENGINE_SIDES.get(options.engine), options.nodes)
    if sys.stdin.isatty():
        print(HELP)
    for view in [*session.do("show"), *session.answer()]:
        PROGRAM.show(view, as_text)
    return talk(PROGRAM, session)
