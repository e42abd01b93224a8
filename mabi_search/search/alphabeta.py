"""Alpha-beta search of one position, depth by depth, by one or more threads."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from _gamekit.limits import LONGEST_SLICE, Limits
from _gamekit.search import FixedMemory, Status
from mabi_search.game.errors import InternalError
from mabi_search.game.packed import PackedPosition, move_code, move_of, pack, twice
from mabi_search.game.position import Position
from mabi_search.game.readings import Technique, sound
from mabi_search.game.rules import BLACK, NOBODY, WHITE, Move
from mabi_search.kernels.alphabeta import deepening, evaluation, work as places
from mabi_search.kernels.alphabeta.search import search
from mabi_search.search.memory import Memory, entries_for
from mabi_search.search.results import Line, replayed
from mabi_search.search.weights import weights_for
from mabi_search.tables.lookup import TableLookup, table_lookup

SHARED_SLICE = 2_000
"""Number of nodes that each companion searches between two checks whether the main thread has finished."""


class Walk(FixedMemory):
    """The search of a tree by one thread. It decides when the window of scores is finished.

    Parameters
    ----------
    packed
        The position at the root, with its history.
    holder
        The side that wins a tie at the root: 0 for neither, 1 for White, 2 for Black.
    work
        The work arrays of this thread.
    table
        The transposition table, which all threads share.
    most
        Maximum number of nodes, or None.
    """

    def __init__(self, packed: PackedPosition, holder: int, work: Any, table: Any, most: int | None):
        self.setting, self.work, self.table = packed.setting, work, table
        self.cursor = np.zeros(places.CURSOR, np.int64)
        deepening.begin(
            packed.setting, work, self.cursor, packed.own, packed.enemy, int(packed.code), packed.first,
            holder, len(packed.keys), -1 if most is None else min(most, LONGEST_SLICE),
        )  # fmt: skip

    @property
    def nodes(self) -> int:
        """Number of positions searched."""
        return int(self.cursor[places.NODES])

    def follow(self, main: Walk) -> None:
        """Set the root of this search to that of `main`."""
        for place in (places.PLY, places.STATE, places.KEYS):
            self.cursor[place] = main.cursor[place]
        self.work.nodes[0] = main.work.nodes[0]

    def advance(self, quota: int) -> Status:
        """Search at most `quota` nodes, but for those of the last run."""
        state = search(self.setting, self.work, self.table, self.cursor, quota)
        return Status.DECIDED if state == places.FINISHED else Status.RUNNING


@contextmanager
def accompanied(companions: Sequence[Walk], quota: int) -> Iterator[None]:
    """Let each companion search `quota` nodes in a separate thread, and stop them at the end of the context.

    If the system cannot start all threads, fewer companions run.
    """
    done = threading.Event()

    def accompany(walk: Walk) -> None:
        until, status = walk.nodes + quota, Status.RUNNING
        while not done.is_set() and walk.nodes < until and status is Status.RUNNING:
            status = walk.advance(min(SHARED_SLICE, until - walk.nodes))

    started = list[threading.Thread]()
    try:
        with suppress(RuntimeError):  # raised by Python if a thread cannot be started
            for walk in companions:
                thread = threading.Thread(target=accompany, args=(walk,), daemon=True)
                thread.start()
                started.append(thread)
        yield
    finally:
        done.set()
        for thread in started:
            thread.join()


OPTIONS = (
    "table", "scout", "killers", "history", "joins", "settled", "runs", "reductions", "tables", "proofs",
    "deep_proofs", "futility",
)  # fmt: skip
"""The techniques of the search, in the order of the kernel's options."""
NEEDS: dict[str, Technique] = {
    "settled": "settled", "runs": "run search", "proofs": "kept proofs", "tables": "tables in a search"
}  # fmt: skip
"""The technique on which an option depends. It must be sound under the readings; see `readings.SOUND`."""


