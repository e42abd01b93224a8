"""The relaxed problem of 12 stones: seats take turns, but cards restrict nothing. Distances are lower bounds.

A **class** is an arrangement of nine numbers and three equal blanks from the mover's first place.
Arrangements that differ by one of the 18 relabellings v -> v + 1 and v -> -v (mod 9) are one class, because
relabellings change nothing in the relaxed problem. A class has two parts, and its index is
pattern * CLASSES + order:

* **pattern**: the places of the blanks, as the index of their 12-bit mask among the 220 masks with three
  bits, ascending.
* **order**: the numbers in the order of their places, relabelled so that the first is 0. The other eight are
  a permutation. The order is the smaller of its lexicographic rank r and the rank of its reflection, 8! - 1 -
  r. The relabelling v -> -v reverses the lexicographic order, so there are 8! / 2 orders.

A swap leads from a pattern to a pattern, and has one of about 200 effects on the order, called **actions**.
The search therefore never computes a rank: `steps` has the action and the next pattern for each pattern and
swap, and `orders` has the next order for each action and order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import form_of, int64, uint8, uint16, uint32, uint64, void
from _gamekit.kernels.bits import ONE, ZERO, lowest_index, popcount
from narabi_solver.kernels.state import stone_at

PLACES = 12
ALL_PLACES = np.uint64(0xFFF)
RANKS = 9
PATTERNS = 220  # 12 choose 3
CLASSES = 20160  # 8! / 2
ORDERS = 40320  # 8!
UNKNOWN = 255
LEVEL = np.uint64(32)
"""The first bit of the second set in a word of `Relaxed.sets`."""


class Relaxed(NamedTuple):
    """The tables for one number of players; `tables` builds and stores them."""

    sets: NDArray[np.uint64]
    """(4435200,): for each class, the set of swaps that lower its distance, and from bit 32 on, the set of
    swaps that leave it unchanged. A node looks up one word.
    """
    distance: NDArray[np.uint8]
    """(4435200,): for each class, the number of turns to a win in the relaxed problem."""
    pattern_of: NDArray[np.uint8]
    """(4096,): for each mask of the places of blanks, its pattern."""
    steps: NDArray[np.uint32]
    """(220 * 32,): for each pattern and swap, pattern * 32 + swap: action * 256 + the next pattern."""
    orders: NDArray[np.uint16]
    """(actions * 20160,): for each action and order, action * 20160 + order: the next order."""


RELAXED = form_of(
    Relaxed(
        np.zeros(1, np.uint64),
        np.zeros(1, np.uint8),
        np.zeros(1, np.uint8),
        np.zeros(1, np.uint32),
        np.zeros(1, np.uint16),
    )
)
"""The form of `Relaxed`."""


@helper
def rank_order(numbers: NDArray[np.int64]) -> int:
    """Return the order of nine numbers, given in the order of their places."""
    first = numbers[0]
    seen = ZERO
    rank = 0
    for i in range(1, RANKS):
        value = numbers[i] - first - 1
        value += RANKS * (value < 0)  # 0 to 7
        bit = ONE << np.uint64(value)
        rank = rank * (RANKS - i) + value - popcount(seen & (bit - ONE))
        seen |= bit
    return min(rank, ORDERS - 1 - rank)


@helper
def unrank_order(order: int, numbers: NDArray[np.int64]) -> None:
    """Write the nine numbers of an order; the first number is 0."""
    digits = order
    numbers[0] = 0
    for i in range(RANKS - 1, 0, -1):
        size = RANKS - i
        numbers[i] = digits % size
        digits //= size
    for i in range(RANKS - 2, 0, -1):  # digits of the factorial system to a permutation
        for j in range(i + 1, RANKS):
            if numbers[j] >= numbers[i]:
                numbers[j] += 1
    for i in range(1, RANKS):
        numbers[i] += 1


@helper
def pattern_mask(ring: np.uint64) -> int:
    """Return the mask of the places of the blanks."""
    mask = 0
    for place in range(PLACES):
        mask |= (stone_at(ring, place) >= RANKS) << place
    return mask


@helper
def order_of(ring: np.uint64, blanks: int) -> int:
    """Return the order of a ring of 12 stones; `blanks` is its `pattern_mask`, with three places."""
    numbers = ~np.uint64(blanks) & ALL_PLACES
    first = stone_at(ring, lowest_index(numbers))
    seen = ZERO
    rank = 0
    for left in range(RANKS - 1, 0, -1):
        numbers &= numbers - ONE
        value = stone_at(ring, lowest_index(numbers)) - first - 1
        value += RANKS * (value < 0)
        bit = ONE << np.uint64(value)
        rank = rank * left + value - popcount(seen & (bit - ONE))
        seen |= bit
    return min(rank, ORDERS - 1 - rank)


@kernel(void(int64[:, ::1], int64[::1], int64[::1], uint16[::1]))
def fill_orders(
    actions: NDArray[np.int64],
    numbers: NDArray[np.int64],
    after: NDArray[np.int64],
    orders: NDArray[np.uint16],
) -> None:
    """Fill the transition tables of the orders.

    actions     (actions, 9): after an action, number i in the order of places is the one that was
                number actions[a, i] before
    numbers     (9,): scratch memory, as is `after`
    orders      (actions * 20160,), overwritten
    """
    for order in range(CLASSES):
        unrank_order(order, numbers)
        for action in range(actions.shape[0]):
            for i in range(RANKS):
                after[i] = numbers[actions[action, i]]
            orders[action * CLASSES + order] = rank_order(after)


@helper
def part(pattern: int) -> slice:
    """Return the slice of the classes of a pattern, or of the orders after an action, in their table."""
    return slice(pattern * CLASSES, (pattern + 1) * CLASSES)


@kernel(int64(uint32[::1], uint16[::1], int64, uint8[::1], int64, int64[::1], int64[::1], int64, int64))
def spread_layer(
    steps: NDArray[np.uint32],
    before: NDArray[np.uint16],
    swaps: int,
    distance: NDArray[np.uint8],
    layer: int,
    members: NDArray[np.int64],
    bounds: NDArray[np.int64],
    first: int,
    last: int,
) -> int:
    """Do what `fill_layer` does, from the classes of `layer` backwards; this is quick for a small layer.

    before      (actions * 20160,): for each action and order, the order that the action leads from
    members     orders of the classes at distance `layer`, pattern by pattern
    bounds      (221,): for each pattern, the index of its first member, and last the number of members
    """
    found = 0
    for pattern in range(first, last):
        here = distance[part(pattern)]
        for swap in range(swaps):
            step = np.int64(steps[pattern * 32 + swap])
            there, sources = step & 255, before[part(int(step >> 8))]
            for i in range(bounds[there], bounds[there + 1]):
                order = sources[members[i]]
                if here[order] > layer + 1:
                    here[order] = layer + 1
                    found += 1
    return found


@kernel(int64(uint32[::1], uint16[::1], int64, uint8[::1], int64, int64, int64))
def fill_layer(
    steps: NDArray[np.uint32],
    orders: NDArray[np.uint16],
    swaps: int,
    distance: NDArray[np.uint8],
    layer: int,
    first: int,
    last: int,
) -> int:
    """Write distance `layer` + 1 for classes from which a swap leads into `layer`; return their number.

    Only classes of the patterns `first` to `last` - 1 that have no smaller distance are written.
    """
    found = 0
    for pattern in range(first, last):
        here = distance[part(pattern)]
        for order in range(CLASSES):
            if here[order] > layer + 1:
                for swap in range(swaps):
                    step = np.int64(steps[pattern * 32 + swap])
                    after = np.int64(orders[(step >> 8) * CLASSES + order])
                    if distance[(step & 255) * CLASSES + after] == layer:
                        here[order] = layer + 1
                        found += 1
                        break
    return found


@kernel(
    void(
        uint32[::1], uint16[::1], int64, uint8[::1], int64, int64, uint64[::1]
    )
)  # fmt: skip
def fill_sets(
    steps: NDArray[np.uint32],
    orders: NDArray[np.uint16],
    swaps: int,
    distance: NDArray[np.uint8],
    first: int,
    last: int,
    sets: NDArray[np.uint64],
) -> None:
    """Fill `sets` for the patterns `first` to `last` - 1."""
    for pattern in range(first, last):
        here = distance[part(pattern)]
        sets_here = sets[part(pattern)]
        for order in range(CLASSES):
            near, lowering, keeping = here[order], ZERO, ZERO
            for swap in range(swaps):
                step = np.int64(steps[pattern * 32 + swap])
                after = np.int64(orders[(step >> 8) * CLASSES + order])
                far = distance[(step & 255) * CLASSES + after]
                lowering |= np.uint64(far < near) << np.uint64(swap)
                keeping |= np.uint64(far == near) << np.uint64(swap)
            sets_here[order] = lowering | keeping << LEVEL
