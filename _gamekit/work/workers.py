"""Workers: calls are run in this process, in worker processes, by an executor, or on a Dask cluster."""

from __future__ import annotations

import contextlib
import functools
import importlib.metadata
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
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
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from _gamekit import progress
from _gamekit.problems import ArgumentError, StoppedError, extra, plain

if TYPE_CHECKING:
    from ctypes import c_byte

    from distributed import Client

T = TypeVar("T")

MOST_LOST = 3
"""Largest number of lost worker processes to replace, if workers keep a state between calls."""
AHEAD = 2
"""Number of calls submitted per worker, so that no worker is idle."""
PATIENCE = 0.2
"""Seconds between two checks of `stop`."""
SCHEMES = ("tcp", "tls", "ws", "wss")
"""Schemes of the addresses of schedulers."""
SECURE = ("tls://", "wss://")
"""Addresses that need certificates begin with one of these."""
CONNECT_SECONDS = 10
"""Seconds to wait for an answer from the scheduler of a cluster."""
WORKERS_SECONDS = 5
"""Seconds between two checks of whether a cluster has workers."""

_LOUD = ("distributed", "distributed.client", "tornado.application")
"""Loggers that print tracebacks when a connection is lost."""

_stopped: c_byte | None = None  # in a worker process: what its parent sets to 1
_ending = False  # in a worker process: whether it has had SIGTERM
LAST_SECONDS = 2.0
"""Seconds after SIGTERM in which a worker process can return a result."""
NO_GUARD = 77
"""Exit code of a worker process in which the user's script begins again."""
GUARD = (
    "a script that uses worker processes must be a file, and must start its work below the line "
    'if __name__ == "__main__":'
)


def _begin(stop: c_byte) -> None:
    """Prepare a worker process: it ignores Ctrl-C, and ends soon after SIGTERM and when its parent ends."""
    global _stopped
    _stopped = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end_soon)
    _heed_signals()
    parent = multiprocessing.parent_process()
    if parent is not None:

        def follow() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=follow, daemon=True).start()


def _end_soon(number: int, frame: FrameType | None) -> None:
    """Let this worker process return what it has, and end it: its parent may have had the signal too."""
    global _ending
    _ending = True
    threading.Timer(LAST_SECONDS, os._exit, (1,)).start()


def stopped() -> bool:
    """Return whether this worker process was asked to stop."""
    return _ending or (_stopped is not None and bool(_stopped.value))


_ENDINGS = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def _signals_held() -> Iterator[None]:
    """Hold back Ctrl-C and SIGTERM in this thread, and in each process that it starts until it is ready."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # it would let the signals through when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDINGS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _heed_signals() -> None:
    """Receive the signals that `_signals_held` has held back in this worker process."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDINGS)


@functools.cache
def version() -> str:
    """Return the version of this library."""
    return importlib.metadata.version("narabi-mabi")


def _call(work: Callable[..., T], *arguments: Any) -> tuple[str, T]:
    """Make a call in a worker process; return the library's version in this process, and the result."""
    return version(), work(*arguments, stopped)


@dataclass(frozen=True)
class Workers:
    """The workers of a computation: this process, worker processes, an executor, or a Dask cluster.

    Raises
    ------
    ArgumentError
        Both an executor and a scheduler are given, or the address of the scheduler is malformed.
    """

    count: int = 1
    """Number of worker processes or, with an executor, the number of calls that it runs at a time."""
    executor: Executor | None = None
    scheduler: str | None = None
    """Address of a Dask scheduler."""

    def __post_init__(self) -> None:
        if self.executor is not None and self.scheduler is not None:
            raise ArgumentError("give an executor or the address of a scheduler, not both")
        if self.scheduler is not None:
            _check_address(self.scheduler)

    def results(
        self,
        work: Callable[..., T],
        arguments: Iterable[tuple[Any, ...]],
        stop: Callable[[], bool] | None,
        *,
        kept: bool = False,
    ) -> Generator[T, None, None]:
        """Yield the results of calls as they finish, in any order.

        The number of submitted calls is limited, so that memory does not grow with the number of arguments.

        Parameters
        ----------
        work
            The function to call. Its last argument is a function that returns True if the work should stop.
        arguments
            The other arguments of each call. They may depend on earlier results: an exhausted iterator is
            tried again as long as calls are running.
        stop
            A function called at least five times a second; all work stops if it returns True.
        kept
            Whether the work keeps a state between calls. If so, calls whose first argument has the same
            number `place` run in the same process. A lost worker process is replaced, at most `MOST_LOST`
            times in all, and its calls are made again.

        Raises
        ------
        ArgumentError
            A worker has another version of this library.
        StoppedError
            `stop` returned True, or a worker or the scheduler was lost. Finished results are yielded first.
        """
        if self.scheduler is not None:
            with _cluster(self.scheduler, kept) as (executors, count, complain):

                def stop_after_complaint() -> bool:
                    complain()
                    return stop is not None and stop()

                yield from completed(executors, count, work, arguments, stop_after_complaint)
        elif self.executor is not None:
            yield from completed([self.executor], self.count, work, arguments, stop)
        elif self.count > 1:
            with _processes(self.count, kept) as processes:
                replace = processes.replace if kept else None
                yield from completed(processes.pools, self.count, work, arguments, stop, replace)
        else:
            yield from (work(*call, stop) for call in arguments)

    def how_many(self) -> int:
        """Return the number of calls that run at a time; for a cluster, ask its scheduler.

        Raises
        ------
        ArgumentError, StoppedError
            No scheduler was found at the address, or the connection was lost.
        """
        if self.scheduler is None:
            return self.count
        with _cluster(self.scheduler) as (_, count, _):
            return count

    @property
    def here(self) -> bool:
        """Whether this process does the work itself."""
        return self.count == 1 and self.executor is None and self.scheduler is None


