"""The packed state, and the swaps the mover may make in it.

A **ring** is a word of 4 bits a place, holding the number of the stone that lies there. Places are
counted clockwise from the *mover's* first place, so the mover always owns places 0 to hand-1, and no
seat is stored: every rule is relative to the mover. After a turn the ring is turned by one seat::

    place    14  13  …   1   0        12 stones: places 0 to 11, the rest is 0
    bits  59-56  …     7-4 3-0        15 stones: places 0 to 14

**Stones** are numbered by what is on them: 0 to ranks-1 are the numbers in ascending order, the rest
are the blanks. So the ring is in order when its stones below `ranks` are.

A **swap** is a bit: own * others + (other - hand), with others = places - hand; 32, 27 or 36 of them.

**banned** is 0, or 1 + the bit of the swap that would undo the last one. It is 0 too where the cards
forbid that swap anyway, so that equal positions are the same.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper
from _gamekit.jit.forms import form_of, uint8
from _gamekit.kernels.bits import ONE, signed

STONE = np.uint64(0xF)
"""Mask of one place."""

MAX_PLACES = 15
MAX_HAND = 4
MAX_SWAPS = 36
"""Own places times others: 4 * 8, 3 * 9 and 3 * 12."""


class Game(NamedTuple):
    """What all deals of one deck, one set of stones and one number of players have in common."""

    targets: NDArray[np.uint64]
    """(cards, 15): for each card and stone the set of stones, as bits, that the card lets it take."""
    reach: NDArray[np.uint64]
    """(cards, 4): for each card and own place the set of swaps, as bits, that the card reaches."""
    pairs: NDArray[np.uint8]
    """(36,): for each swap its own place * 16 + its other place."""
    places: int
    """12 or 15."""
    hand: int
    """Stones of each seat."""
    ranks: int
    """How many numbers are in the ring."""
    no_undo: int
    """1 if the swap just made may not be reversed."""


NO_GAME = Game(
    targets=np.zeros((1, MAX_PLACES), np.uint64),
    reach=np.zeros((1, MAX_HAND), np.uint64),
    pairs=np.zeros(1, np.uint8),
    places=0,
    hand=0,
    ranks=0,
    no_undo=0,
)
"""An example of what kernels take."""

GAME = form_of(NO_GAME)
"""The form of a `Game`."""

CARDS = uint8[:, ::1]
"""The form of the cards of deals: (deals, 15), for each deal and stone the number of its card."""


@helper
def stone_at(ring: np.uint64, place: int) -> int:
    """Return the number of the stone in a place."""
    return signed((ring >> np.uint64(4 * place)) & STONE)


@helper
def swapped(ring: np.uint64, a: int, b: int) -> np.uint64:
    """Return the ring with the stones of two places exchanged; nobody's turn is passed."""
    difference = ((ring >> np.uint64(4 * a)) ^ (ring >> np.uint64(4 * b))) & STONE
    return ring ^ (difference << np.uint64(4 * a)) ^ (difference << np.uint64(4 * b))


@helper
def passed_on(ring: np.uint64, places: int, hand: int) -> np.uint64:
    """Return the ring as the next player sees it: turned by one seat."""
    low = ring & ((ONE << np.uint64(4 * hand)) - ONE)
    return (ring >> np.uint64(4 * hand)) | (low << np.uint64(4 * (places - hand)))


@helper
def in_order(ring: np.uint64, game: Game) -> bool:
    """Tell whether the numbers run in cyclic order round the ring, either way.

    They do if each number and the next differ by 1, cyclically: no number comes twice, so the
    direction cannot change, and the closing step is right by itself.
    """
    ranks = game.ranks
    before = -1
    for place in range(game.places):
        rank = stone_at(ring, place)
        if rank < ranks:
            step = abs(rank - before)
            if before >= 0 and step != 1 and step != ranks - 1:
                return False
            before = rank
    return True


@helper
def swap_bit(game: Game, own: int, other: int) -> int:
    """Return the bit of a swap."""
    return own * (game.places - game.hand) + other - game.hand
