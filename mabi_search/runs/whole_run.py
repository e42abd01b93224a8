"""`WholeRun`: who wins where one side is locked out, by one search of all that the other can do."""

from __future__ import annotations

import numpy as np

from _gamekit.limits import Watch
from _gamekit.progress import Progress, silent
from mabi_search.game import packed as packing
from mabi_search.game.outcomes import DRAW, LOSS, UNDECIDED, WIN, Outcome
from mabi_search.game.position import Position
from mabi_search.game.readings import is_searchable_run
from mabi_search.game.rules import NOBODY, PASS, Move, pass_ends
from mabi_search.kernels.runs import levels
from mabi_search.runs.run_search import Run, RunSearch, steps_to


class WholeRun:
    """The run of the side to move.

    The runner's later runs are against larger groups than there ever were, if there is a freeze: so only
    this one can repeat a past situation. What is forbidden to the other side can only help the runner.

    Parameters
    ----------
    position
        With its past; `readings.is_run` tells which.
    watch
        Of the limits of all its searches together.
    """

    def __init__(self, position: Position, watch: Watch):
        self.position, self.rules, self.state = position, position.rules, position.state
        self.packed = packing.pack(self.state, self.rules)
        self.runs = RunSearch(watch)
        self.outcome: Outcome = UNDECIDED
        self.line: tuple[Move, ...] = ()
        """Where it is won, the steps and the pass; where it is not, a pass."""
        self.by_pass = self._may_end and self.state.holder == self.state.side
        """A pass at once ends the game and wins it."""
        if self.by_pass:
            self._decide(WIN, ())

    @property
    def searchable(self) -> bool:
        """True if the search of runs holds for the readings and the past."""
        return is_searchable_run(self.position) and (self.rules.freezes or not self.repeats)

    @property
    def _may_end(self) -> bool:
        """True if a pass now ends the game."""
        return pass_ends(self.state, self.rules)

    @property
    def repeats(self) -> bool:
        """True if some situation of a run may not arise once more."""
        return packing.twice(self.packed, in_runs=True)

    def search(self, expansions: int, progress: Progress = silent) -> None:
        """Search from the beginning, with so many expansions, and write the outcome if it is decided."""
        runs, holder = self.runs, self.state.holder
        runs.begin(self.packed, holder == self.state.side, expansions=expansions)
        runs.go_on(progress=progress)
        if runs.wins:
            self._decide(WIN, runs.run_to_aim().steps)
        elif runs.loses and not packing.bars_others(self.packed) and (self._may_end or holder != NOBODY):
            self._decide(DRAW if holder == NOBODY else LOSS, ())

    def _decide(self, outcome: Outcome, steps: tuple[Move, ...]) -> None:
        self.outcome, self.line = outcome, (*steps, PASS)

    def hopeful(self) -> Run | None:
        """Return the run to where a pass seems best, of those after which no answer is known to win.

        None if the runner was met to hold nowhere, or the other side has an answer everywhere. An answer that
        wins is known only where it was searched.
        """
        room = self.runs.room
        count = int(room.levels[0].count)
        nodes = room.nodes[0, :count]
        good = (nodes["holds"] == 1) & (nodes["refuted"] == 0) & (nodes["parent"] != levels.BARRED)
        if not good.any():
            return None
        ahead = np.where(good, nodes["most"] - nodes["bound"], np.iinfo(np.int64).min)
        index = int(np.argmax(ahead))
        return Run(steps_to(room, index), int(nodes[index]["most"]))
