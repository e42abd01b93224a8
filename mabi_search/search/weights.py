"""The weights of the evaluation, learned from play (`studies/evaluation/mabi_learn.py`), for each board.

The file has one weight for each place of the evaluation that is no line, and one for each **window** of three
squares of a line: by how far the line is from the edge, how far the window is from the nearer end of the
line, and what stands there. The weight of a line is the sum of its windows. So lines of every length have
weights, and boards of every size are judged by the same. Where nothing stands the weight is 0: so it is on
the lines outside a board.
"""

from __future__ import annotations

import functools
import importlib.resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from _gamekit.files import read_checked, write_checked
from mabi_search.kernels.alphabeta.evaluation import (
    BY_LINE,
    BY_SIZE,
    FILES,
    LINE_CLASSES,
    LINES,
    WEIGHTS,
)

KIND, VERSION = "weights of the evaluation of Mabi", 1
FILE = Path(str(importlib.resources.files("mabi_search").joinpath("data", "evaluation.weights")))
WINDOW = 3
"""Squares of a window."""
FILLINGS = 3**WINDOW
LINE_DISTANCES, WINDOW_DISTANCES = 4, 3
"""How many distances are told apart: the last stands for all that are larger."""
DIGITS = np.arange(LINES)[:, None] // 3 ** np.arange(FILES) % 3
"""Of each line: its squares, 0 if empty, 1 own, 2 the other side's."""


def line_class(line: int, count: int) -> int:
    """Return the distance of a line from the edge, of so many side by side."""
    return min(line, count - 1 - line, LINE_DISTANCES - 1)


def windows_of(length: int) -> list[tuple[int, NDArray[np.int64]]]:
    """Return the windows of lines of a length: each window's distance, and for each line what stands there.

    It is read towards the middle. A window in the middle is read both ways, and comes twice.
    """
    found = []
    for first in range(length - WINDOW + 1):
        last = length - WINDOW - first
        squares = DIGITS[:, first : first + WINDOW]
        distance = min(first, last, WINDOW_DISTANCES - 1)
        for read in ([squares] if first <= last else []) + ([squares[:, ::-1]] if first >= last else []):
            found.append((distance, read @ 3 ** np.arange(WINDOW)))
    return found


def lines_of(windows: NDArray[np.int16], length: int) -> NDArray[np.int16]:
    """Return the weights of all lines of a length: (distance, line)."""
    found = np.zeros((LINE_DISTANCES, LINES), np.int64)
    for distance, fillings in windows_of(length):
        found += windows[:, distance, fillings]
    return found.astype(np.int16)


def spread(
    places: NDArray[np.int16], windows: NDArray[np.int16], ranks: int, files: int
) -> NDArray[np.int16]:
    """Return the weights as the kernels take them, for a board of so many ranks and files."""
    found = np.zeros(WEIGHTS, np.int16)
    found[BY_SIZE:BY_LINE] = places
    for turned, count, length in ((0, ranks, files), (1, files, ranks)):
        first = 0 if ranks == files else turned * LINE_DISTANCES
        for line in range(count):
            found[LINE_CLASSES + turned * FILES + line] = first + line_class(line, count)
        tables = found[BY_LINE + first * LINES :][: LINE_DISTANCES * LINES]
        tables[:] = lines_of(windows, length).ravel()
    return found


def write(
    path: Path, places: NDArray[np.int16], windows: NDArray[np.int16], about: dict[str, object]
) -> None:
    """Write a file of weights."""
    payload = [np.ascontiguousarray(part, "<i2").tobytes() for part in (places, windows)]
    write_checked(path, KIND, VERSION, payload, about)


def read(path: Path = FILE) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return what a file of weights holds: those of places, and of windows (line, window, filling)."""
    payload, _ = read_checked(path, KIND, VERSION)
    values = np.frombuffer(payload, "<i2").astype(np.int16)
    places, windows = np.split(values, [BY_LINE - BY_SIZE])
    return places, windows.reshape(LINE_DISTANCES, WINDOW_DISTANCES, FILLINGS)


@functools.cache
def weights_for(ranks: int, files: int) -> NDArray[np.int16]:
    """Return the weights for a board; not to be written to."""
    return spread(*read(), ranks, files)
