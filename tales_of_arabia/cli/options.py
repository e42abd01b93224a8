"""Options shared by several commands of `tales`, and functions that read their values."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from dataclasses import replace

from _gamekit import lines
from _gamekit.arguments import whole_number
from tales_of_arabia.game.deck import Deck
from tales_of_arabia.game.errors import RecordFormatError
from tales_of_arabia.game.reading import EXAMPLE as RECORD
from tales_of_arabia.game.readings import FEWEST, MOST, Rules
from tales_of_arabia.game.record import Record


def record_of(argument: str) -> Record:
    """Return the record that an argument gives: a text, a file, or ``-`` for the standard input.

    A record in a file names its deck relative to the file; the result, relative to the working folder.
    """
    folder = os.path.dirname(argument) if os.path.lexists(argument) else ""
    record = lines.record_of(argument, RECORD, lambda text: Record.parse(text, folder), RecordFormatError)
    if record.deck_file is None:
        return record
    return replace(record, deck_file=os.path.join(folder, record.deck_file))


def add_deck(parser: ArgumentParser) -> None:
    """Add the option ``--deck``."""
    parser.add_argument(
        "--deck", metavar="FILE", help="use your own deck (docs/rules-tales.md explains the file)"
    )


def deck_of(options: Namespace) -> Deck:
    """Return the deck that ``--deck`` names, by default the built-in deck."""
    return Deck.standard() if options.deck is None else Deck.load(options.deck)


def add_minima(parser: ArgumentParser) -> None:
    """Add the options ``--minimum`` and ``--main-minimum``."""
    for option, story in (("--minimum", "a sub-story"), ("--main-minimum", "the main story")):
        parser.add_argument(
            option,
            type=whole_number(FEWEST, MOST),
            default=4,
            metavar="N",
            help=f"number of story cards that {story} needs before it may end (default 4)",
        )


def rules_of(options: Namespace) -> Rules:
    """Return the rules that the options describe."""
    passing = getattr(options, "passing", False)
    return Rules(minimum=options.minimum, main_minimum=options.main_minimum, passing=passing)
