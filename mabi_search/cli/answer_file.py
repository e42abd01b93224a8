"""Answer the positions of a file as a study, which can be stopped and continued."""

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
from _gamekit.problems import GameError, StoppedError, number_of
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
"""A function that returns the exit code of an answer, and the facts of each line."""


class PositionResults(NamedTuple):
    """The results for a sequence of positions."""

    results: tuple[tuple[int, str | None], ...]
    """The exit code for each position, and the problem if there is no answer."""

    def plus(self, other: PositionResults) -> PositionResults:
        """Return these results followed by others."""
        return PositionResults(self.results + other.results)


@dataclass(frozen=True)
class AnswerFile(Study[PositionResults]):
    """Positions with a question about each. `players` and `seed` have no meaning here."""

    schema: str
    """The version of the JSON schema."""
    positions: tuple[Position, ...]
    """The positions of the file. In a worker, only the position to be answered."""
    work: Work
    lines: Lines
    settings: dict[str, Any]
    """All other settings on which the answers depend."""

    block: ClassVar[int] = 1
    things: ClassVar[str] = "positions"

    def of(self, block: int) -> Self:
        """Return the study with only one of its positions."""
        return replace(self, positions=self.positions[block : block + 1])

    def identity(self) -> dict[str, Any]:
        """Return all settings on which the answers depend."""
        every = [[str(position), asdict(position.rules)] for position in self.positions]
        digest = hashlib.sha256(json.dumps(every, sort_keys=True).encode()).hexdigest()
        about = {"schema": self.schema, "positions": self.deals, "sha256": digest, "version": version()}
        return about | self.settings

    def empty(self) -> PositionResults:
        """Return the results for no positions."""
        return PositionResults(())

    def read(self, value: Any, start: int, count: int) -> PositionResults:
        """Return results from their JSON."""
        results = tuple((code, problem) for code, problem in value[0])
        codes = (ANSWERED, BAD_INPUT, UNDECIDED)
        possible = (code in codes and type(problem) in (str, type(None)) for code, problem in results)
        if len(results) != count or not all(possible):
            raise ValueError(f"expected results for {count} positions")
        return PositionResults(results)

    def answer(
        self, start: int, count: int, with_rows: bool, stop: Callable[[], bool] | None
    ) -> tuple[PositionResults, bytes]:
        """Return the result for the position, and its answers as lines of JSON."""
        (position,) = self.positions
        code, lines = ANSWERED, []
        try:
            for answer in self.work(position, stop, silent):
                its_code, rows = self.lines(answer)
                code = max(code, its_code)
                lines += [json.dumps({"schema": self.schema, **json_of(facts)}) + "\n" for facts in rows]
        except StoppedError:
            raise
        except GameError as error:
            return PositionResults(((BAD_INPUT, str(error)),)), b""
        if stop is not None and stop():
            raise StoppedError("stopped")
        return PositionResults(((code, None),)), "".join(lines).encode()


def answer_to_file(
    options: Namespace,
    printed: Answers,
    entries: Iterable[Entry[Position]],
    work: Work,
    lines: Lines,
    settings: dict[str, Any],
) -> int:
    """Write the answers as lines of JSON to ``--out``. After a stop, the same command continues.

    `settings` contains the options on which the answers depend.
    """
    outputs.check([options.out], [options.position])
    check_inputs(options.out, [options.position])
    at, positions = [], []
    for line, position in printed.readable(entries):
        at.append(line)
        positions.append(position)
    if not positions:
        return BAD_INPUT
    study = AnswerFile(2, len(positions), 0, PROGRAM.schema, tuple(positions), work, lines, settings)
    with PROGRAM.interruptible() as stop, status() as show:
        meter = ProgressMeter(PROGRAM, study.deals, show, decimals=1, things=study.things)
        try:
            with while_waiting(lambda: f"{meter.done:,} of {study.deals:,} answered (Ctrl-C stops)"):
                results = study.run(**workers_of(options, stop, meter)).totals.results
        except StoppedError as error:
            return meter.stopped(error, stop(), options.out)
    for line, (_, problem) in zip(at, results, strict=True):
        if problem is not None:
            printed.add(GameError(problem), f"{printed.source}line {line}: ")
    answered = sum(problem is None for _, problem in results)
    PROGRAM.say(f"{number_of(answered, 'answer')} written to {options.out}")
    return BAD_INPUT if printed.count else max(code for code, _ in results)
