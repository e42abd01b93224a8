"""Parts of kernels, called from Python: alone they are never compiled."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numba

from _gamekit import kernel_cache


@functools.cache
def called(part: Callable[..., Any]) -> Callable[..., Any]:
    """Return a `helper` or a `subroutine` of kernels as a function that Python can call."""
    if numba.config.DISABLE_JIT:
        return part
    compiled: Callable[..., Any] = numba.njit(**kernel_cache.OPTIONS)(part.py_func)  # type: ignore[attr-defined]
    return compiled


class Parts:
    """A module of kernels whose functions can be called from Python."""

    def __init__(self, module: Any):
        self.module = module

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.module, name)
        return called(value) if hasattr(value, "py_func") else value
