"""Players of Mabi for matches: what is asked for a move, game by game."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from dataclasses import dataclass

from mabi_search import Analysis, Limits, Position, analyse
from mabi_search.game import rules as game
from mabi_search.game.rules import PASS, Move
from mabi_search.playing import player as playing
from mabi_search.playing.levels import Level
from mabi_search.search.analysis import deepening


class Player(ABC):
    """Who plays games."""

    @property
    def elsewhere(self) -> float:
        """Processor seconds that it used in other processes, in this game."""
        return 0.0

    def begin(self) -> Player:
        """Return what plays a new game: itself, if nothing is kept between moves."""
        return self

    @abstractmethod
    def __call__(self, position: Position) -> Move:
        """Return its move."""


@dataclass(frozen=True)
class Engine(Player):
    """The search with so many nodes a move; nothing is kept between moves."""

    nodes: int
    weights: tuple[int, ...] | None = None
    without: tuple[str, ...] = ()
    """Techniques switched off."""

    def __call__(self, position: Position) -> Move:
        """Return its move."""
        return self.look(position).lines[0].move

    def look(self, position: Position) -> Analysis:
        """Return its analysis, of one ply at least."""
        options = dict.fromkeys(self.without, False)
        limits = Limits(max_nodes=self.nodes)
        *_, found = deepening(position, limits=limits, options=options, weights=self.weights)
        return found if found.lines else analyse(position, depth=1)


@dataclass(frozen=True)
class PlayingEngine(Player):
    """The engine as people play against it, with so many nodes a move."""

    nodes: int

    def begin(self) -> Player:
        """Return an engine that has kept nothing yet."""
        return _PlayingEngineInGame(self.nodes)

    def __call__(self, position: Position) -> Move:
        """Return its move, as the first one of a game."""
        return self.begin()(position)


class _PlayingEngineInGame(Player):
    """It, in one game."""

    def __init__(self, nodes: int):
        self._engine = playing.Engine(Level("", nodes), random.Random(0))

    def __call__(self, position: Position) -> Move:
        return self._engine.choose(position).move


@dataclass(frozen=True)
class Greedy(Player):
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
