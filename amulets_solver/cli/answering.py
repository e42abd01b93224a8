"""What the commands of `amulets` share: reading the record, and the rules of a new game."""

from __future__ import annotations

import os
from argparse import Namespace

from _gamekit.lines import text_of
from _gamekit.problems import shorten
from amulets_solver.game.errors import RecordFormatError
from amulets_solver.game.notation import EXAMPLE
from amulets_solver.game.readings import Rules
from amulets_solver.game.record import Record


def record_of(options: Namespace) -> Record:
    """Return the record of the RECORD argument: of a file, of the standard input, or the text itself."""
    argument = options.record
    text = text_of(argument)
    from_file = argument == "-" or os.path.lexists(argument)
    if not from_file and "players" not in argument.lower():
        raise RecordFormatError(
            f"{shorten(argument)} is neither a file nor a record, which is like {EXAMPLE!r}"
        )
    try:
        return Record.parse(text)
    except RecordFormatError as error:
        name = "the standard input" if argument == "-" else argument
        note = f"in {name}" if from_file else "no file has this name, so it was read as a record"
        raise RecordFormatError(error.problems, note) from None


def rules_of(options: Namespace) -> Rules:
    """Return the rules of a new game that the options name."""
    return Rules(size=options.altar, amulets=options.amulets, after=options.after, spare=options.spare)
