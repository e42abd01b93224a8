"""Decorators that mark kernels, and calls of kernels.

Python calls entries; only kernels call helpers, subroutines and instructions. This module does not need
numba: `store` loads the compiled library of an entry at its first call. If the environment variable
``NUMBA_DISABLE_JIT`` is set, kernels are plain Python functions, for coverage and comparisons.

An entry takes the same tuples and arrays as the plain function. It checks that they match its signature
before the call, and runs without the interpreter lock.
"""

from __future__ import annotations

import functools
import os
import struct
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

from _gamekit.jit import store
from _gamekit.jit.forms import Nothing, Signature

F = TypeVar("F", bound=Callable[..., Any])

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Whether kernels are plain Python in this process."""

KIND = "__kernel_kind__"
"""The attribute that marks functions called by kernels. Its value is one of the constants below."""
HELPER, SUBROUTINE, INSTRUCTION = "helper", "subroutine", "instruction"


class Entry:
    """A kernel that Python calls.

    Parameters
    ----------
    function
        The kernel in plain Python.
    signature
        The forms of its arguments and result.
    """

    def __init__(self, function: Callable[..., Any], signature: Signature):
        functools.update_wrapper(self, function)
        self.function = function
        self.signature = signature
        self.module, self.name = function.__module__, function.__name__
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        if len(names) != len(signature.arguments):
            raise TypeError(
                f"{self}: {len(names)} arguments, but its signature has {len(signature.arguments)}"
            )
        self._writers = [
            (form.writer(), f"{self.name}: {name}")
            for name, form in zip(names, signature.arguments, strict=True)
        ]

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"

    def __repr__(self) -> str:
        return f"<kernel {self}: {self.signature}>"

    def __call__(self, *arguments: Any) -> Any:
        """Call the kernel and return its result.

        Raises
        ------
        TypeError
            An argument does not have the form in the signature.
        OverflowError
            A number has too many bits.
        KernelError
            The library is missing, damaged or older than its source.
        """
        return self.call(self.block(*arguments))

    def block(self, *arguments: Any) -> bytes:
        """Return the arguments as packed words. They contain addresses of arrays; keep these alive."""
        if len(arguments) != len(self._writers):
            raise TypeError(f"{self.name} takes {len(self._writers)} arguments, not {len(arguments)}")
        words: list[int] = []
        for (write, where), argument in zip(self._writers, arguments, strict=True):
            write(argument, words, where)
        return struct.pack(f"{len(words)}Q", *words)

    @functools.cached_property
    def call(self) -> Callable[[bytes], int | None]:
        """The machine code, as a function that takes the packed words of the arguments."""
        return store.loaded(store.library_of(self), returns=not isinstance(self.signature.result, Nothing))


def load(*kernels: Callable[..., Any]) -> None:
    """Load the machine code of entries now rather than at the first call."""
    for one in kernels:
        if isinstance(one, Entry):
            _ = one.call


def kernel(signature: Signature) -> Callable[[F], F]:
    """Mark a function as an entry: a kernel that Python can call; see `Entry`."""

    def mark(function: F) -> F:
        return function if PLAIN else cast("F", Entry(function, signature))

    return mark


def helper(function: F) -> F:
    """Mark a function to be inlined into the kernels that call it."""
    setattr(function, KIND, HELPER)
    return function


def subroutine(function: F) -> F:
    """Mark a function to be compiled once into each kernel that calls it, instead of being inlined."""
    setattr(function, KIND, SUBROUTINE)
    return function


def instruction(function: F) -> F:
    """Mark a function that `build` compiles to a single processor instruction."""
    setattr(function, KIND, INSTRUCTION)
    return function


def entries(package: str) -> Iterator[Entry]:
    """Import all modules of a package, and yield the entries in them."""
    import importlib  # needed only for building
    import pkgutil

    root = importlib.import_module(package)
    for found in sorted(pkgutil.walk_packages(root.__path__, f"{package}."), key=lambda one: one.name):
        module = importlib.import_module(found.name)
        for value in vars(module).values():
            if isinstance(value, Entry) and value.module == found.name:
                yield value
