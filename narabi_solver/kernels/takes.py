"""What each place's stone may take, kept as sets of places: so no swap is tested for its legality.

For each place the set of places whose stones its own stone may take is kept as 16 bits of a word, the words
by seats, from the mover's on::

    word of a seat   bits 63-48   47-32           31-16           15-0
                     (place 3)    its place 2     its place 1     its place 0

So the first word, where the cards' reach allows it too, is the set of all legal swaps. A swap exchanges two
of the sets, and two bits in each; passing on turns the words round, and the bits in each set.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper
from _gamekit.kernels.bits import ONE, ZERO
from narabi_solver.kernels.batch import Batch
from narabi_solver.kernels.state import Game, stone_at

LANE = np.uint64(16)
"""Bits between two sets of places in a word."""
EACH = np.uint64(0x0001_0001_0001_0001)
"""1 in each set of a word."""


@helper
def turned(sets: np.uint64, own: np.uint64, other: np.uint64, size: np.uint64, places: int) -> np.uint64:
    """Return a word after two places were exchanged, as the next player sees it: turned by a seat's size."""
    change = ((sets >> own) ^ (sets >> other)) & EACH
    sets ^= (change << own) ^ (change << other)
    others = np.uint64(places) - size
    all_places = ((ONE << np.uint64(places)) - ONE) * EACH
    low = ((ONE << others) - ONE) * EACH
    return ((sets >> size) & low) | ((sets << others) & (all_places ^ low))


@helper
def write_takes(
    game: Game, hand: int, places: int, batch: Batch, deal: int, words: NDArray[np.uint64]
) -> None:
    """Write the words of a deal as it lies, one a seat."""
    ring = batch.rings[deal]
    for i in range(words.size):
        words[i] = ZERO
    for place in range(places):
        stone = stone_at(ring, place)
        targets = game.targets[batch.cards[deal, stone], stone]
        words[place // hand] |= targets << (LANE * np.uint64(place % hand))
    for i in range(words.size):  # sets of stones become sets of their places
        stones, sets = words[i], ZERO
        for other in range(places):
            sets |= ((stones >> np.uint64(stone_at(ring, other))) & EACH) << np.uint64(other)
        words[i] = sets


@helper
def exchange(
    frames: NDArray[np.uint64],
    lane: np.uint64,
    depth: np.uint64,
    takes: np.uint64,
    own: np.uint64,
    other: np.uint64,
    hand: int,
    places: int,
) -> None:
    """Write the words of the node that a swap leads to, one level on, as the next player sees them.

    They stand in the columns from `takes` on of a lane's frames.
    """
    size = np.uint64(hand)
    all_places = (ONE << np.uint64(places)) - ONE
    seat = other // size
    at, own_at = LANE * (other - seat * size), LANE * own
    mine = frames[lane, depth, takes]
    change = ((mine >> own_at) ^ (frames[lane, depth, takes + seat] >> at)) & all_places
    for i in range(1, places // hand):
        sets = frames[lane, depth, takes + np.uint64(i)]
        if np.uint64(i) == seat:
            sets ^= change << at
        frames[lane, depth + ONE, takes + np.uint64(i - 1)] = turned(sets, own, other, size, places)
    last = takes + np.uint64(places // hand - 1)
    frames[lane, depth + ONE, last] = turned(mine ^ (change << own_at), own, other, size, places)
