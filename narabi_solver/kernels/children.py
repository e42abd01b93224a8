"""The swaps that the cards of a deal allow, and all states after a turn, for many deals at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import int64, uint8, uint64
from _gamekit.kernels.bits import ONE, ZERO, lowest_index, signed
from narabi_solver.kernels.state import (
    ALLOWED,
    CARDS,
    GAME,
    NEXT,
    NOWHERE,
    RECEIVER,
    STONE,
    Game,
    back_of,
    in_order,
    passed_on,
    stone_at,
    swap_bit,
    swapped,
)


@helper
def own_place(game: Game, bit: int) -> int:
    """Return the own place of the swap with this bit."""
    return signed(np.uint64(game.pairs[bit] >> 4))


@helper
def other_place(game: Game, bit: int) -> int:
    """Return the other place of the swap with this bit."""
    return signed(np.uint64(game.pairs[bit] & 15))


@helper
def reachable(
    game: Game, cards: NDArray[np.uint8], deal: int, ring: np.uint64, backs: np.uint64
) -> np.uint64:
    """Return the set of swaps allowed by no-undo and by the conditions on places of the mover's cards."""
    swaps = ZERO
    for own in range(game.hand):
        reached = game.reach[cards[deal, stone_at(ring, own)], own]
        back = back_of(backs, own, game.places)
        if back != NOWHERE:
            reached &= ~(ONE << np.uint64(swap_bit(game, own, back)))
        swaps |= reached
    return swaps


@helper
def fits_stones(
    game: Game, cards: NDArray[np.uint8], deal: int, ring: np.uint64, own: int, other: int
) -> bool:
    """Return whether the card of the stone in place `own` allows it to take the stone in place `other`."""
    stone = stone_at(ring, own)
    return bool((game.targets[cards[deal, stone], stone] >> np.uint64(stone_at(ring, other))) & ONE)


@helper
def reaches(game: Game, card: int, own: int, other: int) -> bool:
    """Return whether a card allows a swap by its conditions on places; `own` is counted from its seat."""
    return bool((game.reach[card, own] >> np.uint64(swap_bit(game, own, other))) & ONE)


@helper
def backs_after(
    game: Game, cards: NDArray[np.uint8], deal: int, ring: np.uint64, backs: np.uint64, own: int, other: int
) -> np.uint64:
    """Return the history for no-undo after a swap, for the next mover; `ring` is the ring before the swap.

    Under `next`, the cards of both stones decide whether the swap back is left out. Under `receiver`, only
    conditions on places do, since another stone may come to the place to which a stone may not go back.
    """
    places, hand = game.places, game.hand
    if game.no_undo == ALLOWED or (game.no_undo == NEXT and other >= 2 * hand):
        return ZERO
    given, taken, seat = stone_at(ring, own), stone_at(ring, other), other // hand * hand
    given_card, kept = cards[deal, given], ZERO
    if reaches(game, given_card, other - seat, own + places - seat) and (
        game.no_undo == RECEIVER or (game.targets[given_card, given] >> np.uint64(taken)) & ONE != ZERO
    ):
        kept = np.uint64(own + places - other) << np.uint64(4 * other)
    if game.no_undo == RECEIVER:
        kept |= backs & ~((ONE << np.uint64(4 * hand)) - ONE) & ~(STONE << np.uint64(4 * other))
        if reaches(game, cards[deal, taken], own, other):
            kept |= np.uint64(other - own) << np.uint64(4 * own)
    return passed_on(kept, places, hand)


@kernel(int64(GAME, uint64[::1], CARDS, uint64[::1], int64[::1], uint8[::1], uint64[::1], uint64[::1]))
def children(
    game: Game,
    rings: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    backs: NDArray[np.uint64],
    parents: NDArray[np.int64],
    pairs: NDArray[np.uint8],
    child_rings: NDArray[np.uint64],
    child_backs: NDArray[np.uint64],
) -> int:
    """Write the children of n states, state by state; return their number. States in order have no children.

    parents, pairs             (36 * n,): for each child, the index of its state, and the swap as own place
                               * 16 + other place
    child_rings, child_backs   (36 * n,): the ring of each child, from the first place of the child's mover,
                               and the history for no-undo
    """
    count = 0
    for state in range(rings.size):
        ring = rings[state]
        if in_order(ring, game):
            continue
        swaps = reachable(game, cards, state, ring, backs[state])
        while swaps != ZERO:
            bit = lowest_index(swaps)
            swaps &= swaps - ONE
            own, other = own_place(game, bit), other_place(game, bit)
            if fits_stones(game, cards, state, ring, own, other):
                parents[count] = state
                pairs[count] = game.pairs[bit]
                child_rings[count] = passed_on(swapped(ring, own, other), game.places, game.hand)
                child_backs[count] = backs_after(game, cards, state, ring, backs[state], own, other)
                count += 1
    return count