class _Spawning(SpawnContext):
    """A context that remembers its processes, and holds back signals while a process starts."""

    def __init__(self) -> None:
        self.started: list[SpawnProcess] = []

    def Process(self, *arguments: Any, **named: Any) -> SpawnProcess:  # type: ignore[override]
        """Return a new process."""
        process = _Process(*arguments, **named)
        self.started.append(process)
        return process


class _Process(SpawnProcess):
    def start(self) -> None:
        with _signals_held():
            super().start()


class _Processes:
    """Executors with worker processes that stop when `stop` is 1."""

    def __init__(self, counts: Sequence[int]):
        self._counts = counts
        self._context = _Spawning()
        self.stop: c_byte = self._context.RawValue("b", 0)
        """Shared without a lock, which a killed worker might hold for ever."""
        self.pools: list[Executor] = [self._pool(count) for count in counts]
        self._lost = 0

    def _pool(self, count: int) -> Executor:
        return ProcessPoolExecutor(count, self._context, _begin, (self.stop,))

    def end(self) -> None:
        """Wait until all processes have ended, so that their exit codes are known."""
        for pool in self.pools:
            pool.shutdown(cancel_futures=True)

    @property
    def without_guard(self) -> bool:
        """Whether the user's script began again in a worker process that has ended."""
        return any(process.exitcode == NO_GUARD for process in self._context.started)

    def replace(self, at: int) -> bool:
        """Replace a pool whose process was lost; return False if too many processes were lost."""
        self._lost += 1
        if self._lost > MOST_LOST or self.without_guard:
            return False
        self.pools[at].shutdown(wait=False)
        self.pools[at] = self._pool(self._counts[at])
        return True


