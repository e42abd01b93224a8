"""Numbers all arrangements of a ring so that a swap can be applied to many of them at once.

A **block** has the arrangements in which each seat has a given set of stones; seats count from the mover.
Within a block, each seat's stones lie in one of hand! orders, the **way** of the seat: the place of the
smallest stone, of the next one, and so on. The number of an arrangement is block * size + index, and the
digits of the index are the ways, the mover's first::

    3 players: 34,650 blocks of 24 * 24 * 24       4 players: 369,600 blocks of 6 * 6 * 6 * 6

An exchange of two given stones leads from all arrangements of a block into one other block, in which the ways
of the two seats follow from their ways before. The search therefore never computes a rank, and all blocks
that follow a block fit into the processor's cache together.

The digits of a block's number stand for the sets of the seats. A digit is the rank of a seat's set among all
sets of the stones left by earlier seats, in the combinatorial number system (Knuth, TAOCP 7.2.1.3).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import form_of, int64, uint64, void
from _gamekit.kernels.bits import ONE, ZERO, lowest, lowest_index, popcount
from narabi_solver.kernels.state import GAME, Game


class Numbering(NamedTuple):
    """The tables that number arrangements."""

    choose: NDArray[np.int64]
    """(places + 1, hand + 1): binomial coefficients."""
    weights: NDArray[np.int64]
    """(seats,): the weight of each seat's digit in the number of a block."""
    place_of: NDArray[np.uint8]
    """(ways, hand): for each way, the places of its stones, in ascending order of the stones."""
    moved: NDArray[np.uint8]
    """(hand, hand, ways): for each way, the way after a stone is replaced. The first two indices are the rank
    of the old stone in the old set, and the rank of the new stone in the new set.
    """
    ways: int
    """Number of ways, which is hand!"""
    size: int
    """Number of arrangements in a block."""


NUMBERING = form_of(
    Numbering(
        np.zeros((1, 1), np.int64),
        np.zeros(1, np.int64),
        np.zeros((1, 1), np.uint8),
        np.zeros((1, 1, 1), np.uint8),
        0,
        0,
    )
)
"""The form of a `Numbering`."""


@helper
def count_below(stones: np.uint64, bit: np.uint64) -> int:
    """Return the number of stones in a set that have smaller numbers than the stone with this bit."""
    return popcount(stones & (bit - ONE))


@helper
def write_sets(game: Game, numbering: Numbering, block: int, sets: NDArray[np.uint64]) -> None:
    """Write each seat's set of stones in a block, as bits, into `sets`."""
    rest = (ONE << np.uint64(game.places)) - ONE
    for seat in range(numbering.weights.size):
        rank = block // numbering.weights[seat]
        block -= rank * numbering.weights[seat]
        chosen = ZERO
        position = game.places
        for left in range(game.hand, 0, -1):
            position -= 1
            while numbering.choose[position, left] > rank:
                position -= 1
            rank -= numbering.choose[position, left]
            above = rest
            for _ in range(position):
                above &= above - ONE
            chosen |= lowest(above)
        sets[seat] = chosen
        rest &= ~chosen


@helper
def next_block(numbering: Numbering, sets: NDArray[np.uint64]) -> int:
    """Return the number of the block that has these sets from the next player's point of view."""
    seats = numbering.weights.size
    rest = ZERO
    for seat in range(seats):
        rest |= sets[seat]
    block = 0
    for seat in range(seats):
        mine = sets[seat + 1 if seat + 1 < seats else 0]
        left, rank, number = mine, 0, 0
        while left != ZERO:
            bit = lowest(left)
            left ^= bit
            number += 1
            rank += numbering.choose[count_below(rest, bit), number]
        block += rank * numbering.weights[seat]
        rest &= ~mine
    return block


@helper
def ring_at(game: Game, numbering: Numbering, sets: NDArray[np.uint64], index: int, seats: int) -> np.uint64:
    """Return the ring of arrangement `index` in the block with these sets, for the first `seats` seats only.

    The places of the other seats have 15; no number is 15, so these places count as blanks.
    """
    ring = (ONE << np.uint64(4 * game.places)) - ONE
    unit = numbering.size
    for seat in range(seats):
        unit //= numbering.ways
        way = index // unit % numbering.ways
        left = sets[seat]
        for rank in range(game.hand):
            stone = lowest_index(left)
            left &= left - ONE
            place = np.uint64(4 * (seat * game.hand + numbering.place_of[way, rank]))
            ring ^= (np.uint64(15 - stone)) << place
    return ring


@kernel(void(GAME, NUMBERING, int64[::1], uint64[::1], uint64[::1]))
def write_rings(
    game: Game,
    numbering: Numbering,
    numbers: NDArray[np.int64],
    sets: NDArray[np.uint64],
    rings: NDArray[np.uint64],
) -> None:
    """Write the rings of n numbered arrangements into `rings`, (n,); `sets`, (seats,), is scratch memory."""
    for i in range(numbers.size):
        write_sets(game, numbering, numbers[i] // numbering.size, sets)
        rings[i] = ring_at(game, numbering, sets, numbers[i] % numbering.size, numbering.weights.size)
