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
from _gamekit.facts import json_of
from _gamekit.lines import Entry
from _gamekit.problems import GameError, StoppedError, number_of
from _gamekit.program import ANSWERED, BAD_INPUT, UNDECIDED, Answers, ProgressMeter
from _gamekit.progress import silent, status, while_waiting
from _gamekit.work.study import Study
from _gamekit.work.study_files import check_inputs
from _gamekit.work.workers import version
from mabi_search.cli import PROGRAM
from mabi_search.cli.questions import Ask, Question
from mabi_search.game.position import Position


class PositionResults(NamedTuple):
    """The results for a sequence of positions."""

    results: tuple[tuple[int, str | None], ...]
    """The exit code for each position, and the problem if there is no answer."""

    def plus(self, other: PositionResults) -> PositionResults:
        """Return these results followed by others."""
        return PositionResults(self.results + other.results)


@dataclass(frozen=True)
class AnswerFile(Study[PositionResults]):
    """Questions about the positions of a file."""

    schema: str
    """The version of the JSON schema."""
    questions: tuple[Question[Any], ...]
    """The questions. In a worker, only the one to be answered."""
    settings: dict[str, Any]
    """All other settings on which the answers depend."""

    block: ClassVar[int] = 1
    things: ClassVar[str] = "positions"

    @property
    def size(self) -> int:
        """Number of questions."""
        return len(self.questions)

    def of(self, block: int) -> Self:
        """Return the study with only one of its questions."""
        return replace(self, questions=self.questions[block : block + 1])

    def identity(self) -> dict[str, Any]:
        """Return all settings on which the answers depend."""
        positions = [question.position for question in self.questions]
        texts = [[str(position), asdict(position.rules)] for position in positions]
        digest = hashlib.sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()
        about = {"schema": self.schema, "positions": self.size, "sha256": digest, "version": version()}
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
        (question,) = self.questions
        code, lines = ANSWERED, []
        try:
            for answer in question.answers(stop, silent):
                code = max(code, answer.code)
                rows = [{"schema": self.schema, **json_of(facts)} for facts in answer.lines()]
                lines += [json.dumps(row) + "\n" for row in rows]
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
    ask: Ask[Any],
    settings: dict[str, Any],
) -> int:
    """Write the answers as lines of JSON to ``--out``. After a stop, the same command continues.

    `settings` contains the options on which the answers depend.
    """
    outputs.check([options.out], [options.position])
    check_inputs(options.out, [options.position])
    asked = [(line, ask(position)) for line, position in printed.readable(entries)]
    if not asked:
        return BAD_INPUT
    study = AnswerFile(PROGRAM.schema, tuple(question for _, question in asked), settings)
    with PROGRAM.interruptible() as stop, status() as show:
        meter = ProgressMeter(PROGRAM, study.size, show, decimals=1, things=study.things)
        try:
            with while_waiting(lambda: f"{meter.done:,} of {study.size:,} answered (Ctrl-C stops)"):
                results = study.run(**workers_of(options, stop, meter)).totals.results
        except StoppedError as error:
            return meter.stopped(error, stop(), options.out)
    for (line, _), (_, problem) in zip(asked, results, strict=True):
        if problem is not None:
            printed.add(GameError(problem), f"{printed.source}line {line}: ")
    answered = sum(problem is None for _, problem in results)
    PROGRAM.say(f"{number_of(answered, 'answer')} written to {options.out}")
    return BAD_INPUT if printed.count else max(code for code, _ in results)
