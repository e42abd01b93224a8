"""`tales deck`: the cards of a deck."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED, as_text
from tales_of_arabia.cli.program import PROGRAM
from tales_of_arabia.game.deck import Deck


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    deck = Deck.standard() if options.deck is None else Deck.load(options.deck)
    from tales_of_arabia.show import report

    if options.json:
        for card in report.deck_json(deck):
            PROGRAM.print_json(card)
    else:
        PROGRAM.show(report.deck_view(deck), as_text)
    return ANSWERED
