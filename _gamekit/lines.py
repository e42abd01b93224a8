"""Readers of files and arguments with one item per line and `#` comments; errors have line numbers."""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO, Generic, NamedTuple, TypeVar

from _gamekit.problems import ArgumentError, Problem, ProblemsError, reading, shorten

T = TypeVar("T")
V = TypeVar("V")


MOST_BYTES = 100_000
"""Largest size in bytes of an argument read by `text_of`."""
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
_END = re.compile(rb"\r\n|\r|\n")
_INVISIBLE = (
    0xAD,
    0x61C,
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2070),
    0xFE0E,
    0xFE0F,
    0xFEFF,
)
_PLAIN = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},  # of full width
    **dict.fromkeys(_INVISIBLE),
    **dict.fromkeys(map(ord, "‐‑‒−﹣→⇒⟶➔➜➞"), "-"),
    ord("、"): ",",
}


def lines_of(text: str) -> list[str]:
    r"""Return the lines of a text without their line ends, which are LF, CR LF or CR.

    Examples
    --------
    >>> lines_of("pass # old\rpass\r\n")
    ['pass # old', 'pass']
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]


def plain_signs(text: str) -> str:
    """Replace full-width characters, dashes, arrows and 、 by ASCII characters; remove invisible characters.

    Examples
    --------
    >>> plain_signs("Ｂ２→a3\u200b")
    'B2-a3'
    """
    return text if text.isascii() else text.translate(_PLAIN)


def located(problems: Iterable[Problem], text: str, first: int = 1) -> list[Problem]:
    """Return problems with the source lines from the text added; `first` is the number of the first line."""
    lines = dict(enumerate(lines_of(text), first))
    return [replace(problem, source=lines.get(problem.line or 0, "")) for problem in problems]


def text_of(argument: str) -> str:
    """Return the text that an argument gives: a file's, the standard input's (``-``), or the argument itself.

    Raises
    ------
    ArgumentError
        The file is too large, or is not text.
    OSError
        The file cannot be read.
    """
    if argument == "-":
        with reading("standard input"):
            raw = sys.stdin.buffer.read(MOST_BYTES + 1)
    elif not os.path.lexists(argument):
        return argument
    else:
        with reading(argument), open(argument, "rb") as file:
            raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise ArgumentError(f"{_source(argument)}: too large (at most {MOST_BYTES:,} bytes)")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ArgumentError(f"{_source(argument)}: not text in UTF-8") from None


def _source(argument: str) -> str:
    return "standard input" if argument == "-" else argument


def record_of(argument: str, example: str, parse: Callable[[str], T], error: type[ProblemsError]) -> T:
    """Return the record that an argument gives, as `item_of` does; each record has the word "players"."""
    mark = "(?i)players", f"which looks like {example!r}"
    return item_of(argument, "record", mark, parse, error, f"a record looks like {example!r}")


def item_of(
    argument: str,
    what: str,
    mark: tuple[str, str],
    parse: Callable[[str], T],
    error: type[ProblemsError],
    example: str,
) -> T:
    """Return the item that an argument gives: a file, the standard input (``-``), or the argument itself.

    `what`, `mark`, `error` and `example` are the name, the mark, the `format_error` and the example of a
    `Reader`.

    Raises
    ------
    ProblemsError
        The text is not an item.
    ArgumentError, OSError
        As for `text_of`.
    """
    text = text_of(argument)
    named = argument == "-" or os.path.lexists(argument)
    if named and not any(map(without_comment, lines_of(text))):
        raise error(_nothing_in(argument, what, example))
    try:
        return parse(text)
    except ProblemsError as wrong:
        if named:
            raise type(wrong)(wrong.problems, source=_source(argument)) from None
        raise _misread(text, wrong, what, mark, error) from None


def _nothing_in(argument: str, what: str, example: str) -> str:
    """Return the message about a file without items."""
    return f"{_source(argument)} contains no {what}; {example}"


def _misread(
    text: str, wrong: Exception, what: str, mark: tuple[str, str], error: type[ProblemsError]
) -> ProblemsError:
    """Return the error of an argument that is no file, and not an item either."""
    pattern, hint = mark
    if not re.search(pattern, plain_signs(text)):
        return error(f"{shorten(text)} is neither a file nor a {what}, {hint}")
    problems = wrong.problems if isinstance(wrong, ProblemsError) else [Problem(str(wrong))]
    return error(problems, f"no file has this name, so it was read as a {what}")


class Entry(NamedTuple, Generic[T]):
    """An item of the input, with its value or its error."""

    line: int
    value: T | None
    error: Exception | None
    """The error, if the item has no value."""

    @property
    def problem(self) -> Exception:
        """The error of an item without a value."""
        assert self.error is not None
        return self.error


def without_comment(text: str) -> str:
    """Return a line without its comment and surrounding spaces."""
    return text.partition("#")[0].strip()


class Statement(NamedTuple):
    """A statement of a record, with its position."""

    text: str
    """The text without comment and surrounding spaces."""
    line: int
    column: int


def statements(text: str) -> Iterator[Statement]:
    """Yield the non-empty statements of a record; a statement ends at a semicolon or the end of its line.

    Examples
    --------
    >>> [tuple(statement) for statement in statements("players 3; pass # a comment; and more")]
    [('players 3', 1, 1), ('pass', 1, 12)]
    """
    for number, line in enumerate(lines_of(text), 1):
        start = 1
        for part in line.partition("#")[0].split(";"):
            if statement := part.strip():
                yield Statement(statement, number, start + part.index(statement))
            start += len(part) + 1


@dataclass(frozen=True)
class Reader(Generic[T]):
    """A reader of items of one kind, usually one per line."""

    what: str
    """The name of the kind, like "deal"."""
    parse: Callable[[str, int], T]
    """A function that parses an item, given its text and its first line number."""
    errors: type[Exception]
    """The exception class that `parse` may raise."""
    format_error: type[ProblemsError]
    """The exception class that this reader raises."""
    longest: int
    """Largest number of characters of a line."""
    example: str
    """A sentence that shows where to find an example, for messages."""
    mark: tuple[str, str]
    """A pattern that occurs in every item, and a hint for texts without it."""
    goes_on: Callable[[Sequence[str], str], bool] = lambda before, line: False
    """A function that returns whether a line continues the item in the preceding lines."""
    alone: Callable[[Sequence[str]], bool] = lambda lines: True
    """A function that returns whether some lines are a complete item."""

    def lines(self, stream: BinaryIO, *, live: bool = False) -> Iterator[Entry[T]]:
        """Yield an entry for each item in a stream; an item has one or more lines.

        An empty line ends an item, and lines with only a comment are ignored. Of a long line, little more
        than `longest` characters are kept in memory. If the stream is not text, the last entry has an error.
        In a `live` stream, the sender may wait for an answer; there an item ends as soon as it is complete.
        """
        held: list[str] = []
        first = 0
        for number, line in self._numbered(stream, live):
            text = line if isinstance(line, str) else ""
            if held and not self._belongs(held, text):
                yield self._entry(first, held)
                held = []
            if not isinstance(line, str):
                yield self._wrong(number, str(line))
            elif without_comment(text):
                first = first if held else number
                held.append(text)
                if live and self.alone(held):
                    yield self._entry(first, held)
                    held = []
            elif held:
                held.append(text)  # a comment between lines, which keeps line numbers correct
        if held:
            yield self._entry(first, held)

    def _belongs(self, held: list[str], text: str) -> bool:
        if not text.strip() or sum(map(len, held)) + len(text) > self.longest:
            return False
        return not without_comment(text) or self.goes_on(held, text)

    def _entry(self, number: int, lines: list[str]) -> Entry[T]:
        try:
            return Entry(number, self.parse("\n".join(lines), number), None)
        except self.errors as error:
            return Entry(number, None, error)

    def _numbered(self, stream: BinaryIO, live: bool) -> Iterator[tuple[int, str | Problem]]:
        """Yield the number of each line of a stream, with the line or its problem."""

        def ahead() -> bytes:
            return stream.peek() if isinstance(stream, io.BufferedReader) and not live else b""

        for number, (raw, length) in enumerate(_cut_lines(stream, 4 * self.longest), 1):
            text = _decoded(raw, whole=length == len(raw))
            if b"\0" in raw or (text is None and _CONTROL.search(raw + ahead())):
                yield number, Problem(f"not text; {self.what}s must be text in UTF-8 (the rest was not read)")
                return
            if text is None:
                yield number, Problem("not text in UTF-8")
            elif length > len(raw):
                most = f"a {self.what} has at most {self.longest:,} characters"
                yield number, Problem(f"the line has {length:,} bytes; {most}")
            else:
                yield number, text

    def _wrong(self, number: int, message: str) -> Entry[T]:
        return Entry(number, None, self.format_error([Problem(message, number)]))

    def argument(self, argument: str, standard_input: BinaryIO) -> Iterator[Entry[T]]:
        """Yield the entries of an argument, which is a file name, ``-`` for standard input, or a text.

        Raises
        ------
        OSError
            The file cannot be read.
        ProblemsError
            The argument is neither a file nor an item, or there are no items.
        """
        if argument == "-":
            entries = self._stream(standard_input)
        elif os.path.lexists(argument):  # also a broken link, whose error is reported
            entries = self._file(argument)
        else:
            yield from self._text(argument)
            return
        empty = True
        for entry in entries:
            empty = False
            yield self._located(entry)
        if empty:
            raise self.format_error(_nothing_in(argument, self.what, self.example))

    def single(self, argument: str, parse: Callable[[str], V]) -> V:
        """Return what `parse` makes of the one item that an argument gives, as `item_of` does."""
        return item_of(argument, self.what, self.mark, parse, self.format_error, self.example)

    def only(self, argument: str, standard_input: BinaryIO, options: Sequence[str]) -> Iterator[Entry[T]]:
        """Yield the entries of an argument as `argument` does; if `options` are given, allow only one item.

        `options` are the options on the command line that need a single item. A second item raises an error
        before the first is yielded. Items with errors are yielded, but not counted.
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
                    f"{here}: there is a {self.what} on line {held.line} and one on line {entry.line}, but "
                    f"{' and '.join(options)} can use only one; select one, for example with '{first}'"
                )
        if held is not None:
            yield held

    def _file(self, path: str) -> Iterator[Entry[T]]:
        with reading(path), open(path, "rb") as stream:
            yield from self.lines(stream)

    def _stream(self, stream: BinaryIO) -> Iterator[Entry[T]]:
        with reading("standard input"):
            yield from self.lines(stream, live=True)

    def _text(self, text: str) -> Iterator[Entry[T]]:
        entries = list(self.lines(io.BytesIO(_encoded(text))))
        if not entries:
            raise self.format_error(
                f"{shorten(text)} is neither a file nor a {self.what}: there is no {self.what} in it"
            )
        error = entries[0].error
        if len(entries) == 1 and error is not None:
            raise _misread(text, error, self.what, self.mark, self.format_error)
        yield from map(self._located, entries)

    def _located(self, entry: Entry[T]) -> Entry[T]:
        """Return an entry with line numbers added to the problems of its error."""
        error = entry.error
        if error is None:
            return entry
        wrong = error if isinstance(error, ProblemsError) else ProblemsError(str(error))
        problems = [replace(problem, line=problem.line or entry.line) for problem in wrong.problems]
        return entry._replace(error=self.format_error(problems, wrong.note))


def _cut_lines(stream: BinaryIO, most: int) -> Iterator[tuple[bytes, int]]:
    """Yield each line of a stream without its end, cut to `most` bytes, and its original length."""
    begun, length = b"", 0
    while piece := stream.readline(most):
        while piece.endswith(b"\r") and (more := stream.read(1)):  # perhaps half of CR LF
            piece += more
        *ended, rest = _END.split(piece)
        for part in ended:
            yield begun + part[: most - len(begun)], length + len(part)
            begun, length = b"", 0
        begun += rest[: most - len(begun)]
        length += len(rest)
        if b"\0" in begun:  # not text, and perhaps endless
            break
    if length:
        yield begun, length


def _encoded(text: str) -> bytes:
    """Return the bytes of an argument; if it is not text, they are not valid UTF-8."""
    try:
        return text.encode(errors="surrogateescape")  # as the system gave it
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass")


def _decoded(raw: bytes, whole: bool) -> str | None:
    """Return the text of a line; None if it is not text. A cut line may end within a character."""
    try:
        return raw.decode("utf-8-sig", errors="strict" if whole else "ignore")
    except UnicodeDecodeError:
        return None
