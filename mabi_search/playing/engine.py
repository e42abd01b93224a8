"""The engine at play: chooses a move within its limits, and says what it thinks of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from _gamekit.limits import Limits
from mabi_search.game.errors import ArgumentError
from mabi_search.game.position import Position
from mabi_search.game.rules import Move
from mabi_search.playing.levels import CHOICES, Level
from mabi_search.playing.winning import WinningPlay, ends
from mabi_search.sizes import MAX_LINES

if TYPE_CHECKING:
    from mabi_search.search.analysis import Analysis, Line


class Choice(NamedTuple):
    """A move of the engine."""

    move: Move
    told: str
    """What it thinks of it."""


class Engine:
    """A player, who keeps what it has proven from move to move.

    Parameters
    ----------
    level
        How strong it plays.
    chance
        What chooses where the level gives something away.
    """

    def __init__(self, level: Level, chance: random.Random | None = None):
        self.level = level
        self.winning = WinningPlay(level.nodes)
        self._chance = chance or random.Random()

    def search(
        self,
        position: Position,
        lines: int,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Analysis:
        """Return the best moves of a position that is not over: one line at least."""
        from mabi_search.search.analysis import analyse  # noqa: PLC0415  (two people need no search)

        if position.outcome() is not None:
            raise ArgumentError("the game is over; there is nothing to search")
        limits = Limits(max_nodes=self.level.nodes, max_seconds=seconds, stop=stop)
        found = analyse(position, limits=limits, lines=lines)
        return found if found.lines else analyse(position, depth=1, lines=lines)

    def choose(
        self, position: Position, seconds: float | None = None, stop: Callable[[], bool] | None = None
    ) -> Choice:
        """Return what the engine plays in a position that is not over.

        Parameters
        ----------
        position
            Where it is to move.
        seconds
            How long it may think, beside the limit of its level.
        stop
            Ends the search before.
        """
        from mabi_search.search.analysis import score_text  # noqa: PLC0415

        found = self.search(position, CHOICES if self.level.slack else 1, seconds, stop)
        self.winning.nodes = min(self.level.nodes, max(found.nodes, MAX_LINES))
        line = self.winning.line(position, found)
        if line:
            plies = f"{len(line)} {'ply' if len(line) == 1 else 'plies'}"
            length = f", by a line of {plies}" if ends(position, line) else ""
            return Choice(line[0], f"win (proven){length}")
        chosen = self._one_of(found.lines)
        return Choice(chosen.move, f"{score_text(chosen.score, chosen.outcome)} at depth {found.depth}")

    def _one_of(self, lines: tuple[Line, ...]) -> Line:
        """Return the best line, or by chance one that is not much worse."""
        good = [line for line in lines if line.score >= lines[0].score - self.level.slack]
        return self._chance.choice(good) if len(good) > 1 else lines[0]
