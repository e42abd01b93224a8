"""`narabi play`: a seat at the table, with partners whose cards are hidden."""

from __future__ import annotations

import sys
from argparse import Namespace

from _gamekit.lines import text_of
from _gamekit.program import as_text
from _gamekit.sessions import talk
from narabi_solver.cli.answering import deck_of, policy_of, rules_of
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.played import PlayedGame
from narabi_solver.game.random_deals import random_deal
from narabi_solver.game.rules import SEATS


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from narabi_solver.cli.session import HELP, Session
    from narabi_solver.solving import api

    policy, deck = policy_of(options.policy), deck_of(options)
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
    if sys.stdin.isatty():
        print(HELP)
    for view in session.go_on():
        PROGRAM.show(view, as_text)
    return talk(PROGRAM, session, PROGRAM.ended_by_interrupt)
