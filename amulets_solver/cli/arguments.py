"""The command line of `amulets`: its commands and options."""

from __future__ import annotations

import argparse

from _gamekit.arguments import add_completion, add_drawing, add_json, add_kept, program, whole_number
from _gamekit.work.commands import add_workers
from amulets_solver.game.readings import READINGS
from amulets_solver.sizes import GOALS, MAX_GAMES, MAX_SEED, POLICIES

RECORD_HELP = "a record of a game, a file with one, or - for standard input"
EXAMPLE = "'players 3; me 1 C3 B; ask 1 R:A1 Y:B2 G:D4 B:C5 K:E3 : +-'"
PLACEMENT = "'R:B4 Y:A2 G:E1 B:D3 K:C5'"

_ASK_EXAMPLES = [
    f"amulets ask {EXAMPLE}",
    "amulets ask table.txt --seat 2 --goal castable --json",
    "amulets ask table.txt --svg altars.svg",
]
_LAW_EXAMPLES = [f"amulets law {EXAMPLE} {PLACEMENT}"]
_CAST_EXAMPLES = [f"amulets cast {EXAMPLE}", "amulets cast table.txt --seat 2 --rivals gambler:0.5"]

_JUDGE_EXAMPLES = ["amulets judge game.txt", "amulets judge game.txt --json"]
_RACE_EXAMPLES = [
    "amulets race --players 3 --games 200",
    "amulets race --players 4 --games 100 --policy entropy --policy gambler:0.5 --workers 2",
    "amulets race --players 3 --games 10000 --workers 2 --out race.json",
]

_REFEREE_EXAMPLES = [
    "amulets referee --players 4 --save evening.txt",
    "amulets referee evening.txt --save evening.txt",
    "amulets referee --players 3 --after round --first 2",
]
_SIT_EXAMPLES = [
    "amulets sit --players 4 --me C3 B evening.txt",
    "amulets sit evening.txt",
    "amulets sit --players 3 --me A1 R --seat 2 --first 3",
]
_SOLITAIRE_EXAMPLES = ["amulets solitaire --players 3 --seed 7"]


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
    _add_judge(
        command("judge", "a played game: what questions were worth, what casts risked", _JUDGE_EXAMPLES)
    )
    _add_race(command("race", "policies on the same random deals, with intervals", _RACE_EXAMPLES))
    _add_referee(
        command("referee", "deal and answer for people at one terminal, and hide", _REFEREE_EXAMPLES)
    )
    _add_sit(
        command(
            "sit", "your own sheet at a real table: what is known, what to ask, dare I cast", _SIT_EXAMPLES
        )
    )
    _add_new_game(command("solitaire", "you against random secrets", _SOLITAIRE_EXAMPLES))
    add_completion(command, "amulets")
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
is worth. All but the choice of the question is exact; it says what is proven.
--svg draws how likely each field is, with the question on it."""
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
    add_drawing(parser, html=False)
    add_json(parser)


def _add_law(parser: argparse.ArgumentParser) -> None:
    _add_record(parser)
    parser.add_argument("placement", metavar="PLACEMENT", help="what would be asked, like 'R:A1 Y:B2 …'")
    _add_seat(parser)
    add_json(parser)


def _add_cast(parser: argparse.ArgumentParser) -> None:
    parser.description = """\
The placement that is most likely to succeed and its exact probability. With
--rivals also how likely one wins by waiting: the game is played on many times,
by policies as in 'amulets race'."""
    _add_record(parser)
    _add_seat(parser)
    parser.add_argument(
        "--rivals", metavar="POLICY", help=f"what the others do if you wait: {', '.join(POLICIES)}"
    )
    parser.add_argument(
        "--policy", default="entropy", metavar="POLICY", help="how you play on if you wait (default entropy)"
    )
    _add_games(parser, 200)
    add_json(parser)


def _add_judge(parser: argparse.ArgumentParser) -> None:
    parser.description = """\
