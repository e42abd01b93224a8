"""The packed state, and the swaps that the mover may make in it.

A **ring** is a word with 4 bits for each place: the number of the stone there. Places are counted clockwise
from the *mover's* first place. The mover therefore always owns places 0 to hand-1. The word does not store
the seat to move, because every rule is relative to the mover. After a turn the ring is rotated by one seat::

    place    14  13  …   1   0        12 stones: places 0 to 11, the rest is 0
    bits  59-56  …     7-4 3-0        15 stones: places 0 to 14

**Stones** are numbered by their labels: 0 to ranks-1 are the numbers in ascending order, the rest are the
blanks. Whether a ring is in order therefore depends only on the stones below `ranks`.

A **swap** is a bit: own * others + (other - hand), with others = places - hand. For 3, 4 and 5
players there are 32, 27 and 36 swaps; in the mini game there are 9.

The history for no-undo, **backs**, is a word with 4 bits for each place: the distance, clockwise, from this
place to the place where its stone may not go back; 0 if there is none. Swaps that the cards forbid anyway are
left out, so that equal positions have equal histories. Under the reading `next`, only a place of the mover
has such a distance.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper
from _gamekit.jit.forms import form_of, uint8
from _gamekit.kernels.bits import ONE, signed

STONE = np.uint64(0xF)
"""Mask of the lowest place of a ring."""

NOWHERE = -1
"""Stands for a place if there is none."""

ALLOWED, NEXT, RECEIVER = range(3)
"""Values of `Game.no_undo`: undoing is allowed, or forbidden under a reading (see `Rules.undo_reading`)."""

MAX_PLACES = 15
MAX_HAND = 4
MAX_SWAPS = 36
"""The largest number of possible swaps, as own places times other places: 4 * 8, 3 * 9 or 3 * 12 for 3, 4 or
5 players.
"""


class Game(NamedTuple):
    """The data common to all deals of one deck, one set of stones and one number of players."""

    targets: NDArray[np.uint64]
    """(cards, 15): for each card and stone, the set of stones, as bits, that the card allows the stone to
    take.
    """
    reach: NDArray[np.uint64]
    """(cards, 4): for each card and own place, the swaps, as bits, that the card allows by its conditions on
    places.
    """
    pairs: NDArray[np.uint8]
    """(36,): for each swap, its own place * 16 + its other place."""
    places: int
    """Number of places: 12 or 15; 6 in the mini game."""
    hand: int
    """Number of stones of each seat."""
    ranks: int
    """Number of numbers in the ring."""
    no_undo: int
    """ALLOWED, NEXT or RECEIVER."""


NO_GAME = Game(
    targets=np.zeros((1, MAX_PLACES), np.uint64),
    reach=np.zeros((1, MAX_HAND), np.uint64),
    pairs=np.zeros(1, np.uint8),
    places=0,
    hand=0,
    ranks=0,
    no_undo=0,
)
"""An example of a `Game`, for the signatures of kernels."""

GAME = form_of(NO_GAME)
"""The form of a `Game`."""

CARDS = uint8[:, ::1]
"""The form of the cards of deals, (deals, 15): for each stone of each deal, the index of its card in the
deck.
"""


@helper
def stone_at(ring: np.uint64, place: int) -> int:
    """Return the number of the stone in a place."""
    return signed((ring >> np.uint64(4 * place)) & STONE)


@helper
def back_of(backs: np.uint64, place: int, places: int) -> int:
    """Return the place to which the stone in a place may not go back; NOWHERE if there is none."""
    way = stone_at(backs, place)
    return (place + way) % places if way else NOWHERE


@helper
def swapped(ring: np.uint64, a: int, b: int) -> np.uint64:
    """Return the ring after an exchange of the stones in two places, without passing the turn on."""
    difference = ((ring >> np.uint64(4 * a)) ^ (ring >> np.uint64(4 * b))) & STONE
    return ring ^ (difference << np.uint64(4 * a)) ^ (difference << np.uint64(4 * b))


@helper
def passed_on(ring: np.uint64, places: int, hand: int) -> np.uint64:
    """Return the ring as counted from the next player's first place: rotated by one seat."""
    low = ring & ((ONE << np.uint64(4 * hand)) - ONE)
    return (ring >> np.uint64(4 * hand)) | (low << np.uint64(4 * (places - hand)))


@helper
def in_order(ring: np.uint64, game: Game) -> bool:
    """Return whether the numbers are in cyclic order round the ring, in either direction.

    The numbers are in order if neighbours differ by 1, cyclically. No number occurs twice, so the direction
    cannot change, and the step from the last number to the first is then also right.
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
