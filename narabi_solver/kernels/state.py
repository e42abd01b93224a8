"""The packed state, and the swaps the mover may make in it.

A **ring** is a word of 4 bits a place, holding the number of the stone that lies there. Places are
counted clockwise from the *mover's* first place, so the mover always owns places 0 to hand-1, and no
seat is stored: every rule is relative to the mover. After a turn the ring is turned by one seat::

    place    14  13  …   1   0        12 stones: places 0 to 11, the rest is 0
    bits  59-56  …     7-4 3-0        15 stones: places 0 to 14

A **key** is a whole state in one word: places 0 to 13 of the ring, and above them what no-undo
remembers. The stone in place 14 needs no bits: it is the one that is left, and the exclusive or of
all stone numbers, which is `Puzzle.all_stones`, gives it back. For example 12 stones 0 to 11 as
dealt, nothing remembered: ``0x0000_BA98_7654_3210``::

    bits 60-56   banned          55-0   places 13 to 0

**banned** is 0, or 1 + own * hand + behind: the mover may not swap place `own` with the place `behind`
of the seat that moved last (ring place places - hand + behind). It is 0 too where the cards forbid
that swap anyway, so that equal positions have equal keys.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from narabi_mabi_common.kernel_cache import helper

ZERO = np.uint64(0)
ONE = np.uint64(1)
STONE = np.uint64(0xF)
"""Mask of one place."""
KEY_RING = np.uint64(0x00FF_FFFF_FFFF_FFFF)
"""The bits of a key that hold the ring: places 0 to 13."""
BANNED_SHIFT = np.uint64(56)
PLACE_14 = np.uint64(56)

MAX_PLACES = 15
MAX_HAND = 4
MAX_SWAPS = 36
"""Own places times others: 4 * 8, 3 * 9 and 3 * 12."""


class Puzzle(NamedTuple):
    """A deal for the kernels, which never changes during a search.

    Stones are numbered as they lay when the deal was packed.
    """

    targets: NDArray[np.uint64]
    """(15,): for each stone the set of stones, as bits, that its card allows it to be swapped with."""
    reach: NDArray[np.uint64]
    """(15, 4): for each stone and own place the set of places, as bits, that its card allows."""
    numbers: NDArray[np.int64]
    """(15,): for each stone the rank of its number among the numbers in the ring; -1 for a blank."""
    places: int
    """12 or 15."""
    hand: int
    """Stones of each seat."""
    ranks: int
    """How many numbers are in the ring."""
    no_undo: int
    """1 if the swap just made may not be reversed."""
    all_stones: int
    """Exclusive or of all stone numbers: 0 of 0..11, 15 of 0..14."""


PUZZLE = numba.typeof(
    Puzzle(
        np.zeros(MAX_PLACES, np.uint64),
        np.zeros((MAX_PLACES, MAX_HAND), np.uint64),
        np.zeros(MAX_PLACES, np.int64),
        0,
        0,
        0,
        0,
        0,
    )
)
"""The numba type of a `Puzzle`."""


@helper
def trailing_zeros(word: np.uint64) -> int:
    """Return the index of the lowest set bit; the word is not 0. Compiles to one instruction."""
    below = ~word & (word - ONE)
    n = 0
    while below != ZERO:
        below &= below - ONE
        n += 1
    return n


@helper
def stone_at(ring: np.uint64, place: int) -> int:
    """Return the number of the stone in a place."""
    return int((ring >> np.uint64(4 * place)) & STONE)


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
def in_order(ring: np.uint64, puzzle: Puzzle) -> bool:
    """Tell whether the numbers run in cyclic order round the ring, either way.

    All steps from a number to the next are +1, or all are -1 (cyclically); then so is the closing one.
    """
    ranks = puzzle.ranks
    if ranks < 3:
        return True
    before = -1
    direction = 0
    for place in range(puzzle.places):
        rank = puzzle.numbers[stone_at(ring, place)]
        if rank < 0:
            continue
        if before >= 0:
            step = rank - before
            if step == 1 or step == 1 - ranks:
                step = 1
            elif step == -1 or step == ranks - 1:
                step = -1
            else:
                return False
            if direction == -step:
                return False
            direction = step
        before = rank
    return True


@helper
def ring_of(key: np.uint64, puzzle: Puzzle) -> np.uint64:
    """Return the ring of a key, the last place filled in."""
    ring = key & KEY_RING
    rest = ring ^ (ring >> np.uint64(32))
    rest ^= rest >> np.uint64(16)
    rest ^= rest >> np.uint64(8)
    rest ^= rest >> np.uint64(4)
    return ring | (((rest ^ np.uint64(puzzle.all_stones)) & STONE) << PLACE_14)


@helper
def banned_of(key: np.uint64) -> int:
    """Return what no-undo remembers in a key."""
    return int(key >> BANNED_SHIFT)


@helper
def allows(puzzle: Puzzle, stone: int, other: int, own_place: int, other_place: int) -> bool:
    """Tell whether a stone's card allows a swap, no-undo apart."""
    by_stone = puzzle.targets[stone] >> np.uint64(other)
    by_place = puzzle.reach[stone, own_place] >> np.uint64(other_place)
    return bool(by_stone & by_place & ONE)


@helper
def banned_after(puzzle: Puzzle, ring: np.uint64, own: int, other: int) -> int:
    """Return what no-undo remembers after a swap; `ring` is the one before it."""
    hand = puzzle.hand
    if puzzle.no_undo == 0 or other >= 2 * hand:
        return 0
    own_then = other - hand
    if not allows(puzzle, stone_at(ring, own), stone_at(ring, other), own_then, puzzle.places - hand + own):
        return 0
    return 1 + own_then * hand + own


@helper
def is_banned(puzzle: Puzzle, banned: int, own: int, other: int) -> bool:
    """Tell whether no-undo forbids a swap."""
    behind = other - (puzzle.places - puzzle.hand)
    return behind >= 0 and banned == 1 + own * puzzle.hand + behind