class AlphaBeta(FixedMemory):
    """An alpha-beta search of one position, depth by depth.

    `begin_best` or `begin_others` begins the next depth. The search decides when this depth is finished; then
    `lines` has its best lines. The results are kept in a memory, which later searches can use too.
    """

    def __init__(
        self,
        position: Position,
        limits: Limits,
        options: Mapping[str, bool],
        weights: Sequence[int] | None = None,
        folder: str | Path | None = None,
        memory: Memory | None = None,
        threads: int = 1,
    ):
        self.position = position
        self.packed: PackedPosition = pack(position.state, position.rules)
        self.memory = memory or Memory(entries_for(limits))
        self.memory.begin(self.packed.setting, threads)
        self.work = places.scratch(self.packed.keys, self.memory.buffers[0])
        self.lookup: TableLookup | None = None
        self._prepare(options, weights)
        if self.work.options[places.USE_TABLES] and not twice(self.packed):
            self.lookup = table_lookup(position.state, position.rules, self.packed, folder)
        self.work.options[places.USE_TABLES] = 0
        if self.lookup is not None:
            self.work = self.work._replace(complete=self.lookup.complete)
        buffers = self.memory.buffers[1:threads]
        works = [self.work, *(places.beside(self.work, buffer) for buffer in buffers)]
        most, holder = limits.max_nodes, (NOBODY, WHITE, BLACK).index(position.holder)
        self.walks = [Walk(self.packed, holder, work, self.memory.table, most) for work in works]
        self._shown: list[tuple[Move, Position]] = []
        self._goes_on = False
        """True until the depth is finished."""
        self.excluded: Sequence[Move] = ()
        """Moves that the search for the best line ignores."""
        self.spent = 0
        """Placements searched before this search; they count as nodes."""

    @property
    def nodes(self) -> int:
        """Number of positions searched by all threads together, plus `spent`."""
        return self.spent + sum(walk.nodes for walk in self.walks)

    def _prepare(self, options: Mapping[str, bool], weights: Sequence[int] | None) -> None:
        """Set weights and options, and switch off techniques that are not sound under the readings."""
        work, board = self.work, self.position.state.board
        work.weights[:] = weights_for(len(board), len(board[0])) if weights is None else weights
        for name, value in options.items():
            work.options[OPTIONS.index(name)] = value
        for name, technique in NEEDS.items():
            if not sound(technique, self.position.rules):
                work.options[OPTIONS.index(name)] = 0

    def estimate(self) -> int:
        """Return the static evaluation, and write the indices of its weights to `work.places`."""
        state = self.position.state
        holds = 0 if state.holder == NOBODY else 1 if state.holder == state.side else -1
        packed, work = self.packed, self.work
        return int(
            evaluation.estimated(packed.setting, packed.own, packed.enemy, holds, work.weights, work.places)
        )

    def begin_best(self) -> None:
        """Begin to search for the best line, one ply deeper than before."""
        if self.lookup is not None:
            self.work.options[places.USE_TABLES] = self.lookup.best
        self._begin_depth(self.excluded, 1)

    def begin_others(self, count: int, best: Line) -> None:
        """Begin to search, one ply deeper, for the `count` best lines with other first moves than `best`.

        If there are fewer moves, there are fewer lines.
        """
        if self.lookup is not None:
            self.work.options[places.USE_TABLES] = self.lookup.others
        self._begin_depth([best.move], min(count, len(self.position.legal_moves) - 1))

    def _begin_depth(self, left_out: Sequence[Move], count: int) -> None:
        for number, move in enumerate(left_out):
            self.work.excluded[number] = move_code(move)
        begun = deepening.begin_depth(self.work, self.walks[0].cursor, len(left_out), count)
        self._open_window(begun)

    def _open_window(self, goes_on: bool) -> None:
        self._goes_on = goes_on
        main, *companions = self.walks
        for walk in companions:
            walk.follow(main)

    def advance(self, quota: int) -> Status:
        """Search at most `quota` nodes, or to the end of a window of scores."""
        if self._goes_on:
            main, *companions = self.walks
            each = quota // len(self.walks)
            with accompanied(companions, each):
                status = main.advance(quota - each * len(companions))
            if status is Status.DECIDED:
                self._open_window(deepening.conclude(self.work, main.cursor))
        return Status.RUNNING if self._goes_on else Status.DECIDED

    @property
    def lines(self) -> list[Line]:
        """The best lines of this depth, as far as they are known."""
        return [self._line(number) for number in range(self.walks[0].cursor[places.FOUND])]

    def _line(self, number: int) -> Line:
        """Return a line of the search, checked by the rules.

        The first moves are not checked again if the previous line began with the same moves.
        """
        codes = self.work.lines[number, : self.work.lengths[number]].tolist()
        moves = tuple(move_of(code) for code in codes)
        if not moves:
            raise InternalError(f"no line was found for {self.position}")
        same = 0
        while same < min(len(moves), len(self._shown)) and self._shown[same][0] == moves[same]:
            same += 1
        del self._shown[same:]
        for move in moves[same:]:
            before = self._shown[-1][1] if self._shown else self.position
            self._shown.append((move, replayed(before, (move,))))
        return Line(moves[0], int(self.work.scores[number]), moves)
