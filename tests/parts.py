"""Parts of kernels, called from Python: in what is shipped they are never compiled alone."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from _gamekit.jit import entry


@functools.cache
def called(part: Callable[..., Any]) -> Callable[..., Any]:
    """Return a `helper` or a `subroutine` of kernels as numba compiles it by itself."""
    if entry.PLAIN:
        return part
    from _gamekit.jit import build  # imports numba

    compiled: Callable[..., Any] = build.compiled(part)
    return compiled


def in_python(part: Callable[..., Any]) -> Callable[..., Any]:
    """Return a part in plain Python; numbers overflow in silence, as in kernels.

    For what would take numba seconds and is called a few times. That compiled code does the same is tested of
    the entries that it belongs to: tests/common/test_entries.py.
    """

    @functools.wraps(part)
    def run(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return part(*arguments)

    return run


class Parts:
    """A module of kernels whose functions can be called from Python."""

    def __init__(self, module: Any):
        self.module = module

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.module, name)
        return called(value) if hasattr(value, entry.KIND) else value
