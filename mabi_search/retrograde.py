"""Drives the retrograde kernels: every position of a small board, in layers that can be kept."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mabi_search.errors import ArgumentError, InternalError
from mabi_search.kernels.board import FINAL_RULE, RESUME_RULE, RUN_RULE, Setting
from mabi_search.kernels.retrograde import alone, alternate, components, resuming
from mabi_search.kernels.retrograde.alternate import Work
from mabi_search.kernels.retrograde.numbering import Numbering, fill_movable
from mabi_search.packed import setting_of
from mabi_search.rules import BLACK, WHITE, Rules, start

MOST_PLACEMENTS = 60_000_000
"""Of a table; 13 bytes of memory are used for each while it is built, under `resume` 73, at least."""
MOST_SQUARES = 24
THREADS = 2
SLICE = 1 << 18
"""Placements between two looks at `stop`: some hundredths of a second."""

Report = Callable[[str], None]
T = TypeVar("T")


@dataclass(frozen=True)
class Board:
    """What a table is about: the size, the pieces, and the readings that its values depend on."""

    size: str
    white: int
    """Pieces."""
    black: int
    paralysis: str
    freeze: str
    pass_rule: str

    @classmethod
    def of(cls, rules: Rules, white: int | None = None, black: int | None = None) -> Board:
        """Return what the table for these rules is about; the pieces are those of the start, if not given.

        Raises
        ------
        ArgumentError
            There can be no such table: the board is too large, or `pass_rule` is ``run`` without a freeze.
        """
        if rules.pass_rule == "run" and rules.freeze == "none":
            # tried: on 4x4 one position in 70 is decided otherwise if a run has to end strictly ahead
            raise ArgumentError(
                "without a freeze a run can fall back to a tie and still hold, so that runs answer one "
                "another in circles; tables under the pass rule run need the freeze unique or leader"
            )
        if white is None or black is None:
            text = "".join(start(rules).board)
            white, black = text.count(WHITE), text.count(BLACK)
        size = rules.size or "8x8"
        board = cls(size, white, black, rules.paralysis, rules.freeze, rules.pass_rule)
        if board.squares > MOST_SQUARES or board.placements > MOST_PLACEMENTS:
            raise ArgumentError(
                f"a table of {size} with {white} white and {black} black pieces would hold "
                f"{board.placements:,} placements; {MOST_PLACEMENTS:,} on {MOST_SQUARES} squares can be built"
            )
        return board

    @property
    def squares(self) -> int:
        """Squares of the board."""
        return int(self.size[0]) * int(self.size[2])

    @property
    def placements(self) -> int:
        """Ways to place the pieces."""
        return math.comb(self.squares, self.white) * math.comb(self.squares - self.white, self.black)

    @property
    def states_each(self) -> int:
        """Bytes of `Work.values` for each placement."""
        return 2 * self.slots * self.modes

    @property
    def slots(self) -> int:
        """Slots for the holder."""
        return 3 if self.freeze == "none" else 2

    @property
    def modes(self) -> int:
        """Modes that a state can have: `kernels.retrograde.alternate`."""
        return {"plain": 2, "resume": 4}.get(self.pass_rule, 1)

    @property
    def rules(self) -> Rules:
        """The readings; those that the table does not depend on are the defaults."""
        return Rules(size=self.size, paralysis=self.paralysis, freeze=self.freeze, pass_rule=self.pass_rule)

    @property
    def setting(self) -> Setting:
        """The board and the rules for the kernels."""
        return setting_of(start(self.rules), self.rules)

    @property
    def name(self) -> str:
        """A name for files."""
        return f"mabi-{self.size}-{self.white}w{self.black}b-{self.paralysis}-{self.freeze}-{self.pass_rule}"


def sets_of(squares: int, pieces: int) -> NDArray[np.int64]:
    """Return all sets of so many pieces, in increasing order."""
    found = [sum(1 << square for square in one) for one in combinations(range(squares), pieces)]
    return np.array(sorted(found), np.int64)


def _sizes(board: Board, beside: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return for each set its rank and the size of its largest group, all sets at once."""
    every = np.arange(1 << board.squares, dtype=np.int64)
    pieces = np.bitwise_count(every)
    rank = np.zeros(every.size, np.int32)
    for count in {board.white, board.black}:
        which = np.flatnonzero(pieces == count)
        rank[which] = np.arange(which.size)
    most = np.zeros(every.size, np.uint8)
    need = every[(pieces == board.white) | (pieces == board.black)]
    left = need.copy()
    while left.any():
        group = left & -left
        while True:
            grown = group.copy()
            for square, around in enumerate(beside.tolist()):
                grown |= np.where(group >> square & 1, around, 0) & left
            if (grown == group).all():
                break
            group = grown
        most[need] = np.maximum(most[need], np.bitwise_count(group))
        left &= ~group
    return rank, most


