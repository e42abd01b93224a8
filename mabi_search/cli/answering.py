"""Code shared by the commands of `mabi` that answer one or more positions."""

from __future__ import annotations

import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Generic

from _gamekit.lines import Entry
from _gamekit.problems import GameError, StoppedError
from _gamekit.program import ANSWERED, INTERRUPTED, UNDECIDED, Answers
from _gamekit.progress import Progress, silent, status
from _gamekit.work.workers import Workers
from mabi_search.cli import PROGRAM
from mabi_search.cli.options import rules_of
from mabi_search.cli.questions import A, Ask, Question
from mabi_search.game import saved_games
from mabi_search.game.errors import ArgumentError
from mabi_search.game.position import Position

LINES_NAMED = 10
"""Maximum number of unanswered lines that are listed."""


def is_many(text: str) -> bool:
    """Return whether the argument is a file of positions or standard input, and not a position."""
    return text == "-" or os.path.exists(text)


def answer_each(options: Namespace, answer: Callable[[Position], int], for_one: Sequence[str] = ()) -> int:
    """Answer each position of the argument, and return the exit code.

    Lines that are not positions are reported. `for_one` names the options that need a single position.
    """
    with _answers(options) as printed:
        for entry in _entries(options, for_one):
            if _add(printed, entry, answer) == INTERRUPTED:
                return INTERRUPTED
    return printed.code


def answer_by(
    workers: Workers,
    options: Namespace,
    ask: Ask[A],
    show: Callable[[A], None],
    for_one: Sequence[str] = (),
    more: Sequence[str] = (),
) -> int:
    """Ask the question about each position of the argument, and show the answers or write them to ``--out``.

    Answers are printed in the order of the lines, each as soon as all earlier ones are known. The answers in
    a file depend on the position, on ``--nodes`` and ``--seconds``, and on the options that `more` names.
    """
    if options.out is not None:
        from mabi_search.cli.answer_file import answer_to_file

        if for_one:
            raise ArgumentError(
                f"--out writes the answers to many positions, but {' and '.join(for_one)} needs one only; "
                "leave one of these options out"
            )
        settings = {name: getattr(options, name) for name in ("nodes", "seconds", *more)}
        with _answers(options) as printed:
            return answer_to_file(options, printed, _entries(options, ()), ask, settings)
    if workers.here:
        return answer_each(options, partial(_answer_here, ask, show), for_one)
    with PROGRAM.interruptible() as pressed, status() as progress, _answers(options) as printed:
        return _Spread(ask, show, printed, pressed, progress).run(workers, _entries(options, for_one))


def _answer_here(ask: Ask[A], show: Callable[[A], None], position: Position) -> int:
    """Answer in this process, show each answer as soon as it is there, and return the exit code."""
    with PROGRAM.interruptible() as stop, status() as progress:
        code = ANSWERED
        try:
            for answer in ask(position).answers(stop, progress):
                progress("")
                show(answer)
                code = max(code, answer.code)
        except StoppedError as error:
            PROGRAM.say(str(error))
            code = UNDECIDED
        return INTERRUPTED if stop() else code


class _Spread(Generic[A]):
    """Answers by workers, which are shown in the order of the lines."""

    def __init__(
        self,
        ask: Ask[A],
        show: Callable[[A], None],
        printed: Answers,
        pressed: Callable[[], bool],
        progress: Progress,
    ):
        self.ask, self.show, self.printed, self.pressed, self.progress = ask, show, printed, pressed, progress
        self.held: dict[int, Entry[Position]] = {}
        """The lines that are read and not yet printed."""
        self.answers: dict[int, list[A] | Exception] = {}
        """For each line that is answered and not yet printed, the answers or the error."""
        self.line = 0
        """The last line that was read."""
        self.ended = False
        """Whether all lines are read."""
        self.interrupted = False
        """Whether Ctrl-C was pressed while a line was awaited."""

    def run(self, workers: Workers, entries: Iterator[Entry[Position]]) -> int:
        """Answer all lines. After a stop, print the finished answers and list the unanswered lines."""
        try:
            for number, answer in workers.results(_answered, self._calls(entries), self._stop):
                self.answers[number] = answer
                self._print_finished()
                self.progress(f"{self.printed.answered:,} answered (Ctrl-C stops)")
            stopped = StoppedError("stopped") if self.interrupted else None
        except StoppedError as error:
            stopped = error
        self._print_finished(beyond_gaps=stopped is not None)
        if stopped is None:
            return self.printed.code
        why = "interrupted" if self._stop() else str(stopped)
        PROGRAM.say(f"{why}; not answered: {self._missing() or 'nothing'}")
        return INTERRUPTED if self._stop() else UNDECIDED

    def _calls(self, entries: Iterator[Entry[Position]]) -> Iterator[tuple[Question[A], int]]:
        """Read the lines, and yield the question about each position with the number of its line."""
        try:
            while entry := _next(entries):
                self.line, self.held[entry.line] = entry.line, entry
                if entry.value is not None:
                    yield self.ask(entry.value), entry.line
            self.ended = True
        except KeyboardInterrupt:  # while waiting for a line
            self.interrupted = True

    def _stop(self) -> bool:
        return self.interrupted or self.pressed()

    def _print_finished(self, beyond_gaps: bool = False) -> None:
        """Print the answers up to the first line without one or, with `beyond_gaps`, all answers."""
        for number, entry in list(self.held.items()):
            if entry.value is None or number in self.answers:
                self.progress("")
                del self.held[number]
                _add(self.printed, entry, partial(_show_all, self.show, self.answers.pop(number, [])))
            elif not beyond_gaps:
                return

    def _missing(self) -> str:
        """Return the lines without an answer in words."""
        missing = [f"line {number}" for number in self.held][:LINES_NAMED]
        missing += ["…"] * (len(self.held) > LINES_NAMED) + [f"all after line {self.line}"] * (not self.ended)
        return ", ".join(missing)


def _answered(
    question: Question[A], line: int, stop: Callable[[], bool] | None
) -> tuple[int, list[A] | Exception]:
    """Return the number of a line, with all answers or with the error."""
    try:
        return line, list(question.answers(stop, silent))
    except (GameError, MemoryError) as error:  # reported in the order of the lines
        return line, error


def _show_all(show: Callable[[A], None], answers: list[A] | Exception, position: Position) -> int:
    """Show the answers to a position and return the exit code, or raise its error."""
    if isinstance(answers, Exception):
        raise answers
    for answer in answers:
        show(answer)
    return max(answer.code for answer in answers)


def _next(entries: Iterator[Entry[Position]]) -> Entry[Position] | None:
    """Return the next entry, or None at the end. Ctrl-C ends the wait."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return next(entries, None)
    finally:
        signal.signal(signal.SIGINT, before)


def _entries(options: Namespace, for_one: Sequence[str]) -> Iterator[Entry[Position]]:
    """Return the entries of the argument."""
    return saved_games.reader(rules_of(options)).only(options.position, sys.stdin.buffer, for_one)


def _answers(options: Namespace) -> Answers:
    return Answers(PROGRAM, options.position, options.json)


def _add(printed: Answers, entry: Entry[Position], answer: Callable[[Position], int]) -> int:
    """Print an answer, or report the error of a line; return the exit code of the answer."""
    if entry.value is None:
        printed.add(entry.problem, printed.source)
        return ANSWERED
    return printed.answer(partial(answer, entry.value))
