"""`EngineProcess`: an engine in a process of its own, asked from Python."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import NamedTuple

from _gamekit.problems import ArgumentError
from mabi_search.game.errors import MabiError
from mabi_search.game.outcomes import UNDECIDED, Outcome
from mabi_search.game.position import Position
from mabi_search.game.rules import READINGS, Move, Rules
from mabi_search.playing.words import MAX_PLIES, NEVER, NO_MOVE, WRONG, InfoLine, name_of

OUR_ENGINE = sys.executable, "-m", "mabi_search", "engine"
FAREWELL_SECONDS = 2.0
"""How long an engine may take to end when it is told to."""


class EngineError(MabiError):
    """An engine has ended, is silent, or says what the protocol or the rules do not know."""


@dataclass(frozen=True)
class ReportedLine:
    """One of the best moves, as an engine tells of it."""

    score: int | None
    """Hundredths of a piece for the side to move; None if the engine says who wins."""
    outcome: Outcome
    """For the side to move, as the engine says; nobody has checked it."""
    pv: tuple[Move, ...]
    """The line, the move first; legal by the rules."""

    @property
    def move(self) -> Move:
        """The first move."""
        return self.pv[0]


@dataclass(frozen=True)
class Report:
    """What an engine tells after a depth."""

    depth: int
    """Plies searched; of a line that the engine plays without a search, its plies."""
    nodes: int
    """Positions searched."""
    seconds: float
    """Since the search began."""
    lines: tuple[ReportedLine, ...]
    """The best moves, the best first."""


class Asked(NamedTuple):
    """The limits of a question; none of them: the engine decides."""

    depth: int | None
    nodes: int | None
    seconds: float | None

    def words(self) -> str:
        """Return them as the words after `go`."""
        milliseconds = None if self.seconds is None else max(1, round(1_000 * self.seconds))
        words = {"depth": self.depth, "nodes": self.nodes, "movetime": milliseconds}
        return "".join(f" {word} {value}" for word, value in words.items() if value is not None)


class EngineProcess:
    """An engine in a process of its own, which speaks the protocol of `mabi engine`.

    Every method raises `EngineError` if the engine ends, tells of an illegal move, or is silent for `timeout`
    seconds where it should answer at once: when it starts, and when the time of a search is over.
    """

    def __init__(self, command: Sequence[str] = OUR_ENGINE, *, timeout: float | None = 120.0):
        self.command, self.timeout = tuple(command), timeout
        self.name, self.options = "", list[str]()
        """What the engine says of itself, and the names of its options."""
        self._set: dict[str, str] = {}
        self._telling = False
        """Whether a loop over `analyses` is under way."""
        self._said: SimpleQueue[str | None] = SimpleQueue()
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                errors="replace",
                bufsize=1,
            )
        except (OSError, ValueError, IndexError) as error:  # the last one: no words at all
            raise EngineError(f"the engine {' '.join(self.command)!r} cannot be started: {error}") from None
        threading.Thread(target=_listen, args=(self._process, self._said), daemon=True).start()
        self.close = weakref.finalize(self, _end, self._process)
        """Ends the process; also when this object is forgotten, or leaves a `with`."""
        try:
            self._greet()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> EngineProcess:
        """Return itself, to be closed in the end."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process."""
        self.close()

    def set(self, name: str, value: object) -> None:
        """Set an option, as `setoption` does."""
        self._check_free()
        text = str(value)
        if self._set.get(name) != text:
            self._send(f"setoption name {name} value {text}")
            self._wait_until_ready()
            self._set[name] = text

    def new_game(self) -> None:
        """Tell the engine to forget what it has found in the game before."""
        self._check_free()
        self._send("uginewgame")
        self._wait_until_ready()

    def play(
        self,
        position: Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> Move:
        """Return the move that the engine plays."""
        asked = _asked(depth, nodes, seconds)
        self._check_searchable(position)
        self._go(position, asked)
        return self._to_the_end(position, asked)

    def analyses(
        self,
        position: Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
    ) -> Iterator[Report]:
        """Yield what the engine tells after each depth; whoever leaves the loop before its end stops it.

        Without any limit the search goes on until the loop is left.
        """
        asked = _asked(depth, nodes, seconds)
        self._check_searchable(position)
        self.set("lines", lines)
        self._go(position, asked, " infinite" if asked == _asked(None, None, None) else "")
        under_way, infos = True, list[InfoLine]()
        self._telling = True
        try:
            while (line := self._hear(asked)) and not line.startswith("bestmove"):
                new = parse_info(line) if line.startswith("info ") else None
                if new is not None and infos and new.depth != infos[-1].depth:
                    yield report_of(position, infos)
                    infos = []
                if new is not None:
                    infos.append(new)
                elif (wrong := wrong_in(line)) is not None:
                    raise EngineError(f"the engine says: {wrong}")
                if new is not None and new.number == 1 and lines == 1:
                    yield report_of(position, infos)
                    infos = []
            under_way = False
            if infos:
                yield report_of(position, infos)
        finally:
            self._telling = False
            if under_way:
                with contextlib.suppress(EngineError):
                    self.stop()
                    self._wait_for("bestmove")
            self.set("lines", 1)

    def stop(self) -> None:
        """End the search that is under way, from another thread; it gives its best move then."""
        self._send("stop")

    def _check_searchable(self, position: Position) -> None:
        """Raise ArgumentError if there is nothing to search, or something is searched already."""
        if position.outcome() is not None:
            raise ArgumentError("the game is over; there is nothing to search")
        self._check_free()

    def _check_free(self) -> None:
        """Raise ArgumentError while a loop over `analyses` is under way: its lines would be taken from it."""
        if self._telling:
            raise ArgumentError("the engine is searching: leave the loop over analyses() first, or close it")

    def _go(self, position: Position, asked: Asked, more: str = "") -> None:
        """Tell the engine rules and position, and to search."""
        for name, value in texts_of(position.rules).items():
            if name in self.options:
                self.set(name, value)
        self._send(f"position fen {position}")
        self._send(f"go{asked.words()}{more}")

    def _to_the_end(self, position: Position, asked: Asked) -> Move:
        """Return the move of a search when it is over."""
        _, text, *_ = [*self._wait_for("bestmove", asked).split(), NO_MOVE]
        if text == NO_MOVE:
            raise EngineError("the engine has no move")
        try:
            move = Move.parse(text)
            position.play(move)
        except MabiError as error:
            raise EngineError(f"the engine's move {text[:40]!r} is wrong: {error}") from None
        return move

    def _greet(self) -> None:
        """Ask the engine who it is."""
        self._send("ugi")
        while (line := self._hear()) != "ugiok":
            if line.startswith("id name "):
                self.name = line[8:]
            elif line.startswith("option name "):
                self.options.append(line[12:].partition(" type ")[0])
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        self._send("isready")
        self._wait_for("readyok")

    def _wait_for(self, word: str, asked: Asked | None = None) -> str:
        """Return the next line that begins with a word; what the engine says is wrong is raised before."""
        wrong: str | None = None
        while True:
            line = self._hear(asked)
            wrong = wrong or wrong_in(line)
            if line.split()[:1] == [word]:
                if wrong:
                    raise EngineError(f"the engine says: {wrong}")
                return line

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.replace("\n", " ") + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def _hear(self, asked: Asked | None = None) -> str:
        """Return the next line of what the engine says; wait for it while it may search."""
        patience = self.timeout
        if asked is not None and patience is not None:
            patience = None if asked.seconds is None else patience + asked.seconds
        try:
            line = self._said.get(timeout=patience)
        except Empty:
            raise EngineError(f"the engine {' '.join(self.command)!r} is silent for {patience:g} s") from None
        if line is None:
            raise self._ended()
        return line

    def _ended(self) -> EngineError:
        self._said.put(None)  # for whoever asks again
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL_SECONDS)
        code = self._process.returncode
        return EngineError(f"the engine {' '.join(self.command)!r} has ended, with exit code {code}")


