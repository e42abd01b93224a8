"""A game led by the program for people at one terminal: it deals, answers, and hides secrets."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import RenderableType
from rich.text import Text

from _gamekit.sessions import OwnFiles, file_named
from amulets_solver.game.errors import ArgumentError, shorten
from amulets_solver.game.placement import Placement
from amulets_solver.game.record import Record
from amulets_solver.game.referee import Game
from amulets_solver.game.rules import NO, Asked, others
from amulets_solver.show.report import spell_book

HELP = """\
secret 2                      player 2 alone looks: the own field and amulet; then 'hide'
hide                          empty lines, so that nobody sees what stood above
ask R:A1 Y:B2 G:C3 B:D4 K:E5  the question of the player whose turn it is
answer                        the next answer (by the reading after=answer, where one may cast in between)
cast 3 R:A1 Y:B2 ...          player 3 tries to cast the spell
pass                          no question this turn
book                          what everybody has heard
save FILE                     save the game, with all secrets: 'amulets judge FILE' judges it
reveal                        end, and see all secrets
help                          this list; quit (or Ctrl-D) ends without the secrets"""
HIDING = 60
"""Empty lines that hide what stood above."""


class RefereeSession:
    """One game at the terminal."""

    def __init__(self, game: Game):
        self.game = game
        self.over = False
        """True when the game has ended and its end was shown, or nobody wants to go on."""
        self._own_files = OwnFiles()

    @property
    def prompt(self) -> str:
        """What is asked for."""
        return f"player {self.game.turn}> "

    def do(self, line: str) -> list[RenderableType]:
        """Do what a line says; return what is to be shown.

        Raises
        ------
        AmuletsError
            The line is wrong; nothing has changed.
        OSError
            A file cannot be written.
        """
        word, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], list[RenderableType]]] = {
            "secret": self._secret,
            "hide": lambda rest: [Text("\n" * HIDING)],
            "ask": self._ask,
            "answer": self._answer,
            "cast": self._cast,
            "pass": self._pass,
            "book": lambda rest: [spell_book(self.record)],
            "save": self._save,
            "reveal": self._reveal,
            "help": lambda rest: [Text(HELP)],
            "quit": self._quit,
        }
        if word.lower() not in commands:
            raise ArgumentError(f"{shorten(word)} is not a command; 'help' lists them")
        return commands[word.lower()](rest.strip())

    @property
    def record(self) -> Record:
        """The game so far, with all secrets."""
        game = self.game
        return Record(game.players, game.rules, game.secrets, tuple(game.events))

    def _seat(self, text: str) -> int:
        if text not in map(str, self.game.secrets):
            raise ArgumentError(f"the players are 1 to {self.game.players}, not {shorten(text)}")
        return int(text)

    def _secret(self, rest: str) -> list[RenderableType]:
        seat = self._seat(rest)
        return [Text(f"player {seat}: your field and amulet are {self.game.secrets[seat]}; now 'hide'")]

    def _ask(self, rest: str) -> list[RenderableType]:
        seat = self.game.turn
        self.game.put(seat, Placement.parse(rest, self.game.rules))
        if self.game.rules.after == "answer":
            return [Text(f"player {seat} asks; 'answer' gives the next answer")]
        told = [self._next() for _ in others(seat, self.game.players)]
        return [*told, Text(f"it is the turn of player {self.game.turn}")]

    def _answer(self, rest: str) -> list[RenderableType]:
        return [self._next()]

    def _next(self) -> Text:
        seat, sign = self.game.next_answer()
        return Text(f"player {seat} answers {sign}")

    def _cast(self, rest: str) -> list[RenderableType]:
        word, _, placement = rest.partition(" ")
        seat = self._seat(word)
        signs = self.game.cast(seat, Placement.parse(placement, self.game.rules))
        told: list[RenderableType] = [
            Text(f"player {other} says {'no' if sign == NO else 'yes'}")
            for other, sign in zip(others(seat, self.game.players), signs, strict=False)
        ]
        if not self.game.over:
            return [*told, Text(f"player {seat} asks and casts no more; player {self.game.turn} is next")]
        won = self.game.winner
        end = "all have failed: nobody wins" if won is None else f"player {won} has won"
        return [*told, Text(end), *self._reveal("")]

    def _pass(self, rest: str) -> list[RenderableType]:
        self.game.pass_turn(self.game.turn)
        return [Text(f"it is the turn of player {self.game.turn}")]

    def _save(self, rest: str) -> list[RenderableType]:
        path = file_named(rest, "save FILE")
        self._own_files.write(path, f"{self.record}\n")
        return [Text(f"saved to {path}; it has all secrets: do not look")]

    def _reveal(self, rest: str) -> list[RenderableType]:
        self.over = True
        asked = sum(isinstance(event, Asked) for event in self.game.events)
        secrets = "; ".join(f"player {seat}: {secret}" for seat, secret in self.game.secrets.items())
        return [Text(f"{asked} question{'s' * (asked != 1)}; {secrets}")]

    def _quit(self, rest: str) -> list[RenderableType]:
        self.over = True
        return []
