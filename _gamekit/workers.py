"""Runs calls of work: in this process, in worker processes, or in any executor."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from dataclasses import dataclass
from itertools import islice
from multiprocessing.synchronize import Event
from typing import Any, TypeVar

from _gamekit.limits import MAX_WORKERS
from _gamekit.problems import ArgumentError, StoppedError

T = TypeVar("T")

AHEAD = 2
"""Calls submitted for each worker, so that none is idle."""
PATIENCE = 0.2
"""Seconds between two checks of `stop`."""

_stopped: Event | None = None  # in a worker process: the event that its parent sets


def _begin(event: Event) -> None:
    """Prepare a worker process: Ctrl-C is left to its parent, and it ends when its parent ends."""
    global _stopped
    _stopped = event
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def follow() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=follow, daemon=True).start()


def stopped() -> bool:
    """Tell whether the parent of this worker process wants it to stop."""
    return _stopped is not None and _stopped.is_set()


def _call(work: Callable[..., T], *arguments: Any) -> T:
    """Do some work in a worker process."""
    return work(*arguments, stopped)


@dataclass(frozen=True)
class Workers:
    """Where the work is done: this process, worker processes, or an executor.

    Raises
    ------
    ArgumentError
        The number is out of range.
    """

    count: int = 1
    """Worker processes; for an executor, how many calls it runs at a time."""
    executor: Executor | None = None

    def __post_init__(self) -> None:
        if type(self.count) is not int or not 1 <= self.count <= MAX_WORKERS:
            raise ArgumentError(f"workers must be a whole number from 1 to {MAX_WORKERS}, not {self.count!r}")

    def results(
        self,
        work: Callable[..., T],
        arguments: Iterable[tuple[Any, ...]],
        stop: Callable[[], bool] | None,
    ) -> Iterator[T]:
        """Yield the results of some work as they come, in any order; memory does not grow.

        Parameters
        ----------
        work
            What is done, with each of the `arguments`, and last with a function that tells it to stop.
        stop
            Called at least five times a second; True ends everything.

        Raises
        ------
        StoppedError
            `stop` returned True, or a worker was lost.
        """
        if self.executor is not None:
            yield from completed(self.executor, self.count, work, arguments, stop)
        elif self.count > 1:
            with _processes(self.count) as pool:
                yield from completed(pool, self.count, work, arguments, stop)
        else:
            yield from (work(*call, stop) for call in arguments)


@contextlib.contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    """Give an executor of so many processes; they stop at once when it is left early."""
    context = multiprocessing.get_context("spawn")
    event = context.Event()
    pool = ProcessPoolExecutor(workers, context, _begin, (event,))
    try:
        yield pool
    except BaseException:
        event.set()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def completed(
    executor: Executor,
    workers: int,
    work: Callable[..., T],
    arguments: Iterable[tuple[Any, ...]],
    stop: Callable[[], bool] | None,
) -> Iterator[T]:
    """Yield the results of some work as they come; at most `AHEAD` calls a worker are submitted."""
    source = iter(arguments)
    waiting: set[Future[T]] = set()
    try:
        while True:
            for call in islice(source, AHEAD * workers - len(waiting)):
                waiting.add(executor.submit(_call, work, *call))
            if not waiting:
                return
            done, waiting = wait(waiting, timeout=PATIENCE, return_when=FIRST_COMPLETED)
            if stop is not None and stop():
                raise StoppedError("stopped")
            for future in done:
                yield future.result()
    except BrokenExecutor:
        raise StoppedError("a worker was lost: killed, or out of memory") from None
    except CancelledError:  # Dask raises this if its scheduler was lost
        raise StoppedError("the scheduler was lost, or the work was cancelled") from None
    finally:
        for future in waiting:
            future.cancel()
