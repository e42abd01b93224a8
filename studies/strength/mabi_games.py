"""Games of Mabi that were played in matches: how they ended, their file, and the score they make.

The file is text that `mabi review` reads: a game a line, and above it a comment with what moves do not tell.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import scipy

from _gamekit.files import write_atomic
from _gamekit.intervals import CONFIDENCE
from benchmarks.marks import ROOT
from mabi_search.game.rules import NOBODY

BOARD, ADJUDICATED, IN_RUN, IN_PLAY = "board", "adjudicated", "in-run", "in-play"
"""How a game ended: by its rules; `solve` proved the result; stopped in a run; stopped in alternate play."""
SETTINGS_MARK, GAME_MARK = "# settings ", "# game "
PLAYED_BY = "mabi_players.py", "mabi_frozen.py", "mabi_frozen_server.py", "mabi_mcts.py", "mabi_match.py"
"""What in this folder decides how games go."""
LATE = 300
"""Games that were open after so many plies are counted."""


@dataclass(frozen=True)
class Game:
    """A game that was played."""

    number: int
    """Of its opening; a pair of games has the same one."""
    white: str
    """The name of the player."""
    black: str
    ended: str
    winner: str
    """``w``, ``b`` or ``-``: a draw, or an open game if it was stopped."""
    seconds: tuple[float, float]
    """Processor seconds of White and of Black."""
    moves: tuple[int, int]
    """Moves of White and of Black, those of the opening not counted."""
    text: str
    """The opening and all moves."""

    @property
    def open(self) -> bool:
        """True if it was stopped with an open result."""
        return self.ended in (IN_RUN, IN_PLAY)

    @property
    def plies(self) -> int:
        """Plies from the start of the game."""
        return self.text.count(" ", self.text.find(" moves ")) - 1

    def score(self, name: str) -> float:
        """Return a player's score: 1, 0, or a half for a draw and for an open game."""
        if self.winner == NOBODY:
            return 0.5
        return float((self.white if self.winner == "w" else self.black) == name)


def dumps(game: Game) -> str:
    """Return the two lines of a game."""
    seconds = ",".join(f"{one:.4f}" for one in game.seconds)
    moves = ",".join(map(str, game.moves))
    head = f"opening={game.number} white={game.white} black={game.black} ended={game.ended}"
    head += f" winner={game.winner} seconds={seconds} moves={moves}"
    return f"{GAME_MARK}{head}\n{game.text}\n"


def _loads(head: str, text: str) -> Game:
    """Return the game of two lines."""
    words = dict(word.split("=", 1) for word in head.removeprefix(GAME_MARK).split())
    seconds, moves = (words[name].split(",") for name in ("seconds", "moves"))
    return Game(
        int(words["opening"]),
        words["white"],
        words["black"],
        words["ended"],
        words["winner"],
        (float(seconds[0]), float(seconds[1])),
        (int(moves[0]), int(moves[1])),
        text,
    )


def sources() -> str:
    """Return what tells the program and the players of now from others: a hash of sources and data."""
    digest = hashlib.sha256()
    packages = (path for package in ("_gamekit", "mabi_search") for path in (ROOT / package).rglob("*"))
    for path in sorted([*packages, *(Path(__file__).with_name(name) for name in PLAYED_BY)]):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


class GamesFile:
    """A file of games, to which pairs are added; a match that was ended goes on with it.

    Raises
    ------
    ValueError
        It has games of other settings.
    """

    def __init__(self, path: Path | None, settings: Mapping[str, Any]):
        self.path = path
        self._head = SETTINGS_MARK + " ".join(f"{name}={value}" for name, value in settings.items())
        self.pairs: dict[tuple[str, str, int], tuple[Game, Game]] = {}
        """By first player, second player and opening; the first player has White in the first game."""
        if path is None:
            return
        if path.exists():
            before = path.read_text(encoding="utf-8").partition("\n")[0]
            if before != self._head:
                raise ValueError(
                    f"{path} has games of other settings; remove it, or name another file\n"
                    f"  there: {before.removeprefix(SETTINGS_MARK)}\n"
                    f"  now:   {self._head.removeprefix(SETTINGS_MARK)}"
                )
            games = list(load(path))
            for first, second in zip(games[::2], games[1::2], strict=False):
                self._keep(first, second)
        self.write()

    def _keep(self, first: Game, second: Game) -> None:
        self.pairs[first.white, first.black, first.number] = first, second

    def add(self, first: Game, second: Game) -> None:
        """Add a pair."""
        self._keep(first, second)
        if self.path:
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(dumps(first) + dumps(second))

    def write(self) -> None:
        """Write all games again, in order: by opening, then by players."""
        if self.path:
            order = sorted(self.pairs, key=lambda key: (key[2], key[0], key[1]))
            texts = [dumps(game) for key in order for game in self.pairs[key]]
            write_atomic(self.path, ["\n".join([self._head, "".join(texts)]).encode()])


