"""`tales referee`: the table kept at the terminal while people tell."""

from __future__ import annotations

import sys
from argparse import Namespace

from _gamekit.program import as_text
from _gamekit.sessions import check_beginning, kept_file, talk
from tales_of_arabia.cli.answering import record_of, rules_of
from tales_of_arabia.cli.program import PROGRAM
from tales_of_arabia.game.deck import Deck
from tales_of_arabia.game.errors import ArgumentError
from tales_of_arabia.game.record import Record


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    record = _beginning(options)
    begun = record.game  # a deck too small for the players is said before anything else
    kept = kept_file(options.save, options.record)
    from tales_of_arabia.cli.session import HELP, Session
    from tales_of_arabia.show import report

    if sys.stdin.isatty():
        print(HELP)
    PROGRAM.show(report.table_view(begun), as_text)
    return talk(PROGRAM, Session(record, kept))


def _beginning(options: Namespace) -> Record:
    """Return the record to go on with, or that of a new game."""
    check_beginning(options.record, options.players)
    if options.record is None:
        deck = Deck.standard() if options.deck is None else Deck.load(options.deck)
        return Record(
            options.players, deck=deck, deck_file=options.deck, rules=rules_of(options), first=_first(options)
        )
    rules = rules_of(options)
    record = record_of(options.record)
    if options.deck is not None or rules not in (type(rules)(), record.rules):
        raise ArgumentError("the record says which deck and rules it is played with; leave these options out")
    if options.first is not None:
        raise ArgumentError("the record says who begins; leave --first out")
    return record


def _first(options: Namespace) -> int:
    """Return who begins to tell."""
    first: int = options.first or 1
    if first > options.players:
        raise ArgumentError(f"the players are 1 to {options.players}; {first} cannot begin")
    return first
