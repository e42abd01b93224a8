"""Replays lines of many deals at once, from arrays of the swaps that the cards allow.

`rules.replay` creates every state on the way. Here the stones of all deals are in one array, and each turn is
played in all deals at once, which is about fifty times as fast. The tests compare the two. This module shares
nothing with the searches: it reads the deals and the cards again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from narabi_solver.game.cards import BLANKS, NUMBERS
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.rules import Rules, Stone

LABELS = NUMBERS + BLANKS


class _Codes(dict[Stone, int]):
    """For each stone with its card: the label's index times the number of cards, plus the card's index."""

    def __init__(self, names: Sequence[str]):
        super().__init__()
        self.names = list(names)

    def __missing__(self, stone: Stone) -> int:
        self[stone] = code = LABELS.index(stone.label) * len(self.names) + self.names.index(stone.card)
        return code


class Replayer:
    """Replays lines of deals of one deck and one number of players.

    Parameters
    ----------
    deck
        The deck, which defines the cards.
    players, places
        Number of seats, and number of stones.
    rules
        The rules. The reading of no-undo is `next`.
    """

    def __init__(self, deck: Deck, players: int, places: int, rules: Rules):
        self.players, self.places, self.hand, self.rules = players, places, places // players, rules
        cards, ring = list(deck), range(places)
        self._codes = _Codes([card.name for card in cards])
        self._taken = np.array(
            [
                [card.fits_stone(own, other, deck.colour(other)) for other in LABELS]
                for own in LABELS
                for card in cards
            ]
        )
        self._reached = np.array(
            [[[card.fits_place(own, other, players) for other in ring] for own in ring] for card in cards]
        )

    def wins(
        self,
        deals: Sequence[Deal],
        movers: NDArray[np.int64],
        lines: NDArray[np.uint8],
        turns: NDArray[np.uint8],
    ) -> NDArray[np.bool_]:
        """Return (n,): whether each line from the start is legal on every turn and wins on its last turn.

        Parameters
        ----------
        deals
            n deals whose stones have the same numbers.
        movers
            (n,): the seats to move.
        lines
            (n, most): own place * 16 + other place of each swap, counted from the first place of its mover.
        turns
            (n,): the number of swaps of each line.
        """
        codes, cards = self._codes, len(self._codes.names)
        ring = chain.from_iterable(chain.from_iterable([deal.seats for deal in deals]))
        stones = np.array(list(map(codes.__getitem__, ring))).reshape(len(deals), self.places)
        every = np.arange(len(deals))
        present = sorted({int(label) for label in stones[0] // cards if label < len(NUMBERS)})
        ranks = np.full(len(LABELS), len(present))  # the rank of blanks
        ranks[present] = np.arange(len(present))
        ranks = np.repeat(ranks, cards)
        spots = np.zeros((len(present) + 1, len(deals)), np.int8)  # the place of each number
        spots[ranks[stones], every[:, None]] = np.arange(self.places)
        last_own = last_other = np.full(len(deals), -1)
        good = turns <= self.rules.limit
        for turn in range(int(turns.max(initial=0))):
            on = turns > turn
            good &= ~on | ~_in_order(spots[:-1])
            own, other = lines[:, turn] >> 4, lines[:, turn] & 15
            legal = (own < self.hand) & (other < self.places)
            first = (movers + turn) * self.hand
            own, other = (first + own) % self.places, (first + other) % self.places
            stone, taken = stones[every, own], stones[every, other]
            legal &= self._taken[stone, taken // cards] & self._reached[stone % cards, own, other]
            if self.rules.no_undo:
                legal &= (own != last_other) | (other != last_own)
            good &= ~on | legal
            rows, own_on, other_on, stone, taken = every[on], own[on], other[on], stone[on], taken[on]
            stones[rows, own_on], stones[rows, other_on] = taken, stone
            spots[ranks[taken], rows], spots[ranks[stone], rows] = own_on, other_on
            last_own, last_other = own, other
        return good & _in_order(spots[:-1])


def _in_order(spots: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Return (n,): whether the numbers run upwards or downwards in each ring, cyclically.

    `spots`, (numbers, n), has the place of each number. From each number to the next, and from the last to
    the first, the place falls once if the numbers run upwards, and rises once if they run downwards.
    """
    falls = np.count_nonzero(spots < np.roll(spots, 1, axis=0), axis=0)
    return np.asarray((falls <= 1) | (falls >= len(spots) - 1))
