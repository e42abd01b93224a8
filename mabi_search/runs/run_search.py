"""Search runs, in which one side moves alone, and find their outcomes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from _gamekit.limits import DEFAULT_MEMORY, Watch
from _gamekit.problems import number_of
from _gamekit.progress import Progress, silent
from _gamekit.search import FixedMemory, Status, drive
from mabi_search.game import packed as packing, rules as game
from mabi_search.game.outcomes import DRAW, LOSS, UNDECIDED, WIN, Outcome
from mabi_search.game.packed import PackedPosition
from mabi_search.game.position import Position
from mabi_search.game.readings import is_searchable_run
from mabi_search.game.rules import NOBODY, PASS, Move, Rules, State, pass_ends
from mabi_search.kernels import keys
from mabi_search.kernels.alphabeta import evaluation
from mabi_search.kernels.runs import joining, levels, run, shape, telling
from mabi_search.runs.layouts import state_of_run

MOST_MET = 1 << 20
"""Default number of placements for which a level has memory. The first level is a run, and each further level
is a run that answers the run of the level before it."""
PLACEMENT_BYTES = levels.NODE.itemsize + 8 * 4
OPTIONS = (levels.GATHER, levels.FREELY, levels.NOVELTY, levels.APART)
"""The options of the search order that are on, as indices of the cursor; the page has them from here."""
EXPANSIONS_IN_TURN = (256, 4096, 65536, 1 << 20)
"""Numbers of expansions of successive searches for a win that is known to exist."""
OUTCOMES = (UNDECIDED, WIN, LOSS, DRAW)
"""The outcomes, in the order of their numbers in `kernels.runs.telling`."""
ALL = 1 << 40
"""A number of expansions that exceeds any memory."""
STATUSES = {
    levels.RUNNING: Status.RUNNING, levels.UNKNOWN: Status.EXHAUSTED,
    levels.WINS: Status.DECIDED, levels.LOSES: Status.DECIDED,
}  # fmt: skip


class Run(NamedTuple):
    """The steps of a run, and the size of the group that they lead to."""

    steps: tuple[Move, ...]
    most: int
    """The size of the runner's largest group after the steps."""


