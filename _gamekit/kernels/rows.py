"""Arrays of records, for kernels, whose fields are declared by a class.

Fields are read and written by name, like ``row.depth``, in compiled and in plain Python. When compiled, this
is as fast as an index into a plain array, like ``row[DEPTH]``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.record]
"""An array of rows."""


def fields_of(row: type, kind: Any = np.int64) -> np.dtype[Any]:
    """Return the dtype of rows with the fields that a class declares, all of the dtype `kind`."""
    return np.dtype([(name, kind) for name in row.__annotations__], align=True)


def zeros(shape: int | tuple[int, ...], fields: np.dtype[Any]) -> Rows:
    """Return an array of rows filled with zeros."""
    return np.zeros(shape, fields).view(np.recarray)
