"""Deals and their answers as arrays: what the searches read and write."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.forms import form_of

SOLVED, UNSOLVABLE, UNDECIDED, WAITING = range(4)
"""Status of a deal; `solving.batch.OUTCOMES` says which outcomes the first three stand for."""

LINE = 24
"""Swaps of the longest line."""


class Batch(NamedTuple):
    """Deals and their answers, n of them."""

    rings: NDArray[np.uint64]
    """(n,): the rings, from the mover's first place."""
    cards: NDArray[np.uint8]
    """(n, 15): for each stone the number of its card."""
    banned: NDArray[np.uint8]
    """(n,): what no-undo remembers."""
    turns_left: NDArray[np.uint8]
    """(n,): turns that may be played."""
    status: NDArray[np.uint8]
    """(n,): SOLVED, UNSOLVABLE, UNDECIDED, or WAITING as long as there is no answer."""
    bound: NDArray[np.uint8]
    """(n,): no win takes fewer turns; the minimum if solved."""
    nodes: NDArray[np.int64]
    """(n,): nodes expanded."""
    lines: NDArray[np.uint8]
    """(n, 24): own place * 16 + other place of each swap of a shortest line, seen from each mover."""
    wins: NDArray[np.int64]
    """(n,): shortest lines found: all of them if they are counted, else 1 if solved."""


BATCH = form_of(
    Batch(
        np.zeros(1, np.uint64),
        np.zeros((1, 15), np.uint8),
        np.zeros(1, np.uint8),
        np.zeros(1, np.uint8),
        np.zeros(1, np.uint8),
        np.zeros(1, np.uint8),
        np.zeros(1, np.int64),
        np.zeros((1, LINE), np.uint8),
        np.zeros(1, np.int64),
    )
)
"""The form of a `Batch`."""
