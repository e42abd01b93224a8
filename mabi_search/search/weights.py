"""The weights of the evaluation for each board, trained on games (`studies/evaluation/mabi_learn.py`).

A **line** is a rank or a file of the board. The weights are those of each **window** of three adjacent
squares of a line, and one for each feature of the evaluation that is not a line. The weight of a window
depends on its pieces, on the distance of its line from the edge, and on its distance from the nearer end of
the line. The weight of a line is the sum of the weights of its windows. Therefore the same weights apply to
boards of all sizes. An empty line and lines outside the board have weight 0.
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
"""Number of squares in a window."""
FILLINGS = 3**WINDOW
LINE_DISTANCES, WINDOW_DISTANCES = 4, 3
"""Number of distances with separate weights: of lines from the edge, and of windows from the end of a line.
The last one includes all larger distances."""
DIGITS = np.arange(LINES)[:, None] // 3 ** np.arange(FILES) % 3
"""The squares of each line: 0 for an empty square, 1 for an own piece, 2 for an enemy piece."""


def line_class(line: int, count: int) -> int:
    """Return the distance of one of `count` parallel lines from the edge, capped at the largest class."""
    return min(line, count - 1 - line, LINE_DISTANCES - 1)


def windows_of(length: int) -> list[tuple[int, NDArray[np.int64]]]:
    """Return, for each window of a line of this length, its distance and its contents in every line.

    A window is read towards the middle of the line. A window in the middle is read in both directions and
    counts as two windows.
    """
    windows = []
    for first in range(length - WINDOW + 1):
        last = length - WINDOW - first
        squares = DIGITS[:, first : first + WINDOW]
        distance = min(first, last, WINDOW_DISTANCES - 1)
        for read in ([squares] if first <= last else []) + ([squares[:, ::-1]] if first >= last else []):
            windows.append((distance, read @ 3 ** np.arange(WINDOW)))
    return windows


def lines_of(windows: NDArray[np.int16], length: int) -> NDArray[np.int16]:
    """Return the weights of all lines of a given length, by the distance and the contents of the line."""
    weights = np.zeros((LINE_DISTANCES, LINES), np.int64)
    for distance, fillings in windows_of(length):
        weights += windows[:, distance, fillings]
    return weights.astype(np.int16)


def spread(
    places: NDArray[np.int16], windows: NDArray[np.int16], ranks: int, files: int
) -> NDArray[np.int16]:
    """Return the weights for a board of `ranks` x `files` squares, in the layout of the kernels."""
    weights = np.zeros(WEIGHTS, np.int16)
    weights[BY_SIZE:BY_LINE] = places
    for turned, count, length in ((0, ranks, files), (1, files, ranks)):
        first = 0 if ranks == files else turned * LINE_DISTANCES
        for line in range(count):
            weights[LINE_CLASSES + turned * FILES + line] = first + line_class(line, count)
        tables = weights[BY_LINE + first * LINES :][: LINE_DISTANCES * LINES]
        tables[:] = lines_of(windows, length).ravel()
    return weights


def write(
    path: Path, places: NDArray[np.int16], windows: NDArray[np.int16], about: dict[str, object]
) -> None:
    """Write a file of weights."""
    payload = [np.ascontiguousarray(part, "<i2").tobytes() for part in (places, windows)]
    write_checked(path, KIND, VERSION, payload, about)


def read(path: Path = FILE) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the weights of features and of windows from a file."""
    payload, _ = read_checked(path, KIND, VERSION)
    values = np.frombuffer(payload, "<i2").astype(np.int16)
    places, windows = np.split(values, [BY_LINE - BY_SIZE])
    return places, windows.reshape(LINE_DISTANCES, WINDOW_DISTANCES, FILLINGS)


@functools.cache
def weights_for(ranks: int, files: int) -> NDArray[np.int16]:
    """Return the weights for a board. The array is cached and must not be modified."""
    return spread(*read(), ranks, files)
