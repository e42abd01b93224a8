"""The notation of deals: splits text into tokens with line and column.

::

    A1:card A2:card … / B1:card … / …  [first SEAT]  [moves A2-C1 B1-A3 …]     # comment

Deals are printed in this form, on one line. The reader also accepts several lines, commas, semicolons or line
ends between seats, cards in words (`with_colons`), and swaps as people write them. `docs/rules-narabi.md`
describes the notation. `deal.Deal` checks the meaning of the tokens.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from narabi_solver.game.cards import RING_SIZES, SEAT_COUNTS
from narabi_solver.game.errors import Problem, shorten
from narabi_solver.game.ids import read_id
from narabi_solver.game.rules import SWAP_WORDS

MAX_LINE = 10_000
"""Largest number of characters of a deal; real deals have about 200."""
SEPARATORS = ("/", ";", "\n", ",")
"""Possible separators of seats. The first of these signs that occurs in a deal separates its seats; the
other signs count as space.
"""
_TOKEN = re.compile(r"[/:,;]|[^\s/:,;]+")
_HYPHENS = re.compile(r"[ \t]")
_KEYWORD = re.compile(r"\s*(?:first|moves)\b", re.IGNORECASE)

Line = tuple[int, str]
"""The number of a line, and its text."""


class Token(NamedTuple):
    """A word of a text, and its position."""

    text: str
    line: int
    column: int

    def problem(self, message: str) -> Problem:
        """Return a problem at the position of this token."""
        return Problem(message, self.line, self.column)


class StoneTokens(NamedTuple):
    """The tokens of a stone and its card."""

    stone: Token
    card: Token


class DealTokens(NamedTuple):
    """The tokens of a deal, and the errors of notation."""

    seats: list[list[StoneTokens]]
    first: Token | None
    moves: list[Token]
    problems: list[Problem]


def with_colons(text: str, pattern: re.Pattern[str]) -> str:
    """Return a text with its stones rewritten as stone:card; each stone keeps its position.

    For example, ``3 odd, 8 two to six`` becomes ``3:odd, 8:two-to-six``. The pattern is `Deck.words`.
    """

    def joined(match: re.Match[str]) -> str:
        colon, after, stone, space, card = match.groups()
        if stone:
            return f"{stone}:{space[1:]}{_HYPHENS.sub('-', card)}"
        return f"{colon}{_HYPHENS.sub('-', after)}" if colon else match.group()

    return pattern.sub(joined, text)


def goes_on(before: Sequence[str], line: str) -> bool:
    """Return whether a line continues the deal of the previous lines.

    A line with all stones of a ring is a separate deal. So is a line with two seats of the mini game, unless
    the next line begins with a slash or the rest of a seat. Other lines are joined until the joined lines
    have the stones of a ring. The words after the stones (`first`, `moves` and swaps) may be on separate
    lines.
    """
    code = _code(line)
    if _KEYWORD.match(code):
        return True
    stones, more = [_code(earlier).count(":") for earlier in before], code.count(":")
    if not more:
        return SWAP_WORDS.begins(code) and any(
            _moves_at(_words(0, earlier)) is not None for earlier in before
        )
    if _two_seats(before[0]) and ":" in code.split("/")[0]:  # otherwise the line continues a seat
        return False
    least, most = min(SEAT_COUNTS.values()), max(SEAT_COUNTS.values())
    return max(*stones, more) < least and 0 < sum(stones) <= most - more


def has_a_ring(lines: Sequence[str]) -> bool:
    """Return whether lines together have the stones of a whole ring, or no stones at all."""
    stones = sum(_code(one).count(":") for one in lines)
    return not stones or stones >= min(SEAT_COUNTS.values()) or _two_seats(lines[0])


def _two_seats(line: str) -> bool:
    """Return whether a line has two seats with the stones of the mini game."""
    hand = RING_SIZES[2] // 2
    return [seat.count(":") for seat in _code(line).split("/")] == [hand, hand]


def read_deal(lines: Sequence[Line]) -> DealTokens:
    """Return the tokens of a deal that is written on one or several lines."""
    length = sum(len(line) for _, line in lines)
    if length > MAX_LINE:
        too_long = f"too long: {length:,} characters, a deal has at most {MAX_LINE:,}"
        return DealTokens([], None, [], [Problem(too_long, lines[0][0])])
    words: list[Token] = []
    for i, (number, line) in enumerate(lines):
        tokens = _words(number, line)
        at = _moves_at(tokens)
        if at is not None:
            column = tokens[at].column
            played = [(number, " " * (column + 4) + line[column + 4 :]), *lines[i + 1 :]]
            return _Reader([*words, *tokens[: at + 1]], lines[0][0]).read(played)
        words += [*tokens, Token("\n", number, len(line) + 1)]
    return _Reader(words, lines[0][0]).read([])


def _code(line: str) -> str:
    """Return a line without its comment and line end."""
    return line.rstrip("\n").partition("#")[0]


def _words(number: int, line: str) -> list[Token]:
    return [Token(match.group(), number, match.start() + 1) for match in _TOKEN.finditer(_code(line))]


def _moves_at(words: list[Token]) -> int | None:
    """Return the index of the keyword "moves" in the words of a line; None if there is no such keyword."""
    for i, word in enumerate(words):
        beside = [other.text for other in (*words[i - 1 : i], *words[i + 1 : i + 2])]
        if word.text.lower() == "moves" and ":" not in beside:
            return i
    return None


class _Reader:
    def __init__(self, tokens: list[Token], line: int):
        """Create a reader of the tokens up to and including "moves"; `line` is the first line's number."""
        self.line = line
        self.problems: list[Problem] = []
        there = {token.text for token in tokens[: self._stones_end(tokens)]}
        self.between = next((separator for separator in SEPARATORS if separator in there), "/")
        self.tokens = [
            token for token in tokens if token.text == self.between or token.text not in SEPARATORS
        ]
        self.at = 0

    @staticmethod
    def _stones_end(tokens: list[Token]) -> int:
        """Return the number of tokens up to the last card, or of all tokens if there is no card."""
        colons = [i for i, token in enumerate(tokens) if token.text == ":"]
        return colons[-1] + 2 if colons else len(tokens)

    def peek(self, ahead: int = 0) -> str | None:
        """Return the text of the next token, or of one further ahead, without taking it; None at the end."""
        i = self.at + ahead
        return self.tokens[i].text if i < len(self.tokens) else None

    def take(self) -> Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def read(self, played: Sequence[Line]) -> DealTokens:
        """Return the tokens of the deal; `played` has the lines after "moves"."""
        if not any(token.text != "\n" for token in self.tokens):
            self.problems.append(Problem("no deal in this text", self.line))
        seats = self.seats()
        first = self.first()
        self.end()
        return DealTokens(seats, first, self.moves(played), self.problems)

    def at_keyword(self) -> bool:
        return (self.peek() or "").lower() in ("first", "moves") and self.peek(1) != ":"

    def seats(self) -> list[list[StoneTokens]]:
        seats: list[list[StoneTokens]] = [[]]
        while self.peek() is not None and not self.at_keyword():
            token = self.take()
            if token.text == self.between:
                if token.text != "\n" or self.stones_follow():
                    seats.append([])
            elif token.text == ":":
                self.problems.append(token.problem("':' without a stone before it; write stone:card"))
                if self.peek() not in (None, self.between, ":"):
                    self.take()
            elif self.peek() != ":":
                wanted = "a stone with a card; write stone:card, like 7:even"
                if read_id(token.text) is not None:
                    wanted = f"a stone: an id stands alone, and 'narabi solve {token.text}' prints its deal"
                self.problems.append(token.problem(f"{shorten(token.text)} is not {wanted}"))
            else:
                colon = self.take()
                if self.peek() in (None, self.between, ":"):
                    self.problems.append(colon.problem(f"no card after {shorten(token.text + ':')}"))
                else:
                    seats[-1].append(StoneTokens(token, self.take()))
        return seats

    def stones_follow(self) -> bool:
        """Return whether more stones follow this line end."""
        return self.peek() not in (None, "\n") and not self.at_keyword()

    def skip_line_ends(self) -> None:
        while self.peek() == "\n":
            self.take()

    def first(self) -> Token | None:
        if (self.peek() or "").lower() != "first":
            return None
        keyword = self.take()
        self.skip_line_ends()
        if (self.peek() or "moves").lower() == "moves":
            self.problems.append(keyword.problem("'first' needs a seat, like 'first B'"))
            return None
        return self.take()

    def end(self) -> None:
        """Report a token other than "moves" after the stones and the first seat."""
        self.skip_line_ends()
        text = self.peek()
        if text is not None and text.lower() != "moves":
            self.problems.append(
                self.tokens[self.at].problem(
                    f"unexpected {shorten(text)}; expected 'moves' or the end of the deal"
                )
            )

    def moves(self, played: Sequence[Line]) -> list[Token]:
        """Return the tokens after "moves", and record a problem for each turn number out of sequence."""
        starts, moves = [0], []
        for _, line in played:
            starts.append(starts[-1] + len(_code(line)) + 1)
        for written in SWAP_WORDS.split("\n".join(_code(line) for _, line in played)):
            i = max(i for i, start in enumerate(starts) if start <= written.start)
            moves.append(Token(written.text, played[i][0], written.start - starts[i] + 1))
            if written.expected is not None:
                self.problems.append(moves[-1].problem(written.wrong_number()))
        return moves
