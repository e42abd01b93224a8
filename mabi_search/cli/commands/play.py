"""`mabi play`: a game at the terminal."""

from __future__ import annotations

import sys
from argparse import Namespace

from _gamekit.program import ANSWERED, BAD_INPUT, as_text
from mabi_search.cli import arguments
from mabi_search.cli.answering import rules_of
from mabi_search.cli.program import PROGRAM
from mabi_search.game import saved_games
from mabi_search.game.errors import InternalError, MabiError
from mabi_search.game.rules import SIDE_NAMES


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from mabi_search.cli.session import HELP, Session

    positions = list(saved_games.reader(rules_of(options)).argument(options.position, sys.stdin.buffer))
    if len(positions) != 1 or positions[0].value is None:
        raise positions[0].error or MabiError(f"{len(positions)} positions; a game starts from exactly one")
    session = Session(positions[0].value, arguments.ENGINE_SIDES.get(options.engine), options.nodes)
    wrong = False
    terminal = sys.stdin.isatty()
    if terminal:
        print(HELP)
    for view in [*session.do("show"), *session.answer()]:
        PROGRAM.show(view, as_text)
    while not session.over:
        if terminal:
            print(f"{SIDE_NAMES[session.position.side]}> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            break
        if not line.strip():
            continue
        try:
            for view in session.do(line):
                PROGRAM.show(view, as_text)
        except InternalError:
            raise
        except MabiError as error:
            wrong = True
            PROGRAM.say(str(error))
        except OSError as error:
            wrong = True
            PROGRAM.say(f"{error.filename}: {error.strerror or error}")
    return BAD_INPUT if wrong and not terminal else ANSWERED
