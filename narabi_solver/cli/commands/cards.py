"""`narabi cards`: the deck, with its sources."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit.arguments import add_json
from _gamekit.program import ANSWERED, as_text
from narabi_solver import show
from narabi_solver.cli import PROGRAM
from narabi_solver.cli.options import add_deck, deck_of
from narabi_solver.game.deck import Deck

EXAMPLES = ["narabi cards", "narabi cards --json", "narabi cards --deck ours.toml --link"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
The cards of the deck: what each allows, and its source. A deck of your own is a
file in the form that --toml prints. It may instead begin with base = "standard"
and list only the differences, as in

  base = "standard"
  [colours]
  white = [1, 2, 5, 8]
  [cards.low]
  value = [0, 4]
  [cards.four-away]
  copies = 0

The page reads a deck from its address: add the text that --link prints after #."""
    add_deck(parser)
    printed = parser.add_mutually_exclusive_group()
    add_json(printed)
    printed.add_argument("--toml", action="store_true", help="the deck as a file for --deck")
    printed.add_argument("--link", action="store_true", help="the deck as a part of the page's address")


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    deck = deck_of(options) or Deck.standard()
    if options.json:
        for card in show.report.card_facts(deck).rows:
            PROGRAM.answer(card, True)
    elif options.toml:
        print(deck.dumps(), end="")
    elif options.link:
        print(deck.to_link())
    else:
        PROGRAM.show(show.report.cards_view(deck), as_text)
    return ANSWERED
