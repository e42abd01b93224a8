"""A game at the terminal, for two people or against the engine: reads commands, returns texts."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import RenderableType
from rich.text import Text

from _gamekit.sessions import OwnFiles, file_named
from mabi_search.game import saved_games
from mabi_search.game.errors import ArgumentError, MoveFormatError
from mabi_search.game.position import Position
from mabi_search.game.rules import MOVE_WORDS, SIDE_NAMES, Move
from mabi_search.playing.levels import Level
from mabi_search.playing.player import Engine
from mabi_search.show import report
from mabi_search.sizes import ENGINE_NODES

HELP = """\
a1b1        move a piece from a1 to b1        pass    pass
moves       all legal moves                   why a1b1   why a move is illegal
undo        take the last ply back            show    the board again
hint        the best moves, by search         go       let the engine move
save FILE   save the game                     load FILE  resume a saved game
help        this list                         quit    stop (or Ctrl-D)"""


class Session:
    """One game at the terminal."""

    def __init__(self, position: Position, engine: str | None = None, nodes: int = ENGINE_NODES):
        """Begin a game.

        Parameters
        ----------
        position
            Where it begins.
        engine
            The side that the engine plays.
        nodes
            Positions the engine may search for a move or a hint.
        """
        self.position = position
        self.engine = engine
        """The side that the engine plays; None for two people."""
        self.player = Engine(Level("terminal", nodes))
        self.begun = position
        self.over = False
        """True when the players want to stop."""
        self._own_files = OwnFiles()

    @property
    def prompt(self) -> str:
        """What is asked for."""
        return f"{SIDE_NAMES[self.position.side]}> "

    def do(self, line: str) -> list[RenderableType]:
        """Do what a line says; return what is to be shown.

        Raises
        ------
        MabiError
            The command is invalid; the game is unchanged.
        OSError
            A file cannot be read or written.
        """
        word, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], list[RenderableType]]] = {
            "help": lambda rest: [Text(HELP)],
            "show": lambda rest: [report.position_view(self.position)],
            "moves": lambda rest: [report.moves_view(self.position, why=True)],
            "hint": self._hint,
            "go": self._go,
            "undo": self._undo,
            "save": self._save,
            "load": self._load,
            "why": self._why,
            "quit": self._quit,
        }
        if word in commands:
            return commands[word](rest.strip())
        if rest and MOVE_WORDS.places(line.strip()) is None:
            raise ArgumentError(f"{word[:40]!r} is not a command; 'help' lists them")
        return self._play(line.strip())

    def _play(self, word: str) -> list[RenderableType]:
        try:
            move = Move.parse(word)
        except MoveFormatError as error:
            raise MoveFormatError(f"{error}; 'help' lists the commands") from None
        self.position = self.position.play(move)
        return [*self._look(), *self.answer()]

    def _look(self) -> list[RenderableType]:
        return [report.board_view(self.position), Text(report.summary(self.position))]

    def answer(self) -> list[RenderableType]:
        """Let the engine move as long as its side is to move; return what is to be shown: one board."""
        told: list[str] = []
        while self.position.side == self.engine and self.position.outcome() is None:
            told.append(self._engine_plays())
        return self._told(told)

    def _go(self, rest: str) -> list[RenderableType]:
        told = [self._engine_plays()]
        while self.position.side == self.engine and self.position.outcome() is None:
            told.append(self._engine_plays())
        return self._told(told)

    def _engine_plays(self) -> str:
        """Play the engine's move; return what to say of it."""
        side, (move, told) = SIDE_NAMES[self.position.side], self.player.choose(self.position)
        self.position = self.position.play(move)
        return f"{side} (engine) plays {move}, {told}"

    def _told(self, told: list[str]) -> list[RenderableType]:
        """Return what is shown of moves of the engine: the first and last of a run, all moves, one board."""
        if not told:
            return []
        if len(told) <= 2:
            return [*map(Text, told), *self._look()]
        moves = " ".join(map(str, self.position.moves[-len(told) :]))
        return [
            Text(told[0]),
            Text(f"and goes on, {len(told)} moves: {moves}"),
            Text(told[-1]),
            *self._look(),
        ]

    def _hint(self, rest: str) -> list[RenderableType]:
        return [report.analysis_text(self.player.search(self.position, 3))]

    def _undo(self, rest: str) -> list[RenderableType]:
        moves = self.position.moves
        if not moves:
            raise ArgumentError("no move to take back")
        left = len(moves) - 1
        while self.engine and left and self._at(left).side == self.engine:
            left -= 1  # the engine would answer at once
        self.position = self._at(left)
        return [Text(f"{' '.join(map(str, moves[left:]))} taken back"), *self.do("show"), *self.answer()]

    def _at(self, plies: int) -> Position:
        return Position(self.position.base, self.position.moves[:plies], self.position.rules)

    def _save(self, rest: str) -> list[RenderableType]:
        path = file_named(rest, "save FILE, load FILE")
        self._own_files.write(path, saved_games.dumps(self.position))
        return [Text(f"saved to {path}")]

    def _load(self, rest: str) -> list[RenderableType]:
        path = file_named(rest, "save FILE, load FILE")
        self.position = saved_games.load(path, self.begun.rules)
        self._own_files.add(path)
        return [report.position_view(self.position), *self.answer()]

    def _why(self, rest: str) -> list[RenderableType]:
        reason = self.position.why_not(rest)
        return [Text(f"{rest} is legal" if reason is None else reason)]

    def _quit(self, rest: str) -> list[RenderableType]:
        self.over = True
        return []