def load(path: Path) -> Iterator[Game]:
    """Yield the games of a file; one whose end was not written any more is left out."""
    *lines, _ = path.read_text(encoding="utf-8").split("\n")
    for head, text in zip(lines, lines[1:], strict=False):
        if head.startswith(GAME_MARK):
            yield _loads(head, text)


class Counts(NamedTuple):
    """Games with a result, for one of the players."""

    won: int
    lost: int
    drawn: int


class Share(NamedTuple):
    """A mean score with its interval over pairs; None where no game counts."""

    estimate: float | None
    low: float
    high: float

    def __str__(self) -> str:
        """Return it in percents."""
        if self.estimate is None:
            return "unknown"
        return f"{self.estimate:.1%} (95 % interval: {self.low:.1%} to {self.high:.1%})"


def share(scores: Sequence[tuple[float, int]]) -> Share:
    """Return the mean score of the games that count, from sum and number of those of each pair.

    A ratio estimate, its interval Student's over the pairs with such games; it has no width if all of them
    score alike.
    """
    scores = [one for one in scores if one[1]]
    total, count = sum(score for score, _ in scores), sum(number for _, number in scores)
    if not count:
        return Share(None, 0.0, 1.0)
    mean, pairs = total / count, len(scores)
    if pairs < 2:
        return Share(mean, 0.0, 1.0)
    spread = sum((score - mean * number) ** 2 for score, number in scores)
    error = math.sqrt(spread * pairs / (pairs - 1)) / count
    half = float(scipy.stats.t.ppf((1 + CONFIDENCE) / 2, pairs - 1)) * error
    return Share(mean, max(0.0, mean - half), min(1.0, mean + half))


@dataclass(frozen=True)
class Score:
    """What a match says of its first player."""

    first: str
    second: str
    pairs: int
    board: Counts
    """Games that ended by the rules."""
    adjudicated: Counts
    """Games whose result `solve` proved."""
    in_run: int
    """Games stopped in a run, their result open."""
    in_play: int
    """Games stopped in alternate play, their result open."""
    late: int
    """Games that were open after `LATE` plies."""
    finished: Share
    """Its score in the games with a result."""
    as_half: Share
    """Its score if a stopped game counts as a half."""
    seconds: tuple[float, float]
    """Processor seconds a move, of either player."""

    def __str__(self) -> str:
        """Return some lines of text."""
        rows = [f"{self.first} against {self.second}: {self.pairs} pairs of games"]
        for name, counts in (("over the board", self.board), ("adjudicated", self.adjudicated)):
            rows.append(f"{name}: {counts.won} won, {counts.lost} lost, {counts.drawn} drawn")
        rows.append(
            f"stopped: {self.in_run} in a run, {self.in_play} in alternate play; "
            f"open after {LATE} plies: {self.late}"
        )
        rows.append(f"score in games with a result: {self.finished}")
        rows.append(f"score if a stopped game were a half: {self.as_half}")
        first, second = (f"{1000 * one:.2f} ms" for one in self.seconds)
        rows.append(f"processor time a move: {first}, {second}")
        return "\n".join(rows)


def score(first: str, second: str, pairs: Iterable[tuple[Game, Game]]) -> Score:
    """Return the score of a match."""
    pairs = list(pairs)
    games = [game for pair in pairs for game in pair]

    def counts(ended: str) -> Counts:
        scores = [game.score(first) for game in games if game.ended == ended]
        return Counts(scores.count(1.0), scores.count(0.0), scores.count(0.5))

    def mean(open_too: bool) -> Share:
        counted = [[one.score(first) for one in pair if open_too or not one.open] for pair in pairs]
        return share([(sum(scores), len(scores)) for scores in counted])

    def seconds(colours: tuple[int, int]) -> float:
        """Return seconds a move of who has these colours in the two games of a pair."""
        sides = [(game, colour) for pair in pairs for game, colour in zip(pair, colours, strict=True)]
        made = sum(game.moves[colour] for game, colour in sides)
        return sum(game.seconds[colour] for game, colour in sides) / max(made, 1)

    return Score(
        first,
        second,
        len(pairs),
        counts(BOARD),
        counts(ADJUDICATED),
        sum(game.ended == IN_RUN for game in games),
        sum(game.ended == IN_PLAY for game in games),
        sum(game.plies > LATE for game in games),
        mean(False),
        mean(True),
        (seconds((0, 1)), seconds((1, 0))),
    )
