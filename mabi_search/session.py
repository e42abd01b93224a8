"""A game of two people at one terminal: takes their words, answers with texts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from mabi_search import io, report
from mabi_search.errors import ArgumentError, IllegalMoveError
from mabi_search.position import Position
from mabi_search.rules import Move

HELP = """\
a1b1        move a piece from a1 to b1        pass    pass
moves       all legal moves                   why a1b1   why a move is illegal
undo        take the last ply back            show    the board again
save FILE   save the game                     load FILE  go on with a saved game
help        this list                         quit    stop (or Ctrl-D)"""


class Session:
    """One game, and what was done to it."""

    def __init__(self, position: Position):
        self.position = position
        self.begun = position
        self.over = False
        """True when the players want to stop."""
        self._own_files: set[Path] = set()

    def do(self, line: str) -> list[RenderableType]:
        """Do what a line says; return what is to be shown.

        Raises
        ------
        MabiError
            The line cannot be done; the game is as before.
        OSError
            A file cannot be read or written.
        """
        word, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], list[RenderableType]]] = {
            "help": lambda rest: [Text(HELP)],
            "show": lambda rest: [report.position_view(self.position)],
            "moves": lambda rest: [report.moves_view(self.position, why=True)],
            "undo": self._undo,
            "save": self._save,
            "load": self._load,
            "why": self._why,
            "quit": self._quit,
        }
        if word in commands:
            return commands[word](rest.strip())
        if rest:
            raise ArgumentError(f"{word[:40]!r} is no command; 'help' lists them")
        return self._play(word)

    def _play(self, word: str) -> list[RenderableType]:
        try:
            move = Move.parse(word)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"{error}; 'help' lists the commands") from None
        self.position = self.position.play(move)
        return [report.board_view(self.position), Text(report.summary(self.position))]

    def _undo(self, rest: str) -> list[RenderableType]:
        if not self.position.moves:
            raise ArgumentError("nothing was played that could be taken back")
        moves = self.position.moves
        self.position = Position(self.position.base, moves[:-1], self.position.rules)
        return [Text(f"{moves[-1]} is taken back"), *self.do("show")]

    def _save(self, rest: str) -> list[RenderableType]:
        path = _path(rest)
        io.save(self.position, path, replace=path in self._own_files)
        self._own_files.add(path)
        return [Text(f"saved to {path}")]

    def _load(self, rest: str) -> list[RenderableType]:
        path = _path(rest)
        self.position = io.load(path, self.begun.rules)
        self._own_files.add(path)
        return [report.position_view(self.position)]

    def _why(self, rest: str) -> list[RenderableType]:
        reason = self.position.why_not(rest)
        return [Text(f"{rest} is legal" if reason is None else reason)]

    def _quit(self, rest: str) -> list[RenderableType]:
        self.over = True
        return []


def _path(rest: str) -> Path:
    if not rest:
        raise ArgumentError("name a file: save FILE, load FILE")
    return Path(rest).expanduser().absolute()
