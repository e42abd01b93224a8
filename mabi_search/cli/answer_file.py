"""The answers to a file of positions as a study: each position is a block, and answers are kept."""

from __future__ import annotations

import hashlib
import json
from argparse import Namespace
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, NamedTuple, Self

from _gamekit import outputs
from _gamekit.arguments import workers_of
from _gamekit.facts import Facts, json_of
from _gamekit.lines import Entry
from _gamekit.problems import GameError, StoppedError
from _gamekit.program import ANSWERED, BAD_INPUT, UNDECIDED, Answers, ProgressMeter
from _gamekit.progress import Progress, silent, status, while_waiting
from _gamekit.work.study import Study
from _gamekit.work.study_files import check_inputs
from _gamekit.work.workers import version
from mabi_search.cli import PROGRAM
from mabi_search.game.position import Position

Work = Callable[[Position, Callable[[], bool] | None, Progress], Iterable[Any]]
"""A function that yields the answers for a position, possibly in another process."""
Lines = Callable[[Any], tuple[int, list[Facts]]]
"""A function that returns the exit code of an answer, and its facts, a line each."""


class Told(NamedTuple):
    """The answers to some positions."""

    found: tuple[tuple[int, str | None], ...]
    """The exit code of each position, and the reason if there is no answer."""

    def plus(self, other: Told) -> Told:
        """Return these answers followed by others."""
        return Told(self.found + other.found)


@dataclass(frozen=True)
class AnswerFile(Study[Told]):
    """Positions, and the question about each; `players` and `seed` have no meaning here."""

    schema: str
    """Numbers of the lines."""
    positions: tuple[Position, ...]
    """The positions of the file; in a worker only the one to answer."""
    work: Work
    lines: Lines
    settings: dict[str, Any]
    """All other settings that the answers depend on."""

    block: ClassVar[int] = 1
    things: ClassVar[str] = "positions"

    def of(self, block: int) -> Self:
        """Return the study with one of its positions."""
        return replace(self, positions=self.positions[block : block + 1])

    def identity(self) -> dict[str, Any]:
        """Return all settings that the answers depend on."""
        every = [[str(position), asdict(position.rules)] for position in self.positions]
        digest = hashlib.sha256(json.dumps(every, sort_keys=True).encode()).hexdigest()
        about = {"schema": self.schema, "positions": self.deals, "sha256": digest, "version": version()}
        return about | self.settings

    def empty(self) -> Told:
        """Return the answers to no positions."""
        return Told(())

    def read(self, value: Any, start: int, count: int) -> Told:
        """Return answers from their JSON."""
        found = tuple((code, problem) for code, problem in value[0])
        codes = (ANSWERED, BAD_INPUT, UNDECIDED)
        possible = (code in codes and type(problem) in (str, type(None)) for code, problem in found)
        if len(found) != count or not all(possible):
            raise ValueError("not what is told of so many positions")
        return Told(found)

    def answer(
        self, start: int, count: int, with_rows: bool, stop: Callable[[], bool] | None
    ) -> tuple[Told, bytes]:
        """Return the answer to the position, and its lines of JSON."""
        (position,) = self.positions
        code, lines = ANSWERED, []
        try:
            for found in self.work(position, stop, silent):
                one, every = self.lines(found)
                code = max(code, one)
                lines += [json.dumps({"schema": self.schema, **json_of(facts)}) + "\n" for facts in every]
        except StoppedError:
            raise
        except GameError as error:
            return Told(((BAD_INPUT, str(error)),)), b""
        if stop is not None and stop():
            raise StoppedError("stopped")
        return Told(((code, None),)), "".join(lines).encode()


def answer_to_file(
    options: Namespace,
    printed: Answers,
    entries: Iterable[Entry[Position]],
    work: Work,
    lines: Lines,
    settings: dict[str, Any],
) -> int:
    """Write the answers as lines of JSON to ``--out``; the same command continues after a stop.

    `settings` are the options of the command line on which the answers depend.
    """
    outputs.check([options.out], [options.position])
    check_inputs(options.out, [options.position])
    at, positions = [], []
    for entry in entries:
        if entry.value is None:
            printed.add(entry.problem, printed.source)
        else:
            at.append(entry.line)
            positions.append(entry.value)
    if not positions:
        return BAD_INPUT
    study = AnswerFile(2, len(positions), 0, PROGRAM.schema, tuple(positions), work, lines, settings)
    with PROGRAM.interruptible() as stop, status() as show:
        meter = ProgressMeter(PROGRAM, study.deals, show, decimals=1, things=study.things)
        try:
            with while_waiting(lambda: f"{meter.done:,} of {study.deals:,} answered (Ctrl-C stops)"):
                found = study.run(**workers_of(options, stop, meter)).totals.found
        except StoppedError as error:
            return meter.stopped(error, stop(), options.out)
    for line, (_, problem) in zip(at, found, strict=True):
        if problem is not None:
            printed.add(GameError(problem), f"{printed.source}line {line}: ")
    PROGRAM.say(f"{sum(problem is None for _, problem in found):,} answered: {options.out}")
    return BAD_INPUT if printed.count else max(code for code, _ in found)
