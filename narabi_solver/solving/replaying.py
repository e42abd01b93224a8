"""Replays lines of many deals at once, from arrays of the swaps that the cards allow.

`rules.replay` creates every state on the way. Here the stones of all deals are in one array, and each turn is
played in all deals at once, which is about fifty times as fast. The tests compare the two. This module shares
nothing with the searches: it reads the deals and the cards again.
"""

from __future__ import annotations

from collections.abc import Sequence

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
        given = np.array([codes[stone] for deal in deals for seat in deal.seats for stone in seat])
        stones, every = given.reshape(len(deals), self.places), np.arange(len(deals))
        present = sorted({int(label) for label in stones[0] // cards if label < len(NUMBERS)})
        ranks = np.full(len(LABELS), -1, np.int8)
        ranks[present] = np.arange(len(present))
        ranks = np.repeat(ranks, cards)
        last_own = last_other = np.full(len(deals), -1)
        good = turns <= self.rules.limit
        for turn in range(int(turns.max(initial=0))):
            on = turns > turn
            good &= ~on | ~_in_order(ranks[stones])
            own, other = lines[:, turn] >> 4, lines[:, turn] & 15
            legal = (own < self.hand) & (other < self.places)
            first = (movers + turn) * self.hand
            own, other = (first + own) % self.places, (first + other) % self.places
            stone, taken = stones[every, own], stones[every, other]
            legal &= self._taken[stone, taken // cards] & self._reached[stone % cards, own, other]
            if self.rules.no_undo:
                legal &= (own != last_other) | (other != last_own)
            good &= ~on | legal
            stones[every[on], own[on]], stones[every[on], other[on]] = taken[on], stone[on]
            last_own, last_other = own, other
        return good & _in_order(ranks[stones])


def _in_order(ranks: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Return (n,): whether the numbers run upwards or downwards in each ring, cyclically.

    `ranks` has the rank of each number, and -1 for blanks.
    """
    numbers = ranks[ranks >= 0].reshape(len(ranks), -1)
    count = numbers.shape[1]
    steps = numbers[:, 1:] - numbers[:, :-1]
    up, down = (steps == 1) | (steps == 1 - count), (steps == -1) | (steps == count - 1)
    return np.asarray(up.all(axis=1) | down.all(axis=1))
