"""Measures what compiling the kernels costs, room by room, from an empty cache.

::

    python -m benchmarks.compile_time                 # the rooms of Mabi, one after another in one process
    python -m benchmarks.compile_time alphabeta       # this one and those whose parts it uses

A **library** is a function that numba has translated, optimised and turned into machine code: an entry, a
subroutine or a helper, the last for the sake of those that call it. Processor seconds are those of the
process that compiles.
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

from _gamekit.folders import CACHE_VARIABLE

PACKAGE = "mabi_search.kernels"
ROOMS = ("kernels", "runs", "alphabeta", "proof", "retrograde")
"""In the order in which each finds compiled what it uses of others."""
IN_FRESH_PROCESS = "--in-fresh-process"


def measure(room: str) -> None:
    """Compile a room and what it uses; print a row for each."""
    from numba.core.codegen import CPUCodeLibrary  # noqa: PLC0415  (the environment is set first)

    from _gamekit import kernel_cache  # noqa: PLC0415

    counts = {"libraries": 0, "entries": 0}
    finalize: Any = CPUCodeLibrary.finalize
    kernel: Any = kernel_cache.kernel

    def counted_finalize(library: Any) -> None:
        counts["libraries"] += 1
        finalize(library)

    def counted_kernel(signature: Any) -> Any:
        counts["entries"] += 1
        return kernel(signature)

    CPUCodeLibrary.finalize = counted_finalize
    kernel_cache.kernel = counted_kernel
    print("| room | processor seconds | libraries | entries |\n|---|---|---|---|")
    for name in ROOMS if room == "retrograde" else ROOMS[: ROOMS.index(room) + 1]:
        before = dict(counts)
        started = time.process_time()
        importlib.import_module(PACKAGE if name == "kernels" else f"{PACKAGE}.{name}")
        seconds = time.process_time() - started
        libraries, entries = (counts[key] - before[key] for key in counts)
        print(f"| {name} | {seconds:.1f} | {libraries} | {entries} |", flush=True)


def main() -> None:
    """Measure in a process of its own, whose cache is empty."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("room", nargs="?", choices=ROOMS, default=ROOMS[-1])
    parser.add_argument(IN_FRESH_PROCESS, action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.in_fresh_process:
        measure(chosen.room)
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "benchmarks.compile_time", chosen.room, IN_FRESH_PROCESS],
            check=True,
            env=os.environ | {CACHE_VARIABLE: folder},
        )


if __name__ == "__main__":
    main()
