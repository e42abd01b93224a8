"""Times of some work, by the clock and of the processor, and the memory of a program."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

from benchmarks.marks import ROOT


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that some work takes, by the clock."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def processor_seconds(work: Callable[[], object]) -> float:
    """Return the processor seconds that some work in this process takes."""
    started = time.process_time()
    work()
    return time.process_time() - started


def most_memory(program: str) -> int:
    """Return the bytes that a process needs at most for a program."""
    told = "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    command = [sys.executable, "-c", f"{program}\n{told}"]
    return int(subprocess.run(command, check=True, capture_output=True, cwd=ROOT).stdout) * 1024
