"""The command line of `narabi`: its commands and options."""

from __future__ import annotations

import argparse
from typing import get_args

from _gamekit.arguments import (
    add_completion,
    add_drawing,
    add_json,
    add_nodes,
    add_paper,
    add_seconds,
    add_serving,
    program,
    whole_number,
)
from _gamekit.philox import MAX_SEED
from _gamekit.work.commands import add_workers
from narabi_solver.game.rules import SEATS, TRACK, UndoReading
from narabi_solver.sizes import (
    ALGORITHMS,
    ATLAS_DEALS,
    HINT_POLICIES,
    INFERENCES,
    LAYOUTS,
    MAX_DEALS,
    MAX_HARDEST,
    MAX_STATES,
    POLICIES,
)

DEAL_HELP = "a deal, its id, a file of deals (one per line, # comments), or - for standard input"
EXAMPLE = (
    "'d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    " / 8:2-to-6 5:dark 4:two-away w:left'"
)


def build() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser, command = program(
        "narabi",
        "Exact answers about the cooperative game Narabi.",
        ["narabi deal --players 3 --seed 7 | narabi solve -", f"narabi solve {EXAMPLE}"],
    )
    _add_solve(
        command("solve", "the fewest turns to win a deal, all cards open, with proof", _SOLVE_EXAMPLES)
    )
    _add_analyse(command("analyse", "what every swap of the player to move leads to", _ANALYSE_EXAMPLES))
    _add_verify(command("verify", "replay a line of play and compare it with the minimum", _VERIFY_EXAMPLES))
    _add_review(
        command("review", "judge a game swap by swap: best, slips, where the win was lost", _REVIEW_EXAMPLES)
    )
    _add_hint(command("hint", "what a seat should play or ask, by what it knows", _HINT_EXAMPLES))
    _add_know(command("know", "what a seat knows of the hidden cards, exactly", _KNOW_EXAMPLES))
    _add_enter(command("enter", "put in a deal stone by stone, and the game played with it", _ENTER_EXAMPLES))
    _add_sheet(command("sheet", "puzzles to be printed, with solutions", _SHEET_EXAMPLES))
    _add_page(command("page", "Narabi as one page for a browser, with its own solver", _PAGE_EXAMPLES))
    serve = command("serve", "that page in your browser, with the program behind it", _SERVE_EXAMPLES)
    add_serving(serve)
    _add_deck(serve)
    _add_view(command("view", "show a ring or a line of play: as text, drawing or web page", _VIEW_EXAMPLES))
    _add_census(
        command("census", "the fewest turns for every arrangement of a deal's stones", _CENSUS_EXAMPLES)
    )
    _add_deal(command("deal", "random deals, or only those of a given difficulty", _DEAL_EXAMPLES))
    _add_survey(
        command("survey", "statistics over many random deals, with confidence intervals", _SURVEY_EXAMPLES)
    )
    _add_atlas(command("atlas", "many random deals with their grades, in a file", _ATLAS_EXAMPLES))
    _add_play(command("play", "sit at the table with partners whose cards are hidden", _PLAY_EXAMPLES))
    _add_score(command("score", "how well games went: against par, teams and levels", _SCORE_EXAMPLES))
    _add_team(command("team", "what hidden cards cost: policies on the same random deals", _TEAM_EXAMPLES))
    cards = command(
        "cards", "the deck of restriction cards, with its sources", ["narabi cards", "narabi cards --json"]
    )
    _add_deck(cards)
    add_json(cards)
    check = command(
        "check", "check certificates with a small independent checker", ["narabi check proof.json"]
    )
    check.add_argument(
        "certificate", metavar="CERTIFICATE", help="a file written by 'narabi solve --certificate'"
    )
    check.add_argument(
        "--max-states",
        type=whole_number(1),
        default=MAX_STATES,
        metavar="N",
        help=f"stop after N states: bound not verified, exit code 3 (default {MAX_STATES:,})",
    )
    add_json(check)
    tables = command("tables", "build, describe or verify the lookup tables of the search", _TABLES_EXAMPLES)
    tables.add_argument(
        "action",
        choices=("build", "info", "verify"),
        help="build: build again; info: describe; verify: recompute and compare",
    )
    add_json(tables)
    warm = command("warm", "compile kernels and build tables now, not on first use", ["narabi warm"])
    add_json(warm)
    add_completion(command, "narabi")
    return parser


