"""How far compiling has come, how long it may still take, and how long it took; without numba.

How long each kernel takes stands in a file beside the kernels, written by a benchmark. While compiling goes
on, the rest is reckoned from these seconds, and from how fast this machine has been until then.
"""

from __future__ import annotations

import contextlib
import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from _gamekit import waiting

SECONDS_FILE = "compile_seconds.json"
UNKNOWN_SECONDS = 1.0
"""Taken for a kernel that is not in that file."""
SURE_AFTER = 2.0
"""Expected seconds that must be behind before this machine's speed is judged."""

_ENTRY = re.compile(r"^@kernel\(.*?^def (\w+)", re.MULTILINE | re.DOTALL)
_total = 0.0  # seconds of compiling in this process
_told = 0.0  # of these, those that some answer has told already


def entries(folder: Path, modules: Sequence[str], root: Path) -> dict[str, float]:
    """Return the kernels of some modules, as "module.function", and the seconds that each may take.

    Parameters
    ----------
    folder
        Of the modules.
    modules
        Their names.
    root
        The folder of all kernels of the package, where the file of seconds is.
    """
    known = _known(root)
    found = {}
    for module in modules:
        for function in _ENTRY.findall((folder / f"{module}.py").read_text(encoding="utf-8")):
            name = f"{module}.{function}"
            found[name] = known.get(f"{folder.name}.{name}", UNKNOWN_SECONDS)
    return found


def _known(root: Path) -> dict[str, float]:
    try:
        found: dict[str, float] = json.loads((root / SECONDS_FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return found


class Course:
    """How compiling goes on.

    Parameters
    ----------
    package
        What is compiled; so that the line is short, "kernels" is left out of its name.
    expected
        The kernels and about the seconds that each takes.
    """

    def __init__(self, package: str, expected: Mapping[str, float]):
        self.package = package.replace(".kernels", "")
        self.expected = dict(expected)
        self.begun: list[str] = []
        self.started = self.entered = time.perf_counter()

    def begin(self, name: str) -> None:
        """Take note that a kernel is compiled from now on."""
        self.begun.append(name)
        self.expected.setdefault(name, UNKNOWN_SECONDS)
        self.entered = time.perf_counter()

    def left(self) -> float:
        """Return about how many seconds are left."""
        behind = sum(self.expected[name] for name in self.begun[:-1])
        speed = (self.entered - self.started) / behind if behind >= SURE_AFTER else 1.0
        current = speed * sum(self.expected[name] for name in self.begun[-1:])
        ahead = speed * sum(seconds for name, seconds in self.expected.items() if name not in self.begun)
        return max(current - (time.perf_counter() - self.entered), 0.0) + ahead

    def __str__(self) -> str:
        at = f"kernel {max(len(self.begun), 1)} of {len(self.expected)}"
        return f"compiling kernels of {self.package} ({at}, about {max(self.left(), 1):.0f} s left)"


_course: Course | None = None


@contextlib.contextmanager
def watched(package: str, expected: Mapping[str, float]) -> Iterator[None]:
    """Say how compiling goes on, while this block compiles."""
    global _course
    before, course = _course, Course(package, expected)
    _course = course
    try:
        with counted(), waiting.told(lambda: str(course)):
            yield
    finally:
        _course = before


def begins(module: str, function: str) -> None:
    """Take note that a function is compiled from now on."""
    if _course is not None:
        _course.begin(f"{module.rpartition('.')[2]}.{function}")


@contextlib.contextmanager
def counted() -> Iterator[None]:
    """Count the time of this block as compiling: by this process, or by another that it waits for."""
    global _total
    started = time.perf_counter()
    try:
        yield
    finally:
        _total += time.perf_counter() - started


class Spent:
    """The seconds of compiling that one question pays for: all that no answer before it has told."""

    def __init__(self) -> None:
        self._before = _told

    @property
    def seconds(self) -> float:
        """Seconds until now; they are told herewith."""
        global _told
        _told = _total
        return _total - self._before
