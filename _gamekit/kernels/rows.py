"""Rows of named numbers, for kernels: an array of records whose fields a class declares.

Fields are read and written by name, ``row.depth``, compiled and interpreted. Compiled, this is as fast as
``row[DEPTH]``, an index into a plain array.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.record]
"""An array of rows."""


def fields_of(row: type, kind: Any = np.int64) -> np.dtype[Any]:
    """Return the type of rows with the fields that a class declares, all numbers of one kind."""
    return np.dtype([(name, kind) for name in row.__annotations__], align=True)


def zeros(shape: int | tuple[int, ...], fields: np.dtype[Any]) -> Rows:
    """Return rows of zeros."""
    return np.zeros(shape, fields).view(np.recarray)
