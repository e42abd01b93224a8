"""The rules of Mabi for the checker, under the readings that certificates allow.

The rules were written here a second time, from docs/rules-mabi.md. This module imports nothing from this
library. A set of squares is an integer: bit 9 r + f is the square of rank r and file f, both counted from 0.
The ninth bit of each rank is not a square, so no shift leads from one edge to the other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple, assert_never

ALONG, UP = 1, 9
"""Shifts from a square to the next square of its rank, and of its file."""
WHITE, BLACK, NOBODY = 0, 1, 2
SIDES = "wb-"
ALTERNATE, PASSED, RUN = "-", "p", "r"
"""The modes: alternate play; the other side has just passed; a run in which a step has been made."""
OFTEN = 2
"""Maximum number of times that a situation may occur."""
ALLOWED = {
    "paralysis": ("piece", "group"),
    "freeze": ("unique", "leader"),
    "pass_rule": ("run", "final"),
    "repetition": ("situation",),
}
"""The readings for which certificates exist."""

Step = tuple[int, int]
"""The square that a piece leaves, and the square that it moves to."""
Situation = tuple[int, int, int, str]
"""A situation, which may not occur three times: white pieces, black pieces, side to move, and mode."""


class Readings(NamedTuple):
    """A choice of readings among those of `ALLOWED`."""

    paralysis: Literal["piece", "group"]
    freeze: Literal["unique", "leader"]
    pass_rule: Literal["run", "final"]
    repetition: Literal["situation"]


class Moment(NamedTuple):
    """A position of an unfinished game."""

    board: int
    """All squares."""
    pieces: tuple[int, int]
    """The pieces of White and of Black."""
    side: int
    """The side to move."""
    mode: str
    holder: int
    first: bool = False
    """True before the first move."""

    @property
    def situation(self) -> Situation:
        """The situation, as counted for repetition."""
        return (*self.pieces, self.side, self.mode)


class NotationError(ValueError):
    """A text is not a position or not a step. The message gives the reason."""


# Squares


def beside(squares: int) -> int:
    """Return the neighbours of squares. They may include these squares and bits outside the board."""
    return squares << ALONG | squares >> ALONG | squares << UP | squares >> UP


def singles(squares: int) -> Iterator[int]:
    """Yield the squares of a set one by one, the lowest first."""
    while squares:
        lowest = squares & -squares
        yield lowest
        squares ^= lowest


@lru_cache(maxsize=1 << 14)
def parts(squares: int) -> tuple[int, ...]:
    """Return the connected parts of a set, ordered by lowest square. The groups of a side are such parts."""
    connected = []
    while squares:
        part, grown = 0, squares & -squares
        while part != grown:
            part, grown = grown, (grown | beside(grown)) & squares
        connected.append(part)
        squares ^= part
    return tuple(connected)


def greatest(squares: int) -> int:
    """Return the size of the largest connected part; 0 if there are no squares."""
    return max(map(int.bit_count, parts(squares)), default=0)


# Play


def stuck(moment: Moment, readings: Readings) -> int:
    """Return the pieces of the side to move that are paralysed or frozen."""
    mine, theirs = parts(moment.pieces[moment.side]), parts(moment.pieces[1 - moment.side])
    blocked = 0
    for group in mine:
        larger = 0
        for enemy in theirs:
            if enemy.bit_count() > group.bit_count():
                larger |= enemy
        touched = group & beside(larger)
        if touched:
            match readings.paralysis:
                case "piece":
                    blocked |= touched
                case "group":
                    blocked |= group
                case _:
                    assert_never(readings.paralysis)
    top = max(map(int.bit_count, mine + theirs), default=0)
    largest = [group for group in mine if group.bit_count() == top]
    rivals = any(group.bit_count() == top for group in theirs)
    match readings.freeze:
        case "unique":
            freezes = len(largest) == 1
        case "leader":
            freezes = True
        case _:
            assert_never(readings.freeze)
    if freezes and not rivals:
        for group in largest:
            blocked |= group
    return blocked


def edge(board: int) -> int:
    """Return the squares at the edge of a board: those with fewer than four squares beside them."""
    return board & ~(board << ALONG & board >> ALONG & board << UP & board >> UP)


def steps(moment: Moment, readings: Readings) -> Iterator[Step]:
    """Yield the steps of the side to move, regardless of repetition."""
    movable = moment.pieces[moment.side] & ~stuck(moment, readings)
    if moment.first:
        movable &= edge(moment.board)
    empty = moment.board & ~(moment.pieces[WHITE] | moment.pieces[BLACK])
    for origin in singles(movable & beside(empty)):
        for target in singles(beside(origin) & empty):
            yield origin, target


def after_step(moment: Moment, step: Step) -> Moment:
    """Return the moment after a step."""
    moved = moment.pieces[moment.side] ^ (step[0] | step[1])
    pieces = (moved, moment.pieces[BLACK]) if moment.side == WHITE else (moment.pieces[WHITE], moved)
    white, black = greatest(pieces[WHITE]), greatest(pieces[BLACK])
    holder = moment.holder if white == black else WHITE if white > black else BLACK
    if moment.mode == ALTERNATE:
        return Moment(moment.board, pieces, 1 - moment.side, ALTERNATE, holder)
    return Moment(moment.board, pieces, moment.side, RUN, holder)


def may_pass(moment: Moment, readings: Readings) -> bool:
    """Return whether a pass is allowed: always, unless White can make its first move."""
    return not moment.first or next(steps(moment, readings), None) is None


def after_pass(moment: Moment, readings: Readings) -> Moment | None:
    """Return the moment after a pass; None if the pass ends the game."""
    match readings.pass_rule:
        case "run":
            ends = moment.mode == PASSED
        case "final":
            ends = moment.mode in (PASSED, RUN)
        case _:
            assert_never(readings.pass_rule)
    if ends:
        return None
    return Moment(moment.board, moment.pieces, 1 - moment.side, PASSED, moment.holder)


def winner(moment: Moment) -> int:
    """Return the winner if the game ends now; `NOBODY` for a draw.

    The side with the larger group wins, or the holder if the largest groups are equal.
    """
    white, black = map(greatest, moment.pieces)
    return moment.holder if white == black else WHITE if white > black else BLACK


# Notation


def text_of(moment: Moment) -> str:
    """Return board, side to move, mode and holder as text."""
    ranks = []
    for rank in range((moment.board.bit_length() + UP - 1) // UP):
        text, gap = "", 0
        for file in range((moment.board & (1 << UP) - 1).bit_length()):
            square = 1 << UP * rank + file
            sign = "w" if moment.pieces[WHITE] & square else "b" if moment.pieces[BLACK] & square else ""
            if sign:
                text, gap = text + (str(gap) if gap else "") + sign, 0
            else:
                gap += 1
        ranks.append(text + (str(gap) if gap else ""))
    return f"{'/'.join(reversed(ranks))} {SIDES[moment.side]} {moment.mode} {SIDES[moment.holder]}"


def step_of(text: str) -> Step:
    """Read a step from a text like ``a1b1``.

    Raises
    ------
    NotationError
        The text is not a step.
    """
    if not re.fullmatch("[a-h][1-8][a-h][1-8]", text):
        raise NotationError("not a step; a step is written like a1b1")
    origin, target = (1 << UP * (int(text[at + 1]) - 1) + "abcdefgh".index(text[at]) for at in (0, 2))
    return origin, target


def read(text: str, readings: Readings) -> tuple[Moment, Counter[Situation]]:
    """Read a position. Return its moment, and how often each situation has occurred.

    Raises
    ------
    NotationError
        The text is not a position in full notation, the position is impossible, or a move is illegal.
    """
    words = text.split()
    at = words.index("moves") if "moves" in words else len(words)
    moment = _set_up(words[:at])
    past = Counter([] if moment.mode == PASSED else [moment.situation])
    for word in words[at + 1 :]:
        after = _played(moment, word, readings)
        if word != "pass":
            past[after.situation] += 1
            if past[after.situation] > OFTEN:
                raise NotationError(f"{word} brings about a situation for the third time")
        moment = after
    return moment, past


def _played(moment: Moment, word: str, readings: Readings) -> Moment:
    """Return the moment after a move of earlier play, regardless of repetition."""
    if word != "pass":
        step = step_of(word)
        if step not in steps(moment, readings):
            raise NotationError(f"{word} is not legal in {text_of(moment)}")
        return after_step(moment, step)
    if not may_pass(moment, readings):
        raise NotationError("White may not pass on the first turn while a piece at the edge can move")
    after = after_pass(moment, readings)
    if after is None:
        raise NotationError("the game is over")
    return after


def _set_up(words: list[str]) -> Moment:
    """Read a moment from five words: board, side to move, mode, holder and plies played."""
    if len(words) != 5:
        raise NotationError("a position is written as board, side, mode, holder and plies played")
    board, side, mode, holder, plies = words
    pattern = "[wb] [-pr] [-wb] (0|[1-9][0-9]{0,5})"
    if not re.fullmatch(pattern, f"{side} {mode} {holder} {plies}"):
        raise NotationError("invalid side, mode, holder or plies played")
    ranks = [_rank(text) for text in reversed(board.split("/"))]
    if not 2 <= len(ranks) <= 8 or len(set(map(len, ranks))) > 1 or not 2 <= len(ranks[0]) <= 8:
        raise NotationError("a board has 2 to 8 ranks and files")
    every = white = black = 0
    for rank, signs in enumerate(ranks):
        for file, sign in enumerate(signs):
            square = 1 << UP * rank + file
            every |= square
            white |= square * (sign == "w")
            black |= square * (sign == "b")
    moment = Moment(every, (white, black), SIDES.index(side), mode, SIDES.index(holder), plies == "0")
    if moment.first and (side, mode, holder) != ("w", "-", "-"):
        raise NotationError("with 0 plies played White is to move, the mode is - and the holder is -")
    sizes = greatest(white), greatest(black)
    if sizes == (0, 0):
        raise NotationError("there are no pieces")
    holders = (WHITE, BLACK) if sizes[0] > 1 else (NOBODY,)
    if sizes[0] != sizes[1]:
        holders = (WHITE,) if sizes[0] > sizes[1] else (BLACK,)
    if moment.holder not in holders:
        raise NotationError(f"the holder cannot be {holder} with largest groups of {sizes[0]} and {sizes[1]}")
    return moment


def _rank(text: str) -> str:
    if not re.fullmatch("[wb1-8]*", text):
        raise NotationError("a rank is written with w, b and 1 to 8")
    return "".join("." * int(sign) if sign.isdigit() else sign for sign in text)
