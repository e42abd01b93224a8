"""Calls of kernels that programs make, recorded as files: what an entry was given, and what it made of it."""

from __future__ import annotations

import ctypes
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import Entry

CALLS = 30
"""Of an entry that are recorded at most, evenly among all."""


def arrays_of(value: Any) -> Iterator[NDArray[Any]]:
    """Yield the arrays of some arguments that have any items."""
    if isinstance(value, np.ndarray):
        if value.nbytes:
            yield value
    elif isinstance(value, tuple):
        for member in value:
            yield from arrays_of(member)


def stretches_of(arguments: tuple[Any, ...]) -> list[tuple[int, int]]:
    """Return the memory that arrays stand in, as first address and end: what overlaps is in one stretch."""
    found: list[tuple[int, int]] = []
    for first, end in sorted((one.ctypes.data, one.ctypes.data + one.nbytes) for one in arrays_of(arguments)):
        if found and first < found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((first, end))
    return found


def memory(first: int, end: int) -> NDArray[np.uint8]:
    """Return a stretch of memory, itself and not a copy."""
    return np.frombuffer((ctypes.c_uint8 * (end - first)).from_address(first), np.uint8)


class Recording:
    """Recorded calls: ``calls.json``, and ``memory.bin`` with what stood in memory before and after them.

    Parameters
    ----------
    folder
        Where they are written.
    names
        The entries that are recorded, and what they are to be called.
    quota
        Nodes that a search is asked for at most: a program then makes more calls, of less work each.
    """

    def __init__(self, folder: Path, names: Mapping[str, str], quota: int):
        self.folder, self.names, self.quota = folder, names, quota
        self.made, self.kept = Counter[str](), Counter[str]()
        self.seconds: list[float] = []
        """Of the processor, for each call recorded."""
        self._calls: list[dict[str, Any]] = []
        self._last: dict[tuple[int, int], tuple[int, NDArray[np.uint8]]] = {}
        self._written = 0

    def record(self, work: Callable[[], None]) -> None:
        """Do some work twice: to count its calls, and to record some of them."""
        with self._listening(self._counted):
            work()
        total, self.made = self.made, Counter()
        with (
            (self.folder / "memory.bin").open("wb") as self._file,
            self._listening(lambda one, *given: self._recorded(total, one, *given)),
        ):
            work()
        self._last.clear()
        (self.folder / "calls.json").write_text(json.dumps(self._calls))

    @contextmanager
    def _listening(self, call: Callable[..., Any]) -> Iterator[None]:
        plainly = Entry.__call__

        def instead(entry: Entry, *arguments: Any) -> Any:
            if str(entry) not in self.names:
                return plainly(entry, *arguments)
            argument_names = entry.function.__code__.co_varnames
            return call(
                entry,
                *(
                    min(value, self.quota) if name == "quota" else value
                    for name, value in zip(argument_names, arguments, strict=False)
                ),
            )

        with mock.patch.object(Entry, "__call__", instead):
            yield

    def _counted(self, entry: Entry, *arguments: Any) -> Any:
        self.made[str(entry)] += 1
        return entry.call(entry.block(*arguments))

    def _recorded(self, total: Counter[str], entry: Entry, *arguments: Any) -> Any:
        name = str(entry)
        number, every = self.made[name], max(1, total[name] / CALLS)
        self.made[name] += 1
        if number // every == (number - 1) // every:
            return entry.call(entry.block(*arguments))
        self.kept[name] += 1
        stretches = stretches_of(arguments)
        before = [self._kept(*stretch) for stretch in stretches]
        started = time.process_time()
        result = entry.call(entry.block(*arguments))
        self.seconds.append(time.process_time() - started)
        after = [self._kept(*stretch) for stretch in stretches]
        self._calls.append(
            {
                "name": self.names[name],
                "arguments": [self._told(value, stretches) for value in arguments],
                "result": None if result is None else str(result),
                "stretches": [
                    {"bytes": end - first, "skew": first % 16, "before": one, "after": other}
                    for (first, end), one, other in zip(stretches, before, after, strict=True)
                ],
            }
        )
        return result

    def _kept(self, first: int, end: int) -> int:
        """Return where in the file a stretch stands as it is now."""
        now = memory(first, end)
        place, last = self._last.get((first, end), (0, None))
        if last is None or not np.array_equal(now, last):
            self._last[first, end] = place, _ = self._written, now.copy()
            self._file.write(now)
            self._written += end - first
        return place

    def _told(self, value: Any, stretches: list[tuple[int, int]]) -> Any:
        """Return an argument: a number as text, an array as its place in a stretch, a tuple as a list."""
        if isinstance(value, tuple):
            return [self._told(member, stretches) for member in value]
        if not isinstance(value, np.ndarray):
            return str(int(value))
        if not value.nbytes:
            return {"stretch": None, "shape": value.shape}
        address = value.ctypes.data
        number = max(i for i, (first, _) in enumerate(stretches) if first <= address)
        return {"stretch": number, "at": address - stretches[number][0], "shape": value.shape}
