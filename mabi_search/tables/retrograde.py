"""Run the retrograde kernels on all positions of a small board, in layers that can be saved."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from _gamekit.problems import number_of
from _gamekit.progress import Progress, silent
from mabi_search.game.errors import InternalError, StoppedError
from mabi_search.kernels.board import FINAL_RULE, RESUME_RULE, RUN_RULE, Setting
from mabi_search.kernels.numbering import Numbering
from mabi_search.kernels.retrograde import alone, alternate, components, resuming
from mabi_search.kernels.retrograde.alternate import Work
from mabi_search.kernels.retrograde.movable import fill_movable
from mabi_search.tables.boards import TableSpec
from mabi_search.tables.kernel_tables import numbering_of

THREADS = 2
SLICE = 1 << 18
"""Number of placements processed between two checks of `stop`, in a few hundredths of a second."""

T = TypeVar("T")


class Retrograde:
    """Retrograde analysis of a board. Call `advance` until `finished` is True.

    `work` and `stage` can be saved after each call.
    """

    def __init__(self, board: TableSpec, stop: Callable[[], bool] | None = None, progress: Progress = silent):
        self.board, self.setting = board, board.setting
        self.numbering = numbering_of(board)
        self._stop = stop or (lambda: False)
        self._progress = progress
        count = board.placements
        self.work = Work(
            np.zeros(count, np.uint32),
            np.zeros(count, np.uint32),
            np.zeros(count, np.uint8),
            np.zeros(count * board.states_each, np.uint8),
        )
        self.most = int(self.numbering.most.max())
        """The size of the largest possible group."""
        self.stage = 0
        """Number of completed layers: `run_layers` layers of runs, one for the start of alternate play, one
        for each distance, and one for draws."""
        self.finished = False
        self._each = max(1, SLICE // self.numbering.black_left.size)
        self._movable_listed = False

    @property
    def run_layers(self) -> int:
        """Number of layers of runs, which come before alternate play."""
        rule = self.setting.pass_rule
        return self.most + 1 if rule == RUN_RULE else int(rule == FINAL_RULE)

    def advance(self) -> None:
        """Compute the next layer.

        Raises
        ------
        StoppedError
            `stop` returned True. The arrays are no longer valid.
        """
        if not self._movable_listed:
            self._list_movable()
            if self._resumes:
                self._find_components()
        if self.stage < self.run_layers:
            final = self.setting.pass_rule == FINAL_RULE
            self._run(alone.ANY if final else self.most - self.stage, int(final))
        elif self.stage == self.run_layers:
            self._progress("alternate play begins")
            self._over_white(lambda a, b: alternate.begin(*self._arguments, a, b, self._scratch()))
        else:
            distance = self.stage - self.run_layers
            if not self._spread(distance):
                self._draws()
                self.finished = True
        self.stage += 1

    @property
    def _arguments(self) -> tuple[Numbering, Setting, Work]:
        return self.numbering, self.setting, self.work

    def _scratch(self) -> NDArray[np.int64]:
        return np.zeros(self.board.squares, np.int64)

    def _pieces(self, count: int, each: int) -> list[tuple[int, int]]:
        return [(first, min(first + each, count)) for first in range(0, count, each)]

    def _parallel(self, do: Callable[[T], int], todo: Iterable[T]) -> int:
        """Call a kernel on all parts, in two threads, and return the sum of its results."""

        def unless_stopped(part: T) -> int:
            if self._stop():
                raise StoppedError("stopped")
            return do(part)

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
        self._progress(f"{number_of(self.board.placements, 'placement')}: movable pieces")
        free = self.work.white_free, self.work.black_free
        self._over_white(
            lambda a, b: fill_movable(self.numbering, self.setting, a, b, self._scratch(), *free)
        )
        self._movable_listed = True

    def _run(self, most: int, final: int) -> None:
        """Process the runs against a largest group of size `most`, or of any size if `most` is ANY."""
        number = self.numbering
        for stands in (0, 1):
            still, moving, free = (
                (number.white_sets, number.black_left, self.work.black_free),
                (number.black_sets, number.white_left, self.work.white_free),
            )[stands]
            each = max(1, SLICE // moving.size)
            task = alone.Task(stands, most, final)
            self._progress(f"runs against a largest group of {most}" if most != alone.ANY else "runs")

            def process(
                piece: tuple[int, int],
                task: alone.Task = task,
                size: int = moving.size,
                free: NDArray[np.uint32] = free,
            ) -> int:
                scratch = alone.scratch(self.board.squares, size)
                return int(alone.run_alone(number, task, *piece, free, self.work.alone, scratch))

            self._parallel(process, self._pieces(still.size, each))

    @property
    def _resumes(self) -> bool:
        return bool(self.setting.pass_rule == RESUME_RULE)

    def _find_components(self) -> None:
        """Find the strongly connected components of the graphs of all runs."""
        count = self.board.placements * self.board.slots
        self._components = tuple(
            components.Components(*(np.zeros(count, np.int32) for _ in range(3))) for _ in range(2)
        )
        settled = max(0, self.stage - 1)
        self._progress("components of runs")
        self._over_runs(
            lambda *piece: components.find_components(
                *self._arguments, self._components[piece[0]], piece[0], settled, *piece[1:]
            )
        )

    def _over_runs(self, do: Callable[[int, int, int, components.Scratch], int]) -> int:
        """Call a kernel for all sets of standing white pieces, then of black pieces; return the sum."""
        number, total = self.numbering, 0
        for stands, still, moving in (
            (0, number.white_sets.size, number.black_left.size),
            (1, number.black_sets.size, number.white_left.size),
        ):

            def process(piece: tuple[int, int], stands: int = stands, moving: int = moving) -> int:
                return int(do(stands, *piece, self._scratch_of_runs(moving)))

            total += self._parallel(process, self._pieces(still, max(1, SLICE // moving)))
        return total

    def _scratch_of_runs(self, moving: int) -> components.Scratch:
        slots = self.board.slots
        return components.Scratch(
            self._scratch(),
            self._scratch(),
            np.zeros(moving, np.int64),
            np.zeros(moving, np.int64),
            np.zeros(4 * self.board.squares * slots, np.int64),
            np.zeros((components.ROWS, moving * slots), np.int32),
        )

    def _spread(self, distance: int) -> int:
        """Update the predecessors of all states at a distance, and return the number of states decided."""
        if distance >= alternate.LONGEST:
            raise InternalError(f"a distance of {distance + 1} does not fit into the bytes of a table")
        self._progress(f"alternate play at distance {distance}", depth=distance)
        decided = self._over_white(
            lambda a, b: int(alternate.spread(*self._arguments, distance, 0, -1, a, b, self._scratch()))
        )

        def part(number: int) -> int:
            count = 0
            for first, last in self._pieces(self.numbering.white_sets.size, self._each):
                if self._stop():
                    raise StoppedError("stopped")
                count += int(
                    alternate.spread(*self._arguments, distance, 1, number, first, last, self._scratch())
                )
            return count

        decided += self._parallel(part, (0, 1))
        if self._resumes:
            decided += self._over_runs(
                lambda *piece: resuming.tell_runs(
                    *self._arguments, self._components[piece[0]], piece[0], distance, *piece[1:]
                )
            )
        return decided

    def _draws(self) -> None:
        self._progress("draws")
        values, size = self.work.values, self.work.values.size
        alternate.close_wins(values, 0, size)
        changed = 1
        while changed:
            changed = alternate.find_draws(
                *self._arguments, 0, self.numbering.white_sets.size, self._scratch()
            )
            if self._resumes:
                changed += self._over_runs(
                    lambda *piece: resuming.find_draws_of_runs(*self._arguments, *piece)
                )
            if self._stop():
                raise StoppedError("stopped")
        alternate.close_draws(values, 0, size)


def tally(board: TableSpec, values: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return how often each byte occurs among the states in which no side is locked out."""
    counts = np.zeros(256, np.int64)
    alternate.tally(values, board.modes, counts)
    return counts
