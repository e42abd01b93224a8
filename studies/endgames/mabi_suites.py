"""Endgames of Mabi at known distances from a game's deciding pass: `endgames/8x8.txt` and `endgames/6x6.txt`.

::

    python -m studies.endgames.mabi_suites --write  # plays the games, some minutes, and writes the files
    python -m studies.endgames.mabi_suites --games  # plays the games of the files again, writes their moves
    python -m studies.endgames.mabi_suites --check  # plays some of the games again and compares

Under the pass rule `run` nobody who is locked out by a pass in alternate play brings alternate play back: a
game has one such pass at most, and after it there are only runs. It is the game's **deciding pass**. A
position at distance k has k more plies of alternate play before it; at 0 the pass is the next ply.

A game is played from a random opening by the engine against itself, with so many nodes a move and no clock,
so a seed gives the same game everywhere as long as the search is the same; the files name its signature.
They are frozen: a later search plays other games, and the positions stay. So do the moves that led to them,
`endgames/8x8.games.txt` and `endgames/6x6.games.txt`, which anybody can replay by the rules.

What the pass came to is told for the side that passed: ``win`` and ``loss`` are proven. ``won`` and ``lost``
are not: whoever was free to move ran to the largest group that `analyse_pass` shows. The value of the
positions is not in the files. Where a later `analyse_pass` proves what a pass comes to that was not proven
when the games were played, the line stays as it is, and `--check` lets it pass.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from _gamekit.progress import status
from benchmarks.mabi_signature import signature
from mabi_search import Outcome, Position, Rules, analyse_pass
from mabi_search.game.notation import text_of
from mabi_search.game.rules import PASS, Board, Move, State
from mabi_search.search.analysis import deepening
from studies.strength.mabi_match import wander
from studies.strength.mabi_players import Engine

FOLDER = Path(__file__).with_name("suites")
SIZES = ("8x8", "6x6")
DISTANCES = (0, 2, 4, 8, 12, 16, 20)
EACH = 110
OPENING = (4, 12)
"""Random plies that a game begins with."""
NODES = 3_000
MOST_PLIES = 200
"""Then a game without a pass is stopped, and not used."""
EASY = 2
"""Plies of the search that decides an easy position."""
CHECKED = 8
"""Games of a file that are played again to check it."""
UNPROVEN = ("won", "lost")
"""What a pass came to as the game was played on."""
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

    def is_like(self, again: Endgame | None) -> bool:
        """Tell whether it was found again; what its pass comes to may be proven since."""
        if again is None or self.passed == again.passed:
            return self == again
        newly_proven = self.passed in UNPROVEN and again.passed not in UNPROVEN
        return newly_proven and self == again._replace(passed=self.passed)

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


def signature_of(size: str) -> int:
    """Return the signature of the search that played the games of a file."""
    return int(file_of(size).read_text().partition("# signature ")[2].split()[0])


@dataclass(frozen=True)
class Game:
    """A game up to its deciding pass."""

    size: str
    number: int
    trail: tuple[Position, ...]
    """From the end of the opening to where the pass is the next ply."""
    passed: str

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves, from the start to the pass."""
        return (*self.trail[-1].moves, PASS)

    def endgame(self, distance: int) -> Endgame | None:
        """Return the position at a distance; None if the opening was not over then."""
        if distance >= len(self.trail):
            return None
        state = self.trail[-1 - distance].state
        text = text_of(state)
        *_, found = deepening(Position.parse(text), depth=EASY, for_pass=0)  # by the plies alone
        easy = found.proven
        return Endgame(distance, text, self.number, state.ply, easy, self.passed)


def play(size: str, number: int) -> Game | None:
    """Return a game; None if it was stopped."""
    choose, engine = random.Random(f"{size} {number}"), Engine(NODES)
    trail = [wander(Position.start(Rules(size=size)), choose.randint(*OPENING), choose)]
    while (move := engine(trail[-1])) != PASS:
        trail.append(trail[-1].play(move))
        if trail[-1].ply >= MOST_PLIES:
            return None
    return Game(size, number, tuple(trail), comes_to(trail[-1]))


