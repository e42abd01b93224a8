"""Studies: long computations on numbered deals or on the lines of a file, divided into blocks.

Blocks can be computed in any order and by any worker. The result of a block depends only on the study and the
number of the block, and totals are added in the order of the blocks. The result of a study therefore does not
depend on the number of workers, or on interruptions.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, Self, SupportsIndex

from _gamekit.checks import Between
from _gamekit.philox import MAX_SEED
from _gamekit.problems import StoppedError
from _gamekit.progress import Progress
from _gamekit.work.study_files import Store, T
from _gamekit.work.workers import Workers, version

DealCount = Annotated[SupportsIndex, Between(1, MAX_SEED)]


class Done(NamedTuple, Generic[T]):
    """A finished study."""

    totals: T
    """The totals of all items."""
    seconds: float
    """Wall-clock seconds of this call."""
    answered: int
    """Number of items computed by this call. The others were already in the file."""


class StudyStoppedError(StoppedError, Generic[T]):
    """A study was stopped; the error has the totals of the first items."""

    def __init__(self, message: str, deals: int, totals: T):
        super().__init__(message)
        self.deals, self.totals = deals, totals
        """Number of items before the first unanswered one, and their totals."""


@dataclass(frozen=True)
class Study(ABC, Generic[T]):
    """The settings of a study: its items, such as deals, and the computation for each item."""

    verb: ClassVar[str] = "answered"
    """The verb for the computation in progress messages."""
    things: ClassVar[str] = "deals"
    """The noun for items in progress messages."""

    @property
    @abstractmethod
    def size(self) -> int:
        """Number of items. They are numbered from 0."""

    @property
    @abstractmethod
    def block(self) -> int:
        """Number of items in a block. A block should take at most a second."""

    @abstractmethod
    def empty(self) -> T:
        """Return the totals of no items."""

    @abstractmethod
    def read(self, value: Any, start: int, count: int) -> T:
        """Return totals from their JSON form; raise ValueError if they are not totals of these items."""

    @abstractmethod
    def answer(
        self, start: int, count: int, with_rows: bool, stop: Callable[[], bool] | None
    ) -> tuple[T, bytes]:
        """Compute the results of some items.

        Parameters
        ----------
        start, count
            The number of the first item, and the number of items.
        with_rows
            Whether to return rows.
        stop
            A function called at least five times a second; the work stops if it returns True.

        Returns
        -------
        tuple
            The totals and the rows. If the study has `columns`, the rows are the result of
            `study_files.stream`. Otherwise they are text for the file, or empty.

        Raises
        ------
        StoppedError
            `stop` returned True.
        """

    def columns(self) -> Any:
        """Return the schema of the rows; None for a study whose file has no table."""
        return None

    def identity(self) -> dict[str, Any]:
        """Return all settings that the results depend on, as JSON, for comparison with saved studies."""
        return {"block": self.block, "version": version()}

    def named(self, totals: T) -> dict[str, Any] | None:
        """Return totals with named fields, for a file that is one JSON object; None for another file."""
        return None

    def unnamed(self, value: Any) -> Any:
        """Return the JSON that `read` takes, from the result of `named`."""
        return value

    def without_times(self, totals: T) -> T:
        """Return totals for the finished file, which is the same in each run."""
        return totals

    def of(self, block: int) -> Self:
        """Return the study without the parts that a worker does not need for a block."""
        return self

    @property
    def rows(self) -> int:
        """Number of rows per item in the table, if there is a table."""
        return 1

    @property
    def fingerprint(self) -> str:
        """Hash of `identity`, which every saved block contains."""
        return hashlib.sha256(json.dumps(self.identity(), sort_keys=True).encode()).hexdigest()

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return -(-self.size // self.block)

    def span(self, block: int) -> tuple[int, int]:
        """Return the number of a block's first item, and the number of items in the block."""
        return block * self.block, min(self.block, self.size - block * self.block)

    def run(
        self,
        *,
        workers: int = 1,
        executor: Executor | None = None,
        scheduler: str | None = None,
        out: str | Path | None = None,
        stop: Callable[[], bool] | None = None,
        progress: Progress | None = None,
    ) -> Done[T]:
        """Compute the remaining blocks; for the parameters and errors see `narabi_solver.survey`.

        Raises
        ------
        StudyStoppedError
            `stop` returned True, or a worker was lost. The file `out` keeps the finished blocks.
        """
        who, started = Workers(workers, executor, scheduler), time.perf_counter()
        with contextlib.ExitStack() as stack:
            store = None if out is None else stack.enter_context(Store(Path(out), self))
            totals, answered = None if store is None else store.result(), 0
            if totals is None:
                totals, answered = self._totals(who, store, stop, progress)
                if store is not None:
                    store.finish(totals, self._joining(progress, answered))
        return Done(totals, time.perf_counter() - started, answered)

    def _joining(self, progress: Progress | None, answered: int) -> Callable[[int], None]:
        """Return a function that reports which block is joined."""

        def joining(block: int) -> None:
            if progress is not None:
                text = f"joining block {block + 1:,} of {self.blocks:,}"
                progress(text, answered=self.size, answered_now=answered, joined=block)

        return joining

    def _totals(
        self,
        workers: Workers,
        store: Store[T] | None,
        stop: Callable[[], bool] | None,
        progress: Progress | None,
    ) -> tuple[T, int]:
        """Return the totals of all items, and the number of items computed by this call."""
        parts = {} if store is None else store.done()
        known = frozenset(parts)
        calls = (
            (self.of(block), block, *self.span(block), store is not None)
            for block in range(self.blocks)
            if block not in known
        )
        total, first = self.empty(), 0

        def added() -> T:
            nonlocal total, first
            while first in parts:
                total, first = total.plus(parts.pop(first)), first + 1
            return total

        before = answered = sum(self.span(block)[1] for block in known)
        try:
            for block, totals, rows in workers.results(_answer_block, calls, stop):
                if store is not None:
                    store.write(block, totals, rows)
                parts[block] = totals
                added()
                answered += self.span(block)[1]
                if progress is not None:
                    text = f"{answered:,} of {self.size:,} {self.things} {self.verb}"
                    progress(text, answered=answered, answered_now=answered - before)
        except StoppedError as error:
            totals = added()
            raise StudyStoppedError(str(error), min(first * self.block, self.size), totals) from None
        return added(), answered - before


@dataclass(frozen=True)
class StudyOfDeals(Study[T]):
    """The settings of a study of numbered random deals."""

    players: int
    """Number of players."""
    deals: int
    """Number of deals. They are numbered from 0."""
    seed: int
    """Seed of the deals."""

    @property
    def size(self) -> int:
        """Number of deals."""
        return self.deals

    def identity(self) -> dict[str, Any]:
        """Return all settings that the results depend on, as JSON."""
        return {"players": self.players, "deals": self.deals, "seed": self.seed, **super().identity()}


def _answer_block(
    study: Study[T], block: int, start: int, count: int, with_rows: bool, stop: Callable[[], bool] | None
) -> tuple[int, T, bytes]:
    """Return a block's number, its totals, and its rows, if any."""
    return block, *study.answer(start, count, with_rows, stop)
