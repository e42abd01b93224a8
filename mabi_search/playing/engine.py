"""The engine at play: chooses a move within its limits, and says what it thinks of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from _gamekit.limits import Limits, Watch
from mabi_search.game.errors import ArgumentError
from mabi_search.game.outcomes import WIN, Outcome
from mabi_search.game.position import Position
from mabi_search.game.rules import PASS, Move
from mabi_search.playing.levels import CHOICES, Level
from mabi_search.playing.plan import Plan, ends
from mabi_search.runs.readings import is_searchable_run

if TYPE_CHECKING:
    from mabi_search.search.memory import Memory
    from mabi_search.search.results import Analysis, Line

PATIENCE = 8
"""Times as many nodes where a win was proven a move ago, and has to be found again."""
PATIENCE_IN_RUNS = 64
"""Times as many nodes where one side moves alone: one search is for the whole run."""
MOVES_REMEMBERED = 16
"""Searches that the tables have room for."""


class Choice(NamedTuple):
    """A move of the engine."""

    move: Move
    told: str
    """What it thinks of it."""


class Engine:
    """A player, who keeps from move to move what it has proven, what it has learned, and what it plans.

    Parameters
    ----------
    level
        How strong it plays.
    chance
        What chooses where the level gives something away.
    """

    def __init__(self, level: Level, chance: random.Random | None = None):
        self.level = level
        self.plan = Plan()
        self._memory: Memory | None = None
        self._chance = chance or random.Random()

    def search(
        self,
        position: Position,
        lines: int,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Analysis:
        """Return the best moves of a position that is not over: one line at least."""
        if position.outcome() is not None:
            raise ArgumentError("the game is over; there is nothing to search")
        if self.plan.has_won(position):
            found = self._deepen(position, PATIENCE, lines, seconds, stop, {"deep_proofs": False})
            if found.outcome == WIN:
                return found
        patience = PATIENCE_IN_RUNS if is_searchable_run(position) else 1
        return self._deepen(position, patience, lines, seconds, stop, {})

    def _deepen(
        self,
        position: Position,
        patience: int,
        lines: int,
        seconds: float | None,
        stop: Callable[[], bool] | None,
        options: dict[str, bool],
    ) -> Analysis:
        """Return what a search finds with so many times the nodes of the level, one ply at least."""
        from mabi_search.search.analysis import deepening  # noqa: PLC0415  (two people need no search)
        from mabi_search.search.memory import Memory, entries_for  # noqa: PLC0415

        limits = Limits(max_nodes=patience * self.level.nodes, max_seconds=seconds, stop=stop)
        if self._memory is None:
            self._memory = Memory(entries_for(Limits(max_nodes=self.level.nodes), MOVES_REMEMBERED))
        memory = self._memory
        *_, found = deepening(position, limits=limits, lines=lines, options=options, memory=memory)
        if not found.lines:
            *_, found = deepening(position, depth=1, lines=lines, options=options, memory=memory)
        return found

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
        from mabi_search.search.results import score_text  # noqa: PLC0415

        line = self.plan.rest(position)
        if line:
            return Choice(line[0], _told(position, line, self.plan.outcome))
        alone = is_searchable_run(position)
        found = self.search(position, CHOICES if self.level.slack and not alone else 1, seconds, stop)
        if found.outcome == WIN or (alone and found.pv[-1] == PASS):
            line = self._to_the_end(position, found)
            self.plan.make(position, line, found.outcome)
            return Choice(line[0], _told(position, line, found.outcome))
        chosen = self._one_of(found.lines)
        return Choice(chosen.move, f"{score_text(chosen.score, chosen.outcome)} at depth {found.depth}")

    def _to_the_end(self, position: Position, found: Analysis) -> tuple[Move, ...]:
        """Return a line played on to the end, if it wins; the shortest of several."""
        from mabi_search.proof.lines import to_the_end  # noqa: PLC0415  (loads numpy)

        if found.outcome != WIN:
            return found.pv
        watch = Watch(Limits(max_nodes=PATIENCE_IN_RUNS * self.level.nodes))
        won = [one.pv for one in found.lines if one.outcome == WIN]
        lines = [to_the_end(position, line, position.side, watch) for line in won]
        return min(lines, key=lambda line: (not ends(position, line), len(line)))

    def _one_of(self, lines: tuple[Line, ...]) -> Line:
        """Return the best line, or by chance one that is not much worse."""
        good = [line for line in lines if line.score >= lines[0].score - self.level.slack]
        return self._chance.choice(good) if len(good) > 1 else lines[0]


def _told(position: Position, line: tuple[Move, ...], outcome: Outcome) -> str:
    """Return what is to be said of a line that is followed."""
    plies = f"{len(line)} {'ply' if len(line) == 1 else 'plies'}"
    if outcome == WIN:
        return "win (proven)" + (f", by a line of {plies}" if ends(position, line) else "")
    return f"{outcome}{' (proven)' * outcome.proven}, a run of {plies}"