_TABLES_EXAMPLES = ["narabi tables info", "narabi tables verify --json"]
_SOLVE_EXAMPLES = [
    f"narabi solve {EXAMPLE}",
    "narabi solve deals.txt --no-undo --undo-reading receiver --json",
    "narabi deal --players 5 --seed 1 | narabi solve - --seconds 10",
]
_ANALYSE_EXAMPLES = [f"narabi analyse {EXAMPLE} --costs --lines 3", "narabi analyse deals.txt --json"]
_CENSUS_EXAMPLES = [f"narabi census {EXAMPLE}", "narabi census deals.txt --hardest 10 --json"]
_VERIFY_EXAMPLES = [f"narabi verify {EXAMPLE} 'B2-A3 C1-A4'", "narabi verify game.txt"]
_VERIFY_CODES = "exit codes: 0 won, 1 illegal or lost, 3 unfinished, or not all is known within the limits"
_REVIEW_CODES = "exit codes: 0 judged, 1 judged and lost, 3 not all is known within the limits"
_REVIEW_EXAMPLES = [
    f"narabi review {EXAMPLE[:-1]} moves B4-A2 C1-B3 A3-C4'",
    "narabi review game.txt --html review.html",
]
_HINT_EXAMPLES = [
    f"narabi hint {EXAMPLE} --seat B",
    "narabi hint table.txt --seat C --worlds 500 --json",
]
_KNOW_EXAMPLES = [f"narabi know {EXAMPLE} --seat A", "narabi know table.txt --seat C --json"]
_ENTER_EXAMPLES = ["narabi enter --players 4 --out game.txt", "narabi enter | narabi solve -"]
_PAGE_EXAMPLES = ["narabi page --out narabi.html", "narabi page --deck my-deck.toml --out ours.html"]
_SERVE_EXAMPLES = ["narabi serve", "narabi serve --port 8000 --no-open"]
_SHEET_EXAMPLES = [
    "narabi sheet --players 4 --turns 6 --count 6 --seed 7 --out puzzles.pdf",
    "narabi sheet deals.txt --title 'For Sunday' --paper letter --out sunday.html",
]
_VIEW_EXAMPLES = [
    f"narabi view {EXAMPLE}",
    "narabi view deal.txt --stone B2 --svg ring.svg",
    "narabi view deal.txt --line 'B2-A3 C1-B3' --html game.html",
    "narabi view deal.txt --solve --svg solution.svg --theme dark",
]
_DEAL_EXAMPLES = [
    "narabi deal --players 4 --seed 7 --count 100 > deals.txt",
    "narabi deal --players 3 --seed 7 --turns 6 --single-line",
]

_SURVEY_EXAMPLES = [
    "narabi survey --players 3 --deals 1000000",
    "narabi survey --players 4 --deals 10000000 --workers 2 --out four.parquet",
    "narabi survey --players 3 --deals 1000000 --paired",
]
_ATLAS_EXAMPLES = [
    "narabi atlas --players 4 --workers 2",
    "narabi atlas --players 3 --deals 5000 --seed 7 --out three.parquet --json",
]
_PLAY_EXAMPLES = [
    "narabi play --players 4 --seat B --seed 7",
    "narabi play game.txt --seat B --policy asking",
]
_SCORE_EXAMPLES = ["narabi score games.txt", "narabi score games.txt --levels ours.toml --policy asking"]
_TEAM_EXAMPLES = [
    "narabi team --players 4 --deals 200 --policy silent --policy asking",
    "narabi team --players 3 --deals 1000 --policy silent-rollouts --workers 2 --out three.parquet",
]


