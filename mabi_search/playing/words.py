"""The words of the protocol that both sides use: what was found, as a line; what `setoption` sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from mabi_search.game.errors import ArgumentError, MabiError
from mabi_search.game.outcomes import UNDECIDED, Outcome
from mabi_search.game.position import Position
from mabi_search.game.rules import READINGS, Move, Rules
from mabi_search.search.sizes import MAX_LINES, MAX_THREADS

NO_MOVE = "(none)"
"""Instead of a move, after `bestmove`."""
NO_ANSWER = "(none)"
"""Instead of an answer, after `response`."""
WRONG = "info string error: "
"""What a line begins with that says what is wrong."""
MOST_DIGITS = 13
"""Of a number in a line."""


class EngineError(MabiError):
    """An engine has ended, is silent, or says what the protocol or the rules do not know."""


@dataclass(frozen=True)
class ReportedLine:
    """One of the best moves, as an engine tells of it.

    Examples
    --------
    >>> from mabi_search import Move, Outcome
    >>> from mabi_search.playing import ReportedLine
    >>> line = ReportedLine(score=25, outcome=Outcome.UNDECIDED, pv=(Move.parse("a1a2"),))
    >>> line.move == Move.parse("a1a2")
    True
    """

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
    """What an engine tells after a depth.

    Examples
    --------
    >>> from mabi_search.playing import Report
    >>> Report(depth=3, nodes=1_200, seconds=0.25, lines=()).nodes
    1200
    """

    depth: int
    """Plies searched; of a line that the engine plays without a search, its plies."""
    nodes: int
    """Positions searched."""
    seconds: float
    """Since the search began."""
    lines: tuple[ReportedLine, ...]
    """The best moves, the best first."""


class InfoLine(NamedTuple):
    """An `info` line about a move."""

    depth: int
    nodes: int
    milliseconds: int
    number: int
    """1 for the best move, 2 for the second …"""
    score: int | None
    outcome: Outcome
    pv: tuple[str, ...]


def wrong_in(line: str) -> str | None:
    """Return what a line says is wrong; None if it says something else."""
    return line[len(WRONG) :] if line.startswith(WRONG) else None


def number_in(name: str, text: str, least: int, most: int) -> int:
    """Return the whole number of a text, without a sign and in plain digits.

    Raises
    ------
    ArgumentError
        It is none, or out of range.
    """
    plain = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    if not (plain and least <= int(text) <= most):
        raise ArgumentError(f"{name} must be a whole number from {least} to {most}, not {text[:40]!r}")
    return int(text)


def info(line: InfoLine) -> str:
    """Return the line of text."""
    score = str(line.outcome) if line.score is None else f"cp {line.score}"
    speed = 1_000 * line.nodes // max(line.milliseconds, 1)
    return (
        f"info depth {line.depth} multipv {line.number} score {score} nodes {line.nodes} "
        f"time {line.milliseconds} nps {speed} pv {' '.join(line.pv)}"
    )


def parse_info(line: str) -> InfoLine | None:
    """Return what an `info` line tells of a move; None if it tells of something else.

    Raises
    ------
    EngineError
        It is not as the protocol says.
    """
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
    """Return what is told of the moves of a position at one depth, each line played by the rules.

    Raises
    ------
    EngineError
        A line is illegal.
    """
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


SPINS = {"lines": MAX_LINES, "threads": MAX_THREADS}
"""Options that are whole numbers from 1 on, and the greatest."""
SIZE, MAX_PLIES, NEVER = "size", "max-plies", "none"
LAST_PLY = 999_999_999
"""The latest at which `max-plies` may stop a game."""


@dataclass(frozen=True)
class Options:
    """What is set."""

    lines: int = 1
    threads: int = 1
    rules: Rules = Rules()
    """Of the positions that follow."""

    def with_option(self, name: str, value: str) -> Options:
        """Return the options with one of them set.

        Raises
        ------
        ArgumentError
            There is no such option, or it has no such value.
        """
        name = name.lower().replace("_", "-")
        reading = name.replace("-", "_")
        if name in SPINS:
            return self._with({name: number_in(name, value, 1, SPINS[name])})
        if reading in READINGS:
            return self._with_rule({reading: value})
        if name == SIZE:
            return self._with_rule({SIZE: value})
        if name == MAX_PLIES:
            plies = None if value == NEVER else number_in(name, value, 0, LAST_PLY)
            return self._with_rule({"max_plies": plies})
        known = ", ".join((*SPINS, *map(name_of, READINGS), SIZE, MAX_PLIES))
        raise ArgumentError(f"there is no option {name!r}; options are {known}")

    def _with(self, changed: dict[str, Any]) -> Options:
        return replace(self, **changed)

    def _with_rule(self, changed: dict[str, Any]) -> Options:
        return replace(self, rules=replace(self.rules, **changed))


def name_of(reading: str) -> str:
    """Return the name of the option of a reading."""
    return reading.replace("_", "-")


def declared() -> Iterator[str]:
    """Yield the lines that declare the options."""
    for name, most in SPINS.items():
        yield f"option name {name} type spin default 1 min 1 max {most}"
    for reading, values in READINGS.items():
        choices = "".join(f" var {value}" for value in values)
        yield f"option name {name_of(reading)} type combo default {values[0]}{choices}"
    yield f"option name {SIZE} type string default 8x8"
    yield f"option name {MAX_PLIES} type string default {NEVER}"


def texts_of(rules: Rules) -> dict[str, str]:
    """Return what the options of the rules have to be, except the size, which a position tells."""
    texts = {name_of(reading): str(getattr(rules, reading)) for reading in READINGS}
    return texts | {MAX_PLIES: NEVER if rules.max_plies is None else str(rules.max_plies)}
