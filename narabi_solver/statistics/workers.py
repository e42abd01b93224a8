"""Runs blocks of work where `_gamekit.workers` does, or on a Dask cluster."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, TypeVar

from _gamekit import workers
from _gamekit.problems import extra
from narabi_solver.game.errors import ArgumentError, StoppedError

T = TypeVar("T")

CONNECT_SECONDS = 10

_LOUD = ("distributed", "distributed.client", "tornado.application")
"""Loggers that print tracebacks of lost connections."""


@dataclass(frozen=True)
class Workers(workers.Workers):
    """Where the work is done: this process, worker processes, an executor, or a Dask cluster.

    Raises
    ------
    ArgumentError
        The number is out of range, or both an executor and a scheduler are given.
    """

    scheduler: str | None = None
    """Address of a Dask scheduler."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.executor is not None and self.scheduler is not None:
            raise ArgumentError("give an executor or the address of a scheduler, not both")

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
            `stop` returned True, or a worker or the scheduler of the cluster was lost.
        """
        if self.scheduler is None:
            yield from super().results(work, arguments, stop)
            return
        with _cluster(self.scheduler) as (executor, count):
            yield from workers.completed(executor, count, work, arguments, stop)


@contextlib.contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Give an executor on a Dask cluster, and how many workers it has.

    Raises
    ------
    ArgumentError
        There is no scheduler at the address.
    MissingExtraError
        Dask is not installed.
    StoppedError
        The scheduler was lost, or workers too often.
    """
    with extra("cluster", "a cluster needs"):
        from distributed import Client  # noqa: PLC0415  (an extra)
        from distributed.comm import get_address_host_port  # noqa: PLC0415
    try:
        get_address_host_port(address)  # a client of a malformed address raises once more when it is deleted
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ArgumentError(f"no Dask scheduler at {address!r}: {error}") from None
    try:
        with _quiet(), client:
            yield client.get_executor(pure=False), max(1, sum(client.ncores().values()))
    except Exception as error:
        if _is_of_dask(error):
            reason = str(error).partition("\n")[0]
            raise StoppedError(f"the cluster lost a worker or its scheduler ({reason})") from None
        raise


def _is_of_dask(error: Exception) -> bool:
    """Tell whether Dask itself raised an error, not the work: a scheduler or a worker was lost."""
    return any(kind.__module__.partition(".")[0] == "distributed" for kind in type(error).__mro__)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Silence Dask's tracebacks of lost connections; the error message says it in one line."""
    loggers = [logging.getLogger(name) for name in _LOUD]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)
