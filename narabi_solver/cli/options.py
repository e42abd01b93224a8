"""Options that several commands of `narabi` share, functions that read them, and the loop over deals."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, _ActionsContainer, _ArgumentGroup
from collections.abc import Callable, Sequence
from functools import partial
from typing import get_args

import narabi_solver
from _gamekit.arguments import add_memory, add_nodes, add_seconds, whole_number
from _gamekit.facts import Facts
from _gamekit.limits import MIB, Limits
from _gamekit.philox import MAX_SEED
from _gamekit.program import ANSWERED, INTERRUPTED, NEGATIVE, UNDECIDED, Answers, DrawingFiles
from narabi_solver import hidden, show, solving
from narabi_solver.cli import PROGRAM
from narabi_solver.game import deal_files
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import InternalError, NarabiError
from narabi_solver.game.played import PlayedGame
from narabi_solver.game.rules import SEATS, TRACK, Rules, UndoReading
from narabi_solver.sizes import MAX_DEALS, POLICIES

DEAL_HELP = "a deal, its id or link, a file of deals (one per line, # comments), or - for standard input"
HIDDEN = """\
In DEAL, ? stands for a card that the seat does not know, and 'asked B2-C1=yes'
among the moves records an answer. If DEAL has all cards, only those that the
seat has seen are used. --svg draws the possible hidden cards."""
"""Help about hidden cards."""


def add_deal(parser: ArgumentParser) -> None:
    """Add the argument DEAL."""
    parser.add_argument("deal", metavar="DEAL", help=DEAL_HELP)


def add_seen(parser: ArgumentParser, seat: str) -> None:
    """Add the argument DEAL for one deal, and the option ``--seat``; `seat` is that option's help text."""
    parser.add_argument("deal", metavar="DEAL", help="a deal, a file with one, or - for standard input")
    parser.add_argument("--seat", required=True, metavar="SEAT", help=seat)


def seat(text: str) -> int:
    """Return the number of a seat from its letter."""
    if len(text) == 1 and text.upper() in SEATS:
        return SEATS.index(text.upper())
    raise ArgumentTypeError(f"must be a seat, A to {SEATS[-1]}, not {text[:40]!r}")


def add_deck(parser: ArgumentParser) -> None:
    """Add the option ``--deck``."""
    parser.add_argument(
        "--deck",
        metavar="FILE",
        help="a custom deck, as TOML, or the link of a page that holds one (default: the built-in deck)",
    )


def deck_of(options: Namespace) -> Deck | None:
    """Return the deck in the file or link that ``--deck`` gives; None without the option."""
    if options.deck is None:
        return None
    linked = "deck=" in options.deck and not os.path.exists(options.deck)
    return Deck.from_link(options.deck) if linked else Deck.load(options.deck)


def knowledge_of(options: Namespace) -> narabi_solver.Knowledge:
    """Return what the seat of ``--seat`` knows in the one deal that the argument DEAL gives."""
    deck = deck_of(options)

    def parse(text: str) -> narabi_solver.Knowledge:
        deal, own = deal_files.deal_of(text, deck, _rules_given(options))
        return narabi_solver.Knowledge.parse(deal, options.seat, deck=own)

    return deal_files.reader(deck).single(options.deal, parse)


def game_of(options: Namespace) -> PlayedGame:
    """Return the one game that the argument DEAL gives."""
    deck = deck_of(options)

    def parse(text: str) -> PlayedGame:
        deal, own = deal_files.deal_of(text, deck, _rules_given(options))
        return PlayedGame.parse(deal, deck=own)

    return deal_files.reader(deck).single(options.deal, parse)


def add_unusual(parser: ArgumentParser) -> None:
    """Add the option ``--unusual``."""
    parser.add_argument(
        "--unusual",
        action="store_true",
        help="allow stones that the deck lacks, and extra copies of its cards",
    )


def add_undo(parser: _ActionsContainer, what: str = "nobody may reverse the swap just made") -> None:
    """Add the options of the no-undo rule."""
    parser.add_argument("--no-undo", action="store_true", help=what)
    parser.add_argument(
        "--undo-reading",
        choices=get_args(UndoReading),
        default="next",
        help="how to read --no-undo. next (default): the next player may not undo a swap. receiver: nor may "
        "anyone, on their own next turn, send a stone they received back to where it came from",
    )


def add_limit(parser: ArgumentParser) -> None:
    """Add the option ``--limit``."""
    parser.add_argument(
        "--limit",
        type=whole_number(0, TRACK),
        default=TRACK,
        metavar="N",
        help=f"last turn on which the game can be won (default {TRACK})",
    )


def add_rules(parser: ArgumentParser, unusual: bool = True) -> None:
    """Add the options of the rules and of reading a deal; without `unusual`, not that option."""
    add_undo(parser)
    parser.add_argument(
        "--first", type=seat, metavar="SEAT", help="the seat that begins (default: the holder of the 0)"
    )
    add_limit(parser)
    add_deck(parser)
    if unusual:
        add_unusual(parser)


def rules_of(options: Namespace) -> Rules:
    """Return the rules that the options set."""
    return Rules(no_undo=options.no_undo, limit=options.limit, undo_reading=options.undo_reading)


def _rules_given(options: Namespace) -> Rules | None:
    """Return the rules that the options set; None if the command has no such options."""
    return rules_of(options) if hasattr(options, "no_undo") and hasattr(options, "limit") else None


