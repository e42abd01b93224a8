"""Random deals that are the same for the same seed, on every machine and with all versions of all libraries.

The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3;
SC 2011), a function from a 128-bit counter and a 64-bit key to four 32-bit words. Deal `index` of a
`seed` reads the words of the blocks 0, 1, 2 … in order, where

* key     = (seed mod 2^32, seed div 2^32)
* counter = (block, index mod 2^32, index div 2^32, number of players)

A number below n is drawn by multiplication with rejection (Lemire: Fast random integer generation in
an interval, 2019): with the next word w, w * n div 2^32, unless w * n mod 2^32 < 2^32 mod n, when
another word is read; below 1 it is 0 and no word is read. A list is shuffled from the front: for
i = 0, 1, … item i is exchanged with item i + (a number below the count of items from i on). First all
stones of the ring are shuffled, in the order of the deck file; then, of all cards of the deck in file
order with their copies, as many as there are stones. Stone i and card i lie in place i, from A1.
"""

from __future__ import annotations

from collections.abc import Iterator

from _gamekit.moved import keyword_options
from _gamekit.problems import or_default
from narabi_solver.game.cards import SEAT_COUNTS
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import Stone

MAX_SEED = 2**64 - 1
WORD = 0xFFFF_FFFF
# The multipliers and the key increments of Philox4x32, section 5.2 and table 1 of the paper.
MULTIPLY_0, MULTIPLY_1 = 0xD251_1F53, 0xCD9E_8D57
WEYL_0, WEYL_1 = 0x9E37_79B9, 0xBB67_AE85
ROUNDS = 10

Words = tuple[int, int, int, int]


def philox4x32(counter: Words, key: tuple[int, int]) -> Words:
    """Return the four 32-bit words of a counter and a key."""
    a, b, c, d = counter
    key_0, key_1 = key
    for _ in range(ROUNDS):
        product_0, product_1 = MULTIPLY_0 * a, MULTIPLY_1 * c
        a, b = (product_1 >> 32) ^ b ^ key_0, product_1 & WORD
        c, d = (product_0 >> 32) ^ d ^ key_1, product_0 & WORD
        key_0, key_1 = (key_0 + WEYL_0) & WORD, (key_1 + WEYL_1) & WORD
    return a, b, c, d


def words(seed: int, index: int, stream: int) -> Iterator[int]:
    """Yield the words of one deal."""
    block = 0
    while True:
        yield from philox4x32((block, index & WORD, index >> 32, stream), (seed & WORD, seed >> 32))
        block += 1


def below(n: int, source: Iterator[int]) -> int:
    """Return a number from 0 to n - 1, each equally likely."""
    if n == 1:
        return 0
    while True:
        product = next(source) * n
        if product & WORD >= (WORD + 1) % n:
            return product >> 32


def drawn(items: list[str], count: int, source: Iterator[int]) -> list[str]:
    """Return the first `count` of the items, shuffled."""
    items = list(items)
    for i in range(count):
        j = i + below(len(items) - i, source)
        items[i], items[j] = items[j], items[i]
    return items[:count]


@keyword_options
def random_deal(players: int, seed: int = 0, index: int = 0, *, deck: Deck | None = None) -> Deal:
    """Return deal number `index` of a seed.

    Parameters
    ----------
    players : int
        3, 4 or 5.
    seed : int, default: 0
        0 to 2^64 - 1.
    index : int, default: 0
        0 to 2^64 - 1. The deal depends on seed, index, number of players and deck alone.
    deck : Deck, optional
        The deck; the built-in one if left out.

    Returns
    -------
    Deal
        The deal.

    Raises
    ------
    ArgumentError
        An argument is out of range, or the deck has too few cards.

    Examples
    --------
    >>> print(random_deal(3, seed=1).seats[0][0], random_deal(3, seed=1).moves)
    4:three-away ()
    """
    deck = or_default(deck, Deck, Deck.standard)
    check_arguments(players, seed, index, deck)
    source = words(seed, index, players)
    labels = drawn(list(deck.ring_stones(players)), SEAT_COUNTS[players], source)
    cards = drawn(_all_cards(deck), SEAT_COUNTS[players], source)
    stones = tuple(Stone(label, card) for label, card in zip(labels, cards, strict=True))
    hand = len(stones) // players
    return Deal(tuple(stones[i : i + hand] for i in range(0, len(stones), hand)), deck=deck)


@keyword_options
def random_deals(players: int, seed: int = 0, *, start: int = 0, deck: Deck | None = None) -> Iterator[Deal]:
    """Return an endless iterator over the deals `start`, `start` + 1, … of a seed; see `random_deal`.

    Parameters
    ----------
    players : int
        3, 4 or 5.
    seed : int, default: 0
        0 to 2^64 - 1.
    start : int, default: 0
        The `index` of the first deal.
    deck : Deck, optional
        The deck; the built-in one if left out.

    Returns
    -------
    iterator of Deal
        The deals.

    Raises
    ------
    ArgumentError
        An argument is out of range, or the deck has too few cards.
    """
    deck = or_default(deck, Deck, Deck.standard)
    check_arguments(players, seed, start, deck)
    return (random_deal(players, seed, index, deck=deck) for index in range(start, MAX_SEED + 1))


def _all_cards(deck: Deck) -> list[str]:
    return [card.name for card in deck for _ in range(card.copies)]


def check_arguments(players: int, seed: int, index: int, deck: Deck) -> None:
    """Raise ArgumentError if an argument of `random_deal` is out of range."""
    if players not in SEAT_COUNTS:
        raise ArgumentError(f"players must be 3, 4 or 5, not {players!r}")
    for name, value in (("seed", seed), ("index", index)):
        if type(value) is not int or not 0 <= value <= MAX_SEED:
            raise ArgumentError(f"{name} must be a whole number from 0 to 2^64 - 1, not {value!r}")
    cards = sum(card.copies for card in deck)
    if cards < SEAT_COUNTS[players]:
        raise ArgumentError(f"the deck has {cards} cards; {players} players need {SEAT_COUNTS[players]}")
