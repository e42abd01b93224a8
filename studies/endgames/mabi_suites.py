"""Endgames of Mabi at known distances from a game's deciding pass: `suites/8x8.txt` and `suites/6x6.txt`.

Under the pass rule `run` nobody who is locked out by a pass in alternate play brings alternate play back: a
game has one such pass at most, and after it there are only runs. It is the game's **deciding pass**. A
position at distance k has k more plies of alternate play before it; at 0 the pass is the next ply.

The games were played from random openings by the engine against itself, 3,000 nodes a move, without a clock.
All is frozen: a later search plays other games, so the script that played them is no longer here. The moves
that led to the positions are in `8x8.games.txt` and `6x6.games.txt`; anybody can replay them by the rules.

The pass came to something for the side that passed: ``win`` and ``loss`` were proven. ``won`` and ``lost``
were not: whoever was free to move ran to the largest group that `analyse_pass` showed then. The value of the
positions is not in the files.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mabi_search import Position
from mabi_search.game.rules import Board, Move, State

FOLDER = Path(__file__).with_name("suites")
SIZES = ("8x8", "6x6")
DISTANCES = (0, 2, 4, 8, 12, 16, 20)
EACH = 110
OPENING = (4, 12)
"""Random plies that a game began with."""
MOST_PLIES = 200
"""Games without a pass were stopped then, and not used."""
CHANGE = str.maketrans("wb", "bw")


class Endgame(NamedTuple):
    """A position of a suite."""

    distance: int
    """Plies of alternate play in the game before the deciding pass."""
    text: str
    """The position, on its own."""
    game: int
    """The game's number, which is its seed."""
    ply: int
    easy: bool
    """True if a search of two plies decides it."""
    passed: str
    """What the game's deciding pass came to: win, loss, draw, each proven; won, lost."""

    @property
    def position(self) -> Position:
        """The position."""
        return Position.parse(self.text)

    def __str__(self) -> str:
        """Return the line of the file."""
        easy = "easy" if self.easy else "-"
        return f"{self.distance} | {self.text} | game {self.game} ply {self.ply} | {easy} | {self.passed}"


def file_of(size: str) -> Path:
    """Return where the suite of a size is."""
    return FOLDER / f"{size}.txt"


def suite(size: str) -> list[Endgame]:
    """Return the endgames of a size, "8x8" or "6x6", the nearest to the pass first."""
    found = []
    for line in file_of(size).read_text().splitlines():
        if not line.startswith("#"):
            distance, text, source, easy, passed = line.split(" | ")
            _, game, _, ply = source.split()
            found.append(Endgame(int(distance), text, int(game), int(ply), easy == "easy", passed))
    return found


def games_file_of(size: str) -> Path:
    """Return where the games of the suite of a size are."""
    return FOLDER / f"{size}.games.txt"


def games(size: str) -> dict[int, list[Move]]:
    """Return the moves of each game of a suite, from the start to the deciding pass."""
    found = {}
    for line in games_file_of(size).read_text().splitlines():
        if not line.startswith("#"):
            number, moves = line.split(" | ")
            found[int(number)] = list(Move.parse_line(moves))
    return found


def images(state: State) -> Iterator[tuple[Board, str, str]]:
    """Yield board, side to move and holder under the eight symmetries of a square, in both colourings."""
    for board in (state.board, tuple(map("".join, zip(*state.board, strict=True)))):
        for turned in (board, board[::-1]):
            for one in (turned, tuple(row[::-1] for row in turned)):
                yield one, state.side, state.holder
                yield (
                    tuple(row.translate(CHANGE) for row in one),
                    state.side.translate(CHANGE),
                    state.holder.translate(CHANGE),
                )


def normal(state: State) -> tuple[Board, str, str]:
    """Return what positions that differ by symmetry or colour only have in common.

    The rules treat the colours alike but for White's first turn, which is over in all positions of a suite.
    """
    return min(images(state))