Judges the players whose secrets the record has: what each question was worth
against the best one found then, how likely each cast was to succeed when it
was made, and the first moment at which a cast could not fail."""
    _add_record(parser)
    add_json(parser)


def _add_race(parser: argparse.ArgumentParser) -> None:
    parser.description = """\
Random deals, played by policies: how many questions it takes until somebody
can cast for certain, and who wins. Each deal is played once for each policy,
so that all of them sit in all seats. Ctrl-C ends it with the deals that were
played until then; with --out the same command goes on from there."""
    parser.add_argument(
        "--players", type=whole_number(2, 5), required=True, metavar="2-5", help="number of players"
    )
    parser.add_argument(
        "--policy",
        action="append",
        metavar="NAME",
        help=f"one of {', '.join(POLICIES)}; after a colon the chance to cast at, like gambler:0.4. "
        "May be given several times (default entropy)",
    )
    _add_games(parser, 100)
    _add_sizes(parser)
    add_workers(
        parser,
        "write the results of all games, as JSON; after an interruption the same command continues",
    )
    add_json(parser)


def _add_referee(parser: argparse.ArgumentParser) -> None:
    parser.description = """\
Deals secrets, answers questions and casts, and shows to each player only the
own secret. Everything else is said aloud. 'help' lists what one may type. A
saved game goes on with its file; it has all secrets."""
    add_kept(parser)
    _add_new_game(parser, required=False)
    parser.add_argument("--first", type=whole_number(1, 5), metavar="S", help="who begins (default 1)")


def _add_sit(parser: argparse.ArgumentParser) -> None:
    parser.description = """\
You type what is asked and answered at the table. Your sheet crosses out by
itself; on your turn it says what to ask, and always the best cast with its
chance. What contradicts is not taken, and it is said which earlier line may be
wrong. FILE is written at every line, and goes on later."""
    parser.add_argument("record", metavar="FILE", nargs="?", help="where the session is kept")
    parser.add_argument("--players", type=whole_number(2, 5), metavar="2-5", help="number of players")
    parser.add_argument("--me", nargs=2, metavar=("FIELD", "AMULET"), help="what you drew, like C3 B")
    parser.add_argument(
        "--seat", type=whole_number(1, 5), default=1, metavar="S", help="your seat (default 1)"
    )
    parser.add_argument("--first", type=whole_number(1, 5), metavar="S", help="who begins, if you know")
    _add_sizes(parser)


def _add_new_game(parser: argparse.ArgumentParser, required: bool = True) -> None:
    parser.add_argument(
        "--players", type=whole_number(2, 5), required=required, metavar="2-5", help="number of players"
    )
    parser.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), metavar="S", help="of the deal (default: random)"
    )
    _add_sizes(parser)


def _add_games(parser: argparse.ArgumentParser, default: int) -> None:
    parser.add_argument(
        "--games",
        type=whole_number(1, MAX_GAMES),
        default=default,
        metavar="G",
        help=f"random deals to play (default {default})",
    )
    parser.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), default=0, metavar="S", help="of what is drawn (default 0)"
    )


def _add_sizes(parser: argparse.ArgumentParser) -> None:
    """Add the options of a new game: its size and the readings."""
    parser.add_argument(
        "--altar", default="5x5", metavar="CxR", help="columns x rows, 2x2 to 6x6 (default 5x5)"
    )
    parser.add_argument(
        "--amulets", type=whole_number(2, 6), default=5, metavar="N", help="how many amulets (default 5)"
    )
    parser.add_argument(
        "--after",
        choices=READINGS["after"],
        default=READINGS["after"][0],
        help="one may cast after each single answer (default), or when all have answered (round)",
    )
    parser.add_argument(
        "--spare",
        choices=READINGS["spare"],
        default=READINGS["spare"][0],
        help="where spare amulets of a cast stand: drawn by lot (default), or where the caster likes",
    )
