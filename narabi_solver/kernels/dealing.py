"""Draws random deals as packed arrays, from the same random words as `random_deals`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel, subroutine
from _gamekit.jit.forms import int64, uint8, uint64
from _gamekit.kernels.bits import ONE, signed

WORD = np.uint64(0xFFFF_FFFF)
HALF = np.uint64(32)
# The multipliers and the key increments of Philox4x32.
MULTIPLY_0, MULTIPLY_1 = np.uint64(0xD251_1F53), np.uint64(0xCD9E_8D57)
WEYL_0, WEYL_1 = np.uint64(0x9E37_79B9), np.uint64(0xBB67_AE85)
ROUNDS = 10

USED, BLOCK, SOURCE_SIZE = 4, 5, 6
"""A source of random words is an array of `SOURCE_SIZE` entries: a block of four words, the number of words
used (at index `USED`), and the number of the next block (at index `BLOCK`).
"""


@subroutine
def refill(source: NDArray[np.uint64], seed: np.uint64, index: np.uint64, stream: np.uint64) -> None:
    """Write the four random words of the next block into `source`."""
    a, b, c, d = source[BLOCK], index & WORD, index >> HALF, stream
    key_0, key_1 = seed & WORD, seed >> HALF
    for _ in range(ROUNDS):
        product_0, product_1 = MULTIPLY_0 * a, MULTIPLY_1 * c
        a, b = (product_1 >> HALF) ^ b ^ key_0, product_1 & WORD
        c, d = (product_0 >> HALF) ^ d ^ key_1, product_0 & WORD
        key_0, key_1 = (key_0 + WEYL_0) & WORD, (key_1 + WEYL_1) & WORD
    source[0], source[1], source[2], source[3] = a, b, c, d
    source[USED] = np.uint64(0)
    source[BLOCK] += ONE


@helper
def below(n: int, source: NDArray[np.uint64], seed: np.uint64, index: np.uint64, stream: np.uint64) -> int:
    """Return a uniformly random number from 0 to n - 1."""
    if n == 1:
        return 0
    size = np.uint64(n)
    while True:
        if source[USED] == np.uint64(4):
            refill(source, seed, index, stream)
        product = source[source[USED]] * size
        source[USED] += ONE
        low = product & WORD
        # the remainder, which is below n, is slow to work out and hardly ever needed
        if low >= size or low >= (WORD + ONE) % size:
            return signed(product >> HALF)


@helper
def draw(
    items: NDArray[np.uint8],
    size: int,
    count: int,
    source: NDArray[np.uint64],
    seed: np.uint64,
    index: np.uint64,
    stream: np.uint64,
) -> None:
    """Shuffle `size` items so that the first `count` of them are drawn at random."""
    for i in range(count):
        j = i + below(size - i, source, seed, index, stream)
        item = items[i]
        items[i] = items[j]
        items[j] = item


@kernel(
    int64(
        uint64, uint64, int64, uint8[::1], uint8[::1], uint8[::1],
        uint64[::1], uint8[::1], uint8[::1], uint64[::1], uint8[:, ::1], uint8[::1],
    )
)  # fmt: skip
def deal(
    seed: np.uint64,
    start: np.uint64,
    players: int,
    stones: NDArray[np.uint8],
    cards: NDArray[np.uint8],
    next_alike: NDArray[np.uint8],
    source: NDArray[np.uint64],
    dealt: NDArray[np.uint8],
    drawn: NDArray[np.uint8],
    rings: NDArray[np.uint64],
    card_numbers: NDArray[np.uint8],
    seats: NDArray[np.uint8],
) -> int:
    """Write the deals `start`, `start` + 1, … of a seed; return their number.

    stones          (places,): for each stone of the ring, in the order of the deck file, the number of the
                    first stone like it; the holder of stone 0 begins
    cards           (cards,): for each copy of each card, the index of the card in the deck
    next_alike      (15,), source (6,), dealt (places,), drawn (cards,): scratch memory
    rings           (n,): the rings, from the first place of the seat that begins
    card_numbers    (n, 15): for each stone, the index of its card in the deck
    seats           (n,): the seat that begins each deal, from A = 0
    """
    places = stones.size
    hand = places // players
    for i in range(rings.size):
        index = start + np.uint64(i)
        source[USED] = np.uint64(4)
        source[BLOCK] = np.uint64(0)
        for place in range(places):
            dealt[place] = stones[place]
        for card in range(cards.size):
            drawn[card] = cards[card]
        draw(dealt, places, places, source, seed, index, np.uint64(players))
        draw(drawn, cards.size, places, source, seed, index, np.uint64(players))
        first = 0
        while dealt[first] != 0:
            first += 1
        first -= first % hand
        seats[i] = first // hand
        for stone in range(15):
            next_alike[stone] = 0
        ring = np.uint64(0)
        for place in range(places):
            there = first + place if first + place < places else first + place - places
            kind = signed(np.uint64(dealt[there]))
            stone = kind + signed(np.uint64(next_alike[kind]))
            next_alike[kind] += np.uint8(1)
            ring |= np.uint64(stone) << np.uint64(4 * place)
            card_numbers[i, stone] = drawn[there]
        rings[i] = ring
    return rings.size
