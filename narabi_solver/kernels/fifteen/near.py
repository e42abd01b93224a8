"""Filters for the rings of 15 stones that may be near a win in the relaxed problem.

In the relaxed problem, only the round trip through the numbers from 0 to 9 and back to 0 matters. It is a set
of ten **edges** between places, because the relabellings v -> v + 1 and v -> -v change nothing. The
**signature** of a ring is the exclusive or of a random word for each edge. A swap replaces the edges of two
stones, so the signature of each child follows from that of its parent with eight words.

The rings that are at most 0, 1, 2 or 3 turns from a win are in four **filters** (B. H. Bloom, Space/time
trade-offs in hash coding with allowable errors, 1970). A signature determines a word of a filter and three
bits of the word, and the ring is in the filter if all three bits are set. A ring that is near enough is
always in the filter. At most one in 151 of the other rings appears to be in the filter. A search that relies
on "not in the filter" therefore misses no win.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import form_of, int64, uint64, void
from _gamekit.kernels.bits import ONE, ZERO
from _gamekit.kernels.cache import prefetch
from narabi_solver.kernels.state import STONE, Game, in_order, passed_on, swapped

PLACES = 15
HAND = 3
OTHERS = PLACES - HAND
SWAPS = HAND * OTHERS
RANKS = 10
FAR = 4
"""Smallest number of turns that the filters cannot recognise: rings at least this far from a win look alike.
"""

SMALLEST = np.uint64(1 << 11)
"""Number of words of filter 0. Each further filter is 16 times as large as the filter before it, because it
has about 16 times as many rings.
"""
WORDS = int(SMALLEST) * (16**FAR - 1) // 15
AHEAD = 16
"""Number of signatures between the prefetching of a word and its use."""

FOUR = np.uint64(4)
LAST_NUMBER = np.uint64(RANKS - 1)


class Near(NamedTuple):
    """The filters; `tables` builds and stores them."""

    words: NDArray[np.uint64]
    """(WORDS,): the filters, one after another."""
    edges: NDArray[np.uint64]
    """(256,): the word of the edge between two places, at index first * 16 + second; the direction does not
    matter. 0 if the places are the same.
    """
    passed_edges: NDArray[np.uint64]
    """(256,): as `edges` of the ring after the turn is passed on, but with places still numbered as before.
    """
    rings: NDArray[np.int64]
    """(2,): numbers of rings at most 1 turn, and at most 2 turns, from a win; rings that differ by a
    relabelling count once.
    """


NEAR = form_of(
    Near(np.zeros(1, np.uint64), np.zeros(1, np.uint64), np.zeros(1, np.uint64), np.zeros(1, np.int64))
)
"""The form of `Near`."""


class Round(NamedTuple):
    """The round trip through a ring's numbers, with its signature."""

    signature: np.uint64
    before: np.uint64
    """4 bits for each place: the place of the number before the number there; 0 for a blank."""
    after: np.uint64
    """4 bits for each place: the place of the number after the number there; 0 for a blank."""


@helper
def round_of(ring: np.uint64, edges: NDArray[np.uint64]) -> Round:
    """Return the round trip through a ring's numbers; `edges` has the words of the edges."""
    spots = ZERO  # the place of each stone, 4 bits a stone
    for i in range(PLACES):
        place = np.uint64(i)
        spots |= place << (((ring >> (FOUR * place)) & STONE) << np.uint64(2))
    signature, before, after = ZERO, ZERO, ZERO
    place = (spots >> (FOUR * LAST_NUMBER)) & STONE
    for number in range(RANKS):
        following = (spots >> (FOUR * np.uint64(number))) & STONE
        signature ^= edges[(place << FOUR) | following]
        after |= following << (FOUR * place)
        before |= place << (FOUR * following)
        place = following
    return Round(signature, before, after)


@helper
def signature_after(walk: Round, edges: NDArray[np.uint64], own: np.uint64, other: np.uint64) -> np.uint64:
    """Return the signature after an exchange of the stones in two places.

    If the two numbers are consecutive, the edge between them remains: the formula would remove it twice. For
    a blank, the places before and after are equal, so nothing changes.
    """
    own4, other4 = own << FOUR, other << FOUR
    own_before, own_after = (walk.before >> (FOUR * own)) & STONE, (walk.after >> (FOUR * own)) & STONE
    other_before = (walk.before >> (FOUR * other)) & STONE
    other_after = (walk.after >> (FOUR * other)) & STONE
    moved = edges[own4 | own_before] ^ edges[own4 | own_after]
    moved ^= edges[other4 | own_before] ^ edges[other4 | own_after]
    taken = edges[other4 | other_before] ^ edges[other4 | other_after]
    taken ^= edges[own4 | other_before] ^ edges[own4 | other_after]
    return np.uint64(walk.signature ^ moved ^ taken)