def comes_to(position: Position) -> str:
    """Return what a pass in alternate play comes to; each run goes to the largest group that is found."""
    for passes in itertools.count():
        found = analyse_pass(position)
        if passes == 0 and found.proven:
            return found.outcome
        if passes == 1 and found.outcome == Outcome.WIN:
            return "loss"
        first = passes % 2 == 0
        if found.proven:
            return "won" if (found.outcome == Outcome.WIN) == first else "lost"
        for move in (PASS, *found.run):
            position = position.play(move)
        if position.holder != position.side:  # who ran did not overtake, and the game ends
            return "won" if first else "lost"
    raise AssertionError("runs end, as the largest groups grow")


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


def draw(size: str) -> tuple[list[Endgame], str]:
    """Return the endgames of a size, and how many games that took."""
    found: dict[int, list[Endgame]] = {distance: [] for distance in DISTANCES}
    met = set()
    number = stopped = repeated = 0
    with status() as show:
        while any(len(rows) < EACH for rows in found.values()):
            game = play(size, number)
            number += 1
            stopped += game is None
            for distance, rows in found.items():
                if game is None or len(rows) == EACH or (row := game.endgame(distance)) is None:
                    continue
                key = normal(row.position.state)
                repeated += key in met
                if key not in met:
                    met.add(key)
                    rows.append(row)
            show(f"{size}: {number} games, {[len(rows) for rows in found.values()]}")
    sentence = (
        f"{number} games, {stopped} of them stopped at ply {MOST_PLIES}; {repeated} positions met before"
    )
    return [row for rows in found.values() for row in rows], sentence


def write(size: str) -> None:
    """Play the games of a size and write its file."""
    rows, sentence = draw(size)
    head = f"""\
# {size}, default readings: {EACH} positions at each distance from a game's deciding pass. Frozen.
# Written by python -m studies.endgames.mabi_suites --write, which says what the columns are:
# distance | position | game and ply | easy: a search of {EASY} plies decides it | what the pass came to
# signature {signature()} of the search, {NODES:,} nodes a move; {sentence}
"""
    FOLDER.mkdir(exist_ok=True)
    file_of(size).write_text(head + "".join(f"{row}\n" for row in rows))
    print(f"{size}: {sentence}")
    for distance in DISTANCES:
        these = [row for row in rows if row.distance == distance]
        print(f"  distance {distance:2}: {len(these)}, easy {sum(row.easy for row in these)}")


def write_games(size: str) -> None:
    """Play the games of a frozen file again and write their moves."""
    numbers = sorted({row.game for row in suite(size)})
    if wrong := list(differences(size, numbers)):
        sys.exit("\n".join(["these differ, so nothing is written:", *wrong]))
    lines = [
        f"# {size}: the games of {file_of(size).name}, from the start to the deciding pass. Frozen.\n",
        "# Written by python -m studies.endgames.mabi_suites --games\n",
        "# number | moves\n",
    ]
    with status() as show:
        for number in numbers:
            game = play(size, number)
            assert game is not None  # it has no difference
            lines.append(f"{number} | {' '.join(map(str, game.moves))}\n")
            show(f"{size}: {len(lines)} of {len(numbers)} games")
    games_file_of(size).write_text("".join(lines))


def differences(size: str, numbers: list[int]) -> Iterator[str]:
    """Yield the lines of these games that are not those of the games played again."""
    rows = suite(size)
    for number in numbers:
        game = play(size, number)
        for row in rows:
            if row.game == number and (game is None or not row.is_like(game.endgame(row.distance))):
                yield str(row)


def check(size: str) -> list[str]:
    """Return the lines that differ, of some games from all over the file."""
    if signature_of(size) != signature():
        return [f"{size}: the games were played by another search, of signature {signature_of(size)}"]
    numbers = sorted({row.game for row in suite(size)})
    return list(differences(size, numbers[:: max(1, len(numbers) // CHECKED)]))


def main() -> None:
    """Write or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true")
    what.add_argument("--games", action="store_true")
    what.add_argument("--check", action="store_true")
    parser.add_argument("--size", choices=SIZES, help="both if none is given")
    options = parser.parse_args()
    sizes = (options.size,) if options.size else SIZES
    if options.write:
        for size in sizes:
            write(size)
    if options.write or options.games:
        for size in sizes:
            write_games(size)
        return
    wrong = [line for size in sizes for line in check(size)]
    sys.exit("\n".join(["these differ:", *wrong]) if wrong else 0)


if __name__ == "__main__":
    main()
