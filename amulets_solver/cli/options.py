"""Options shared by several commands of `amulets`, and functions that read their values."""

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
        "record", metavar="RECORD", help="the record of a game: text, a file, or - for standard input"
    )


def record_of(options: Namespace) -> Record:
    """Return the record that the argument RECORD gives: a text, a file, or the standard input."""
    return lines.record_of(options.record, RECORD, Record.parse, RecordFormatError)


def add_seat(parser: ArgumentParser) -> None:
    """Add the option ``--seat``."""
    parser.add_argument(
        "--seat",
        type=whole_number(1, 5),
        metavar="S",
        help="the player's seat, needed if the record has several secrets",
    )


def add_players(parser: ArgumentParser, required: bool = True) -> None:
    """Add the option ``--players``."""
    parser.add_argument(
        "--players", type=whole_number(2, 5), required=required, metavar="2-5", help="number of players"
    )


def add_new_game(parser: ArgumentParser, required: bool = True) -> None:
    """Add the options of a new game: players, seed and rules."""
    add_players(parser, required)
    parser.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), metavar="S", help="seed of the deal (default: random)"
    )
    add_rules(parser)


def add_games(parser: ArgumentParser, default: int) -> None:
    """Add the options ``--games`` and ``--seed``."""
    parser.add_argument(
        "--games",
        type=whole_number(1, MAX_GAMES),
        default=default,
        metavar="G",
        help=f"number of random deals (default {default})",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, MAX_SEED),
        default=0,
        metavar="S",
        help="seed of all random choices (default 0)",
    )


def add_rules(parser: ArgumentParser) -> None:
    """Add the options for the size of a game and the interpretation of its rules."""
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
        help="when players may cast: after each answer (default), or only after all answers (round)",
    )
    parser.add_argument(
        "--spare",
        choices=READINGS["spare"],
        default=READINGS["spare"][0],
        help="where a cast puts amulets that stand for nobody: on random fields (default), or anywhere",
    )


def rules_of(options: Namespace) -> Rules:
    """Return the rules that the options describe."""
    return Rules(size=options.altar, amulets=options.amulets, after=options.after, spare=options.spare)
