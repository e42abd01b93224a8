"""What the commands of `amulets` share: reading the record, and the rules of a new game."""

from __future__ import annotations

from argparse import Namespace

from _gamekit import lines
from amulets_solver.game.errors import RecordFormatError
from amulets_solver.game.notation import EXAMPLE
from amulets_solver.game.readings import Rules
from amulets_solver.game.record import Record


def record_of(options: Namespace) -> Record:
    """Return the record of the RECORD argument: of a file, of the standard input, or the text itself."""
    return lines.record_of(options.record, "players", EXAMPLE, Record.parse, RecordFormatError)


def rules_of(options: Namespace) -> Rules:
    """Return the rules of a new game that the options name."""
    return Rules(size=options.altar, amulets=options.amulets, after=options.after, spare=options.spare)