@helper
def word_of(signature: np.uint64, turns: np.uint64) -> np.uint64:
    """Return the index of a signature's word in the filter for a number of turns."""
    size = SMALLEST << (FOUR * turns)
    return (signature & (size - ONE)) + (size - SMALLEST) // np.uint64(15)


@helper
def bits_of(signature: np.uint64) -> np.uint64:
    """Return a mask of the three bits that a signature sets in its word of the filter."""
    first, second = ONE << (signature >> np.uint64(58)), ONE << ((signature >> np.uint64(52)) & np.uint64(63))
    return first | second | ONE << ((signature >> np.uint64(46)) & np.uint64(63))


@helper
def may_be_near(near: Near, signature: np.uint64, turns: np.uint64) -> bool:
    """Return whether a ring with this signature may be at most `turns` turns, 0 to 3, from a win."""
    bits = bits_of(signature)
    return bool(near.words[word_of(signature, turns)] & bits == bits)


@helper
def next_near(near: Near, walk: Round, swap: int, turns: int) -> int:
    """Return the first swap from `swap` on after which the ring may be at most `turns` turns from a win.

    Return SWAPS if there is none. `walk` belongs to the ring before the swap, with `passed_edges`.
    """
    while swap < SWAPS:
        own, other = np.uint64(swap // OTHERS), np.uint64(HAND + swap % OTHERS)
        if may_be_near(near, signature_after(walk, near.passed_edges, own, other), np.uint64(turns)):
            break
        swap += 1
    return swap


@helper
def is_near(
    game: Game, near: Near, ring: np.uint64, turns: int, rings: NDArray[np.uint64], tried: NDArray[np.int64]
) -> bool:
    """Return whether a ring that is not in order is at most `turns` turns from a win, for 1 to 3 turns.

    The answer is exact: all swaps that the filters do not exclude are tried. `rings` and `tried`, (3,), are
    scratch memory.
    """
    depth = 0
    rings[0], tried[0] = ring, 0
    while depth >= 0:
        left = turns - depth - 1
        swap = next_near(near, round_of(rings[depth], near.passed_edges), tried[depth], left)
        tried[depth] = swap + 1
        if swap == SWAPS:
            depth -= 1
            continue
        after = passed_on(swapped(rings[depth], swap // OTHERS, HAND + swap % OTHERS), PLACES, HAND)
        if left > 0:
            depth += 1
            rings[depth], tried[depth] = after, 0
        elif in_order(after, game):
            return True
    return False


@kernel(void(NEAR, uint64[::1], uint64[::1]))
def sign(near: Near, rings: NDArray[np.uint64], signatures: NDArray[np.uint64]) -> None:
    """Write the signatures of rings."""
    for i in range(rings.size):
        signatures[i] = round_of(rings[i], near.edges).signature


@kernel(void(NEAR, uint64[::1], uint64[::1], uint64[::1]))
def before(
    near: Near, rings: NDArray[np.uint64], parents: NDArray[np.uint64], signatures: NDArray[np.uint64]
) -> None:
    """Write, for each of n rings, the 36 rings from which one turn leads to it, and their signatures.

    The turn is reversed: the ring is turned back by one seat, and then each of the mover's stones is swapped
    with each stone of another seat.
    """
    count = 0
    for i in range(rings.size):
        ring = rings[i]
        for _ in range(PLACES // HAND - 1):
            ring = passed_on(ring, PLACES, HAND)
        walk = round_of(ring, near.edges)
        for swap in range(SWAPS):
            own, other = swap // OTHERS, HAND + swap % OTHERS
            parents[count] = swapped(ring, own, other)
            signatures[count] = signature_after(walk, near.edges, np.uint64(own), np.uint64(other))
            count += 1


@kernel(void(NEAR, uint64[::1], int64))
def enter(near: Near, signatures: NDArray[np.uint64], turns: int) -> None:
    """Enter rings, given by their signatures, into the filter for `turns` turns."""
    filter_number = np.uint64(turns)
    for i in range(signatures.size):
        if i + AHEAD < signatures.size:
            prefetch(near.words, word_of(signatures[i + AHEAD], filter_number))
        near.words[word_of(signatures[i], filter_number)] |= bits_of(signatures[i])
