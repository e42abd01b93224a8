"""Deals as tuples of numbers, for scripts that change them or draw them from a part of all deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from narabi_solver import Deal, Deck, Rules
from narabi_solver.game.cards import SEAT_COUNTS, numbered_stones
from narabi_solver.game.rules import TRACK, Stone
from narabi_solver.solving import PackedDeals, random_packed
from narabi_solver.solving.packing import game_of


class Numbered(NamedTuple):
    """A deal as numbers."""

    ring: tuple[int, ...]
    """For each place the number of its stone, from the first place of the holder of the 0."""
    cards: tuple[int, ...]
    """For each stone the number of its card in the deck."""


class Numbering:
    """The built-in deck and the stones of a number of players."""

    def __init__(self, players: int):
        deck = Deck.standard()
        self.players = players
        self.places = SEAT_COUNTS[players]
        self.hand = self.places // players
        self.labels = numbered_stones(deck.ring_stones(players))
        self.names = [card.name for card in deck]
        self.game = game_of(deck, self.labels, players, None)

    def random(self, seed: int, start: int, count: int) -> list[Numbered]:
        """Return random deals of a seed."""
        packed = random_packed(self.players, seed, start, count, Rules())
        return [self.unpacked(packed, i) for i in range(count)]

    def packed(self, deals: Sequence[Numbered]) -> PackedDeals:
        """Return deals packed."""
        rings = [sum(stone << 4 * place for place, stone in enumerate(deal.ring)) for deal in deals]
        cards = np.zeros((len(deals), 15), np.uint8)
        cards[:, : self.places] = [deal.cards for deal in deals]
        nothing, left = np.zeros(len(deals), np.uint64), np.full(len(deals), TRACK, np.uint8)
        return PackedDeals(self.game, np.array(rings, np.uint64), cards, nothing, left)

    def unpacked(self, packed: PackedDeals, i: int) -> Numbered:
        """Return one of some packed deals."""
        ring = int(packed.rings[i])
        places = range(self.places)
        return Numbered(
            tuple(ring >> 4 * place & 15 for place in places),
            tuple(packed.cards[i, : self.places].tolist()),
        )

    def deal(self, numbered: Numbered) -> Deal:
        """Return a deal with its stones named; A begins, so deals alike but for symmetry are equal."""
        stones = [Stone(self.labels[n], self.names[numbered.cards[n]]) for n in numbered.ring]
        return Deal(tuple(tuple(stones[p : p + self.hand]) for p in range(0, self.places, self.hand)))