@contextlib.contextmanager
def _processes(workers: int, apart: bool = False) -> Iterator[_Processes]:
    """Provide one executor with all processes or, with `apart`, one executor for each process.

    An exception in the block stops the processes.

    Raises
    ------
    ArgumentError
        The user's script is not a file, or begins again in each worker process.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        os._exit(NO_GUARD)  # the parent says why
    script = getattr(sys.modules["__main__"], "__file__", None)
    if script is not None and not os.path.exists(script):
        raise ArgumentError(GUARD)
    processes = _Processes([1] * workers if apart else [workers])
    try:
        yield processes
    except BaseException as error:
        processes.stop.value = 1
        processes.end()
        if isinstance(error, StoppedError) and processes.without_guard:
            raise ArgumentError(GUARD) from None
        raise
    else:
        processes.end()


def completed(
    executors: Sequence[Executor],
    workers: int,
    work: Callable[..., T],
    arguments: Iterable[tuple[Any, ...]],
    stop: Callable[[], bool] | None,
    replace: Callable[[int], bool] | None = None,
) -> Iterator[T]:
    """Yield the results of calls as they finish; at most `AHEAD` calls per worker are submitted at a time.

    If there are several executors, the `place` of a call's first argument selects one. A lost executor ends
    the work, unless `replace` substitutes another and returns True.
    """
    source = iter(arguments)
    waiting: dict[Future[tuple[str, T]], tuple[Any, ...]] = {}
    again: list[tuple[Any, ...]] = []

    def submit(call: tuple[Any, ...]) -> None:
        at = call[0].place % len(executors) if len(executors) > 1 else 0
        try:
            future = executors[at].submit(_call, work, *call)
        except BrokenExecutor:
            if replace is None or not replace(at):
                raise
            future = executors[at].submit(_call, work, *call)
        waiting[future] = call

    try:
        while True:
            for call in again:
                submit(call)
            again.clear()
            for call in islice(source, AHEAD * workers - len(waiting)):
                submit(call)
            if not waiting:
                return
            done, _ = wait(waiting, timeout=PATIENCE, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=_failed):  # finished results first, then errors
                call = waiting.pop(future)
                try:
                    made_by, result = future.result()
                except BrokenExecutor:
                    if replace is None:
                        raise
                    again.append(call)
                    continue
                if made_by != version():
                    raise ArgumentError(f"a worker has version {made_by} of this library, not {version()}")
                yield result
            if stop is not None and stop():
                raise StoppedError("stopped")
    except BrokenExecutor:
        raise StoppedError("a worker was lost: killed, or out of memory") from None
    except CancelledError:  # Dask raises this if its scheduler was lost
        raise StoppedError("the scheduler was lost, or the work was cancelled") from None
    finally:
        for future in waiting:
            future.cancel()


def _failed(future: Future[Any]) -> bool:
    return future.cancelled() or future.exception() is not None


@contextlib.contextmanager
def _cluster(address: str, apart: bool = False) -> Iterator[tuple[list[Executor], int, Callable[[], None]]]:
    """Provide executors on a Dask cluster, its number of cores, and a function that reports missing workers.

    There is one executor or, with `apart`, one for each core. The function, if called repeatedly, prints a
    message every few seconds while the cluster has no workers.

    Raises
    ------
    ArgumentError
        No scheduler was found at the address.
    MissingExtraError
        Dask is not installed.
    StoppedError
        The scheduler was lost, or workers were lost too often.
    """
    with progress.while_waiting(lambda: f"connecting to {address} …"):
        client = _client(address)
    try:
        with _quiet(), client:
            cores = client.ncores()
            each = [{"workers": [name]} for name, count in cores.items() for _ in range(count)]
            executors = [
                client.get_executor(pure=False, allow_other_workers=bool(where), **where)
                for where in (each if apart and each else [{}])
            ]
            yield executors, max(1, sum(cores.values())), _complaining(address, client.ncores)
    except Exception as error:
        if is_of_dask(error):
            reason = str(error).partition("\n")[0]
            raise StoppedError(f"the cluster lost a worker or its scheduler ({reason})") from None
        raise


def _check_address(address: str) -> None:
    """Raise an error unless an address has a host and a port; it may have a scheme."""
    with contextlib.suppress(ValueError):
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        if parts.scheme in SCHEMES and parts.hostname and parts.port and not parts.path:
            return
    raise ArgumentError(f"no Dask scheduler at {plain(address)}: an address is like tcp://host:8786")


def _client(address: str) -> Client:
    """Return a client that is connected to a Dask scheduler."""
    with extra("cluster", "a cluster needs"):
        from distributed import Client, Security  # an extra
    if address.startswith(SECURE) and Security().get_connection_args("client").get("ssl_context") is None:
        raise ArgumentError(f"{address} needs certificates: set distributed.comm.tls in Dask's configuration")
    try:
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ArgumentError(f"no Dask scheduler at {plain(address)}: {error}") from None


def _complaining(address: str, cores: Callable[[], Mapping[str, int]]) -> Callable[[], None]:
    """Return a function that prints a message every few seconds while a scheduler has no workers."""
    last = time.monotonic() - WORKERS_SECONDS

    def complain() -> None:
        nonlocal last
        if time.monotonic() - last >= WORKERS_SECONDS:
            last = time.monotonic()
            if not cores():
                progress.say(f"the scheduler at {address} has no workers; waiting for one (Ctrl-C stops) …")

    return complain


def is_of_dask(error: Exception) -> bool:
    """Return whether an error is of a class of Dask, and so means that a scheduler or a worker was lost."""
    return any(kind.__module__.partition(".")[0] == "distributed" for kind in type(error).__mro__)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Silence Dask's tracebacks of lost connections, which our own message reports in one line."""
    loggers = [logging.getLogger(name) for name in _LOUD]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)
