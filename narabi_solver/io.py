"""Reads files of deals: one a line, `#` comments, and errors that know their line."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

from narabi_solver.deal import Deal
from narabi_solver.deck import Deck
from narabi_solver.errors import DealFormatError, NarabiError, Problem, shorten
from narabi_solver.notation import MAX_LINE, without_comment

Parser = Callable[[str, int], Deal]
"""Makes a deal of a line and its number."""


class Entry(NamedTuple):
    """A line that holds a deal, or should."""

    line: int
    deal: Deal | None
    error: NarabiError | None
    """Why there is no deal."""


def parser(deck: Deck | None = None, unusual: bool = False, first: int | None = None) -> Parser:
    """Return a function that makes deals of lines; the arguments are those of `Deal.parse`."""
    return lambda text, line: Deal.parse(text, deck, unusual=unusual, first=first, line=line)


def read_deals(stream: BinaryIO, parse: Parser) -> Iterator[Entry]:
    """Yield an entry for each line of a stream that has more than a comment.

    However long a line is, little more than `MAX_LINE` characters of it are held. A stream that is no
    text ends with an entry that says so.
    """
    number = 0
    while raw := stream.readline(4 * MAX_LINE):
        number += 1
        if b"\0" in raw:
            message = "this is no text, and deals are text in UTF-8; what follows was not read"
            yield Entry(number, None, DealFormatError([Problem(message, number)]))
            return
        length = len(raw) + _skip_rest(stream, raw)
        text = _decoded(raw, whole=length == len(raw))
        if text is None:
            message = "this line is no text in UTF-8"
            yield Entry(number, None, DealFormatError([Problem(message, number)]))
        elif length > len(raw):
            message = f"{length:,} bytes in one line, and a deal has at most {MAX_LINE:,} characters"
            yield Entry(number, None, DealFormatError([Problem(message, number)]))
        elif without_comment(text):
            try:
                yield Entry(number, parse(text, number), None)
            except NarabiError as error:
                yield Entry(number, None, error)


def _skip_rest(stream: BinaryIO, start: bytes) -> int:
    """Read on to the end of a line, keeping nothing; return how many bytes there were."""
    count = 0
    piece = start
    while not piece.endswith(b"\n") and (piece := stream.readline(1 << 20)):
        count += len(piece)
    return count


def _decoded(raw: bytes, whole: bool) -> str | None:
    """Return the text of a line; None if it is no text. A cut line may end in half a character."""
    try:
        return raw.decode("utf-8-sig", errors="strict" if whole else "ignore")
    except UnicodeDecodeError:
        return None


def read_argument(argument: str, standard_input: BinaryIO, parse: Parser) -> Iterator[Entry]:
    """Yield the entries of a DEAL argument: the name of a file, ``-`` for standard input, or a text.

    Raises
    ------
    OSError
        The file cannot be read.
    DealFormatError
        There is no deal in it, or the argument is neither a file nor a deal.
    """
    if argument == "-":
        entries, name = read_deals(standard_input, parse), "standard input"
    elif os.path.exists(argument):
        entries, name = _read_file(argument, parse), argument
    else:
        yield from _read_text(argument, parse)
        return
    empty = True
    for entry in entries:
        empty = False
        yield entry
    if empty:
        raise DealFormatError(
            f"{name}: no deal in it; a deal is a line like those of 'narabi deal --players 3'"
        )


def _read_file(path: str, parse: Parser) -> Iterator[Entry]:
    with open(path, "rb") as stream:
        yield from read_deals(stream, parse)


def _read_text(text: str, parse: Parser) -> Iterator[Entry]:
    entries = list(read_deals(io.BytesIO(text.encode(errors="surrogateescape")), parse))
    if not entries:
        raise DealFormatError(f"{shorten(text)} is neither a file nor a deal: there is no deal in it")
    if len(entries) == 1 and entries[0].error is not None:
        reason = f": {entries[0].error}" if ":" in text else ", which has stones with cards, like 7:even"
        raise DealFormatError(f"{shorten(text)} is neither a file nor a deal{reason}")
    yield from entries
