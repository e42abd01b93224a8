"""The one-line notation of deals: splits text into tokens with line and column.

::

    A1:card A2:card … / B1:card … / …  [first SEAT]  [moves A2-C1 B1-A3 …]     # comment

`docs/rules-narabi.md` describes it; `deal.Deal` checks the meaning of the tokens.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from narabi_solver.game.errors import Problem, shorten

MAX_LINE = 10_000
"""Longest line that is read as a deal, in characters; real ones have about 200."""

SPACE = " \t\r"
_TOKEN = re.compile(rf"[/:]|[^{SPACE}/:]+")


class Token(NamedTuple):
    """A word of a text, and its position."""

    text: str
    line: int
    column: int

    def problem(self, message: str) -> Problem:
        """Return a problem at this place."""
        return Problem(message, self.line, self.column)


class StoneTokens(NamedTuple):
    """A stone and its card as written."""

    stone: Token
    card: Token


class DealTokens(NamedTuple):
    """A deal as written, and the errors of notation."""

    seats: list[list[StoneTokens]]
    first: Token | None
    moves: list[Token]
    problems: list[Problem]


def tokens_of(line: str, number: int) -> list[Token]:
    """Return the words of one line, its comment left out."""
    code = line.rstrip("\n").partition("#")[0]
    return [Token(match.group(), number, match.start() + 1) for match in _TOKEN.finditer(code)]


def read_deal(line: str, number: int = 1) -> DealTokens:
    """Return the parts of a deal written in one line."""
    if len(line) > MAX_LINE:
        too_long = Problem(f"too long: {len(line):,} characters, a deal has at most {MAX_LINE:,}", number)
        return DealTokens([], None, [], [too_long])
    return _Reader(tokens_of(line, number), number).read()


class _Reader:
    def __init__(self, tokens: list[Token], line: int):
        self.tokens = tokens
        self.line = line
        self.at = 0
        self.problems: list[Problem] = []

    def peek(self, ahead: int = 0) -> str | None:
        """Return a word ahead without taking it."""
        i = self.at + ahead
        return self.tokens[i].text if i < len(self.tokens) else None

    def take(self) -> Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def read(self) -> DealTokens:
        if not self.tokens:
            self.problems.append(Problem("no deal in this text", self.line))
        seats = self.seats()
        first = self.first()
        moves = self.moves()
        return DealTokens(seats, first, moves, self.problems)

    def at_keyword(self) -> bool:
        return self.peek() in ("first", "moves") and self.peek(1) != ":"

    def seats(self) -> list[list[StoneTokens]]:
        seats: list[list[StoneTokens]] = [[]]
        while self.peek() is not None and not self.at_keyword():
            token = self.take()
            if token.text == "/":
                seats.append([])
            elif token.text == ":":
                self.problems.append(token.problem("':' without a stone before it; write stone:card"))
                if self.peek() not in (None, "/", ":"):
                    self.take()
            elif self.peek() != ":":
                self.problems.append(
                    token.problem(
                        f"{shorten(token.text)} is not a stone with a card; write stone:card, like 7:even"
                    )
                )
            else:
                colon = self.take()
                if self.peek() in (None, "/", ":"):
                    self.problems.append(colon.problem(f"no card after {shorten(token.text + ':')}"))
                else:
                    seats[-1].append(StoneTokens(token, self.take()))
        return seats

    def first(self) -> Token | None:
        if self.peek() != "first":
            return None
        keyword = self.take()
        if self.peek() in (None, "moves"):
            self.problems.append(keyword.problem("'first' needs a seat, like 'first B'"))
            return None
        return self.take()

    def moves(self) -> list[Token]:
        if self.peek() == "moves":
            self.take()
        elif (found := self.peek()) is not None:
            self.problems.append(
                self.tokens[self.at].problem(
                    f"unexpected {shorten(found)}; expected 'moves' or the end of the deal"
                )
            )
            return []
        return self.tokens[self.at :]
