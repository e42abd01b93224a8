"""Parts of kernels, called from Python: alone they are never compiled."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from _gamekit.jit import entry


@functools.cache
def called(part: Callable[..., Any]) -> Callable[..., Any]:
    """Return a `helper` or a `subroutine` of kernels as numba compiles it by itself."""
    if entry.PLAIN:
        return part
    from _gamekit.jit import build  # imports numba

    compiled: Callable[..., Any] = build.compiled(part)
    return compiled


class Parts:
    """A module of kernels whose functions can be called from Python."""

    def __init__(self, module: Any):
        self.module = module

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.module, name)
        return called(value) if hasattr(value, entry.KIND) else value
