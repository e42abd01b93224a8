"""Options shared by several commands of `amulets`, and readers of their values."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit import lines
from _gamekit.arguments import whole_number
from amulets_solver.game.errors import RecordFormatError
from amulets_solver.game.notation import EXAMPLE as RECORD
from amulets_solver.game.readings import READINGS, Rules
from amulets_solver.game.record import Record
from amulets_solver.sizes import MAX_GAMES, MAX_SEED


def add_record(parser: ArgumentParser) -> None:
    """Add the argument RECORD."""
    parser.add_argument(
        "record", metavar="RECORD", help="a record of a game, a file with one, or - for standard input"
    )


def record_of(options: Namespace) -> Record:
    """Return the record of the argument RECORD: a file, the standard input, or the text itself."""
    return lines.record_of(options.record, "players", RECORD, Record.parse, RecordFormatError)


def add_seat(parser: ArgumentParser) -> None:
    """Add the option ``--seat``."""
    parser.add_argument(
        "--seat",
        type=whole_number(1, 5),
        metavar="S",
        help="whose knowledge, if the record has the secrets of several players",
    )


def add_players(parser: ArgumentParser, required: bool = True) -> None:
    """Add the option ``--players``."""
    parser.add_argument(
        "--players", type=whole_number(2, 5), required=required, metavar="2-5", help="number of players"
    )


def add_new_game(parser: ArgumentParser, required: bool = True) -> None:
    """Add the options of a new deal: players (`required` or not), seed and rules."""
    add_players(parser, required)
    parser.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), metavar="S", help="seed of the deal (default: random)"
    )
    add_rules(parser)


def add_games(parser: ArgumentParser, default: int) -> None:
    """Add the options of many games: their number and their seed."""
    parser.add_argument(
        "--games",
        type=whole_number(1, MAX_GAMES),
        default=default,
        metavar="G",
        help=f"random deals to play (default {default})",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, MAX_SEED),
        default=0,
        metavar="S",
        help="seed of everything random (default 0)",
    )


def add_rules(parser: ArgumentParser) -> None:
    """Add the options of a new game: its size and the readings."""
    parser.add_argument(
        "--altar", default="5x5", metavar="CxR", help="columns x rows, 2x2 to 6x6 (default 5x5)"
    )
    parser.add_argument(
        "--amulets", type=whole_number(2, 6), default=5, metavar="N", help="number of amulets (default 5)"
    )
    parser.add_argument(
        "--after",
        choices=READINGS["after"],
        default=READINGS["after"][0],
        help="when players may cast: after each answer (default), or when all have answered (round)",
    )
    parser.add_argument(
        "--spare",
        choices=READINGS["spare"],
        default=READINGS["spare"][0],
        help="where spare amulets of a cast stand: drawn by lot (default), or wherever the caster likes",
    )


def rules_of(options: Namespace) -> Rules:
    """Return the rules of a new game that the options name."""
    return Rules(size=options.altar, amulets=options.amulets, after=options.after, spare=options.spare)
