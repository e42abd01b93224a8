"""Lines of the processor's cache: arrays that begin with a line, and prefetching.

A word that is not in a cache takes as long as some hundred instructions. It comes with its whole line.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from _gamekit.jit.entry import instruction
from _gamekit.kernels.rows import Rows

LINE = 64
"""Bytes of a line."""


@instruction
def prefetch(array: Any, index: Any) -> None:
    """Prefetch an item, which must exist; items are counted in C order. This affects only the running time.

    In WebAssembly, which has no such instruction, it compiles to nothing.
    """


def zeros_in_lines(shape: tuple[int, ...], fields: np.dtype[Any]) -> Rows:
    """Return an array of rows like that of `rows.zeros`, which begins with a line."""
    count = int(np.prod(shape)) * fields.itemsize
    memory = np.zeros(count + LINE, np.uint8)
    start = -memory.ctypes.data % LINE
    return memory[start : start + count].view(fields).reshape(shape).view(np.recarray)
