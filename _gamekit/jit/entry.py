"""Marks kernels, and calls them: an entry is called by Python, helpers and subroutines by kernels alone.

Nothing is compiled here, and nothing needs numba. When an entry is called for the first time, `store` finds
its library, or has it built. Where the environment variable ``NUMBA_DISABLE_JIT`` is set, kernels are plain
Python: for coverage, and for comparisons.

Building takes seconds, and many questions take a hundred nodes. So entries marked `plain_first` run as
plain Python while they have no library, until the process has spent `PLAIN_SECONDS` so.

An entry takes the arguments that its signature says, the same tuples and arrays as the plain function, and
refuses others before the call. It runs without the interpreter lock.
"""

from __future__ import annotations

import functools
import os
import struct
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

import numpy as np

from _gamekit.jit import store
from _gamekit.jit.forms import Nothing, Signature

F = TypeVar("F", bound=Callable[..., Any])

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Whether kernels are plain Python in this process."""

PLAIN_SECONDS = 2.0
"""What a process may spend in plain Python before it has kernels built: some thousand nodes."""
PLAIN_QUOTA = 64
"""The most that an argument `quota` asks for meanwhile: some hundredths of a second."""

KIND = "__kernel_kind__"
"""The attribute of functions that kernels call; its value is one of those below."""
HELPER, SUBROUTINE, INSTRUCTION = "helper", "subroutine", "instruction"


_plain_seconds = 0.0  # what this process has spent so


class Entry:
    """A kernel that Python calls.

    Parameters
    ----------
    function
        The kernel in plain Python.
    signature
        What it takes and returns.
    plain_first
        Whether calls are short in plain Python too, but for an argument `quota`, which may be lowered.
    """

    def __init__(self, function: Callable[..., Any], signature: Signature, plain_first: bool = False):
        functools.update_wrapper(self, function)
        self.function = function
        self.signature, self.plain_first = signature, plain_first
        self.module, self.name = function.__module__, function.__name__
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        if len(names) != len(signature.arguments):
            raise TypeError(
                f"{self}: {len(names)} arguments, but its signature has {len(signature.arguments)}"
            )
        self._quota = names.index("quota") if "quota" in names else None
        self._writers = [
            (form.writer(), f"{self.name}: {name}")
            for name, form in zip(names, signature.arguments, strict=True)
        ]

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"

    def __repr__(self) -> str:
        return f"<kernel {self}: {self.signature}>"

    def __call__(self, *arguments: Any) -> Any:
        """Return what the kernel returns.

        Raises
        ------
        TypeError
            An argument is not of the form that the signature says.
        OverflowError
            A number has too many bits.
        """
        block = self.block(*arguments)
        if self.plain_first and not self.loaded and _plain_seconds < PLAIN_SECONDS and self._missing:
            return self._in_plain_python(list(arguments))
        return self.call(block)

    def _in_plain_python(self, arguments: list[Any]) -> Any:
        """Do what the library does; numbers overflow in silence, as there."""
        global _plain_seconds
        if self._quota is not None:
            arguments[self._quota] = min(arguments[self._quota], PLAIN_QUOTA)
        started = time.perf_counter()
        with np.errstate(over="ignore"):
            result = self.function(*arguments)
        _plain_seconds += time.perf_counter() - started
        return result

    @functools.cached_property
    def _missing(self) -> bool:
        return not self.ready

    def block(self, *arguments: Any) -> bytes:
        """Return the words of the arguments; they hold addresses, so keep the arrays as long."""
        if len(arguments) != len(self._writers):
            raise TypeError(f"{self.name} takes {len(self._writers)} arguments, not {len(arguments)}")
        words: list[int] = []
        for (write, where), argument in zip(self._writers, arguments, strict=True):
            write(argument, words, where)
        return struct.pack(f"{len(words)}Q", *words)

    @functools.cached_property
    def call(self) -> Callable[[bytes], int | None]:
        """The machine code, to be called with the words of the arguments."""
        return store.loaded(store.library_of(self), returns=not isinstance(self.signature.result, Nothing))

    @property
    def loaded(self) -> bool:
        """Whether it has been called."""
        return "call" in vars(self)

    @property
    def ready(self) -> bool:
        """Whether it can be called without building anything."""
        return self.loaded or store.find(self) is not None


def load(*kernels: Callable[..., Any]) -> None:
    """Load the machine code of entries now, which otherwise the first call does; build it if need be."""
    for one in kernels:
        if isinstance(one, Entry):
            _ = one.call


def kernel(signature: Signature, plain_first: bool = False) -> Callable[[F], F]:
    """Mark a function as an entry: a kernel that Python calls with arguments of these forms; see `Entry`."""

    def mark(function: F) -> F:
        return function if PLAIN else cast("F", Entry(function, signature, plain_first))

    return mark


def helper(function: F) -> F:
    """Mark what runs at every node: it is compiled into each of its calls within kernels."""
    setattr(function, KIND, HELPER)
    return function


def subroutine(function: F) -> F:
    """Mark what is long and has many calls: it is compiled once into each kernel that calls it."""
    setattr(function, KIND, SUBROUTINE)
    return function


def instruction(function: F) -> F:
    """Mark a function for which `build` knows an instruction of the processor."""
    setattr(function, KIND, INSTRUCTION)
    return function


def entries(package: str) -> Iterator[Entry]:
    """Yield all entries of a package of kernels, imported."""
    import importlib  # only for `warm` and for wheels
    import pkgutil

    root = importlib.import_module(package)
    for found in sorted(pkgutil.walk_packages(root.__path__, f"{package}."), key=lambda one: one.name):
        module = importlib.import_module(found.name)
        for value in vars(module).values():
            if isinstance(value, Entry) and value.module == found.name:
                yield value
