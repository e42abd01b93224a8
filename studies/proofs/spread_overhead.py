"""What giving work to workers costs, in processor seconds.

Calls that do nothing and bring a thousand bytes, by two worker processes, and by a Dask cluster of two on
this machine whose scheduler is in the process that asks. Not by the clock: it says little on a busy machine.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterable
from typing import Any

from distributed import LocalCluster

from _gamekit.work.workers import Workers
from benchmarks.frame import Results, Run, Study, Table
from benchmarks.marks import DOCS
from mabi_search import Position, solve

CALLS, BYTES = 500, 1_000
SOLVED = "2w1b1/2bw2/1wbbw1/wwwbbb/1b1wb1/4w1 b - b 55"


def nothing(number: int, stop: Callable[[], bool] | None) -> bytes:
    """Do nothing."""
    return bytes(BYTES)


def first(number: int, stop: Callable[[], bool] | None) -> float:
    """Return the processor seconds of this process until its kernels have answered."""
    solve(Position.parse(SOLVED))
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def spent(workers: Workers) -> float:
    """Return the processor milliseconds of this process for a call, beside those of beginning and ending."""

    def seconds(calls: Iterable[int]) -> float:
        before = time.process_time()
        for _ in workers.results(nothing, ((number,) for number in calls), None):
            pass
        return time.process_time() - before

    few = seconds(range(2))
    return 1000 * (seconds(range(CALLS)) - few) / (CALLS - 2)


def through_dask() -> float:
    """Return the milliseconds of a call through Dask."""
    options: dict[str, Any] = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with LocalCluster(**options) as cluster:
        return spent(Workers(scheduler=cluster.scheduler_address))


def measure(run: Run) -> Results:
    """Measure both ways, and the start of a worker."""
    return {
        "processes": run.part("two processes", lambda: spent(Workers(2))),
        "dask": run.part("Dask", through_dask),
        "start": run.part("start", lambda: max(Workers(2).results(first, ((0,), (1,)), None))),
    }


def table(results: Results) -> str:
    """Return what the page says."""
    processes, dask = results["processes"], results["dask"]
    return (
        f"Measured with {CALLS:,} calls that do nothing: a call takes {processes:.1f} ms of the processor "
        f"time of the process that asks if two processes of this machine answer, and {dask:.1f} ms with "
        f"Dask, the scheduler's included. So *o* is {processes / 1000:.4f} and {dask / 1000:.4f} seconds: no "
        f"more than {1000 / processes:,.0f} blocks a second are given out and taken in, and "
        f"{1000 / dask:,.0f} with Dask. A worker of Mabi takes {results['start']:.1f} seconds of processor "
        "time until it has its kernels."
    )


STUDY = Study(__name__, [Table(DOCS / "howto" / "surveys.md", "overhead", table)], measure)