def seat(text: str) -> int:
    """Read a seat's letter."""
    if len(text) == 1 and text.upper() in SEATS:
        return SEATS.index(text.upper())
    raise argparse.ArgumentTypeError(f"must be a seat, A to {SEATS[-1]}, not {text[:40]!r}")


def _add_solve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("deal", metavar="DEAL", help=DEAL_HELP)
    _add_rules(parser)
    parser.add_argument(
        "--algorithm",
        choices=ALGORITHMS,
        default="auto",
        help="ida: iterative deepening A*; bfs: breadth-first; plain: plain Python, nothing compiled; "
        "auto: whichever is quickest (default)",
    )
    parser.add_argument(
        "--certificate", metavar="FILE", help="write the proof to a new file, for 'narabi check FILE'"
    )
    _add_limits(parser)
    add_json(parser)


def _add_analyse(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("deal", metavar="DEAL", help=DEAL_HELP)
    _add_rules(parser)
    parser.add_argument(
        "--costs",
        action="store_true",
        help="also the minimum without each single card, without each seat's cards, and without any cards",
    )
    parser.add_argument(
        "--lines", type=whole_number(0, 1_000_000), default=0, metavar="N", help="show up to N shortest lines"
    )
    _add_limits(parser)
    add_json(parser)


def _add_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("deal", metavar="DEAL", help=DEAL_HELP)
    parser.add_argument(
        "line",
        metavar="LINE",
        nargs="?",
        help="the swaps played, like 'A2-C1 B1-A3' (default: those of the deal, after 'moves')",
    )
    parser.epilog = f"{parser.epilog}\n{_VERIFY_CODES}"
    parser.add_argument(
        "--hidden",
        action="store_true",
        help="judge every swap besides by what its player could know: a mistake, or bad luck; answers like "
        "'asked B2-C1=yes' among the moves count",
    )
    parser.add_argument(
        "--worlds",
        type=whole_number(1, 100_000),
        default=64,
        metavar="K",
        help="with --hidden: worlds drawn for each turn (default 64)",
    )
    _add_rules(parser)
    _add_limits(parser)
    add_json(parser)


def _add_review(parser: argparse.ArgumentParser) -> None:
    parser.description = """\
Judges every swap of a game with all cards open: best, a slip and the turns
it cost, or the swap after which no win was possible; and what else there was.
A game is a deal with its swaps after 'moves'."""
    parser.epilog = f"{parser.epilog}\n{_REVIEW_CODES}"
    parser.add_argument("deal", metavar="GAME", help=DEAL_HELP.replace("deal", "game"))
    add_drawing(parser, svg=False)
    _add_rules(parser)
    _add_limits(parser)
    add_json(parser)


def _add_hint(parser: argparse.ArgumentParser) -> None:
    parser.description = f"""\
What a seat should play or ask while the others' cards are hidden. Worlds that
agree with what the seat knows are drawn, and in each everybody plays on as if
all cards lay open. A seat that is not to move is told what it knows.
{_HIDDEN}"""
    _add_seen(parser, "who is advised")
    parser.add_argument(
        "--policy",
        choices=HINT_POLICIES,
        default="silent",
        help="what partners do. silent (default): as said above; silent-rollouts: the next seat decides by "
        "what it can know, and then all cards lie open",
    )
    parser.add_argument(
        "--inference",
        choices=INFERENCES,
        default="none",
        help="soft: what others chose to play is a sign of what their cards forbid (default none)",
    )
    parser.add_argument(
        "--worlds", type=whole_number(1, 100_000), default=64, metavar="K", help="worlds to draw (default 64)"
    )
    parser.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), default=0, metavar="S", help="for drawing (default 0)"
    )
    _add_undo(parser)
    _add_limit(parser)
    _add_deck(parser)
    _add_limits(parser)
    add_drawing(parser, html=False)
    add_json(parser)


def _add_know(parser: argparse.ArgumentParser) -> None:
    parser.description = f"""\
What a seat knows at any time, whoever is to move: how many assignments of
cards to the hidden stones agree with all that was seen and heard, and the
probability of each card of each stone; both are exact.
{_HIDDEN}"""
    _add_seen(parser, "whose knowledge it is")
    _add_deck(parser)
    add_drawing(parser, html=False)
    add_json(parser)


