"""The engine's side of the line protocol of `mabi engine`. Some lines are handled during a search."""

from __future__ import annotations

import importlib.metadata
import os
import re
import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING

from _gamekit.jit import entry
from _gamekit.problems import printable
from mabi_search.game.errors import ArgumentError, MabiError, shorten
from mabi_search.game.notation import MAX_TEXT, text_of
from mabi_search.game.outcomes import UNDECIDED
from mabi_search.game.position import Position
from mabi_search.game.rules import WHITE
from mabi_search.playing.levels import GoLimits, Level, go_limits
from mabi_search.playing.player import Engine, Thinking
from mabi_search.playing.words import NO_ANSWER, NO_MOVE, WRONG, InfoLine, Options, declared, info

if TYPE_CHECKING:
    from mabi_search.search.results import Analysis

LEVEL = Level("protocol", None, strict=True)
LONGEST_LINE = 2 * MAX_TEXT
"""Maximum number of bytes of a line."""
CHUNK = 1 << 16
ANSWERED_AT_ONCE = "stop", "isready", "quit"
"""Commands that are handled during a search."""


class Server:
    """A server that handles lines of the protocol.

    Parameters
    ----------
    write
        A function that writes a line of text without delay.
    """

    def __init__(self, write: Callable[[str], None]):
        self._write_line, self._writing = write, threading.Lock()
        self._options = Options()
        self._position: Position | None = Position.start()
        self._engine = Engine(LEVEL)
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        """The lines that have been read. None marks the end of a search."""
        self._waiting: deque[bytes] = deque()
        self._search: threading.Thread | None = None
        self._limits = GoLimits()
        self._stop = threading.Event()
        self._over = False

    def serve(self, file: int) -> None:
        """Handle lines until `quit`, or until the input ends and all limited searches are finished."""
        threading.Thread(target=self._read, args=(file,), daemon=True).start()
        ended = False
        try:
            while not (self._over or (ended and self._search is None and not self._waiting)):
                raw = self._lines.get()
                if raw is None:
                    self._finish()
                elif raw:
                    self._take(raw)
                else:
                    ended = True
                if ended and self._search is not None and self._limits.infinite:
                    self._stop.set()
        finally:
            self._stop.set()
            if self._search is not None:
                self._search.join()

    def _read(self, file: int) -> None:
        """Queue the non-empty lines of the input, cut to the limit; then an empty line as the end.

        The buffered stream is not used, because a thread that waits for it would prevent the program from
        ending.
        """
        begun = b""
        while some := os.read(file, CHUNK):
            *whole, begun = re.split(rb"[\r\n]", begun + some)
            begun = begun[:LONGEST_LINE]
            for line in filter(None, whole):
                self._lines.put(line)
        if begun:
            self._lines.put(begun)
        self._lines.put(b"")

    def _take(self, raw: bytes) -> None:
        """Handle a line now, or queue it until the search has ended."""
        if self._search is not None and _words(raw)[0] not in ANSWERED_AT_ONCE:
            self._waiting.append(raw)
        else:
            self._do(raw)

    def _finish(self) -> None:
        """Handle the lines that arrived during a search."""
        if self._search is not None:
            self._search.join()
            self._search = None
        while self._waiting and self._search is None and not self._over:
            self._do(self._waiting.popleft())

    def _do(self, raw: bytes) -> None:
        """Handle a line, or report the error in it."""
        word, rest = _words(raw)
        if not word:
            return
        try:
            if len(raw) >= LONGEST_LINE:
                raise ArgumentError(f"the line is too long: it has {LONGEST_LINE:,} bytes or more")
            doing = getattr(self, f"_do_{word}", None) if word.isascii() and word.isalpha() else None
            if doing is None:
                known = ", ".join(sorted(name[4:] for name in dir(self) if name.startswith("_do_")))
                raise ArgumentError(f"there is no command {shorten(word)}; commands are {known}")
            doing(rest)
        except MabiError as error:
            if word == "position":
                self._position = None  # `go` searches nothing until a position is valid
            self._refuse(str(error))

    def _write(self, line: str) -> None:
        """Write a line as a whole, from any thread."""
        with self._writing:
            self._write_line(line)

    def _wrong(self, message: str) -> None:
        """Report an error on one line."""
        self._write(f"{WRONG}{printable(message)}")

    def _refuse(self, message: str) -> None:
        """Report why a line was refused, and which position the next `go` will search."""
        if self._position is None or self._position.outcome() is not None:
            after = "go searches nothing until the next position"
        else:
            after = f"go searches {text_of(self._position.state)}, as before"
        self._wrong(f"{message}; {after}")

    def _do_ugi(self, rest: str) -> None:
        self._write(f"id name Mabi {importlib.metadata.version('narabi-mabi')}")
        self._write("id author the authors of narabi-mabi")
        for line in declared():
            self._write(line)
        self._write("ugiok")

    def _do_isready(self, rest: str) -> None:
        if self._search is None:
            _load()
        self._write("readyok")

    def _do_setoption(self, rest: str) -> None:
        written = re.fullmatch(r"name\s+(.+?)\s+value\s+(.+)", rest)
        if written is None:
            raise ArgumentError("expected: setoption name NAME value VALUE")
        self._options = self._options.with_option(*written.groups())

    def _do_uginewgame(self, rest: str) -> None:
        self._engine = Engine(LEVEL)

    def _do_position(self, rest: str) -> None:
        kind, text = _first(rest)
        if kind == "startpos":
            text = f"start {text}"
        elif kind != "fen":
            text = rest
        if not text:
            raise ArgumentError(
                "expected: position POSITION [moves …] or position fen POSITION [moves …]; the starting "
                "position is start or startpos"
            )
        self._position = Position.parse(text, self._options.rules)

    def _do_query(self, rest: str) -> None:
        try:
            answer = self._answer(rest)
        except MabiError as error:
            self._refuse(str(error))
            answer = NO_ANSWER
        self._write(f"response {answer}")

    def _answer(self, query: str) -> str:
        """Return the answer to a query about the last position."""
        if self._position is None:
            raise ArgumentError("the last position was invalid")
        over = self._position.outcome()
        if query == "gameover":
            return str(over is not None).lower()
        if query == "p1turn":
            return str(self._position.side == WHITE).lower()
        if query != "result":
            raise ArgumentError(
                f"there is no query {shorten(query)}; queries are gameover, p1turn and result"
            )
        if over is None or not over.decided:
            return "none"
        return "draw" if over.winner is None else "p1win" if over.winner == WHITE else "p2win"

    def _do_go(self, rest: str) -> None:
        position = self._position
        try:
            if position is None:
                raise ArgumentError("the last position was invalid")
            if (over := position.outcome()) is not None:
                raise ArgumentError(f"the game is over: {over}")
            self._limits = go_limits(rest.split(), position.side == WHITE)
        except MabiError as error:
            self._refuse(str(error))
            self._write(f"bestmove {NO_MOVE}")
            return
        _load()
        self._stop.clear()
        self._search = threading.Thread(target=self._think, args=(position, self._limits), daemon=True)
        self._search.start()

    def _do_stop(self, rest: str) -> None:
        self._stop.set()

    def _do_quit(self, rest: str) -> None:
        self._over = True

    def _think(self, position: Position, limits: GoLimits) -> None:
        """Search, and report a move at the end in any case."""
        best = NO_MOVE
        self._engine.level = LEVEL._replace(nodes=limits.nodes)
        thinking = Thinking(
            limits.seconds,
            self._stop.is_set,
            limits.depth,
            self._options.lines,
            self._options.threads,
            self._tell,
        )
        try:
            try:
                best = str(self._engine.choose(position, thinking).move)
            except MabiError as error:
                self._wrong(str(error))
            except MemoryError:
                self._wrong("out of memory")
            if limits.infinite:
                self._stop.wait()
        except OSError:  # the output is closed
            self._over = True
        finally:
            self._lines.put(None)  # first, so that replies to the move are handled after the search
            self._tell_best(best)

    def _tell_best(self, best: str) -> None:
        try:
            self._write(f"bestmove {best}")
        except OSError:
            self._over = True

    def _tell(self, analysis: Analysis) -> None:
        """Write an `info` line for each best move."""
        milliseconds = int(1_000 * analysis.seconds)
        for number, line in enumerate(analysis.lines, 1):
            score = line.score if line.outcome == UNDECIDED else None
            pv = tuple(map(str, line.pv))
            self._write(
                info(InfoLine(analysis.depth, analysis.nodes, milliseconds, number, score, line.outcome, pv))
            )


def _words(raw: bytes) -> tuple[str, str]:
    """Return the first word of a line and the rest of it."""
    return _first(raw.decode("utf-8-sig", errors="replace"))


def _first(text: str) -> tuple[str, str]:
    """Return the first word of a text and the rest of it. Both may be empty."""
    word, rest = [*text.split(maxsplit=1), "", ""][:2]
    return word, rest.strip()


def _load() -> None:
    """Load the kernels, so that a search obeys `stop` at once."""
    from mabi_search.kernels.alphabeta.search import search

    entry.load(search)
