"""The weights of a board, from those of features and of windows; see `search/weights.py`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import int16, int64, void
from mabi_search.kernels.alphabeta.evaluation import BY_LINE, BY_SIZE, FILES, LINE_CLASSES, LINES

WINDOW = 3
"""Number of squares in a window."""
FILLINGS = 3**WINDOW
LINE_DISTANCES, WINDOW_DISTANCES = 4, 3
"""Number of distances with separate weights: of lines from the edge, and of windows from the end of a line.
The last one includes all larger distances."""


@helper
def line_weight(windows: NDArray[np.int16], distance: int, line: int, length: int) -> int:
    """Return the weight of a line, the sum of those of its windows.

    A window is read towards the middle of the line. A window in the middle is read in both directions and
    counts as two windows.
    """
    weight = 0
    for first in range(length - WINDOW + 1):
        last = length - WINDOW - first
        row = (distance * WINDOW_DISTANCES + min(first, last, WINDOW_DISTANCES - 1)) * FILLINGS
        filling = line % FILLINGS
        if first <= last:
            weight += windows[row + filling]
        if first >= last:
            weight += windows[row + filling % 3 * 9 + filling // 3 % 3 * 3 + filling // 9]
        line //= 3
    return weight


@kernel(void(int16[::1], int64, int64, int16[::1]))
def spread(values: NDArray[np.int16], ranks: int, files: int, weights: NDArray[np.int16]) -> None:
    """Write the weights for a board of `ranks` x `files` squares, whose lines have weight 0 before.

    values    the weights of features, then those of windows
    """
    places, windows = values[: BY_LINE - BY_SIZE], values[BY_LINE - BY_SIZE :]
    for i in range(places.size):
        weights[BY_SIZE + i] = places[i]
    for turned in range(2):
        count, length = (files, ranks) if turned else (ranks, files)
        table = turned * LINE_DISTANCES if ranks != files else 0
        for line in range(count):
            distance = min(line, count - 1 - line, LINE_DISTANCES - 1)
            weights[LINE_CLASSES + turned * FILES + line] = table + distance
        for distance in range(LINE_DISTANCES):
            for line in range(LINES):
                place = BY_LINE + (table + distance) * LINES + line
                weights[place] = line_weight(windows, distance, line, length)
