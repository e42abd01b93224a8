"""What patterns of squares would add to Mabi's evaluation, without a change of the engine.

::

    python -m studies.evaluation.mabi_patterns --positions /tmp/positions.npy

The engine plays games against itself, as for `mabi_learn`. A ridge regression explains by patterns what the
score of a search and the evaluation differ by. One game in ten is held out; on its positions the error is
told before and after. Patterns have the same weights in all symmetric places; what the other side has in its
place counts negative.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import scipy
import scipy.sparse.linalg
from numpy.typing import NDArray

from _gamekit.progress import status
from mabi_search import Rules
from mabi_search.kernels.alphabeta import evaluation
from mabi_search.search.weights import weights_for
from studies.evaluation import mabi_selfplay as selfplay
from studies.evaluation.mabi_learn import CHANCE, HELD_OUT, NODES

SIDE = 8
BLOCK = 64
"""Games."""
MOST_SCORE = 1500
"""Larger scores are left out: they are nearly decided."""
PENALTIES = 300, 3000
IDEAS = {
    "windows of 2x2 and 2x3": [(2, 2), (2, 3)],
    "lines of 4 and 5": [(1, 4), (1, 5)],
    "windows of 2x3 and 3x3": [(2, 3), (3, 3)],
}
DISTANCES = {9: 2, 6: 3, 5: 3, 4: 4}
"""For windows of so many squares, the distances from the edge with separate weights."""


def positions_of(games: int, seed: int, file: Path | None) -> NDArray[Any]:
    """Return the positions of so many games, from a file if it has them."""
    if file is not None and file.exists():
        kept: NDArray[Any] = np.load(file)
        return kept[kept["game"] < games]
    scratch, found = selfplay.scratch(NODES), []
    scratch.work.weights[:] = weights_for(SIDE, SIDE)
    with status() as show:
        for first in range(0, games, BLOCK):
            show(f"{first} of {games} games")
            found.append(selfplay.play_block(scratch, Rules(), first, BLOCK, seed, NODES, CHANCE).examples)
    positions = np.concatenate(found)
    if file is not None:
        np.save(file, positions)
    return positions


def windows(height: int, width: int) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield the class of each window, and its squares as read from the nearest corner."""
    most = DISTANCES[height * width] - 1
    for high, wide in {(height, width), (width, height)}:
        for rank, file in itertools.product(range(SIDE + 1 - high), range(SIDE + 1 - wide)):
            squares = (np.arange(rank, rank + high) * SIDE)[:, None] + np.arange(file, file + wide)
            near, beside = min(rank, SIDE - high - rank), min(file, SIDE - wide - file)
            squares = squares[::-1] if near < rank else squares
            squares = squares[:, ::-1] if beside < file else squares
            if high != height or (height == width and near > beside):
                squares, near, beside = squares.T, beside, near
            yield min(near, most) * (most + 1) + min(beside, most), squares.ravel()


def columns(digits: NDArray[np.int64], height: int, width: int) -> Any:
    """Return the sparse matrix of the patterns of windows: 1, or -1 with exchanged colours."""
    powers = 3 ** np.arange(height * width)
    fillings = np.arange(3 * powers[-1])
    exchanged = np.array([0, 2, 1])[fillings[:, None] // powers % 3] @ powers
    rows, places, signs = [], [], []
    for kind, squares in windows(height, width):
        filling = digits[:, squares] @ powers
        other = exchanged[filling]
        row = np.flatnonzero(filling != other).astype(np.int32)
        rows.append(row)
        places.append((kind * len(fillings) + np.minimum(filling, other))[row].astype(np.int32))
        signs.append(np.sign(other - filling)[row].astype(np.float32))
    entries = np.concatenate(rows), np.concatenate(places)
    shape = len(digits), len(fillings) * DISTANCES[height * width] ** 2
    return scipy.sparse.csr_matrix((np.concatenate(signs), entries), shape=shape)


def estimates(positions: NDArray[Any]) -> NDArray[np.float64]:
    """Return the evaluation of each position."""
    (setting, *_), weights = selfplay.begin(Rules()), weights_for(SIDE, SIDE)
    scratch = np.zeros(evaluation.PLACES, np.int64)
    words = zip(positions["own"], positions["enemy"], positions["holds"].tolist(), strict=True)
    return np.array([evaluation.estimated(setting, *each, weights, scratch) for each in words], float)


def rms(errors: NDArray[np.float64]) -> float:
    """Return the root of the mean square."""
    return float(np.sqrt((errors**2).mean()))


def main() -> None:
    """Print the errors on positions held out, without patterns and with those of each idea."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=640)
    parser.add_argument("--seed", type=int, default=77303)
    parser.add_argument("--positions", type=Path, metavar="FILE", help="where the positions are kept")
    options = parser.parse_args()
    positions = positions_of(options.games, options.seed, options.positions)
    positions = positions[abs(positions["score"]) < MOST_SCORE]
    held = positions["game"] % HELD_OUT == 0
    scores = positions["score"].astype(float)
    told = estimates(positions)
    slope, offset = np.polyfit(told[~held], scores[~held], 1).tolist()
    told = offset + slope * told

    def report(name: str, values: NDArray[np.float64]) -> None:
        rank = scipy.stats.spearmanr(values[held], scores[held]).statistic
        print(
            f"{name}: error {rms(values[held] - scores[held]):.2f}, rank correlation {rank:.4f}", flush=True
        )

    print(f"{np.sum(~held)} positions, and {held.sum()} held out")
    report("as it is", told)
    squares = np.arange(SIDE * SIDE, dtype=np.uint64)
    digits = (positions["own"][:, None] >> squares & 1) + 2 * (positions["enemy"][:, None] >> squares & 1)
    for name, shapes in IDEAS.items():
        matrix = scipy.sparse.hstack([columns(digits.astype(np.int64), *shape) for shape in shapes], "csr")
        for penalty in PENALTIES:
            rest = (scores - told)[~held]
            added = scipy.sparse.linalg.lsqr(matrix[~held], rest, np.sqrt(penalty), iter_lim=40)[0]
            report(f"{name}, penalty {penalty}", told + matrix @ added)


if __name__ == "__main__":
    main()
