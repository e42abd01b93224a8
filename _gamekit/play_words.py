"""Finds the moves in a text as people write them: ``1. B2-A3, 2. c1xb3``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Written(NamedTuple):
    """A word of a text that is a move, or should be one."""

    text: str
    """As written, without number and commas."""
    start: int
    """Characters of the text before it."""
    number: int | None = None
    """What it is numbered as, like the 2 of ``2. C1-B3``."""
    expected: int | None = None
    """The number it should have after those before it; None if it has that, or none."""

    def wrong_number(self) -> str:
        """Return what to say of a move whose number does not go on from the one before."""
        return f"{self.text} has the number {self.number} where {self.expected} is next: is a move missing?"


class MoveWords:
    """Knows how one game writes its moves: two places, or one of a few words.

    Small and capital letters mean the same; between two places may stand a space, ``-`` or ``x``.
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
        """Tell whether a line begins like a line of play, be it with a number or with a move misspelled."""
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
