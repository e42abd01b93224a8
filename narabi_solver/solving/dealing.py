"""Random deals in blocks, drawn by a kernel; they equal those of `game.random_deals.random_deal`."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from _gamekit.checks import unchecked
from _gamekit.philox import MAX_SEED
from _gamekit.problems import or_default
from narabi_solver.game.cards import numbered_stones
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.ids import check_arguments
from narabi_solver.game.rules import Stone
from narabi_solver.kernels import dealing
from narabi_solver.kernels.state import MAX_PLACES, STONE

BLOCK = 1024
"""Largest number of deals that `random_deals` draws at once."""


class DealtBlock(NamedTuple):
    """Arrays of n consecutive random deals of a seed; `kernels.state` describes the layout."""

    labels: str
    """The labels of the stones of the ring, in the order of their numbers."""
    rings: NDArray[np.uint64]
    """(n,): the rings, from the first place of the seat that begins."""
    cards: NDArray[np.uint8]
    """(n, 15): for each stone, the index of its card in the deck."""
    first: NDArray[np.uint8]
    """(n,): the seat that begins each deal, from A = 0."""


def random_deals(
    players: SupportsIndex, *, seed: SupportsIndex = 0, start: SupportsIndex = 0, deck: Deck | None = None
) -> Iterator[Deal]:
    """Return an iterator over the deals `start`, `start` + 1, … 2^64 - 1 of a seed; see `random_deal`.

    Parameters
    ----------
    players : int
        3, 4 or 5; 2 for the mini game.
    seed : int, default: 0
        0 to 2^64 - 1.
    start : int, default: 0
        The `index` of the first deal.
    deck : Deck, optional
        The deck; `Deck.of(players)` if left out.

    Returns
    -------
    iterator of Deal
        The deals.

    Raises
    ------
    ArgumentError
        An argument is out of range, or the deck has too few cards.
    """
    players, seed, start = map(operator.index, (players, seed, start))
    deck = or_default(deck, Deck, lambda: Deck.of(players))
    check_arguments(players, seed, start, deck)
    return _deals(players, seed, start, deck)


def _deals(players: int, seed: int, start: int, deck: Deck) -> Iterator[Deal]:
    names = [card.name for card in deck]
    stones = [Stone(label, name) for label in numbered_stones(deck.ring_stones(players)) for name in names]
    count = 1
    while start <= MAX_SEED:
        count = min(count, MAX_SEED + 1 - start)
        block = deal_block(players, seed, start, count, deck)
        places = len(block.labels)
        hand = places // players
        from_a = (np.arange(places) - hand * block.first[:, None].astype(np.int64)) % places
        shifts = np.uint64(4) * from_a.astype(np.uint64)
        ring = (block.rings[:, None] >> shifts & STONE).astype(np.int64)
        for row in (ring * len(names) + np.take_along_axis(block.cards, ring, axis=1)).tolist():
            dealt = tuple([stones[kind] for kind in row])
            seats = tuple([dealt[i : i + hand] for i in range(0, places, hand)])
            yield unchecked(Deal, seats=seats, first=None, moves=(), deck=deck, unusual=False)
        start += count
        count = min(2 * count, BLOCK)


def deal_block(players: int, seed: int, start: int, count: int, deck: Deck) -> DealtBlock:
    """Return the deals `start` to `start` + `count` - 1 of a seed as arrays; errors as for `random_deals`."""
    check_arguments(players, seed, start, deck)
    ring_stones = deck.ring_stones(players)
    labels = numbered_stones(ring_stones)
    stones = np.array([labels.index(label) for label in ring_stones], np.uint8)
    cards = np.array([i for i, card in enumerate(deck) for _ in range(card.copies)], np.uint8)
    rings, drawn = np.zeros(count, np.uint64), np.zeros((count, MAX_PLACES), np.uint8)
    first = np.zeros(count, np.uint8)
    scratch = (
        np.zeros(MAX_PLACES, np.uint8),
        np.zeros(dealing.SOURCE_SIZE, np.uint64),
        stones.copy(),
        cards.copy(),
    )
    dealing.deal(np.uint64(seed), np.uint64(start), players, stones, cards, *scratch, rings, drawn, first)
    return DealtBlock(labels, rings, drawn, first)