class RunSearch(FixedMemory):
    """A search of runs, one after another, with the same memory.

    If the search of a run is stopped, there is no answer, but the generated placements can be read.

    Parameters
    ----------
    max_memory
        The memory limit in bytes.
    most
        Capacity of each level, in placements: a power of two. It is smaller if the memory limit requires it.
    answers
        If True, also search the other side's answers to a run. Each answer uses a further level.
    """

    def __init__(self, max_memory: int = DEFAULT_MEMORY, most: int = MOST_MET, answers: bool = True):
        self.most = min(most, 1 << (max_memory // PLACEMENT_BYTES | 2).bit_length() - 1)
        self.levels = levels.LEVELS if answers else 1
        self.answer = levels.RUNNING
        """RUNNING until the search has ended; UNKNOWN if the expansions or the memory did not suffice."""
        self.nodes = 0
        """Number of placements generated in all runs."""

    @cached_property
    def scratch(self) -> levels.Runs:
        """The arrays of the search. Pages that are never written occupy no memory."""
        return levels.scratch(self.most, self.levels)

    def begin(
        self,
        packed: PackedPosition,
        holds: bool,
        aim: int = levels.OVERTAKE,
        target: int = 0,
        expansions: int = ALL,
    ) -> None:
        """Begin to search the run of the side to move, without situations that have occurred twice."""
        cursor = self.scratch.cursor
        cursor[levels.AIM], cursor[levels.TARGET] = aim, target
        for option in OPTIONS:
            cursor[option] = True
        run.begin_run(
            packed.setting, self.scratch, packed.own, packed.enemy, int(holds), expansions,
            packed.keys, int(packed.code),
        )  # fmt: skip
        self._setting, self._before = packed.setting, self.nodes
        self.nodes += int(cursor[levels.MADE])
        self.answer = levels.RUNNING

    def advance(self, quota: int) -> Status:
        """Generate at most `quota` placements, but for further placements of the last expansion."""
        if self.answer == levels.RUNNING:
            self.answer = int(run.advance(self._setting, self.scratch, quota))
            self.nodes = self._before + int(self.scratch.cursor[levels.MADE])
        return STATUSES[self.answer]

    @property
    def wins(self) -> bool:
        """True if a run to the aim was found."""
        return self.answer == levels.WINS

    @property
    def loses(self) -> bool:
        """True if an exhaustive search has shown that the aim cannot be reached."""
        return self.answer == levels.LOSES

    @property
    def whole(self) -> bool:
        """True if no placement was left out."""
        return bool(self.scratch.levels[0].whole)

    @property
    def full(self) -> bool:
        """True if the memory for placements of the runner is full."""
        return bool(self.scratch.levels[0].count == self.scratch.placements.shape[1])

    @property
    def depth(self) -> int:
        """Number of steps to the last placement generated."""
        return int(self.scratch.nodes[0, self.scratch.levels[0].count - 1].depth)

    def run_to_aim(self) -> Run:
        """Return the run that reaches the aim."""
        return self._run_to(levels.FOUND)

    def greatest(self) -> Run:
        """Return the run to the largest group found."""
        return self._run_to(levels.BEST)

    def _run_to(self, place: int) -> Run:
        index = int(self.scratch.cursor[place])
        return Run(steps_to(self.scratch, index), int(self.scratch.nodes[0, index].most))

    def reached(self) -> Iterator[tuple[np.uint64, bool]]:
        """Yield each generated placement except the first, and whether the runner is the holder there."""
        for index in range(1, int(self.scratch.levels[0].count)):
            if self.scratch.nodes[0, index].parent != levels.BARRED:
                yield self.scratch.placements[0, index], bool(self.scratch.nodes[0, index].holds)


def steps_to(scratch: levels.Runs, index: int) -> tuple[Move, ...]:
    """Return the steps from the start of a run to one of the nodes of its search."""
    codes = np.zeros(int(scratch.nodes[0, index].depth), np.int64)
    run.path_to(scratch, index, codes)
    return tuple(map(packing.move_of, codes.tolist()))


def winning_run(
    state: State, rules: Rules, watch: Watch, hint: tuple[Move, ...] = ()
) -> tuple[Move, ...] | None:
    """Return steps after which a pass wins the run (mode `p` or `r`); None if none were found."""
    if (steps := _by_hint(state, rules, hint)) is not None:
        return steps
    packed, search = packing.pack(state, rules), RunSearch(watch.limits.max_memory)
    for expansions in EXPANSIONS_IN_TURN:
        search.begin(packed, state.holder == state.side, expansions=expansions)
        stop = drive(search, watch)
        if search.wins:
            return search.run_to_aim().steps
        if search.loses or stop.limit is not None:
            return None
    return None


def reachable(state: State, rules: Rules, most: int, watch: Watch) -> list[State] | None:
    """Return the states that the side to move can reach alone.

    The result is None if there are more than `most` states, or if a limit of the watch is reached.
    """
    search = RunSearch(watch.limits.max_memory, 1 << most.bit_length(), answers=False)
    search.begin(packing.pack(state, rules), state.holder == state.side, levels.GREATEST)
    drive(search, watch, until=most + 1)
    if not search.loses or search.nodes > most:
        return None
    before = NOBODY if state.holder == NOBODY else game.other(state.side)
    return [
        state_of_run(state, state.side, packing.squares_of(own), state.side if holds else before)
        for own, holds in search.reached()
    ]


def _by_hint(state: State, rules: Rules, hint: tuple[Move, ...]) -> tuple[Move, ...] | None:
    """Return the legal steps of a hint, up to a state in which the other side cannot overtake; or None."""
    made: list[Move] = []
    for move in hint:
        if game.why_illegal(state, move, rules) is not None:
            continue
        state = game.play_unchecked(state, move, rules)
        made.append(move)
        if state.holder == state.side and cannot_overtake(state, rules):
            return tuple(made)
    return None


def cannot_overtake(state: State, rules: Rules) -> bool:
    """Return whether a bound proves that the other side can never overtake after an immediate pass."""
    if rules.run_is_last:
        return True
    packed = packing.pack(state, rules)
    runner = packed._replace(own=packed.enemy, enemy=packed.own)
    most = game.largest(state, state.side)
    return region_bound(runner) <= most or joined_bound(runner, most) < most


def region_bound(packed: PackedPosition) -> int:
    """Return the largest number of pieces that the side to move has in one region of a run."""
    return int(shape.most_together(packed.setting, packed.own, packed.enemy))


def joined_bound(packed: PackedPosition, standing_most: int) -> int:
    """Return a bound on the first group of the side to move with at least `standing_most` pieces.

    `standing_most` is the size of the largest group of the other side. If the bound is less, no run leads to
    a group of that size.
    """
    trees = joining.scratch()
    return int(joining.most_joined_together(packed.setting, trees, packed.own, packed.enemy, standing_most))


class WholeRun:
    """The outcome of the run of the side to move.

    With a freeze, the runner's later runs face larger groups, so only this run can repeat an earlier
    situation. If repetition forbids a step to the other side, the runner can only gain.

    Parameters
    ----------
    position
        A position in a run, as defined by `readings.is_run`, with its history.
    max_memory
        The memory limit in bytes.
    """

    def __init__(self, position: Position, max_memory: int):
        self.position, self.rules, self.state = position, position.rules, position.state
        self.packed = packing.pack(self.state, self.rules)
        self.past = packing.past(self.packed)
        self.runs = RunSearch(max_memory)
        self.reported = np.zeros(telling.TOLD, np.int64)
        self.by_pass = pass_ends(self.state, self.rules) and self.state.holder == self.state.side
        """True if an immediate pass ends the game and wins it."""
        if self.by_pass:
            self.reported[:] = telling.WON, -1, 1, evaluation.WIN

    @property
    def searchable(self) -> bool:
        """True if the run search is sound under the readings and with the history."""
        return is_searchable_run(self.position) and (self.rules.freezes or not self.repeats)

    @property
    def repeats(self) -> bool:
        """True if repetition forbids some situations of a run."""
        return bool(self.past & keys.TWICE_IN_RUNS)

    def search(self, expansions: int, watch: Watch, progress: Progress = silent) -> str | None:
        """Search the run from scratch with this number of expansions; return the limit that was reached.

        The limits of `watch` apply to all searches of the run together.
        """
        runs, holder = self.runs, self.state.holder
        holds = 0 if holder == NOBODY else 1 if holder == self.state.side else -1
        runs.begin(self.packed, holds == 1, expansions=expansions)

        def report() -> None:
            progress(f"{number_of(runs.nodes, 'placement')} of runs", nodes=runs.nodes)

        stop = drive(runs, watch, report)
        mode = int(self.packed.code) & 3
        telling.tell(self.packed.setting, runs.scratch, runs.answer, mode, holds, self.past, self.reported)
        return stop.limit

    @property
    def outcome(self) -> Outcome:
        """The proven outcome of the run for the side to move, or undecided."""
        return OUTCOMES[self.reported[telling.HOW]]

    @property
    def score(self) -> int:
        """The score of the position, for the side to move."""
        return int(self.reported[telling.SCORE])

    @property
    def line(self) -> tuple[Move, ...]:
        """The best line of the search."""
        _, where, passes, _ = self.reported.tolist()
        return (() if where < 0 else steps_to(self.runs.scratch, where)) + (PASS,) * passes
