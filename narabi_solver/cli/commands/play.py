"""`narabi play`: a seat at the table, with partners whose cards are hidden."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from _gamekit.lines import text_of
from _gamekit.program import ANSWERED, BAD_INPUT, as_text
from narabi_solver.cli.answering import deck_of, rules_of
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.errors import ArgumentError, InternalError, NarabiError
from narabi_solver.game.played import PlayedGame
from narabi_solver.game.random_deals import random_deal
from narabi_solver.game.rules import SEATS

if TYPE_CHECKING:
    from narabi_solver.cli.session import Session


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from narabi_solver.cli.session import HELP, Session
    from narabi_solver.solving import api
    from narabi_solver.teams.policies import policy_named

    policy, deck = policy_named(options.policy), deck_of(options)
    if (options.deal is None) == (options.players is None):
        raise ArgumentError("give --players for a random deal, or a game to play")
    if options.deal is None:
        game = PlayedGame(random_deal(options.players, options.seed, deck=deck))
    elif options.deal == "-":
        raise ArgumentError("the standard input is for your moves; name a file with the game")
    else:
        game = PlayedGame.parse(text_of(options.deal), deck=deck, unusual=options.unusual)
    if options.seat >= game.deal.players:
        raise ArgumentError(f"the seats of this deal are A to {SEATS[game.deal.players - 1]}")
    with PROGRAM.ended_by_interrupt():
        api.warm_up(game.deal)
    session = Session(game, options.seat, policy, rules_of(options), options.seed)
    terminal = sys.stdin.isatty()
    if terminal:
        print(HELP)
    for view in session.go_on():
        PROGRAM.show(view, as_text)
    return BAD_INPUT if not _ask(session, terminal) and not terminal else ANSWERED


def _ask(session: Session, terminal: bool) -> bool:
    """Do what the lines of the standard input say; tell whether all of them were right."""
    right = True
    while not session.over:
        if terminal:
            print(session.prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            break
        if not line.strip():
            continue
        try:
            with PROGRAM.ended_by_interrupt():
                views = session.do(line)
        except InternalError:
            raise
        except NarabiError as error:
            right = False
            PROGRAM.say_problems(error)
        except OSError as error:
            right = False
            PROGRAM.say(f"{error.filename}: {error.strerror or error}")
        else:
            for view in views:
                PROGRAM.show(view, as_text)
    return right
