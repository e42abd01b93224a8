"""Drives the alpha-beta kernel: one position at one depth, in slices, within limits."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from _gamekit.limits import LONGEST_SLICE, Limits, Watch
from mabi_search.game.errors import InternalError
from mabi_search.game.packed import PackedPosition, move_code, move_of, pack, twice
from mabi_search.game.position import Position
from mabi_search.game.readings import sound
from mabi_search.game.rules import BLACK, NOBODY, WHITE, Move
from mabi_search.kernels.alphabeta import evaluation, work as places
from mabi_search.kernels.alphabeta.search import search
from mabi_search.kernels.groups import largest_group
from mabi_search.search.memory import Memory, entries_for
from mabi_search.search.results import WIN_SCORE, Line, replayed
from mabi_search.search.weights import weights_for
from mabi_search.tables.lookup import TableLookup, table_lookup

SHARED_SLICE = 2_000
"""Nodes after which each of several threads looks whether it is still needed: some milliseconds."""


class Walk:
    """One thread's way through a tree.

    Parameters
    ----------
    packed
        The first position, with its past.
    holder
        Of the tie there: 0, 1, 2 for nobody, White, Black.
    room, tables
        Its own, to work in, and the tables, which all threads share.
    """

    def __init__(self, packed: PackedPosition, holder: int, room: Any, tables: Sequence[Any]):
        self.packed, self.holder, self.work, self.tables = packed, holder, room, tables
        self.cursor = np.zeros(places.CURSOR, np.int64)
        self._before = 0

    @property
    def nodes(self) -> int:
        """Positions that were searched, on all ways together."""
        return self._before + int(self.cursor[places.NODES])

    @property
    def value(self) -> int:
        """The score, once the way has come to its end."""
        return int(self.cursor[places.VALUE])

    def begin(self, depth: int, low: int, high: int) -> None:
        """Stand at the first position, to search it to a depth with a window."""
        work, packed = self.work, self.packed
        self._before = self.nodes
        work.words[0] = packed.own, packed.enemy
        work.nodes[0] = 0
        node, code = work.nodes[0], int(packed.code)
        node.side, node.mode, node.holder = code >> 2, code & 3, self.holder
        node.first, node.alpha, node.beta, node.depth = packed.first, low, high, depth
        self.cursor[:] = 0
        self.cursor[places.STATE], self.cursor[places.KEYS] = places.ENTER, len(packed.keys)

    def go_on(self, quota: int) -> bool:
        """Go on for about so many nodes; return True at the end."""
        estimates, proofs = self.tables
        status = search(self.packed.setting, self.work, estimates, proofs, self.cursor, quota)
        return bool(status == places.FINISHED)


@contextmanager
def accompanied(companions: Sequence[Walk], is_enough: Callable[[], bool]) -> Iterator[None]:
    """Let others walk beside the main thread; when it is done they stop, wherever they are.

    They also stop when `is_enough` returns True, which all of them ask. If the system has no room for so many
    threads, there are fewer.
    """
    done = threading.Event()

    def accompany(walk: Walk) -> None:
        while not (done.is_set() or is_enough() or walk.go_on(SHARED_SLICE)):
            pass

    started = list[threading.Thread]()
    try:
        with suppress(RuntimeError):  # as Python calls it
            for walk in companions:
                thread = threading.Thread(target=accompany, args=(walk,), daemon=True)
                thread.start()
                started.append(thread)
        yield
    finally:
        done.set()
        for thread in started:
            thread.join()


WINDOW = 60
"""Half of the window around the score of the depth before, in hundredths of a piece."""
NODES_AN_EXPANSION = 64
"""Nodes that a search has for each expansion of the run after a pass at once."""
FEWEST_EXPANSIONS, MOST_EXPANSIONS = 16, 1 << 12


def thorough(limits: Limits) -> int:
    """Return how many expansions are for the run after a pass at once."""
    if limits.max_nodes is None:
        return MOST_EXPANSIONS
    return min(max(limits.max_nodes // NODES_AN_EXPANSION, FEWEST_EXPANSIONS), MOST_EXPANSIONS)


OPTIONS = (
    "table", "scout", "killers", "history", "joins", "settled", "runs", "reductions", "tables", "proofs",
    "deep_proofs", "futility",
)  # fmt: skip
"""Techniques of the search, in the order of the kernel's options."""


