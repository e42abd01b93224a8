"""`tales deck`: the cards of a deck."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit.arguments import add_json
from _gamekit.program import ANSWERED, as_text
from tales_of_arabia import show
from tales_of_arabia.cli import PROGRAM
from tales_of_arabia.cli.options import add_deck, deck_of

EXAMPLES = ["tales deck", "tales deck --json"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_deck(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    deck = deck_of(options)
    if options.json:
        for card in deck:
            PROGRAM.answer(show.report.card_facts(card), True)
    else:
        PROGRAM.show(show.report.deck_view(deck), as_text)
    return ANSWERED
