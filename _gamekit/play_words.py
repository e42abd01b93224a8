"""Find the moves in a text as people write them: ``1. B2-A3, 2. c1xb3``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Written(NamedTuple):
    """A word of a text that is a move, or should be one."""

    text: str
    """The word as written, without number and commas."""
    start: int
    """Number of characters of the text before the word."""
    number: int | None = None
    """The written move number, like the 2 of ``2. C1-B3``."""
    expected: int | None = None
    """The expected move number, if the written one is wrong; else None."""

    def wrong_number(self) -> str:
        """Return the message about a move with a wrong number."""
        return f"{self.text} has the number {self.number} where {self.expected} is next: is a move missing?"


class MoveWords:
    """The notation of a game's moves: two places, or one of a few words.

    Upper and lower case mean the same; a space, ``-`` or ``x`` may separate two places.
    """

    def __init__(self, place: str, words: tuple[str, ...] = ()):
        """Take a pattern of a place, without groups, and words that are moves by themselves."""
        between = r"[ \t]*(?:(?:->|[-–—x×])[ \t]*)?"
        two = rf"(?:{place}){between}(?:{place})"
        self._two = re.compile(rf"({place}){between}({place})", re.IGNORECASE)
        move = "|".join((two, *map(re.escape, words)))
        number = r"(?P<number>[0-9]{1,6})[.)]+[ \t]*"
        self._begin = re.compile(
            "|".join((r"\s*(?:[0-9]+[.)]|[a-z][0-9]", *map(re.escape, words))) + ")", re.IGNORECASE
        )
        self._next = re.compile(
            rf"[\s,;]*(?:{number})?(?P<word>(?:{move})(?![^\s,;])|[^\s,;]+)", re.IGNORECASE
        )

    def places(self, text: str) -> tuple[str, str] | None:
        """Return the two places of a move, as written; None if the text is not two places."""
        match = self._two.fullmatch(text)
        return None if match is None else (match[1], match[2])

    def begins(self, line: str) -> bool:
        """Return whether a line begins like a line of play, even with a number or a misspelled move."""
        return self._begin.match(line) is not None

    def split(self, text: str) -> Iterator[Written]:
        """Yield the words of a line of play, move numbers and commas left out."""
        expected = None
        for match in self._next.finditer(text):
            number = None if match["number"] is None else int(match["number"])
            wrong = number is not None and expected is not None and number != expected
            yield Written(match["word"], match.start("word"), number, expected if wrong else None)
            if number is not None:
                expected = number
            expected = None if expected is None else expected + 1
