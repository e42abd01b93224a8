"""The relaxed problem of 15 stones, its distances clipped at 4: two bits for each of 545 million classes.

A class is an arrangement of ten numbers and five alike blanks, seen from the mover, up to the 20
relabellings v -> v + 1 and v -> -v (mod 10). Its index is pattern * ORDERS + order:

* **pattern**: the number of the mask of blank places among the 3003 with five bits, ascending;
* **order**: relabelled so that the number that lies first is 0, and reflected if need be so that 1 lies
  before 9. The places of 1 and 9 among the nine number places after the first are one of 36 pairs; the
  other seven numbers, 2 to 8, are ranked through their places: a digit is how many places still free
  lie before a number's. That takes a popcount a number and no branch.

A **spot word** holds the place of each number, 6 bits each (4 would do; the rest keeps sums apart), so
that neither a child nor its class has to look at the ring.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numba.types import int64, uint64
from numpy.typing import NDArray

from _gamekit.kernel_cache import helper, kernel
from _gamekit.kernels.bits import ONE, ZERO, lowest_index, popcount, signed
from narabi_solver.kernels.prefetch import prefetch
from narabi_solver.kernels.state import STONE, passed_on, stone_at, swapped

PLACES = 15
HAND = 3
OTHERS = PLACES - HAND
SWAPS = HAND * OTHERS
RANKS = 10
PATTERNS = 3003  # 15 choose 5
ORDERS = 181440  # 36 * 7!
FAR = 3
"""Table value of a class 4 turns from a win, or more; 2: 3 turns, 1: 2 turns, 0: 1 or none."""

ALL_PLACES = np.uint64(0x7FFF)
EACH_SPOT = np.uint64(0x0041_0410_4104_1041)  # 1 in each of ten fields of 6 bits
SPOT = np.uint64(0x3F)
SIX = np.uint64(6)
TEN = np.uint64(10)


class Clipped(NamedTuple):
    """The table; `tables` builds and keeps it."""

    values: NDArray[np.uint8]
    """(136216080,): two bits a class, class i in the bits 2 * (i % 4) of byte i / 4."""
    pattern_of: NDArray[np.uint16]
    """(32768,): for each mask of blank places its pattern."""


CLIPPED = numba.typeof(Clipped(np.zeros(1, np.uint8), np.zeros(1, np.uint16)))
"""The numba type of `Clipped`."""


@helper
def spots_of(ring: np.uint64) -> np.uint64:
    """Return the spot word of a ring."""
    spots = ZERO
    for place in range(PLACES):
        stone = stone_at(ring, place)
        if stone < RANKS:
            spots |= np.uint64(place) << (SIX * np.uint64(stone))
    return spots


@helper
def number_places(ring: np.uint64) -> np.uint64:
    """Return the set of places that hold numbers."""
    places = ZERO
    for place in range(PLACES):
        if stone_at(ring, place) < RANKS:
            places |= ONE << np.uint64(place)
    return places


@helper
def moved(spots: np.uint64, stone: np.uint64, place: np.uint64, to: np.uint64) -> np.uint64:
    """Return the spots after a stone went from one place to another; blanks have no spot."""
    return spots ^ ((place ^ to) << (SIX * stone)) if stone < TEN else spots


@helper
def passed_spots(spots: np.uint64) -> np.uint64:
    """Return the spots as the next player sees them: each place less 3, or 12 more."""
    raised = spots + np.uint64(12) * EACH_SPOT
    wrapped = ((raised + np.uint64(17) * EACH_SPOT) >> np.uint64(5)) & EACH_SPOT
    return raised - np.uint64(15) * wrapped


@helper
def passed_places(places: np.uint64) -> np.uint64:
    """Return a set of places as the next player sees it."""
    return ((places >> np.uint64(3)) | (places << np.uint64(12))) & ALL_PLACES


@helper
def spot(spots: np.uint64, number: np.uint64) -> np.uint64:
    """Return the place of a number."""
    return (spots >> (SIX * number)) & SPOT


@helper
def class_of(ring: np.uint64, spots: np.uint64, numbers: np.uint64, table: Clipped) -> np.uint64:
    """Return the index of the class of a ring, given its spots and its number places too."""
    first_place = np.uint64(lowest_index(numbers))
    first = (ring >> (np.uint64(4) * first_place)) & STONE
    rest = numbers & (numbers - ONE)
    step = ONE
    one = spot(spots, (first + ONE) % TEN)
    nine = spot(spots, (first + np.uint64(9)) % TEN)
    if one > nine:
        one, nine = nine, one
        step = np.uint64(9)
    low = np.uint64(popcount(rest & ((ONE << one) - ONE)))
    high = np.uint64(popcount(rest & ((ONE << nine) - ONE)))
    order = (high * (high - ONE) >> ONE) + low
    free = rest & ~(ONE << one) & ~(ONE << nine)
    number = (first + step) % TEN
    for size in range(7, 1, -1):
        number += step
        if number >= TEN:
            number -= TEN
        place = ONE << spot(spots, number)
        order = order * np.uint64(size) + np.uint64(popcount(free & (place - ONE)))
        free ^= place
    return np.uint64(table.pattern_of[signed(~numbers & ALL_PLACES)]) * np.uint64(ORDERS) + order


@helper
def value_at(table: Clipped, index: np.uint64) -> np.uint64:
    """Return the table value of a class."""
    byte = np.uint64(table.values[index >> np.uint64(2)])
    return (byte >> ((index & np.uint64(3)) << ONE)) & np.uint64(3)


@helper
def put_value(table: Clipped, index: np.uint64, value: int) -> None:
    """Give a class whose value is FAR another one."""
    shift = (index & np.uint64(3)) << ONE
    table.values[index >> np.uint64(2)] ^= np.uint8(np.uint64(FAR - value) << shift)


@helper
def spots_after_swap(ring: np.uint64, spots: np.uint64, own: np.uint64, other: np.uint64) -> np.uint64:
    """Return the spots after the stones of two places were exchanged."""
    stone = (ring >> (own << np.uint64(2))) & STONE
    taken = (ring >> (other << np.uint64(2))) & STONE
    return moved(moved(spots, stone, own, other), taken, other, own)


@helper
def numbers_after_swap(numbers: np.uint64, own: np.uint64, other: np.uint64) -> np.uint64:
    """Return the number places after the stones of two places were exchanged."""
    change = ((numbers >> own) ^ (numbers >> other)) & ONE
    return numbers ^ (change << own) ^ (change << other)


@kernel(int64(CLIPPED, uint64[::1], int64, int64, int64, uint64[::1], int64, uint64[::1]))
def fill_layer(
    table: Clipped,
    rings: NDArray[np.uint64],
    first: int,
    last: int,
    value: int,
    found: NDArray[np.uint64],
    count: int,
    classes: NDArray[np.uint64],
) -> int:
    """Give the classes from which a turn leads to rings first to last-1 a value, if they have none yet.

    One ring of each class found is written to `found` from `count` on, where there is room; returns
    how many have been found then. The turn is taken back: the ring is turned back by one seat, then
    any of the mover's stones is swapped with any other's. `classes`, (36,), is room to work in: all
    table words of a ring are asked for before the first one is looked at.
    """
    for i in range(first, last):
        ring = rings[i]
        for _ in range(PLACES // HAND - 1):
            ring = passed_on(ring, PLACES, HAND)
        spots, numbers = spots_of(ring), number_places(ring)
        for swap in range(SWAPS):
            own, other = np.uint64(swap // OTHERS), np.uint64(HAND + swap % OTHERS)
            index = class_of(
                swapped(ring, signed(own), signed(other)),
                spots_after_swap(ring, spots, own, other),
                numbers_after_swap(numbers, own, other),
                table,
            )
            prefetch(table.values, index >> np.uint64(2))
            classes[swap] = index
        for swap in range(SWAPS):
            if value_at(table, classes[swap]) == np.uint64(FAR):
                put_value(table, classes[swap], value)
                if count < found.size:
                    found[count] = swapped(ring, swap // OTHERS, HAND + swap % OTHERS)
                count += 1
    return count


@kernel(int64(CLIPPED, uint64[::1]))
def fill_wins(table: Clipped, rings: NDArray[np.uint64]) -> int:
    """Give the classes of these rings, which are in order, the value 0; return how many rings there are."""
    for ring in rings:
        put_value(table, class_of(ring, spots_of(ring), number_places(ring), table), 0)
    return rings.size
