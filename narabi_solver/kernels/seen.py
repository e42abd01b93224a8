"""Properties that a player sees in a ring without trying swaps: pairs in sequence, and turns to a win."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import int64, uint8, uint64, void
from narabi_solver.kernels.fifteen.near import FAR, NEAR, Near, is_near, may_be_near, round_of
from narabi_solver.kernels.state import GAME, Game, in_order, stone_at
from narabi_solver.kernels.twelve.relaxed import CLASSES, RELAXED, Relaxed, order_of, pattern_mask


@helper
def pairs_in_order(ring: np.uint64, game: Game) -> int:
    """Return the number of adjacent pairs of numbers that are in sequence, ignoring blanks.

    Both the ring and the numbers wrap around; the direction with more pairs counts.
    """
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
    """Write, for each ring, the result of `pairs_in_order`."""
    for i in range(rings.size):
        pairs[i] = pairs_in_order(rings[i], game)


@kernel(void(RELAXED, uint64[::1], uint8[::1]))
def near_twelve(table: Relaxed, rings: NDArray[np.uint64], turns: NDArray[np.uint8]) -> None:
    """Write the turns to a win of each ring of 12 stones without cards; `FAR` means that number or more."""
    for i in range(rings.size):
        blanks = pattern_mask(rings[i])
        pattern = np.int64(table.pattern_of[blanks])
        distance = np.int64(table.distance[pattern * CLASSES + order_of(rings[i], blanks)])
        turns[i] = distance if distance < FAR else FAR


@kernel(void(GAME, NEAR, uint64[::1], uint8[::1], uint64[::1], int64[::1]))
def near_fifteen(
    game: Game,
    table: Near,
    rings: NDArray[np.uint64],
    turns: NDArray[np.uint8],
    path: NDArray[np.uint64],
    tried: NDArray[np.int64],
) -> None:
    """Write the turns to a win of each ring of 15 stones without cards; `FAR` means that number or more.

    `path` and `tried`, (3,), are scratch memory.
    """
    for i in range(rings.size):
        turns[i] = 0
        if in_order(rings[i], game):
            continue
        signature = round_of(rings[i], table.edges).signature
        turns[i] = FAR
        for fewer in range(1, FAR):
            if may_be_near(table, signature, np.uint64(fewer)) and is_near(
                game, table, rings[i], fewer, path, tried
            ):
                turns[i] = fewer
                break
