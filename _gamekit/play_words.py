"""Parser of moves as people write them: ``1. B2-A3, 2. c1xb3``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Written(NamedTuple):
    """A word in a list of moves, where a move is expected."""

    text: str
    """The word as written, without move number and commas."""
    start: int
    """Index of the word's first character in the text."""
    number: int | None = None
    """The written move number, like the 2 of ``2. C1-B3``."""
    expected: int | None = None
    """The expected move number if the written number is wrong, otherwise None."""

    def wrong_number(self) -> str:
        """Return the message about a move with a wrong number."""
        return f"{self.text} has the number {self.number}, expected {self.expected}: is a move missing?"


class MoveWords:
    """The notation of a game's moves: a move is two places on the board, or one of a few words.

    Case is ignored. A space, ``-`` or ``x`` may separate the two places.
    """

    def __init__(self, place: str, words: tuple[str, ...] = ()):
        """Define a notation by a regular expression for places, without groups, and the words for moves."""
        between = r"[ \t]*(?:(?:->|[-–—x×])[ \t]*)?"
        two = rf"(?:{place}){between}(?:{place})"
        self._two = re.compile(rf"({place}){between}({place})", re.IGNORECASE)
        move = "|".join((two, *map(re.escape, words)))
        number = r"(?P<number>[0-9]{1,6})[.)…]+[ \t]*"
        self._begin = re.compile(
            "|".join((r"\s*(?:[0-9]+[.)…]|[a-z][0-9]", *map(re.escape, words))) + ")", re.IGNORECASE
        )
        self._next = re.compile(
            rf"[\s,;]*(?:{number})?(?P<word>(?:{move})(?![^\s,;])|[^\s,;]+)", re.IGNORECASE
        )

    def places(self, text: str) -> tuple[str, str] | None:
        """Return the two places of a move as written; None if the text does not consist of two places."""
        match = self._two.fullmatch(text)
        return None if match is None else (match[1], match[2])

    def begins(self, line: str) -> bool:
        """Return whether a line begins like a list of moves: with a move number, a place or a move word."""
        return self._begin.match(line) is not None

    def split(self, text: str) -> Iterator[Written]:
        """Yield the words of a list of moves, without move numbers and commas."""
        expected = None
        for match in self._next.finditer(text):
            number = None if match["number"] is None else int(match["number"])
            wrong = number is not None and expected is not None and number != expected
            yield Written(match["word"], match.start("word"), number, expected if wrong else None)
            if number is not None:
                expected = number
            expected = None if expected is None else expected + 1
