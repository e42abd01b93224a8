"""A game led by the program for people at one terminal: it deals, answers, and hides secrets."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from secrets import SystemRandom

from rich.console import RenderableType
from rich.text import Text

from _gamekit.sessions import OwnFiles
from amulets_solver.game.errors import ArgumentError, shorten
from amulets_solver.game.placement import Placement, by_lot
from amulets_solver.game.record import Record
from amulets_solver.game.referee import Game
from amulets_solver.game.rules import NO, Asked, Cast, others
from amulets_solver.show.report import spell_book

HELP = """\
secret 2                      player 2 alone looks: the own field and amulet; then 'hide'
hide                          empty lines, so that nobody sees what stood above
ask R:A1 Y:B2 G:C3 B:D4 K:E5  the question of the player whose turn it is
answer                        the next answer, where one may cast in between; 'answer all' gives the rest
cast 3 R:A1 Y:B2 ...          player 3 tries to cast the spell; amulets that are not named are drawn by lot
pass                          no question this turn
undo                          take the last of these back
book                          what everybody has heard
save FILE                     save the game, with all secrets: 'amulets referee FILE' goes on with it
reveal                        end, and see all secrets
help                          this list; quit (or Ctrl-D) ends without the secrets"""
HIDING = 60
"""Empty lines that hide what stood above."""


Views = list[RenderableType]


class RefereeSession:
    """One game at the terminal."""

    def __init__(self, record: Record, kept: Path | None = None):
        """Go on with a game; it is written to `kept` now and after every act, if that is a file."""
        self.game = Game.of(record)
        self.over = False
        """True when the game has ended and its end was shown, or nobody wants to go on."""
        self._start = record.start
        self._past = [Game.of(one) for one in _before_each(record)]
        self._own_files = OwnFiles(kept)
        self._own_files.keep(self._text(self.game))

    @property
    def prompt(self) -> str:
        """What is asked for."""
        return "the game is over> " if self.game.over else f"player {self.game.turn}> "

    def do(self, line: str) -> Views:
        """Do what a line says; return what is to be shown.

        Raises
        ------
        AmuletsError
            The line is wrong; nothing has changed.
        OSError
            A file cannot be written; nothing has changed.
        """
        word, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], Views]] = {
            "secret": self._secret,
            "hide": lambda rest: [Text("\n" * HIDING)],
            "ask": partial(self._act, _ask),
            "answer": partial(self._act, _answer),
            "cast": partial(self._act, _cast),
            "pass": partial(self._act, _pass),
            "undo": self._undo,
            "book": lambda rest: self.book(),
            "save": self._save,
            "reveal": lambda rest: self._end(),
            "help": lambda rest: [Text(HELP)],
            "quit": self._quit,
        }
        if word.lower() not in commands:
            raise ArgumentError(f"{shorten(word)} is not a command; 'help' lists them")
        return commands[word.lower()](rest.strip())

    def book(self) -> Views:
        """Return what everybody has heard, without a question that is being answered."""
        game = self.game
        return [spell_book(Record(game.players, game.rules, events=tuple(game.events)))]

    def _act(self, act: Callable[[Game, str], Views], rest: str) -> Views:
        """Do something in the game, and write it down; if that fails, nothing has happened."""
        game = copy.deepcopy(self.game)
        told = act(game, rest)
        self._own_files.keep(self._text(game))
        self._past.append(self.game)
        self.game = game
        return [*told, *self._end()] if game.over else told

    def _undo(self, rest: str) -> Views:
        if not self._past:
            raise ArgumentError("nothing has happened that could be taken back")
        self._own_files.keep(self._text(self._past[-1]))
        self.game = self._past.pop()
        return [Text(f"taken back; it is the turn of player {self.game.turn}")]

    def _text(self, game: Game) -> str:
        return f"{replace(game.record, start=self._start)}\n"

    def _secret(self, rest: str) -> Views:
        seat = _seat(self.game, rest)
        return [Text(f"player {seat}: your field and amulet are {self.game.secrets[seat]}; now 'hide'")]

    def _save(self, rest: str) -> Views:
        path = self._own_files.save(rest, self._text(self.game))
        return [Text(f"saved to {path}; it has all secrets: do not look")]

    def _end(self) -> Views:
        self.over = True
        asked = sum(isinstance(event, Asked) for event in self.game.events)
        secrets = "; ".join(f"player {seat}: {secret}" for seat, secret in self.game.secrets.items())
        return [Text(f"{asked} question{'s' * (asked != 1)}; {secrets}")]

    def _quit(self, rest: str) -> Views:
        self.over = True
        return []


def _before_each(record: Record) -> list[Record]:
    """Return the record as it was before each question and each cast after one."""
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


def _ask(game: Game, rest: str) -> Views:
    seat = game.turn
    game.put(seat, Placement.parse(rest, game.rules))
    if game.rules.after == "answer":
        return [Text(f"player {seat} asks; 'answer' gives the next answer, 'answer all' the rest")]
    return _answer(game, "all")


def _answer(game: Game, rest: str) -> Views:
    if rest.lower() not in ("", "all"):
        raise ArgumentError(f"'answer' or 'answer all', not {shorten(rest)}")
    told: Views = [_next(game)]
    while rest and game.answering:
        told.append(_next(game))
    return told if game.answering else [*told, Text(f"it is the turn of player {game.turn}")]


def _next(game: Game) -> Text:
    seat, sign = game.next_answer()
    return Text(f"player {seat} answers {sign}")


def _cast(game: Game, rest: str) -> Views:
    word, _, placement = rest.partition(" ")
    seat = _seat(game, word)
    laid = Placement.parse(by_lot(placement, game.rules, game.players - 1, SystemRandom().sample), game.rules)
    signs = game.cast(seat, laid)
    told: Views = [Text(f"the amulets stand so: {laid}")] if len(placement.split()) < len(laid.fields) else []
    told += [
        Text(f"player {other} says {'no' if sign == NO else 'yes'}")
        for other, sign in zip(others(seat, game.players), signs, strict=False)
    ]
    if not game.over:
        return [*told, Text(f"player {seat} asks and casts no more; player {game.turn} is next")]
    won = game.winner
    return [*told, Text("all have failed: nobody wins" if won is None else f"player {won} has won")]


def _pass(game: Game, rest: str) -> Views:
    game.pass_turn(game.turn)
    return [Text(f"it is the turn of player {game.turn}")]
