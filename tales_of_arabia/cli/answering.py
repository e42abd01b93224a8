"""What the commands of `tales` share: reading the record, and the readings that options name."""

from __future__ import annotations

import os
from argparse import Namespace
from dataclasses import replace

from _gamekit import lines
from tales_of_arabia.game.errors import RecordFormatError
from tales_of_arabia.game.reading import EXAMPLE
from tales_of_arabia.game.readings import Rules
from tales_of_arabia.game.record import Record


def record_of(argument: str) -> Record:
    """Return the record of an argument; a deck that it names is looked for beside the record's file."""
    folder = os.path.dirname(argument) if os.path.lexists(argument) else ""
    record = lines.record_of(
        argument, "players", EXAMPLE, lambda text: Record.parse(text, folder), RecordFormatError
    )
    if record.deck_file is None:
        return record
    return replace(record, deck_file=os.path.join(folder, record.deck_file))


def rules_of(options: Namespace) -> Rules:
    """Return the readings of the options."""
    passing = getattr(options, "passing", False)
    return Rules(minimum=options.minimum, main_minimum=options.main_minimum, passing=passing)