_HIDDEN = """\
In DEAL a ? stands for a card that the seat does not know, and
'asked B2-C1=yes' among the moves for an answer; of a deal with all cards
only what the seat has seen is used. --svg draws what the hidden cards may be."""


def _add_seen(parser: argparse.ArgumentParser, seat: str) -> None:
    parser.add_argument("deal", metavar="DEAL", help="a deal, a file with one, or - for standard input")
    parser.add_argument("--seat", required=True, metavar="SEAT", help=seat)


def _add_enter(parser: argparse.ArgumentParser) -> None:
    parser.description = """\
Asks for the stones round the ring, from A1 clockwise, and then for the swaps
as they were played, each checked by the rules; takes corrections. The text of
the deal goes to --out or to the standard output; every command reads it."""
    parser.add_argument(
        "--players", type=whole_number(3, 5), metavar="3|4|5", help="number of players (default: asked for)"
    )
    parser.add_argument("--out", metavar="FILE", help="write the deal to a new file")
    _add_undo(parser)
    _add_limit(parser)
    _add_deck(parser)
    _add_unusual(parser)


def _add_view(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("deal", metavar="DEAL", help=DEAL_HELP)
    lines = parser.add_mutually_exclusive_group()
    lines.add_argument("--line", metavar="LINE", default="", help="swaps to play, like 'A2-C1 B1-A3'")
    lines.add_argument("--solve", action="store_true", help="show a shortest line")
    parser.add_argument(
        "--stone", metavar="PLACE", help="mark what the stone at PLACE may take; a place is like B2"
    )
    add_drawing(parser)
    parser.add_argument(
        "--layout",
        choices=LAYOUTS,
        default=LAYOUTS[0],
        help="layout of the drawing: wide (default), or phone for narrow screens; pages choose themselves",
    )
    _add_rules(parser)
    add_json(parser)


def _add_census(parser: argparse.ArgumentParser) -> None:
    parser.description = """\
The fewest turns for each of the 12! arrangements of a deal's stones, each
with its card: three or four players, 24 turns. How the stones lie in DEAL,
who begins and what was played ('first', 'moves') does not matter. There is no
--no-undo: the last swap would be a part of every arrangement.

Takes 0.7 GB of memory, and a minute or two on one core. Progress is saved
about every 20 seconds: after Ctrl-C the same command continues from there.
The result is kept, so a finished census is shown at once."""
    parser.add_argument("deal", metavar="DEAL", help=DEAL_HELP)
    parser.add_argument(
        "--hardest",
        type=whole_number(0, MAX_HARDEST),
        default=3,
        metavar="N",
        help="show N of the hardest deals (default 3)",
    )
    _add_deck(parser)
    _add_unusual(parser)
    add_json(parser)
    parser.set_defaults(first=None, algorithm="bfs")  # read by `answer_each`; "bfs" needs no table


def _add_deal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players",
        type=whole_number(2, 5),
        required=True,
        metavar="3|4|5",
        help="number of players; 2 with a deck that has stones for two",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, MAX_SEED),
        metavar="S",
        help="0 to 2^64 - 1 (default: random, and printed)",
    )
    parser.add_argument(
        "--count", type=whole_number(1), default=1, metavar="N", help="number of deals (default 1)"
    )
    specs = _add_specs(parser)
    _add_undo(specs, "solve them with the no-undo rule")
    specs.add_argument(
        "--atlas",
        metavar="FILE",
        help="look in this file of 'narabi atlas' first (default: the one in the cache folder, if it is "
        "there and of this seed)",
    )
    _add_deck(parser)
    add_json(parser)


