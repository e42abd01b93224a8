"""`mabi play`: play at the terminal."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from _gamekit.arguments import add_nodes
from _gamekit.lines import lines_of, text_of
from _gamekit.problems import number_of
from _gamekit.program import Answers
from _gamekit.sessions import Session, file_named, talk
from mabi_search import show
from mabi_search.cli import PROGRAM
from mabi_search.cli.options import SIDES, add_readings, rules_of
from mabi_search.game import saved_games
from mabi_search.game.errors import ArgumentError, MabiError, MoveFormatError
from mabi_search.game.position import Position
from mabi_search.game.rules import MOVE_WORDS, SIDE_NAMES, Move
from mabi_search.playing.levels import LEVELS, Level
from mabi_search.playing.player import Engine
from mabi_search.search.sizes import ENGINE_NODES

if TYPE_CHECKING:
    from _gamekit.sessions import Views, Words

EXAMPLES = ["mabi play", "mabi play start --size 6x6", "mabi play --engine black --level easy"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("--engine", choices=list(SIDES), help="the side that the engine plays")
    strength = parser.add_mutually_exclusive_group()
    strength.add_argument(
        "--level",
        choices=[level.name for level in LEVELS],
        help="strength of the engine; hints do not depend on it",
    )
    add_nodes(strength, f"search N nodes for a move or a hint (default {ENGINE_NODES:,})")
    parser.add_argument(
        "position",
        metavar="POSITION",
        nargs="?",
        default="start",
        help="the position to start from: start, a position, a file, or - (default start)",
    )
    add_readings(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    if os.path.isfile(options.position):
        lines = lines_of(text_of(options.position))
        saved_games.check_rules(lines, rules_of(options), options.position)
    entries = saved_games.reader(rules_of(options)).argument(options.position, sys.stdin.buffer)
    with Answers(PROGRAM, options.position) as read:
        positions = [position for _, position in read.readable(entries)]
    if read.count:
        return read.code
    if len(positions) != 1:
        raise MabiError(
            f"{options.position} has {number_of(len(positions), 'position')}; a game starts from exactly one"
        )
    level = next((level for level in LEVELS if level.name == options.level), None)
    nodes = options.nodes or ENGINE_NODES
    session = GameSession(positions[0], SIDES.get(options.engine), nodes, level)
    return talk(PROGRAM, session)


class GameSession(Session):
    """A game at the terminal, between two people or against the engine."""

    HELP = """\
a1b1        move a piece from a1 to b1        pass    pass
moves       all legal moves                   why a1b1   why a move is illegal
undo        take the last move back           show    the board again
hint        the best moves, by search         go       let the engine move
save FILE   save the game                     load FILE  resume a saved game
help        this list                         quit    stop (or Ctrl-D)"""

    def __init__(
        self,
        position: Position,
        engine: str | None = None,
        nodes: int = ENGINE_NODES,
        level: Level | None = None,
    ):
        """Begin a game."""
        super().__init__()
        self.position = position
        self.engine = engine
        """The side that the engine plays, or None."""
        self.adviser = Engine(Level("terminal", nodes))
        self.player = self.adviser if level is None else Engine(level)
        self.begun = position

    @property
    def prompt(self) -> str:
        """The prompt, which names the side to move."""
        return f"{SIDE_NAMES[self.position.side]}> "

    @property
    def text(self) -> str:
        """The text of the saved game."""
        return saved_games.dumps(self.position)

    def begin(self) -> Views:
        """Return the board, and the engine's move if the engine begins."""
        return [show.report.position_view(self.position), *self.answer()]

    def words(self) -> Words:
        """Return the commands by their first words. All other lines are moves."""
        return {
            "show": lambda rest: [show.report.position_view(self.position)],
            "moves": lambda rest: [show.report.moves_view(self.position, why=True)],
            "hint": self._hint,
            "go": self._go,
            "undo": self._undo,
            "save": self.save,
            "load": self._load,
            "why": self._why,
        }

    def other(self, line: str) -> Views:
        """Play a move."""
        written = list(MOVE_WORDS.split(line))
        if len(written) != 1:
            return super().other(line)
        return self._play(written[0].text)

    def _play(self, word: str) -> Views:
        try:
            move = Move.parse(word)
        except MoveFormatError as error:
            raise MoveFormatError(f"{error}; 'help' lists the commands") from None
        self.position = self.position.play(move)
        return [*self._look(), *self.answer()]

    def _look(self) -> Views:
        return [show.report.board_view(self.position), show.report.summary(self.position)]

    def answer(self) -> Views:
        """Let the engine move as long as its side is to move; return its comments with one board."""
        comments: list[str] = []
        while self.position.side == self.engine and self.position.outcome() is None:
            comments.append(self._engine_plays())
        return self._with_board(comments)

    def _go(self, rest: str) -> Views:
        comments = [self._engine_plays()]
        while self.position.side == self.engine and self.position.outcome() is None:
            comments.append(self._engine_plays())
        return self._with_board(comments)

    def _engine_plays(self) -> str:
        """Play a move of the engine, and return its comment."""
        side, chosen = SIDE_NAMES[self.position.side], self.player.choose(self.position)
        self.position = self.position.play(chosen.move)
        return f"{side} (engine) plays {chosen.move}, {chosen.comment}"

    def _with_board(self, comments: list[str]) -> Views:
        """Return the comments of the engine with one board. A list of moves shortens a long run."""
        if not comments:
            return []
        if len(comments) <= 2:
            return [*comments, *self._look()]
        moves = " ".join(map(str, self.position.moves[-len(comments) :]))
        return [
            comments[0],
            f"a run of {number_of(len(comments), 'move')}: {moves}",
            comments[-1],
            *self._look(),
        ]

    def _hint(self, rest: str) -> Views:
        return [show.report.analysis_text(self.adviser.search(self.position, 3))]

    def _undo(self, rest: str) -> Views:
        moves = self.position.moves
        if not moves:
            raise ArgumentError("there is no move to take back")
        kept = len(moves) - 1
        while self.engine and kept and self._at(kept).side == self.engine:
            kept -= 1  # the engine would answer at once
        self.position = self._at(kept)
        taken_back = " ".join(map(str, moves[kept:]))
        return [f"taken back: {taken_back}", *self.do("show"), *self.answer()]

    def _at(self, plies: int) -> Position:
        return Position(self.position.base, self.position.moves[:plies], self.position.rules)

    def _load(self, rest: str) -> Views:
        path = file_named(rest, "save FILE, load FILE")
        self.position = saved_games.load(path, self.begun.rules)
        self.files.add(path)
        return [show.report.position_view(self.position), *self.answer()]

    def _why(self, rest: str) -> Views:
        reason = self.position.why_not(rest)
        return [f"{rest} is legal" if reason is None else reason]
