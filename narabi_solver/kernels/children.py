"""Makes all states that a turn leads to, for many states at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import kernel
from _gamekit.jit.forms import int64, uint8, uint64
from _gamekit.kernels.bits import ONE, ZERO, lowest_index, signed
from narabi_solver.kernels.state import (
    GAME,
    Game,
    fits_stones,
    in_order,
    other_place,
    own_place,
    passed_on,
    reachable,
    swapped,
    undo_after,
    without_undo,
)


@kernel(
    int64(GAME, uint64[::1], uint8[:, ::1], uint8[::1], int64[::1], uint8[::1], uint64[::1], uint8[::1])
)  # fmt: skip
def children(
    game: Game,
    rings: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    banned: NDArray[np.uint8],
    parents: NDArray[np.int64],
    pairs: NDArray[np.uint8],
    child_rings: NDArray[np.uint64],
    child_banned: NDArray[np.uint8],
) -> int:
    """Write the children of n states that are not in order, state by state; return how many there are.

    parents, pairs              (36 * n,): for each child its state's number, and the swap's own place * 16 +
                                other place
    child_rings, child_banned   (36 * n,): the child, seen from its own mover
    """
    count = 0
    for state in range(rings.size):
        ring = rings[state]
        if in_order(ring, game):
            continue
        swaps = without_undo(reachable(game, cards, state, ring), signed(np.uint64(banned[state])))
        while swaps != ZERO:
            bit = lowest_index(swaps)
            swaps &= swaps - ONE
            own, other = own_place(game, bit), other_place(game, bit)
            if fits_stones(game, cards, state, ring, own, other):
                parents[count] = state
                pairs[count] = game.pairs[bit]
                child_rings[count] = passed_on(swapped(ring, own, other), game.places, game.hand)
                child_banned[count] = undo_after(game, cards, state, ring, own, other)
                count += 1
    return count
