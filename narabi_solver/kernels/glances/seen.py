"""What a person sees in a ring without trying swaps: how much is in order, and whether it is nearly so."""

from __future__ import annotations

import numpy as np
from numba.types import uint8, uint64, void
from numpy.typing import NDArray

from _gamekit.kernel_cache import helper, kernel
from _gamekit.kernels.bits import signed
from narabi_solver.kernels.fifteen.clipped import (
    CLIPPED,
    FAR,
    Clipped,
    class_of,
    number_places,
    spots_of,
    value_at,
)
from narabi_solver.kernels.state import GAME, Game, stone_at
from narabi_solver.kernels.twelve.relaxed import CLASSES, RELAXED, Relaxed, order_of, pattern_mask


@helper
def pairs_in_order(ring: np.uint64, game: Game) -> int:
    """Return how many numbers are followed by the next one, blanks skipped, in the better direction."""
    ranks = game.ranks
    up = down = 0
    first = before = -1
    for place in range(game.places):
        rank = stone_at(ring, place)
        if rank < ranks:
            if before < 0:
                first = rank
            else:
                up += rank == (before + 1) % ranks
                down += before == (rank + 1) % ranks
            before = rank
    up += first == (before + 1) % ranks
    down += before == (first + 1) % ranks
    return max(up, down)


@kernel(void(GAME, uint64[::1], uint8[::1]))
def count_pairs(game: Game, rings: NDArray[np.uint64], pairs: NDArray[np.uint8]) -> None:
    """Write for each ring how many of its numbers are followed by the next one."""
    for i in range(rings.size):
        pairs[i] = pairs_in_order(rings[i], game)


@kernel(void(RELAXED, uint64[::1], uint8[::1]))
def near_twelve(table: Relaxed, rings: NDArray[np.uint64], turns: NDArray[np.uint8]) -> None:
    """Write for each ring of 12 stones the turns to a win if all cards are ignored, `FAR` + 1 at most."""
    for i in range(rings.size):
        pattern = np.int64(table.pattern_of[pattern_mask(rings[i])])
        distance = np.int64(table.distance[pattern * CLASSES + order_of(rings[i])])
        turns[i] = distance if distance <= FAR else FAR + 1


@kernel(void(CLIPPED, uint64[::1], uint8[::1]))
def near_fifteen(table: Clipped, rings: NDArray[np.uint64], turns: NDArray[np.uint8]) -> None:
    """Write for each ring of 15 stones the turns to a win if all cards are ignored, `FAR` + 1 at most.

    One turn from a win is 0 too: the table does not tell these from rings in order.
    """
    for i in range(rings.size):
        index = class_of(rings[i], spots_of(rings[i]), number_places(rings[i]), table)
        value = signed(value_at(table, index))
        turns[i] = value + 1 if value else 0
