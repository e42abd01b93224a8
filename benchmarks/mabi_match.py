"""Games between players of Mabi: openings by seeds, colours swapped, the score with its interval."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from scipy import stats

from _gamekit.progress import status
from mabi_search import Analysis, Limits, Position, Rules, analyse
from mabi_search.game import rules as game
from mabi_search.game.rules import PASS, Move
from mabi_search.search.analysis import deepening

MOST_PLIES = 300
"""Then a game is stopped; it counts as half for either side and is reported apart."""
OPENING_PLIES = 4
CONFIDENCE = 0.95

Player = Callable[[Position], Move]


@dataclass(frozen=True)
class Engine:
    """The search with so many nodes or seconds a move."""

    nodes: int | None
    weights: tuple[int, ...] | None = None
    without: tuple[str, ...] = ()
    """Techniques switched off."""
    seconds: float | None = None

    def __call__(self, position: Position) -> Move:
        """Return its move."""
        return self.look(position).lines[0].move

    def look(self, position: Position) -> Analysis:
        """Return its analysis, of one ply at least."""
        options = dict.fromkeys(self.without, False)
        limits = Limits(max_nodes=self.nodes, max_seconds=self.seconds)
        *_, found = deepening(position, limits=limits, options=options, weights=self.weights)
        return found if found.lines else analyse(position, depth=1)


@dataclass(frozen=True)
class Greedy:
    """The largest margin after one ply; of several moves one by chance.

    It passes only if that wins, or if it must, or if it holds in a run and no step makes the margin larger.
    """

    seed: int

    def __call__(self, position: Position) -> Move:
        """Return its move."""
        state, rules = position.state, position.rules
        choose = random.Random(f"{self.seed} {state.ply}")
        holds = game.winner(state) == state.side
        if holds and game.play_unchecked(state, PASS, rules).over:
            return PASS
        steps = [move for move in position.legal_moves if move != PASS]
        if not steps:
            return PASS
        margins = [game.margin(game.play_unchecked(state, move, rules), state.side) for move in steps]
        if holds and state.mode == "r" and max(margins) <= game.margin(state, state.side):
            return PASS
        return choose.choice(
            [move for move, margin in zip(steps, margins, strict=True) if margin == max(margins)]
        )


def wander(position: Position, plies: int, choose: random.Random) -> Position:
    """Return the position after so many random steps; after fewer if there is none."""
    for _ in range(plies):
        steps = [move for move in position.legal_moves if move != PASS]
        if not steps:
            break
        position = position.play(choose.choice(steps))
    return position


def openings(count: int, seed: int) -> list[Position]:
    """Return different positions after four random moves that a search of three plies does not decide."""
    found: dict[tuple[str, ...], Position] = {}
    number = 0
    while len(found) < count:
        choose = random.Random(f"{seed} {number}")
        number += 1
        position = wander(Position.start(Rules()), OPENING_PLIES, choose)
        if not analyse(position, depth=3).proven:
            found.setdefault(position.state.board, position)
    return list(found.values())


@dataclass(frozen=True)
class Played:
    """A game that was played."""

    position: Position
    """Its end."""
    white: float
    """White's score: 1, a half, 0."""
    stopped: bool


def play(opening: Position, white: Player, black: Player, most_plies: int) -> Played:
    """Play a game."""
    position = opening
    while (outcome := position.outcome()) is None:
        if len(position.moves) >= most_plies:
            return Played(position, 0.5, True)
        position = position.play((white if position.side == "w" else black)(position))
    score = 0.5 if outcome.winner is None else 1.0 if outcome.winner == "w" else 0.0
    return Played(position, score, False)


def _pair(task: tuple[str, Player, Player, int]) -> tuple[float, int, list[str]]:
    """Play an opening twice; return the first player's mean score, the games stopped, and their texts."""
    text, first, second, most_plies = task
    opening = Position.parse(text)
    games = play(opening, first, second, most_plies), play(opening, second, first, most_plies)
    score = (games[0].white + 1 - games[1].white) / 2
    return score, sum(one.stopped for one in games), [str(one.position) for one in games]


@dataclass(frozen=True)
class Score:
    """What a match says: the first player's mean score over pairs of games, with its interval."""

    pairs: int
    estimate: float
    low: float
    high: float
    stopped: int
    games: list[str]


def match(
    positions: Sequence[Position],
    first: Player,
    second: Player,
    workers: int = 2,
    most_plies: int = MOST_PLIES,
) -> Score:
    """Play every opening with either colour; the interval is Student's over the pairs' scores."""
    tasks = [(str(position), first, second, most_plies) for position in positions]
    scores, stopped, texts = [], 0, []
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool, status() as show:
        for score, ended, games in pool.map(_pair, tasks):
            scores.append(score)
            stopped += ended
            texts += games
            show(f"{len(scores)} of {len(tasks)} pairs, {statistics.fmean(scores):.1%}")
    mean = statistics.fmean(scores)
    half = 0.0
    if len(scores) > 1:
        error = statistics.stdev(scores) / len(scores) ** 0.5
        half = float(stats.t.ppf((1 + CONFIDENCE) / 2, len(scores) - 1)) * error
    return Score(len(scores), mean, max(0.0, mean - half), min(1.0, mean + half), stopped, texts)
