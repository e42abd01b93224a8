"""Replays lines of many deals by the plain rules; what a card allows is asked once, and then known.

`rules.replay` makes every state on the way. Here only stones move, which is about ten times as fast; the
tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from narabi_solver.game.cards import BLANKS, NUMBERS, RING_SIZES
from narabi_solver.game.deck import Deck
from narabi_solver.game.rules import Rules, Stone

Numbered = tuple[int, int]
"""A swap: own and other place, by their numbers in the ring from A1 = 0."""


class _Taken(dict[Stone, frozenset[str]]):
    """For each stone the labels of those that its card lets it take."""

    def __init__(self, deck: Deck):
        super().__init__()
        self.deck = deck

    def __missing__(self, stone: Stone) -> frozenset[str]:
        card, colour = self.deck[stone.card], self.deck.colour
        fitting = (other for other in NUMBERS + BLANKS if card.fits_stone(stone.label, other, colour(other)))
        self[stone] = found = frozenset(fitting)
        return found


class _Reached(dict[tuple[str, int], frozenset[int]]):
    """For each card and place the places that the card reaches from there."""

    def __init__(self, deck: Deck, players: int):
        super().__init__()
        self.deck, self.players = deck, players

    def __missing__(self, lies: tuple[str, int]) -> frozenset[int]:
        (name, own), places = lies, range(RING_SIZES[self.players])
        card = self.deck[name]
        fitting = (other for other in places if card.fits_place(own, other, self.players))
        self[lies] = found = frozenset(fitting)
        return found


class Replayer:
    """Replays lines of deals of one deck and one number of players.

    Parameters
    ----------
    deck
        Defines the cards.
    players
        Number of seats.
    rules
        The rules; no-undo is read as `next`.
    """

    def __init__(self, deck: Deck, players: int, rules: Rules):
        self.players, self.hand, self.rules = players, RING_SIZES[players] // players, rules
        self._taken, self._reached, self._orders = _Taken(deck), _Reached(deck, players), _Orders()

    def wins(self, ring: Iterable[Stone], mover: int, swaps: Sequence[Numbered]) -> bool:
        """Tell whether a line from the start is legal turn by turn, and wins with its last turn.

        Parameters
        ----------
        ring
            The stones, clockwise from A1.
        mover
            The seat whose turn it is.
        swaps
            The line.
        """
        if len(swaps) > self.rules.limit:
            return False
        taken, reached, no_undo = self._taken, self._reached, self.rules.no_undo
        hand, players = self.hand, self.players
        last: Numbered | None = None
        stones = list(ring)
        labels = [stone[0] for stone in stones]
        numbers = "".join(labels).replace("w", "").replace("d", "")
        orders = self._orders["".join(sorted(numbers))]
        for swap in swaps:
            if numbers in orders:
                return False  # won before
            own, other = swap
            stone = stones[own]
            if (
                own // hand != mover
                or labels[other] not in taken[stone]
                or other not in reached[stone[1], own]
                or (no_undo and last == (other, own))
            ):
                return False
            stones[own], stones[other] = stones[other], stone
            labels[own], labels[other] = labels[other], labels[own]
            numbers = "".join(labels).replace("w", "").replace("d", "")
            last = swap
            mover = (mover + 1) % players
        return numbers in orders


class _Orders(dict[str, frozenset[str]]):
    """For some numbers, ascending, all cyclic orders of them that win."""

    def __missing__(self, ascending: str) -> frozenset[str]:
        turned = [ascending[i:] + ascending[:i] for i in range(max(len(ascending), 1))]
        self[ascending] = found = frozenset(turned + [numbers[::-1] for numbers in turned])
        return found
