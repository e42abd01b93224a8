"""`warm`: compiles and builds, once, all that a program would make when it is first needed."""

from __future__ import annotations

import importlib
import pkgutil
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from _gamekit import compiled, compiling
from _gamekit.program import Program

LOADING = 0.1
"""About what loading compiled kernels takes, in seconds."""


class Step(NamedTuple):
    """Something to make once."""

    name: str
    make: Callable[[], object]
    """Makes it, or loads it where it is made already."""
    seconds: float
    """About what it takes."""
    ready: bool
    """Whether it is made already, as far as can be known cheaply."""


def kernel_steps(package: str, folder: Path) -> Iterator[Step]:
    """Yield a step for each package of kernels.

    Parameters
    ----------
    package : str
        Name of the package that holds them all.
    folder : Path
        Where its sources are.
    """
    inner = sorted(module.name for module in pkgutil.iter_modules([str(folder)]) if module.ispkg)
    for name, sources in ((package, folder), *((f"{package}.{name}", folder / name) for name in inner)):
        if "kernel_cache.load(" not in (sources / "__init__.py").read_text(encoding="utf-8"):
            continue
        ready = compiled.is_ready(name, folder)
        modules = sorted(path.stem for path in sources.glob("*.py"))
        kernels = compiling.entries(sources, modules, folder)
        seconds = LOADING if ready else sum(kernels.values())
        yield Step(name, partial(importlib.import_module, name), seconds, ready)


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