def _add_specs(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    specs = parser.add_argument_group("only deals with these properties")
    specs.add_argument("--turns", type=whole_number(0, TRACK), metavar="K", help="the minimum is K turns")
    specs.add_argument("--single-line", action="store_true", help="there is only one shortest line")
    specs.add_argument("--no-traps", action="store_true", help="no swap on a shortest line loses the minimum")
    specs.add_argument(
        "--grade", type=whole_number(1, 5), metavar="G", help="difficulty, 1 (easy) to 5 (hard)"
    )
    specs.add_argument(
        "--max-deals",
        type=whole_number(1),
        default=MAX_DEALS,
        metavar="N",
        help=f"stop after trying N deals, exit code 3 (default {MAX_DEALS:,})",
    )
    return specs


def _add_page(parser: argparse.ArgumentParser) -> None:
    parser.description = """\
Writes a file that is played in any browser, on a phone too, without network:
three puzzles a day, random deals and deals to order, your own deals, hints,
what every swap would lead to, and the solution, by a solver in the page."""
    parser.add_argument("--out", metavar="FILE", required=True, help="the page to write, like narabi.html")
    add_drawing(parser, svg=False, html=False)
    _add_deck(parser)


def _add_sheet(parser: argparse.ArgumentParser) -> None:
    parser.description = """\
Writes numbered puzzles to be printed: rings with their cards, the grade as
stars, room to write, what the cards say, and the solutions on the last page.
The foot names the command that makes the sheet again. A PDF needs svglib."""
    parser.add_argument("deal", metavar="DEAL", nargs="?", help=f"{DEAL_HELP} (default: deals are made)")
    add_paper(parser, "Narabi puzzles")
    parser.add_argument("--players", type=whole_number(3, 5), metavar="3|4|5", help="number of players")
    parser.add_argument(
        "--count", type=whole_number(1, 600), metavar="N", help="number of puzzles (default 6)"
    )
    parser.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), metavar="S", help="0 to 2^64 - 1 (default: random)"
    )
    _add_specs(parser)
    _add_deck(parser)
    _add_unusual(parser)


def _add_deals(parser: argparse.ArgumentParser) -> None:
    """Add which random deals, and by which rules."""
    _add_many(parser)
    _add_undo(parser)
    _add_limit(parser)
    _add_deck(parser)


def _add_many(parser: argparse.ArgumentParser, deals: int | None = None) -> None:
    """Add which random deals; so many, if their number may be left out."""
    parser.add_argument(
        "--players", type=whole_number(3, 5), required=True, metavar="3|4|5", help="number of players"
    )
    parser.add_argument(
        "--deals",
        type=whole_number(1),
        required=deals is None,
        default=deals,
        metavar="N",
        help="number of deals" if deals is None else f"number of deals (default {deals:,})",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, MAX_SEED),
        default=0,
        metavar="S",
        help="deals 0 to N-1 of this seed, as printed by 'narabi deal' (default 0)",
    )


def _add_play(parser: argparse.ArgumentParser) -> None:
    parser.description = """\
A game at the terminal: you sit at one seat and see your own cards, partners
sit at the others and see theirs. Ask them, play, take hints; afterwards the
solution is shown, and every swap judged by what its player could know."""
    parser.add_argument(
        "deal", metavar="GAME", nargs="?", help="a deal or a saved game, or a file with one, to go on with"
    )
    parser.add_argument(
        "--players", type=whole_number(3, 5), metavar="3|4|5", help="players of a random deal"
    )
    parser.add_argument("--seat", type=seat, required=True, metavar="SEAT", help="where you sit")
    parser.add_argument(
        "--policy",
        default="silent",
        metavar="NAME",
        help=f"of the partners: {', '.join(POLICIES)} (default silent); or your own as module:Class",
    )
    parser.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), default=0, metavar="S", help="of the deal (default 0)"
    )
    parser.add_argument("--unusual", action="store_true", help="allow stones that the deck does not have")
    _add_undo(parser)
    _add_limit(parser)
    _add_deck(parser)