def wrong_in(line: str) -> str | None:
    """Return what a line says is wrong; None if it says something else."""
    return line[len(WRONG) :] if line.startswith(WRONG) else None


def parse_info(line: str) -> InfoLine | None:
    """Return what an `info` line tells of a move; None if it tells of something else."""
    _, *words = line.split()
    if "pv" not in words or words[:1] == ["string"]:
        return None
    at = words.index("pv")
    numbers, score, outcome = {"depth": 0, "nodes": 0, "time": 0, "multipv": 1}, None, UNDECIDED
    left = iter(words[:at])
    try:
        for word in left:
            if word in numbers:
                numbers[word] = int(next(left))
            elif word == "score":
                kind = next(left)
                if kind == "cp":
                    score = int(next(left))
                else:
                    outcome = Outcome(kind)
    except (StopIteration, ValueError):
        raise EngineError(f"the engine says {line[:200]!r}, which the protocol does not know") from None
    depth, nodes, time, number = numbers.values()
    return InfoLine(depth, nodes, time, number, score, outcome, tuple(words[at + 1 :]))


def report_of(position: Position, infos: Iterable[InfoLine]) -> Report:
    """Return what is told of the moves of a position at one depth, each line played by the rules."""
    ordered = sorted(infos, key=lambda one: one.number)
    lines = tuple(ReportedLine(one.score, one.outcome, _played(position, one.pv)) for one in ordered)
    last = ordered[0]
    return Report(last.depth, max(one.nodes for one in ordered), last.milliseconds / 1000, lines)


def _played(position: Position, texts: tuple[str, ...]) -> tuple[Move, ...]:
    """Return the moves of a line."""

    def moves() -> Iterator[Move]:
        after = position
        for text in texts:
            move = Move.parse(text)
            after = after.play(move)
            yield move

    try:
        found = tuple(moves())
    except MabiError as error:
        raise EngineError(f"the engine's line {' '.join(texts)[:200]} is wrong: {error}") from None
    if not found:
        raise EngineError("the engine tells of a line without a move")
    return found


def texts_of(rules: Rules) -> dict[str, str]:
    """Return what the options of the rules have to be, except the size, which a position tells."""
    texts = {name_of(reading): str(getattr(rules, reading)) for reading in READINGS}
    return texts | {MAX_PLIES: NEVER if rules.max_plies is None else str(rules.max_plies)}


def _asked(depth: int | None, nodes: int | None, seconds: float | None) -> Asked:
    """Return limits that are right."""
    for name, value in (("depth", depth), ("nodes", nodes)):
        if value is not None and value < 1:
            raise ArgumentError(f"{name} must be a whole number, 1 or more, not {value!r}")
    if seconds is not None and not 0 < seconds < float("inf"):
        raise ArgumentError(f"seconds must be a number above 0, not {seconds!r}")
    return Asked(depth, nodes, seconds)


def _listen(process: subprocess.Popen[str], said: SimpleQueue[str | None]) -> None:
    """Hand on what a process says, line by line, and that it has ended."""
    assert process.stdout is not None
    with process.stdout:
        for line in process.stdout:
            said.put(line.strip())
    said.put(None)


def _end(process: subprocess.Popen[str]) -> None:
    """End a process: kindly, then not."""
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.write("quit\n")
    with contextlib.suppress(OSError):
        process.stdin.close()
    try:
        process.wait(FAREWELL_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