class AlphaBeta:
    """One search; what it learns is kept in its memory from depth to depth, and may be for other searches."""

    def __init__(
        self,
        position: Position,
        watch: Watch,
        options: Mapping[str, bool],
        weights: Sequence[int] | None = None,
        folder: str | Path | None = None,
        memory: Memory | None = None,
        threads: int = 1,
    ):
        self.position, self.watch = position, watch
        self.packed: PackedPosition = pack(position.state, position.rules)
        self.memory = memory or Memory(entries_for(watch.limits))
        self.memory.begin(self.packed.setting, threads)
        self.tables = self.memory.tables
        self.work = places.room(self.packed.keys, self.memory.rooms[0])
        self.lookup: TableLookup | None = None
        self._prepare(options, weights)
        if self.work.options[places.USE_TABLES]:
            self._look_up(folder)
        works = [self.work, *(places.beside(self.work, room) for room in self.memory.rooms[1:threads])]
        self.walks = [Walk(self.packed, self._holder(), one, self.tables) for one in works]
        self._shown: list[tuple[Move, Position]] = []
        self.stopped_by: str | None = None
        self.excluded: Sequence[Move] = ()
        """Moves that are not searched at first."""
        self.spent = 0
        """Placements that were looked at before."""

    @property
    def nodes(self) -> int:
        """Positions that were searched, by all threads together, and what was looked at before."""
        return self.spent + sum(walk.nodes for walk in self.walks)

    def _prepare(self, options: Mapping[str, bool], weights: Sequence[int] | None) -> None:
        """Set weights and techniques."""
        work, board = self.work, self.position.state.board
        work.weights[:] = weights_for(len(board), len(board[0])) if weights is None else weights
        for name, value in options.items():
            work.options[OPTIONS.index(name)] = value
        work.options[places.THOROUGH] = thorough(self.watch.limits)
        for place in self._unsound():
            work.options[place] = 0

    def _unsound(self) -> Iterator[int]:
        """Yield the techniques that are unsound for this position and these readings."""
        rules = self.position.rules
        if not sound("settled", rules):
            yield places.USE_SETTLED
        repeated = twice(self.packed)
        if repeated:  # values of tables hold without a history only
            yield places.USE_TABLES
        if repeated or self._ties_before() or not sound("kept proofs", rules):
            yield places.USE_PROOFS
        if not sound("tables in a search", rules):
            yield places.USE_TABLES
        if twice(self.packed, in_runs=True) or not sound("run search", rules):
            yield places.USE_RUNS

    def _ties_before(self) -> bool:
        """Tell whether a tie has occurred before, which a proof could enter again with either holder.

        What is proven of a position, whose key knows the holder, could not see that it is the third time.
        Where there is a freeze, a tie that is smaller than the largest group now cannot come again.
        """
        rules, packed = self.position.rules, self.packed
        if not rules.limits_repetition or rules.counts_placements:
            return False
        least = 1
        if rules.freezes:
            least = max(2, largest_group(packed.own), largest_group(packed.enemy))
        now = {packed.own, packed.enemy}
        pasts = {(white, black) for white, black, *_ in packed.keys if {white, black} != now}
        return any(least <= largest_group(white) == largest_group(black) for white, black in pasts)

    def _look_up(self, folder: str | Path | None) -> None:
        """Give the search the table of the board, if there is one and the history cannot matter."""
        self.work.options[places.USE_TABLES] = 0
        self.lookup = table_lookup(self.position.state, self.position.rules, self.packed, folder)
        if self.lookup is not None:
            self.work = self.work._replace(complete=self.lookup.complete)

    def _holder(self) -> int:
        return (NOBODY, WHITE, BLACK).index(self.position.holder)

    def estimate(self) -> int:
        """Return what the position seems to be worth without a search; `work.features` are its features."""
        state = self.position.state
        holds = 0 if state.holder == NOBODY else 1 if state.holder == state.side else -1
        packed, work = self.packed, self.work
        return int(
            evaluation.estimated(packed.setting, packed.own, packed.enemy, holds, work.weights, work.places)
        )

    def best_line(self, depth: int, before: Line | None) -> Line | None:
        """Return the best move at a depth; None if a limit was reached."""
        if self.lookup is not None:
            self.work.options[places.USE_TABLES] = self.lookup.best
        for number, move in enumerate(self.excluded):
            self.work.excluded[number] = move_code(move)
        return self._line_of(depth, before)

    def other_lines(self, depth: int, count: int, best: Line, before: Sequence[Line]) -> list[Line]:
        """Return so many of the best moves beside the best one; fewer if a limit was reached.

        Parameters
        ----------
        before
            What they were at the depth before.
        """
        if self.lookup is not None:
            self.work.options[places.USE_TABLES] = self.lookup.others
        found: list[Line] = []
        try:
            for number in range(min(count, len(self.position.legal_moves) - 1)):
                self.work.excluded[number] = move_code(found[-1].move if found else best.move)
                line = self._line_of(depth, before[number] if number < len(before) else None)
                if line is None:
                    break
                found.append(line)
        finally:
            self.work.excluded[:] = places.NO_MOVE
        return found

    def _line_of(self, depth: int, before: Line | None) -> Line | None:
        score = self._score(depth, None if before is None else before.score)
        if score is None:
            return None
        pv = self._line()
        return Line(pv[0], score, pv)

    def _score(self, depth: int, guess: int | None) -> int | None:
        """Return the score at a depth, with a window around a guess first; None if a limit was reached."""
        if guess is not None and abs(guess) < WIN_SCORE:
            low, high = guess - WINDOW, guess + WINDOW
            score = self._run(depth, low, high)
            if score is None or low < score < high:
                return score
        infinite = evaluation.INFINITE
        return self._run(depth, -infinite, infinite)

    def _run(self, depth: int, low: int, high: int) -> int | None:
        for walk in self.walks:
            walk.begin(depth, low, high)
        main, *companions = self.walks
        most = SHARED_SLICE if companions else LONGEST_SLICE
        with accompanied(companions, lambda: self.watch.nodes_reached(self.nodes)):
            while True:
                quota = min(self.watch.next_slice(self.nodes), most)
                if quota and main.go_on(quota):
                    return main.value
                self.stopped_by = self.watch.stopped_by(self.nodes)
                if self.stopped_by is not None:
                    return None

    def _line(self) -> tuple[Move, ...]:
        """Return the best line, replayed by the rules from where it leaves the line before."""
        codes = self.work.line[0, : self.work.length[0]].tolist()
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
        return moves
