"""Random numbers that depend only on the seed, not on the machine or on versions of libraries.

The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3; SC
2011). It is a function from a 128-bit counter and a 64-bit key to four 32-bit words. Item number `index` of
`seed` uses the words of the blocks 0, 1, 2 … in order, where

* key     = (seed mod 2^32, seed div 2^32)
* counter = (block, index mod 2^32, index div 2^32, stream)

A number below n is drawn by multiplication with rejection (Lemire: Fast random integer generation in an
interval, 2019). The next word w gives the number w * n div 2^32; if w * n mod 2^32 < 2^32 mod n, w is
rejected and another word is used. For n = 1 the number is 0, and no word is used. A list is shuffled from the
front: item i = 0, 1 … is exchanged with a random item from i on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, SupportsIndex, TypeVar

from _gamekit.checks import Between

T = TypeVar("T")

MAX_SEED = 2**64 - 1
"""The largest seed. It is also the largest number of an item."""
Seed = Annotated[SupportsIndex, Between(0, MAX_SEED)]
WORD = 0xFFFF_FFFF
# The multipliers and the key increments of Philox4x32, section 5.2 and table 1 of the paper.
MULTIPLY_0, MULTIPLY_1 = 0xD251_1F53, 0xCD9E_8D57
WEYL_0, WEYL_1 = 0x9E37_79B9, 0xBB67_AE85
ROUNDS = 10

Words = tuple[int, int, int, int]


def philox4x32(counter: Words, key: tuple[int, int]) -> Words:
    """Return the four 32-bit words for a counter and a key."""
    a, b, c, d = counter
    key_0, key_1 = key
    for _ in range(ROUNDS):
        product_0, product_1 = MULTIPLY_0 * a, MULTIPLY_1 * c
        a, b = (product_1 >> 32) ^ b ^ key_0, product_1 & WORD
        c, d = (product_0 >> 32) ^ d ^ key_1, product_0 & WORD
        key_0, key_1 = (key_0 + WEYL_0) & WORD, (key_1 + WEYL_1) & WORD
    return a, b, c, d


def words(seed: int, index: int, stream: int) -> Iterator[int]:
    """Yield the random 32-bit words of an item, without end."""
    block = 0
    while True:
        yield from philox4x32((block, index & WORD, index >> 32, stream), (seed & WORD, seed >> 32))
        block += 1


def below(n: int, source: Iterator[int]) -> int:
    """Return a random number from 0 to n - 1; all are equally likely."""
    if n == 1:
        return 0
    while True:
        product = next(source) * n
        if product & WORD >= (WORD + 1) % n:
            return product >> 32


def drawn(items: Sequence[T], count: int, source: Iterator[int]) -> list[T]:
    """Return `count` different items in random order."""
    shuffled = list(items)
    for i in range(count):
        j = i + below(len(shuffled) - i, source)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return shuffled[:count]
