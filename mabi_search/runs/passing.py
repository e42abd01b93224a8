"""What if the side to move passes now: what the opponent can reach alone, and whether it decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from _gamekit.limits import Limits, Watch
from mabi_search.game import rules as game
from mabi_search.game.errors import ArgumentError, IllegalMoveError, InternalError
from mabi_search.game.rules import NOBODY, PASS, PASSED, Move, Rules, State

if TYPE_CHECKING:
    from mabi_search.kernels.runs.levels import Runs
    from mabi_search.packed import PackedPosition

ENTRIES = 1 << 16
"""Placements kept in each search of an answer to a run."""
ALONE_ENTRIES = 1 << 19
"""Placements kept when only the size matters, which needs no answers."""
DEFAULT_NODES = 600_000
PER_EXPANSION = 60
"""A third of the nodes is for each search, and an expansion meets about 20 placements."""


@dataclass(frozen=True)
class Passed:
    """What a pass now leads to."""

    outcome: str | None
    """For the side that passes: "win", "loss", "draw", each proven; None if it was not decided."""
    refutation: tuple[Move, ...]
    """If it loses, the run that wins, with its pass."""
    most: int
    """The largest group the opponent is shown to reach, moving alone."""
    most_bound: int
    """No run reaches a larger one; equal to `most` if that is exact."""
    run: tuple[Move, ...]
    """A run to `most`, replayed by the rules."""
    fewest: int
    """No run to `most` has fewer moves; equal to the length of `run` if that is a shortest one."""
    nodes: int
    """Placements looked at."""
    stopped_by: str | None
    """The limit that was reached, if anything is open: "nodes", "seconds", "memory", "interrupt"."""

    @property
    def exact(self) -> bool:
        """True if `most` is the largest size for certain."""
        return self.most == self.most_bound

    @property
    def shortest(self) -> bool:
        """True if `run` is a shortest one to `most` for certain."""
        return len(self.run) == self.fewest


def if_passed(state: State, rules: Rules, limits: Limits | None = None) -> Passed:
    """Return what happens if the side to move passes; `Position.if_passed` tells more."""
    reason = game.why_illegal(state, PASS, rules)
    after = state if reason else game.play_unchecked(state, PASS, rules)
    if reason is None and (after.over or after.mode != PASSED):
        reason = "no run follows: " + (
            "the pass ends the game" if after.over else "a pass locks nobody out here"
        )
    if reason is None and rules.max_plies is not None:
        reason = "a run of any length is meant, and max_plies ends the game"
    if reason is not None:
        raise ArgumentError(f"what follows a pass cannot be told: {reason}")
    limits = Limits() if limits is None else limits
    if limits.max_nodes is None and limits.max_seconds is None:
        limits = Limits(DEFAULT_NODES, stop=limits.stop)
    return _Runner(after, rules, limits).answer()


def steps_to(room: Runs, index: int) -> tuple[Move, ...]:
    """Return the steps of a run that was searched to one of its nodes."""
    from mabi_search.kernels.runs import levels, run  # noqa: PLC0415  (compiled when needed)
    from mabi_search.packed import move_of  # noqa: PLC0415  (loads kernels)

    codes = np.zeros(int(room.nodes[0, index, levels.DEPTH]), np.int64)
    run.path_to(room, index, codes)
    return tuple(map(move_of, codes.tolist()))


class _Runner:
    """The side that runs, after the pass."""

    def __init__(self, state: State, rules: Rules, limits: Limits):
        from mabi_search import packed  # noqa: PLC0415  (loads kernels)
        from mabi_search.kernels.runs import levels, run, shape  # noqa: PLC0415  (compiled when needed)

        self.levels, self.runs, self.shape = levels, run, shape
        self.state, self.rules, self.limits = state, rules, limits
        self.watch = Watch(limits)
        self.packed: PackedPosition = packed.pack(state, rules)
        self.nodes = 0
        self.stopped_by: str | None = None
        self.own, self.enemy = (game.largest(state, side) for side in (state.side, game.other(state.side)))
        self.repeated = packed.twice(self.packed, in_runs=True)
        """A situation has arisen twice already, so steps that a run needs may be forbidden."""

    def answer(self) -> Passed:
        levels = self.levels
        outcome, refutation = self._decide()
        room = levels.room(ALONE_ENTRIES, 1)
        bound = self._together()
        answer = self._search(room, levels.GREATEST, bound, 2)
        best = int(room.cursor[levels.BEST])
        most = int(room.nodes[0, best, levels.MOST])
        if answer == levels.LOSES:
            bound = most
        run = self._moves(room, best)
        if run is not None and run:
            answer = self._search(room, levels.SHORTEST, most, 3)
            fewest = int(room.nodes[0, room.levels[0, levels.COUNT] - 1, levels.DEPTH])
            if answer == levels.WINS:
                run = self._moves(room, int(room.cursor[levels.FOUND]))
                fewest = len(run or ()) if room.levels[0, levels.WHOLE] else fewest
        if run is None:
            run, most = (), self.own
        if not run:
            fewest = 0
        stopped_by = None if outcome and most == bound and len(run) == fewest else self.stopped_by
        return Passed(outcome, refutation, most, bound, run, fewest, self.nodes, stopped_by)

    def _decide(self) -> tuple[str | None, tuple[Move, ...]]:
        """Return the outcome for the side that passed, and what wins against it."""
        state, levels = self.state, self.levels
        if state.holder == state.side:
            return "loss", (PASS,)
        sure = self.rules.repetition != "off"  # else the runner may run for ever
        if state.holder != NOBODY and self._together() <= self.enemy:
            return ("win" if sure else None), ()
        if (
            not sure
            or self.repeated
            or self.rules.pass_rule == "resume"
            or self.rules.repetition == "placement"
        ):
            return None, ()
        room = levels.room(ENTRIES)
        found = self._search(room, levels.OVERTAKE, 0, 1)
        if found == levels.WINS:
            return "loss", (*(self._moves(room, int(room.cursor[levels.FOUND])) or ()), PASS)
        if found == levels.LOSES:
            return ("draw" if state.holder == NOBODY else "win"), ()
        return None, ()

    def _together(self) -> int:
        """Return the most of the runner's pieces in a region of the squares not taken by the other side."""
        return int(self.shape.most_together(self.packed.setting, self.packed.own, self.packed.enemy))

    def _search(self, room: Runs, aim: int, target: int, part: int) -> int:
        """Search for an aim with a third of what the limits allow; return the answer."""
        levels, packed = self.levels, self.packed
        limits, cursor = self.limits, room.cursor
        seconds = None if limits.max_seconds is None else limits.max_seconds * part / 3
        self.watch.limits = Limits(max_seconds=seconds, stop=limits.stop)  # nodes limit the expansions
        cursor[levels.AIM], cursor[levels.TARGET] = aim, target
        expansions = 1 << 40 if limits.max_nodes is None else max(limits.max_nodes // PER_EXPANSION, 1)
        self.runs.begin_run(
            packed.setting,
            room,
            packed.own,
            packed.enemy,
            int(self.state.holder == self.state.side),
            expansions,
        )
        before = self.nodes
        while True:
            answer = int(self.runs.advance(packed.setting, room, 1_000))
            self.nodes = before + int(cursor[levels.MADE])
            if answer != levels.RUNNING:
                if answer == levels.UNKNOWN:
                    full = room.levels[0, levels.COUNT] == room.placements.shape[1]
                    self.stopped_by = self.stopped_by or ("memory" if full else "nodes")
                return answer
            stopped_by = self.watch.stopped_by(self.nodes)
            if stopped_by is not None:
                self.stopped_by = stopped_by
                return int(levels.UNKNOWN)

    def _moves(self, room: Runs, index: int) -> tuple[Move, ...] | None:
        """Return the way to a node, replayed by the rules; None if a situation would arise too often."""
        moves = steps_to(room, index)
        state = self.state
        try:
            for move in moves:
                state = game.play(state, move, self.rules)
        except IllegalMoveError as error:
            if self.repeated:
                return None
            raise InternalError(f"the run {' '.join(map(str, moves))}: {error}") from None
        if game.largest(state, state.side) != room.nodes[0, index, self.levels.MOST]:
            raise InternalError(f"the run {' '.join(map(str, moves))} does not reach what it should")
        return moves
