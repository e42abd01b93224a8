"""Types of the arguments and results of kernels, like ``int64(SETTING, uint64[::1], int64)``, without numba.

A **form** describes an argument: a number, an array in C order, or a tuple of forms. `build` converts forms
to numba's types. `entry` checks arguments against forms, and packs them into 8-byte words. A number becomes
one word, an array its address followed by its shape, and a tuple the words of its members.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

WORD = (1 << 64) - 1

Write = Callable[[Any, list[int], str], None]
"""A function that appends the words of an argument to a list. The text names the argument in errors."""


@dataclass(frozen=True)
class Number:
    """An integer of 8 to 64 bits. ``int64[::1]`` is an array of integers, ``int64(...)`` a signature."""

    name: str

    def __getitem__(self, order: slice | tuple[slice, ...]) -> Array:
        slices = order if isinstance(order, tuple) else (order,)
        if [one.step for one in slices] != [None] * (len(slices) - 1) + [1]:
            raise TypeError(f"{self.name}[{order}]: only arrays in C order, [::1] or [:, ::1]")
        return Array(np.dtype(self.name), len(slices))

    def __call__(self, *arguments: Form) -> Signature:
        return Signature(self, arguments)

    def __str__(self) -> str:
        return self.name

    def writer(self) -> Write:
        """Return a function that checks a number and appends its word."""
        info = np.iinfo(self.name)
        least, most, name = int(info.min), int(info.max), self.name

        def write(value: Any, words: list[int], where: str) -> None:
            try:
                number = operator.index(value)
            except TypeError:
                raise TypeError(f"{where} must be an integer ({name}), not {_described(value)}") from None
            if not least <= number <= most:
                raise OverflowError(f"{where} must be {name}, from {least} to {most}, not {number}")
            words.append(number & WORD)

        return write


@dataclass(frozen=True)
class Array:
    """A writable array in C order."""

    items: np.dtype[Any]
    dimensions: int

    def __str__(self) -> str:
        name = f"{{{', '.join(self.items.names)}}}" if self.items.names else self.items.name
        return f"{name}[{', '.join([':'] * (self.dimensions - 1) + ['::1'])}]"

    def writer(self) -> Write:
        """Return a function that checks an array and appends its address and shape."""
        items, dimensions = self.items, self.dimensions

        def write(value: Any, words: list[int], where: str) -> None:
            try:
                flags = value.flags
                good = value.dtype == items and value.ndim == dimensions
                good = good and flags.c_contiguous and flags.writeable and flags.aligned
            except AttributeError:
                good = False
            if not good:
                raise TypeError(
                    f"{where} must be an array {self}, in C order and writable, not {_described(value)}"
                )
            words.append(value.__array_interface__["data"][0])
            words.extend(value.shape)

        return write


@dataclass(frozen=True)
class Tuple:
    """A tuple, or an instance of one class of named tuples."""

    members: tuple[Form, ...]
    kind: type = tuple

    def __str__(self) -> str:
        return f"{self.kind.__name__}({', '.join(map(str, self.members))})"

    def writer(self) -> Write:
        """Return a function that checks a tuple and appends the words of its members."""
        kind = self.kind
        names = getattr(kind, "_fields", tuple(f"[{at}]" for at in range(len(self.members))))
        writers = [(name, member.writer()) for name, member in zip(names, self.members, strict=True)]

        def write(value: Any, words: list[int], where: str) -> None:
            if type(value) is not kind or len(members := cast("Sequence[Any]", value)) != len(writers):
                raise TypeError(f"{where} must be a {self}, not {_described(value)}")
            for (name, write_member), member in zip(writers, members, strict=True):
                write_member(member, words, f"{where}.{name}")

        return write


@dataclass(frozen=True)
class Nothing:
    """The result form of a kernel that returns no value."""

    def __call__(self, *arguments: Form) -> Signature:
        return Signature(self, arguments)

    def __str__(self) -> str:
        return "void"


Form = Number | Array | Tuple


@dataclass(frozen=True)
class Signature:
    """The forms of a kernel's result and arguments."""

    result: Number | Nothing
    arguments: tuple[Form, ...]

    def __str__(self) -> str:
        return f"{self.result}({', '.join(map(str, self.arguments))})"


int8, int16, int32, int64 = Number("int8"), Number("int16"), Number("int32"), Number("int64")
uint8, uint16, uint32, uint64 = Number("uint8"), Number("uint16"), Number("uint32"), Number("uint64")
void = Nothing()


def form_of(example: object) -> Form:
    """Return the form that fits an example: a number, an array, or a tuple of examples."""
    if isinstance(example, np.ndarray):
        return Array(example.dtype, example.ndim)
    if isinstance(example, tuple):
        return Tuple(tuple(map(form_of, example)), type(example))
    if isinstance(example, np.integer):
        return Number(example.dtype.name)
    if type(example) is int:
        return int64
    raise TypeError(
        f"a kernel's argument must be a number, an array or a tuple of these, not {_described(example)}"
    )


def _described(value: object) -> str:
    """Return a description of an argument for a message."""
    if isinstance(value, np.ndarray):
        flags = cast("Any", value.flags)
        order = "" if flags.c_contiguous else ", not in C order"
        return f"{Array(value.dtype, value.ndim)}{order}{'' if flags.writeable else ', read-only'}"
    return f"{value!r:.60} of type {type(value).__name__}"
