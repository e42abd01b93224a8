"""The swaps that the cards of a deal allow, and all states after a turn, for many deals at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import int64, uint8, uint64
from _gamekit.kernels.bits import ONE, ZERO, lowest_index, signed
from narabi_solver.kernels.state import GAME, Game, in_order, passed_on, stone_at, swap_bit, swapped


@helper
def own_place(game: Game, bit: int) -> int:
    """Return the own place of the swap with this bit."""
    return signed(np.uint64(game.pairs[bit] >> 4))


@helper
def other_place(game: Game, bit: int) -> int:
    """Return the other place of the swap with this bit."""
    return signed(np.uint64(game.pairs[bit] & 15))


@helper
def reachable(game: Game, cards: NDArray[np.uint8], deal: int, ring: np.uint64) -> np.uint64:
    """Return the set of swaps that the mover's cards allow by their conditions on places."""
    swaps = ZERO
    for own in range(game.hand):
        swaps |= game.reach[cards[deal, stone_at(ring, own)], own]
    return swaps


@helper
def fits_stones(
    game: Game, cards: NDArray[np.uint8], deal: int, ring: np.uint64, own: int, other: int
) -> bool:
    """Return whether the card of the stone in place `own` allows it to take the stone in place `other`."""
    stone = stone_at(ring, own)
    return bool((game.targets[cards[deal, stone], stone] >> np.uint64(stone_at(ring, other))) & ONE)


@helper
def undo_after(game: Game, cards: NDArray[np.uint8], deal: int, ring: np.uint64, own: int, other: int) -> int:
    """Return the code of the swap that no-undo forbids after a swap; `ring` is the ring before the swap.

    Only the next player may be forbidden to undo a swap, so the code is 0 unless place `other` belongs to the
    next seat. It is also 0 if the card of the stone that arrives in place `other` forbids the swap back.
    """
    if game.no_undo == 0 or other >= 2 * game.hand:
        return 0
    bit = swap_bit(game, other - game.hand, game.places - game.hand + own)
    stone = stone_at(ring, own)
    by_place = game.reach[cards[deal, stone], other - game.hand] >> np.uint64(bit)
    by_stone = game.targets[cards[deal, stone], stone] >> np.uint64(stone_at(ring, other))
    return 1 + bit if by_place & by_stone & ONE else 0


@helper
def without_undo(swaps: np.uint64, banned: int) -> np.uint64:
    """Return a set of swaps without the swap that no-undo forbids."""
    return swaps & ~(ONE << np.uint64(banned - 1)) if banned else swaps


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
    """Write the children of n states, state by state; return their number. States in order have no children.

    parents, pairs              (36 * n,): for each child, the index of its state, and the swap as own place
                                * 16 + other place
    child_rings, child_banned   (36 * n,): the ring of each child, from the first place of the child's mover,
                                and the code of the swap that no-undo forbids there
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
