"""Options shared by several commands of `mabi`, and functions that read their values."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from _gamekit import folders
from _gamekit.arguments import whole_number
from mabi_search.game.rules import BLACK, READINGS, WHITE, Rules

POSITION_HELP = (
    "start, a position, its link, a file of positions (one per line, # comments), or - for standard input"
)
ANSWERS_OUT = "write the answers to FILE as lines of JSON, instead of printing them"
"""The help of ``--out``."""
SIDES = {"white": WHITE, "black": BLACK}
"""The sides, by their names on the command line."""
ABOUT = {
    "setup": "starting placement of the pieces",
    "paralysis": "pieces paralysed by a larger group beside them",
    "freeze": "largest groups that may not move",
    "pass_rule": "effect of a pass",
    "repetition": "what may not occur three times",
}
"""The help of each option of the rules."""


def add_position(parser: ArgumentParser, name: str = "POSITION") -> None:
    """Add the argument POSITION; `name` is its name in the help."""
    parser.add_argument("position", metavar=name, help=POSITION_HELP)


def add_readings(parser: ArgumentParser) -> None:
    """Add the options of the rules."""
    group = parser.add_argument_group("readings of the rules (docs/rules-mabi.md)")
    for option, values in READINGS.items():
        group.add_argument(
            "--" + option.replace("_", "-"),
            choices=values,
            default=values[0],
            help=f"{ABOUT[option]} (default {values[0]})",
        )
    group.add_argument("--size", metavar="RANKSxFILES", help="size of the board at 'start' (default 8x8)")
    group.add_argument(
        "--max-plies",
        type=whole_number(0),
        metavar="N",
        help="stop the game without a result after N plies; 0 stops it at once (default: no limit)",
    )


def rules_of(options: Namespace) -> Rules:
    """Return the rules that the options select."""
    readings = {option: getattr(options, option) for option in READINGS}
    return Rules(size=options.size, max_plies=options.max_plies, **readings)


def add_folder(parser: ArgumentParser) -> None:
    """Add the option ``--folder``."""
    parser.add_argument("--folder", metavar="FOLDER", help="folder of the tables (default: the cache folder)")


def folder_of(options: Namespace) -> Path | None:
    """Return the folder given by ``--folder``; None for the cache folder."""
    return None if options.folder is None else folders.named_folder(options.folder)