def add_limits(parser: ArgumentParser) -> None:
    """Add the limits of a search."""
    add_nodes(parser, "stop each search after N nodes", low=0)
    add_seconds(parser)
    add_memory(parser, "stop each search before it uses more than MIB")


def limits_of(options: Namespace, stop: Callable[[], bool]) -> Limits:
    """Return the limits that the options set; `stop` returns whether to stop the search."""
    memory = options.memory * MIB
    return Limits(max_nodes=options.nodes, max_seconds=options.seconds, max_memory=memory, stop=stop)


def add_policy(parser: ArgumentParser, whose: str) -> None:
    """Add the option ``--policy`` for one policy."""
    parser.add_argument(
        "--policy",
        default="silent",
        metavar="NAME",
        help=f"policy of the {whose}: {', '.join(POLICIES)} (default silent); or your own as module:Class",
    )


def policy_of(name: str) -> hidden.Policy:
    """Return the policy with a name; the module of ``module:Class`` may be in the current folder."""
    if ":" in name and (here := os.getcwd()) not in sys.path:
        sys.path.append(here)  # last, to hide no other module; workers inherit the path
    return hidden.policy_named(name)


def add_drawing_seed(parser: ArgumentParser) -> None:
    """Add the option ``--seed`` for random draws."""
    parser.add_argument(
        "--seed",
        type=whole_number(0, MAX_SEED),
        default=0,
        metavar="S",
        help="seed of everything random (default 0)",
    )


def add_players(
    parser: ArgumentParser, what: str = "number of players", required: bool = False, mini: bool = False
) -> None:
    """Add the option ``--players``; with `mini`, 2 is allowed."""
    parser.add_argument(
        "--players",
        type=whole_number(2 if mini else 3, 5),
        required=required,
        metavar="2|3|4|5" if mini else "3|4|5",
        help=f"{what}; 2: the mini game" if mini else what,
    )


def add_specs(parser: ArgumentParser) -> _ArgumentGroup:
    """Add the properties of deals to order; return the group of these options."""
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


def add_deals(parser: ArgumentParser) -> None:
    """Add the options of random deals and of their rules."""
    add_many(parser, mini=True)
    add_undo(parser)
    add_limit(parser)
    add_deck(parser)


def add_number(
    parser: ArgumentParser,
    what: str,
    default: int | None = None,
    *,
    most: int = MAX_SEED,
    required: bool = False,
) -> None:
    """Add the option ``--deals``, also known as ``--count``: the number of `what`."""
    usual = "" if default is None else f" (default {default:,})"
    parser.add_argument(
        "--deals",
        "--count",
        type=whole_number(1, most),
        required=required,
        default=default,
        metavar="N",
        help=f"number of {what}{usual}",
    )


def add_many(parser: ArgumentParser, deals: int | None = None, mini: bool = False) -> None:
    """Add the options of random deals; `deals` is the default number, `mini` allows the mini game."""
    add_players(parser, required=True, mini=mini)
    add_number(parser, "deals", deals, required=deals is None)
    parser.add_argument(
        "--seed",
        type=whole_number(0, MAX_SEED),
        default=0,
        metavar="S",
        help="seed of the deals; the first N are used, as printed by 'narabi deal' (default 0)",
    )


def warm_up(deal: Deal) -> None:
    """Load or build the kernels and the table of a search; meanwhile Ctrl-C ends the program at once."""
    with PROGRAM.ended_by_interrupt():
        solving.search.warm_up(solving.packing.pack(deal.start(), Rules()).game)


def answer_each(
    options: Namespace,
    answer: Callable[[Deal, Callable[[], bool]], int],
    search: bool = True,
    for_one: Sequence[str] = (),
    legal: bool = True,
) -> int:
    """Answer each deal of the argument DEAL, report invalid lines, and return the exit code.

    `answer` is called with a deal and a function that returns whether Ctrl-C was pressed. It prints the
    answer and returns an exit code. If `search` is true, the kernels and the table are loaded first.
    `for_one` has the names of those options on the command line that allow only one deal. If `legal` is
    true, a deal whose moves break the rules of the options is invalid.
    """
    unusual, first = getattr(options, "unusual", False), options.first
    rules = _rules_given(options)
    reader = deal_files.reader(deck_of(options), unusual, first, rules, rules if legal else None)
    with Answers(PROGRAM, options.deal, options.json) as printed:
        for line, deal in printed.readable(reader.only(options.deal, sys.stdin.buffer, for_one)):
            if search:
                warm_up(deal)
            with PROGRAM.interruptible() as stop:
                try:
                    printed.answer(partial(answer, deal, stop))
                except InternalError:
                    raise
                except NarabiError as error:
                    printed.refuse(error, line)
                if stop():
                    return INTERRUPTED
    return printed.code


def answer_known(
    options: Namespace, knows: narabi_solver.Knowledge, facts: Facts, drawn: DrawingFiles
) -> int:
    """Print facts about the knowledge of a seat, draw it for ``--svg``, and return the exit code."""
    PROGRAM.answer(facts, options.json, lambda: show.hint_report.known_view(facts, knows))
    look = {"width": options.width, "theme": options.theme, "language": options.language}
    drawn.write(options.svg, lambda: knows.svg(**look))
    return ANSWERED


def code_of(outcome: narabi_solver.Outcome) -> int:
    """Return the exit code of an outcome."""
    return {"solved": ANSWERED, "unsolvable": NEGATIVE, "undecided": UNDECIDED}[outcome]
