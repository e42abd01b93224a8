"""The command line of `amulets`: its commands and options."""

from __future__ import annotations

import argparse

from _gamekit.arguments import add_json, add_shell, program, whole_number
from amulets_solver.sizes import GOALS

RECORD_HELP = "a record of a game, a file with one, or - for standard input"
EXAMPLE = "'players 3; me 1 C3 B; ask 1 R:A1 Y:B2 G:D4 B:C5 K:E3 : +-'"
PLACEMENT = "'R:B4 Y:A2 G:E1 B:D3 K:C5'"

_ASK_EXAMPLES = [f"amulets ask {EXAMPLE}", "amulets ask table.txt --seat 2 --goal castable --json"]
_LAW_EXAMPLES = [f"amulets law {EXAMPLE} {PLACEMENT}"]
_CAST_EXAMPLES = [f"amulets cast {EXAMPLE}", "amulets cast table.txt --seat 2 --json"]


def build() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser, command = program(
        "amulets",
        "Exact answers about the deduction game Amulets.",
        [f"amulets ask {EXAMPLE}", "amulets cast table.txt"],
    )
    _add_ask(command("ask", "what a player knows, and the best question to ask", _ASK_EXAMPLES))
    _add_law(command("law", "how likely each answer to a question is, exactly", _LAW_EXAMPLES))
    _add_cast(command("cast", "the cast that is most likely to succeed, and how likely", _CAST_EXAMPLES))
    add_shell(
        command(
            "completion",
            "print a script that completes commands and options in your shell",
            ['eval "$(amulets completion bash)"', "amulets completion zsh > ~/.zfunc/_amulets"],
        )
    )
    return parser


def _add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help=RECORD_HELP)


def _add_seat(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seat",
        type=whole_number(1, 5),
        metavar="S",
        help="whose knowledge, if the record has the secrets of several players",
    )


def _add_ask(parser: argparse.ArgumentParser) -> None:
    parser.description = """\
What a player knows by a record: how many hypotheses are left, how likely each
field and amulet of the others is, and the best question to ask, with what it
is worth. All but the choice of the question is exact; it says what is proven."""
    _add_record(parser)
    _add_seat(parser)
    parser.add_argument(
        "--goal",
        choices=GOALS,
        default=GOALS[0],
        help="what the question is for: to learn most (entropy, default), to leave few hypotheses, or to be "
        "able to cast for certain",
    )
    parser.add_argument(
        "--placements",
        type=whole_number(1, 10_000_000),
        metavar="N",
        help="placements to look at where not all are compared (default: what takes about 10 ms)",
    )
    add_json(parser)


def _add_law(parser: argparse.ArgumentParser) -> None:
    _add_record(parser)
    parser.add_argument("placement", metavar="PLACEMENT", help="what would be asked, like 'R:A1 Y:B2 …'")
    _add_seat(parser)
    add_json(parser)


def _add_cast(parser: argparse.ArgumentParser) -> None:
    _add_record(parser)
    _add_seat(parser)
    add_json(parser)
