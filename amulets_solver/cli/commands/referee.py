"""`amulets referee`: a referee for people at one terminal."""

from __future__ import annotations

import copy
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from secrets import SystemRandom, randbits
from typing import TYPE_CHECKING

from _gamekit.arguments import add_kept, whole_number
from _gamekit.problems import number_of
from _gamekit.sessions import Session, alone, check_beginning, kept_file, talk
from amulets_solver import racing, show
from amulets_solver.cli import PROGRAM
from amulets_solver.cli.options import add_new_game, record_of, rules_of
from amulets_solver.game.errors import ArgumentError, shorten
from amulets_solver.game.placement import Placement, by_lot
from amulets_solver.game.record import Record
from amulets_solver.game.referee import Game
from amulets_solver.game.rules import NO, Asked, Cast, others

if TYPE_CHECKING:
    from _gamekit.sessions import Views, Words

HIDING = 60
"""Number of empty lines that scroll earlier text off the screen."""

EXAMPLES = [
    "amulets referee --players 4 --save evening.txt",
    "amulets referee evening.txt --save evening.txt",
    "amulets referee --players 3 --after round --first 2",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Deal secrets, answer questions and casts, and show each player only their own
secret. Players say everything else aloud. 'help' lists what you can type. A
saved game continues from its file, which contains all secrets."""
    add_kept(parser)
    add_new_game(parser, required=False)
    parser.add_argument(
        "--first", type=whole_number(1, 5), metavar="S", help="the player who begins (default 1)"
    )


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    record = _beginning(options)
    return talk(PROGRAM, RefereeSession(record, kept_file(options.save, options.record)))


def _beginning(options: Namespace) -> Record:
    """Return the record to continue, or the record of a new deal."""
    check_beginning(options.record, options.players)
    rules = rules_of(options)
    if options.record is not None:
        if rules != type(rules)() or (options.seed, options.first) != (None, None):
            raise ArgumentError("the record already has these settings; omit the options")
        return record_of(options)
    rules.check_players(options.players)
    seed = randbits(64) if options.seed is None else options.seed
    secrets = racing.playing.random_secrets(options.players, rules, seed, 0)
    return Game(secrets, rules, 1 if options.first is None else options.first).record


class RefereeSession(Session):
    """A terminal session in which the program is the referee of one game."""

    HELP = """\
secret 2                      show player 2's secret, to player 2 alone
hide                          hide the text above with empty lines
ask R:A1 Y:B2 G:C3 B:D4 K:E5  the question of the player whose turn it is
answer                        the next answer; players may cast before the rest
answer all                    all remaining answers
cast 3 R:A1 Y:B2 ...          player 3 casts; name the amulets of the others,
                              and the rest is drawn at random
pass                          end the turn without a question
undo                          take back the last question, answer, cast or pass
book                          show all questions, answers and casts
save FILE                     save the game, with all secrets;
                              'amulets referee FILE' continues it
reveal                        end the game and show all secrets
help                          this list; quit (or Ctrl-D) ends"""
    SAVED = "; it contains all secrets, so do not look inside"

    def __init__(self, record: Record, kept: Path | None = None):
        """Continue a game, and write its record to the file `kept`, if given, now and after each act."""
        super().__init__(kept)
        self.game = Game.of(record)
        self._start = record.start
        self._past = [Game.of(one) for one in _before_each(record)]
        self.files.keep(self._text(self.game))

    @property
    def prompt(self) -> str:
        """The prompt, which names the player who acts next."""
        if self.game.over:
            return "the game is over> "
        return (
            f"player {_answerer(self.game)} answers> "
            if self.game.answering
            else f"player {self.game.turn}> "
        )

    @property
    def text(self) -> str:
        """The record, with all secrets."""
        return self._text(self.game)

    @property
    def open_text(self) -> str:
        """The record without the secrets."""
        return "\n".join(line for line in self.text.splitlines() if not line.startswith("me "))

    def begin(self) -> Views:
        """Return the questions and casts so far, if any."""
        return self.book() if self.game.record.events else []

    def words(self) -> Words:
        """Return, for each first word of a line, the function that handles the rest of the line."""
        return {
            "secret": self._secret,
            "hide": alone(lambda: ["\n" * HIDING]),
            "ask": partial(self._act, _ask),
            "answer": partial(self._act, _answer),
            "cast": partial(self._act, _cast),
            "pass": alone(partial(self._act, _pass, "")),
            "undo": alone(self._undo),
            "book": alone(self.book),
            "save": self.save,
            "reveal": alone(self._end),
        }

    def book(self) -> Views:
        """Return the questions, answers and casts so far."""
        return [show.report.spell_book(self.game.record)]

    def _act(self, act: Callable[[Game, str], Views], rest: str) -> Views:
        """Perform an act of the game and save the record; an error changes nothing."""
        game = copy.deepcopy(self.game)
        views = act(game, rest)
        self.files.keep(self._text(game))
        self._past.append(self.game)
        self.game = game
        return [*views, *self._end()] if game.over else views

    def _undo(self) -> Views:
        if not self._past:
            raise ArgumentError("there is nothing to take back")
        self.files.keep(self._text(self._past[-1]))
        self.game = self._past.pop()
        if self.game.answering:
            return [f"taken back; player {_answerer(self.game)} answers next"]
        return [f"taken back; it is the turn of player {self.game.turn}"]

    def _text(self, game: Game) -> str:
        return f"{replace(game.record, start=self._start)}\n"

    def _secret(self, rest: str) -> Views:
        seat = _seat(self.game, rest)
        return [f"player {seat}: your field and amulet are {self.game.secrets[seat]}; now 'hide'"]

    def _end(self) -> Views:
        self.over = True
        asked = sum(isinstance(event, Asked) for event in self.game.events)
        secrets = "; ".join(f"player {seat}: {secret}" for seat, secret in self.game.secrets.items())
        return [f"{number_of(asked, 'question')}; {secrets}"]


def _before_each(record: Record) -> list[Record]:
    """Return the record before each event, except casts made between two answers."""
    found = []
    for number, event in enumerate(record.events):
        if not isinstance(event, Cast) or event.heard is None:
            turn = event.seat if isinstance(event, Asked) else None
            before = record.events[:number]
            found.append(replace(record, events=before, lines=record.lines[:number], turn=turn, heard=None))
    return found


def _seat(game: Game, text: str) -> int:
    if text not in map(str, game.secrets):
        raise ArgumentError(f"the players are 1 to {game.players}, not {shorten(text)}")
    return int(text)


def _answerer(game: Game) -> int:
    """Return the seat that answers the open question next."""
    return game.record.answering[0]


def _ask(game: Game, rest: str) -> Views:
    word, _, placement = rest.partition(" ")
    seat = game.turn
    if word.isdecimal():  # as in records
        seat, rest = _seat(game, word), placement
    game.put(seat, Placement.parse(rest, game.rules))
    if game.rules.after == "answer":
        return [f"player {seat} asks; 'answer' gives the next answer, 'answer all' the rest"]
    return _answer(game, "all")


def _answer(game: Game, rest: str) -> Views:
    if rest.lower() not in ("", "all"):
        raise ArgumentError(f"type 'answer' or 'answer all', not 'answer' with {shorten(rest)}")
    views: Views = [_next(game)]
    while rest and game.answering:
        views.append(_next(game))
    return views if game.answering else [*views, f"it is the turn of player {game.turn}"]


def _next(game: Game) -> str:
    seat, sign = game.next_answer()
    return f"player {seat} answers {sign}"


def _cast(game: Game, rest: str) -> Views:
    word, _, placement = rest.partition(" ")
    if not word:
        raise ArgumentError("name the player who casts, like 'cast 3 R:A1 …'")
    seat = _seat(game, word)
    laid = by_lot(placement, game.rules, game.players, SystemRandom().sample)
    signs = game.cast(seat, laid)
    views: Views = (
        [f"the amulets are placed like this: {laid}"] if len(placement.split()) < len(laid.fields) else []
    )
    views += [
        f"player {other} says {'no' if sign == NO else 'yes'}"
        for other, sign in zip(others(seat, game.players), signs, strict=False)
    ]
    if not game.over:
        after = f"player {_answerer(game)} answers next" if game.answering else f"player {game.turn} is next"
        return [*views, f"player {seat} may now only answer questions; {after}"]
    won = game.winner
    return [
        *views,
        "every player's cast has failed, so nobody wins" if won is None else f"player {won} has won",
    ]


def _pass(game: Game, rest: str) -> Views:
    game.pass_turn(game.turn)
    return [f"it is the turn of player {game.turn}"]
