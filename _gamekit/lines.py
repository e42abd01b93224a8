"""Reads files and arguments that hold something a line: `#` comments, and errors that know their line."""

from __future__ import annotations

import io
import os
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Generic, NamedTuple, TypeVar

from _gamekit.problems import Problem, ProblemsError, shorten

T = TypeVar("T")


class Entry(NamedTuple, Generic[T]):
    """A line that holds something, or should."""

    line: int
    value: T | None
    error: Exception | None
    """Why there is no value."""


def without_comment(text: str) -> str:
    """Return a line without its comment and without the space around."""
    return text.partition("#")[0].strip()


@dataclass(frozen=True)
class Reader(Generic[T]):
    """Reads one kind of thing, a line each."""

    what: str
    """Its name, like "deal"."""
    parse: Callable[[str, int], T]
    """Makes one of a line and its number."""
    errors: type[Exception]
    """What `parse` may raise."""
    format_error: type[ProblemsError]
    """What this reader raises."""
    longest: int
    """Characters of a line."""
    example: str
    """Where a usual one is found."""
    mark: tuple[str, str]
    """A pattern that is found in each, and a hint for a text in which it is not."""

    def lines(self, stream: BinaryIO) -> Iterator[Entry[T]]:
        """Yield an entry for each line of a stream that has more than a comment.

        Of a long line little more than `longest` characters are kept in memory. A stream that is not text
        ends with an entry whose error says so.
        """
        number = 0
        while raw := stream.readline(4 * self.longest):
            number += 1
            if b"\0" in raw:
                message = f"not text; {self.what}s must be text in UTF-8 (the rest was not read)"
                yield self._wrong(number, message)
                return
            length = len(raw) + _skip_rest(stream, raw)
            text = _decoded(raw, whole=length == len(raw))
            if text is None:
                yield self._wrong(number, "not text in UTF-8")
            elif length > len(raw):
                most = f"a {self.what} has at most {self.longest:,} characters"
                yield self._wrong(number, f"{length:,} bytes in one line, and {most}")
            elif without_comment(text):
                try:
                    yield Entry(number, self.parse(text, number), None)
                except self.errors as error:
                    yield Entry(number, None, error)

    def _wrong(self, number: int, message: str) -> Entry[T]:
        return Entry(number, None, self.format_error([Problem(message, number)]))

    def argument(self, argument: str, standard_input: BinaryIO) -> Iterator[Entry[T]]:
        """Yield the entries of an argument: the name of a file, ``-`` for standard input, or a text.

        Raises
        ------
        OSError
            The file cannot be read.
        ProblemsError
            There is nothing in it, or the argument is neither a file nor the thing itself.
        """
        if argument == "-":
            entries, name = self.lines(standard_input), "standard input"
        elif os.path.lexists(argument):  # also a link that leads nowhere: what is wrong with it is said
            entries, name = self._file(argument), argument
        else:
            yield from self._text(argument)
            return
        empty = True
        for entry in entries:
            empty = False
            yield entry
        if empty:
            raise self.format_error(f"{name}: no {self.what} in it; {self.example}")

    def only(self, argument: str, standard_input: BinaryIO, options: Sequence[str]) -> Iterator[Entry[T]]:
        """Yield the entries of an argument as `argument` does, and refuse a second thing before the first.

        Parameters
        ----------
        argument, standard_input
            As for `argument`.
        options
            Of the command line, that are for one thing only; none: there may be many.
        """
        if not options:
            yield from self.argument(argument, standard_input)
            return
        held = None
        for entry in self.argument(argument, standard_input):
            if entry.value is None:
                yield entry
            elif held is None:
                held = entry
            else:
                here = argument if os.path.exists(argument) else "standard input"
                first = f"sed -n {held.line}p {shlex.quote(here)} | … -" if here == argument else "head -n 1"
                raise self.format_error(
                    f"{here}: a {self.what} on line {held.line} and one on line {entry.line}, and "
                    f"{' and '.join(options)} can hold one; give one at a time, as with '{first}'"
                )
        if held is not None:
            yield held

    def _file(self, path: str) -> Iterator[Entry[T]]:
        with open(path, "rb") as stream:
            yield from self.lines(stream)

    def _text(self, text: str) -> Iterator[Entry[T]]:
        entries = list(self.lines(io.BytesIO(_encoded(text))))
        neither = f"{shorten(text)} is neither a file nor a {self.what}"
        if not entries:
            raise self.format_error(f"{neither}: there is no {self.what} in it")
        if len(entries) == 1 and entries[0].error is not None:
            pattern, hint = self.mark
            reason = f": {entries[0].error}" if re.search(pattern, text) else f", {hint}"
            raise self.format_error(neither + reason)
        yield from entries


def _skip_rest(stream: BinaryIO, start: bytes) -> int:
    """Read on to the end of a line, keeping nothing; return how many bytes there were."""
    count = 0
    piece = start
    while not piece.endswith(b"\n") and (piece := stream.readline(1 << 20)):
        count += len(piece)
    return count


def _encoded(text: str) -> bytes:
    """Return the bytes of an argument; some that are no text if it is none."""
    try:
        return text.encode(errors="surrogateescape")  # as the system gave it
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass")


def _decoded(raw: bytes, whole: bool) -> str | None:
    """Return the text of a line; None if it is no text. A cut line may end in half a character."""
    try:
        return raw.decode("utf-8-sig", errors="strict" if whole else "ignore")
    except UnicodeDecodeError:
        return None