def numbering_of(board: Board) -> Numbering:
    """Return what the placements of a board are numbered with."""
    ranks, files = int(board.size[0]), int(board.size[2])
    n = board.squares
    beside = np.zeros(n, np.int64)
    for a in range(n):
        for b in range(n):
            if abs(a // files - b // files) + abs(a % files - b % files) == 1:
                beside[a] |= 1 << b
    choose = [[math.comb(a, b) for b in range(n + 2)] for a in range(n + 1)]
    rank, most = _sizes(board, beside)
    return Numbering(
        ranks, files, n, board.white, board.black, np.array(choose, np.int64), rank, most, beside,
        sets_of(n, board.white), sets_of(n, board.black),
        sets_of(n - board.black, board.white), sets_of(n - board.white, board.black),
    )  # fmt: skip


class StoppedError(Exception):
    """The analysis was stopped; its arrays are worth nothing now."""


class Retrograde:
    """The analysis of one board. `advance` until `finished`; after each, `work` and `stage` can be kept."""

    def __init__(self, board: Board, stop: Callable[[], bool] | None = None, report: Report | None = None):
        self.board, self.setting = board, board.setting
        self.numbering = numbering_of(board)
        self._stop = stop or (lambda: False)
        self._report = report or (lambda text: None)
        count = board.placements
        self.work = Work(
            np.zeros(count, np.uint32),
            np.zeros(count, np.uint32),
            np.zeros(count, np.uint8),
            np.zeros(count * board.states_each, np.uint8),
        )
        self.most = int(self.numbering.most.max())
        """The largest group there can be."""
        self.stage = 0
        """Layers that are complete: `most` + 1 of runs (one for `final`, else none), then the start of
        alternate play, then one a distance, then the draws."""
        self.finished = False
        self._each = max(1, SLICE // self.numbering.black_left.size)
        self._everybody_listed = False

    @property
    def run_layers(self) -> int:
        """Layers before alternate play."""
        rule = self.setting.pass_rule
        return self.most + 1 if rule == RUN_RULE else int(rule == FINAL_RULE)

    def advance(self) -> None:
        """Work out the next layer.

        Raises
        ------
        StoppedError
            `stop` said so.
        """
        if not self._everybody_listed:
            self._list_movable()
            if self._resumes:
                self._find_components()
        if self.stage < self.run_layers:
            final = self.setting.pass_rule == FINAL_RULE
            self._run(alone.ANY if final else self.most - self.stage, int(final))
        elif self.stage == self.run_layers:
            self._report("alternate play begins")
            self._over_white(lambda a, b: alternate.begin(*self._all, a, b, self._room()))
        else:
            distance = self.stage - self.run_layers
            if not self._spread(distance):
                self._draws()
                self.finished = True
        self.stage += 1

    @property
    def _all(self) -> tuple[Numbering, Setting, Work]:
        return self.numbering, self.setting, self.work

    def _room(self) -> NDArray[np.int64]:
        return np.zeros(self.board.squares, np.int64)

    def _pieces(self, count: int, each: int) -> list[tuple[int, int]]:
        return [(first, min(first + each, count)) for first in range(0, count, each)]

    def _parallel(self, do: Callable[[T], int], todo: Iterable[T]) -> int:
        """Do all, the kernels of two threads at a time; return the sum."""

        def unless_stopped(one: T) -> int:
            if self._stop():
                raise StoppedError
            return do(one)

        with ThreadPoolExecutor(THREADS) as pool:
            try:
                return sum(pool.map(unless_stopped, todo))
            except StoppedError:
                pool.shutdown(cancel_futures=True)
                raise

    def _over_white(self, do: Callable[[int, int], int]) -> int:
        pieces = self._pieces(self.numbering.white_sets.size, self._each)
        return self._parallel(lambda piece: do(*piece), pieces)

    def _list_movable(self) -> None:
        self._report(f"{self.board.placements:,} placements: who may move")
        free = self.work.white_free, self.work.black_free
        self._over_white(lambda a, b: fill_movable(self.numbering, self.setting, a, b, self._room(), *free))
        self._everybody_listed = True

    def _run(self, most: int, final: int) -> None:
        """Treat all placements where the side that stands has this maximum."""
        number = self.numbering
        for stands in (0, 1):
            still, moving, free = (
                (number.white_sets, number.black_left, self.work.black_free),
                (number.black_sets, number.white_left, self.work.white_free),
            )[stands]
            each = max(1, SLICE // moving.size)
            self._report(f"runs against a largest group of {most}" if most != alone.ANY else "runs")

            def treat(
                piece: tuple[int, int],
                stands: int = stands,
                size: int = moving.size,
                free: NDArray[np.uint32] = free,
            ) -> int:
                room = self._room(), self._room(), np.zeros(size, np.int64)
                room2 = np.zeros(size, np.int32), np.zeros(size, np.uint8)
                return int(
                    alone.run_alone(number, stands, most, final, *piece, free, self.work.alone, *room, *room2)
                )

            self._parallel(treat, self._pieces(still.size, each))

    @property
    def _resumes(self) -> bool:
        return bool(self.setting.pass_rule == RESUME_RULE)

    def _find_components(self) -> None:
        """Find what a run can go round in, as it is at this stage."""
        count = self.board.placements * self.board.slots
        self._components = tuple(
            components.Components(*(np.zeros(count, np.int32) for _ in range(3))) for _ in range(2)
        )
        told = max(0, self.stage - 1)
        self._report("the components of runs")
        self._over_runs(
            lambda *piece: components.find_components(
                *self._all, self._components[piece[0]], piece[0], told, *piece[1:]
            )
        )

    def _over_runs(self, do: Callable[[int, int, int, components.Room], int]) -> int:
        """Do all sets of White that stand, then all of Black; return the sum."""
        number, total = self.numbering, 0
        for stands, still, moving in (
            (0, number.white_sets.size, number.black_left.size),
            (1, number.black_sets.size, number.white_left.size),
        ):

            def treat(piece: tuple[int, int], stands: int = stands, moving: int = moving) -> int:
                return int(do(stands, *piece, self._room_of_runs(moving)))

            total += self._parallel(treat, self._pieces(still, max(1, SLICE // moving)))
        return total

    def _room_of_runs(self, moving: int) -> components.Room:
        slots = self.board.slots
        return components.Room(
            self._room(),
            self._room(),
            np.zeros(moving, np.int64),
            np.zeros(moving, np.int64),
            np.zeros(4 * self.board.squares * slots, np.int64),
            np.zeros((components.ROWS, moving * slots), np.int32),
        )

    def _spread(self, distance: int) -> int:
        """Tell all states before those of a distance; return how many this decides."""
        if distance >= alternate.LONGEST:
            raise InternalError(f"a distance of {distance + 1} does not fit into the bytes of a table")
        self._report(f"alternate play at distance {distance}")
        decided = self._over_white(
            lambda a, b: int(alternate.spread(*self._all, distance, 0, -1, a, b, self._room()))
        )

        def part(number: int) -> int:
            found = 0
            for first, last in self._pieces(self.numbering.white_sets.size, self._each):
                if self._stop():
                    raise StoppedError
                found += int(alternate.spread(*self._all, distance, 1, number, first, last, self._room()))
            return found

        decided += self._parallel(part, (0, 1))
        if self._resumes:
            decided += self._over_runs(
                lambda *piece: resuming.tell_runs(
                    *self._all, self._components[piece[0]], piece[0], distance, *piece[1:]
                )
            )
        return decided

    def _draws(self) -> None:
        self._report("draws")
        values, size = self.work.values, self.work.values.size
        alternate.close_wins(values, 0, size)
        changed = 1
        while changed:
            changed = alternate.find_draws(*self._all, 0, self.numbering.white_sets.size, self._room())
            if self._resumes:
                changed += self._over_runs(lambda *piece: resuming.find_draws_of_runs(*self._all, *piece))
            if self._stop():
                raise StoppedError
        alternate.close_draws(values, 0, size)


def tally(board: Board, values: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return how often each byte occurs in alternate play."""
    counts = np.zeros(256, np.int64)
    alternate.tally(values, board.modes, counts)
    return counts
