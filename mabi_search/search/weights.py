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
from mabi_search.kernels.alphabeta import weights as kernels
from mabi_search.kernels.alphabeta.evaluation import BY_LINE, BY_SIZE, WEIGHTS
from mabi_search.kernels.alphabeta.weights import FILLINGS, LINE_DISTANCES, WINDOW_DISTANCES

KIND, VERSION = "weights of the evaluation of Mabi", 1
FILE = Path(str(importlib.resources.files("mabi_search").joinpath("data", "evaluation.weights")))


def spread(
    places: NDArray[np.int16], windows: NDArray[np.int16], ranks: int, files: int
) -> NDArray[np.int16]:
    """Return the weights for a board of `ranks` x `files` squares, in the layout of the kernels."""
    weights = np.zeros(WEIGHTS, np.int16)
    kernels.spread(np.concatenate([places, windows.ravel()]), ranks, files, weights)
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