def _add_score(parser: argparse.ArgumentParser) -> None:
    parser.description = """\
How well games went. Par is the minimum of the deal, with all cards open; teams
whose cards are hidden play the same deal by a policy. Levels are your own: a
TOML file with a table [[levels]] for each, lowest first, with a name and the
most turns with which it is reached. A game is a deal with its moves."""
    parser.add_argument("deal", metavar="GAMES", help=DEAL_HELP.replace("deal", "game"))
    parser.add_argument("--levels", metavar="FILE", help="names for results, and whether each game is higher")
    parser.add_argument(
        "--policy",
        default="silent",
        metavar="NAME",
        help=f"of the teams: {', '.join(POLICIES)} (default silent); or your own as module:Class",
    )
    parser.add_argument(
        "--teams", type=whole_number(1, 1_000_000), default=100, metavar="N", help="how many (default 100)"
    )
    parser.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), default=0, metavar="S", help="for drawing (default 0)"
    )
    _add_rules(parser)
    add_json(parser)


def _add_team(parser: argparse.ArgumentParser) -> None:
    parser.description = """\
Teams whose cards are hidden play random deals, all seats by one policy; their
turns are compared with the minimum of each deal, which needs all cards open.
A seat knows its own cards, those it had, and what was played and answered."""
    _add_deals(parser)
    parser.add_argument(
        "--policy",
        action="append",
        metavar="NAME",
        help=f"{', '.join(POLICIES)}; or your own as module:Class. May be given several times "
        "(default: silent and asking)",
    )
    add_workers(
        parser,
        "write a parquet file, one row per deal and policy; after an interruption the same command continues",
    )
    add_json(parser)


def _add_survey(parser: argparse.ArgumentParser) -> None:
    _add_deals(parser)
    parser.add_argument(
        "--paired",
        action="store_true",
        help="solve each deal without and with no-undo, and compare; with '--undo-reading receiver': by both "
        "readings of no-undo",
    )
    add_workers(
        parser,
        "write a parquet file, one row per deal, with --paired the totals as JSON; after an interruption the "
        "same command continues",
    )
    add_nodes(parser, "stop each search after N states; the deal is undecided", low=0)
    add_json(parser)


def _add_atlas(parser: argparse.ArgumentParser) -> None:
    parser.description = """\
Grades random deals by the plain rules, and writes them to a parquet file: the
minimum, shortest lines, traps, forced turns, the grade, and how a person would
search. After an interruption the same command continues. 'narabi deal' looks
deals to order up in the file that --out names by default. Needs pyarrow."""
    _add_many(parser, ATLAS_DEALS)
    add_workers(parser, "the file (default: one in the cache folder)")
    add_json(parser)


def _add_undo(
    parser: argparse._ActionsContainer, what: str = "nobody may reverse the swap just made"
) -> None:
    parser.add_argument("--no-undo", action="store_true", help=what)
    parser.add_argument(
        "--undo-reading",
        choices=get_args(UndoReading),
        default="next",
        help="how to read --no-undo. next (default): the next player may not undo a swap. receiver: nor may "
        "anyone, on their own next turn, send a stone they received back to where it came from",
    )


def _add_rules(parser: argparse.ArgumentParser) -> None:
    _add_undo(parser)
    parser.add_argument(
        "--first", type=seat, metavar="SEAT", help="the seat that begins (default: the holder of the 0)"
    )
    _add_limit(parser)
    _add_deck(parser)
    _add_unusual(parser)


def _add_unusual(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--unusual",
        action="store_true",
        help="allow stones and extra copies of cards that the deck does not have",
    )


def _add_limit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--limit",
        type=whole_number(0, TRACK),
        default=TRACK,
        metavar="N",
        help=f"last turn on which the game can be won (default {TRACK})",
    )


def _add_deck(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deck", metavar="FILE", help="a custom deck, as TOML (default: the built-in deck)")


def _add_limits(parser: argparse.ArgumentParser) -> None:
    add_nodes(parser, "stop each search after N states", low=0)
    add_seconds(parser)
    parser.add_argument(
        "--max-memory",
        type=whole_number(1),
        metavar="MIB",
        help="stop each search before it uses more than MIB mebibytes (default 4096)",
    )
