"""`warm`: compiles and builds, once, all that a program would make when it is first needed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from _gamekit.jit import store
from _gamekit.jit.entry import entries
from _gamekit.program import Program

LOADING = 0.01
"""About what finding a library takes, in seconds."""
UNKNOWN_SECONDS = 1.0
"""Taken for a kernel of which nobody has measured how long it takes."""


class Step(NamedTuple):
    """Something to make once."""

    name: str
    make: Callable[[], object]
    """Makes it, or loads it where it is made already."""
    seconds: float
    """About what it takes."""
    ready: bool
    """Whether it is made already, as far as can be known cheaply."""


def kernel_steps(package: str) -> Iterator[Step]:
    """Yield a step for each entry of a package of kernels."""
    for entry in entries(package):
        seconds = LOADING if entry.ready else store.usual_seconds(entry) or UNKNOWN_SECONDS
        yield Step(str(entry), partial(store.library_of, entry), seconds, entry.ready)


def run(program: Program, steps: Sequence[Step], json: bool) -> None:
    """Take the steps, and say of each what it took and how long the rest may take.

    Ctrl-C ends the process; what was made until then stays.
    """
    left = sum(step.seconds for step in steps)
    if not json:
        program.show(f"{len(steps)} steps, about {left:.0f} s", str)
    for number, step in enumerate(steps, 1):
        started = time.perf_counter()
        with program.ended_by_interrupt():
            step.make()
        seconds = time.perf_counter() - started
        left -= step.seconds
        if json:
            program.print_json({"step": step.name, "was_ready": step.ready, "seconds": round(seconds, 3)})
            continue
        done = "was ready" if step.ready else f"made in {seconds:.1f} s"
        rest = f", about {left:.0f} s to go" if number < len(steps) else ""
        program.show(f"{number} of {len(steps)}  {step.name}: {done}{rest}", str)
