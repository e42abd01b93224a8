"""`narabi cards`: the deck, with its sources."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit.arguments import add_json
from _gamekit.program import ANSWERED, as_text
from narabi_solver import show
from narabi_solver.cli import PROGRAM
from narabi_solver.cli.options import add_deck, deck_of
from narabi_solver.game.deck import Deck

EXAMPLES = ["narabi cards", "narabi cards --json"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_deck(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    deck = deck_of(options) or Deck.standard()
    if options.json:
        for card in show.report.card_facts(deck).rows:
            PROGRAM.answer(card, True)
    else:
        PROGRAM.show(show.report.cards_view(deck), as_text)
    return ANSWERED
