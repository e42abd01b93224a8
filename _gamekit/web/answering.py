"""The process of a page: reads questions as lines of JSON, answers short ones at once, long ones in turn.

A question is ``{"id": 1, "ask": "solve", …}``. What it gets has the same id: ``{"id": 1, "part": {…}}`` any
number of times, and in the end ``{"id": 1, "answer": {…}}`` or ``{"id": 1, "error": "…"}``. One long question
is worked on at a time: the next one stops it, and so does ``{"ask": "stop"}``; it then answers with what it
has. ``{"notice": "…"}`` tells what all wait for, like the compiler. The process ends when its input does.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from _gamekit import progress
from _gamekit.problems import ArgumentError, GameError, InternalError, messages_of

Fields = Mapping[str, Any]
LARGEST_ID = 1 << 53


class Work:
    """A long question that is being answered."""

    def __init__(self, tell: Callable[[Fields], None]):
        self._stop = threading.Event()
        self.tell = tell
        """Says a part of the answer."""

    def stop(self) -> None:
        """Ask it to come to its end."""
        self._stop.set()

    def stopped(self) -> bool:
        """Tell whether it was asked to."""
        return self._stop.is_set()

    def progress(self, text: str, /, **counts: int) -> None:
        """Say how far it is: a `Progress`."""
        self.tell({"progress": text})


Short = Callable[[Fields], Fields]
Long = Callable[[Fields, Work], Fields]


class _Question(NamedTuple):
    id: int
    fields: Fields
    answer: Long
    work: Work


class Dispatcher:
    """Where the questions of one page are answered.

    Parameters
    ----------
    short, long
        What can be asked, and what answers it.
    """

    def __init__(
        self,
        short: Mapping[str, Short],
        long: Mapping[str, Long],
    ):
        self._short, self._long = short, long
        self._waiting: queue.Queue[_Question] = queue.Queue()
        self._last: Work | None = None
        self._writing = threading.Lock()

    def run(self) -> None:
        """Answer until the input ends, and end the process."""
        threading.Thread(target=self._read, daemon=True).start()
        with progress.shown_by(self._notice):
            while True:
                question = self._waiting.get()
                self._finish(question.id, partial(question.answer, question.fields, question.work))

    def _read(self) -> None:
        """Read in a thread of its own: so that the end of the input is noticed during long work."""
        for line in sys.stdin.buffer:
            self.take(json.loads(line))
        os._exit(0)

    def take(self, fields: Fields) -> None:
        """Take a question."""
        identity, asked = fields.get("id"), fields.get("ask")
        if type(identity) is not int or not 0 <= identity < LARGEST_ID:
            self._say(error="a question needs a whole number as its id")
        elif asked == "stop":
            self._stop_last()
            self._say(id=identity, answer={})
        elif isinstance(asked, str) and asked in self._short:
            self._finish(identity, partial(self._short[asked], fields))
        elif isinstance(asked, str) and asked in self._long:
            self._stop_last()
            self._last = Work(lambda part: self._say(id=identity, part=part))
            self._waiting.put(_Question(identity, fields, self._long[asked], self._last))
        else:
            known = ", ".join([*self._short, *self._long, "stop"])
            self._say(id=identity, error=f"there is no such question; what can be asked: {known}")

    def _stop_last(self) -> None:
        if self._last is not None:
            self._last.stop()

    def _finish(self, identity: int, answer: Callable[[], Fields]) -> None:
        """Say an answer, or what is wrong with the question."""
        try:
            self._say(id=identity, answer=answer())
        except Exception as error:
            if isinstance(error, GameError) and not isinstance(error, InternalError):
                self._say(id=identity, error="; ".join(message for message, *_ in messages_of(error)))
                return
            traceback.print_exc()  # at the terminal of the server; the page can go on
            self._say(id=identity, error="internal error; please report what the terminal says")

    def _notice(self, text: str, /, **counts: int) -> None:
        self._say(notice=text)

    def _say(self, **message: Any) -> None:
        line = json.dumps(message)
        with self._writing:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()


def text_of(fields: Fields, name: str, longest: int) -> str:
    """Return a field that must be a text.

    Raises
    ------
    ArgumentError
        It is missing, of another kind, or too long.
    """
    value = fields.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise ArgumentError(f"{name} must be a text of at most {longest:,} characters")
    return value


def number_of(fields: Fields, name: str, least: int, most: int) -> int:
    """Return a field that must be a whole number in a range.

    Raises
    ------
    ArgumentError
        It is missing, of another kind, or out of range.
    """
    value = fields.get(name)
    if type(value) is not int or not least <= value <= most:
        raise ArgumentError(f"{name} must be a whole number from {least:,} to {most:,}")
    return value
