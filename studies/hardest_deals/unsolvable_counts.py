"""How many deals are lost within one turn, whatever the players do: counted exactly.

Each card of the deck asks only for the stone taken in exchange, or only for places. So whether a seat has a
legal swap depends on its own stones, their order and their cards, not on how the other stones lie: a seat
without one is **stuck**. Counted exactly are the deals in which

0. the first player is stuck, and the ring is not in order;
1. the first player has legal swaps, none of them wins, and each leaves the second player stuck.

For the second count, a swap between the first two seats never leaves the second one stuck: the stone it
received may go back. (Distances are the same both ways, and a card that names a seat always finds a stone.)
So the second player is stuck from the beginning, and the first one reaches none of their stones.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from narabi_solver import Deck
from narabi_solver.game.cards import BLANKS, Card

Hand = tuple[int, ...]
"""The stones of a seat, by their numbers, in the order of its places."""
Sets = tuple[int, ...]
"""For each stone of a hand a set of cards, as bits."""


@dataclass(frozen=True)
class Table:
    """A ring of stones, cards to be dealt to them, and a number of seats, of which A holds the 0."""

    players: int
    stones: str
    """One character each."""
    deck: Deck
    """Its cards are dealt, or as many of them as there are stones."""

    def __post_init__(self) -> None:
        for card in self.deck:
            by_stone = card.colour or card.parity or card.compare or card.value or card.never
            by_place = card.seat is not None or card.distance is not None
            if by_stone and by_place or card.seat not in (None, ("left",), ("right",)) or card.copies > 1:
                raise ValueError(f"no count with the card {card.name}: {card}")

    @property
    def hand(self) -> int:
        """Stones of each seat."""
        return len(self.stones) // self.players

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, in the order of the deck."""
        return self.deck.cards

    @property
    def zero(self) -> int:
        """The number of the stone 0."""
        return self.stones.index("0")

    @cached_property
    def may_take(self) -> list[list[int]]:
        """For each card and stone the set of stones, as bits, that the card lets it take."""
        return [[self._taken(card, own) for own in range(len(self.stones))] for card in self.cards]

    def _taken(self, card: Card, own: int) -> int:
        labels = self.stones
        fitting = (
            other
            for other, label in enumerate(labels)
            if other != own and card.fits_stone(labels[own], label, self.deck.colour(label))
        )
        return bits(fitting)

    @cached_property
    def reaches(self) -> list[list[int]]:
        """For each card and place of A the set of places, as bits, that the card reaches."""
        places = range(len(self.stones))
        return [
            [
                bits(p for p in places if card.fits_place(own, p, self.players, places=len(places)))
                for own in range(self.hand)
            ]
            for card in self.cards
        ]

    def stuck(self, hand: Hand) -> Sets:
        """Return for each stone of a seat the cards with which it has no legal swap."""
        others = ~bits(hand)
        return tuple(
            bits(
                card
                for card in range(len(self.cards))
                if not self.may_take[card][stone] & others or not self.reaches[card][place]
            )
            for place, stone in enumerate(hand)
        )

    def apart(self, hand: Hand, second: Hand) -> Sets:
        """Return for each stone of A the cards with which it takes none of seat B's stones."""
        taken = bits(second)
        places = bits(range(self.hand, 2 * self.hand))
        return tuple(
            bits(
                card
                for card in range(len(self.cards))
                if not self.may_take[card][stone] & taken or not self.reaches[card][place] & places
            )
            for place, stone in enumerate(hand)
        )

    def legal_cards(self, ring: Sequence[int], own: int, other: int) -> int:
        """Return the cards, as bits, with which the stone in a place of A takes the one in another place."""
        return bits(
            card
            for card in range(len(self.cards))
            if self.may_take[card][ring[own]] >> ring[other] & 1 and self.reaches[card][own] >> other & 1
        )

    def ways(self, dealt: int) -> int:
        """Return how many ways there are to deal the rest, when so many stones have their place and card."""
        return self.arrangements(dealt) * self.sleeves(dealt)

    def arrangements(self, dealt: int) -> int:
        """Return how many ways there are to place the rest of the stones."""
        return math.factorial(len(self.stones) - dealt)

    def sleeves(self, dealt: int) -> int:
        """Return how many ways there are to give the rest of the stones a card."""
        return math.perm(len(self.cards) - dealt, len(self.stones) - dealt)

    @property
    def deals(self) -> int:
        """How many deals there are in which A holds the 0."""
        return self.ways(0) // self.players

    def hands(self, others: Iterable[int] = ()) -> Iterator[Hand]:
        """Yield all hands without the 0 and without some others."""
        left = set(range(len(self.stones))) - {self.zero, *others}
        return itertools.permutations(sorted(left), self.hand)

    def first_hands(self, others: Iterable[int] = ()) -> Iterator[Hand]:
        """Yield all hands with the 0, without some others."""
        left = set(range(len(self.stones))) - {self.zero, *others}
        for rest in itertools.permutations(sorted(left), self.hand - 1):
            for place in range(self.hand):
                yield (*rest[:place], self.zero, *rest[place:])

    def rings_in_order(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield all rings in order that look different, and how many rings look like each."""
        numbers = [i for i, label in enumerate(self.stones) if label not in BLANKS]
        blanks = "".join(label for label in self.stones if label in BLANKS)
        numbers.sort(key=lambda i: int(self.stones[i]))
        turned = {tuple(numbers[i:] + numbers[:i]) for i in range(len(numbers))}
        cycles = turned | {cycle[::-1] for cycle in turned}
        alike = math.prod(math.factorial(blanks.count(label)) for label in BLANKS)
        for gaps in itertools.combinations(range(len(self.stones)), len(blanks)):
            for labels in sorted(set(itertools.permutations(blanks))):
                blank = self.numbered(labels)
                for cycle in cycles:
                    ring, number, other = [], iter(cycle), iter(blank)
                    for place in range(len(self.stones)):
                        ring.append(next(other) if place in gaps else next(number))
                    yield tuple(ring), alike

    def numbered(self, labels: Iterable[str]) -> list[int]:
        """Return the numbers of some stones, of alike ones the lowest first."""
        found: list[int] = []
        for label in labels:
            found.append(next(i for i, one in enumerate(self.stones) if one == label and i not in found))
        return found


def bits(numbers: Iterable[int]) -> int:
    """Return a set of numbers as bits."""
    return sum(1 << number for number in set(numbers))


def choices(sets: Sequence[int], used: int = 0) -> int:
    """Return how many ways there are to take a different card of each set."""
    if not sets:
        return 1
    if any(not one & ~used for one in sets):
        return 0
    first, *rest = sets
    left, found = first & ~used, 0
    while left:
        card = left & -left
        left ^= card
        found += choices(rest, used | card)
    return found


def first_stuck(table: Table) -> int:
    """Return how many deals there are in which A, who holds the 0, is stuck, and the ring is not in order."""
    hand = table.hand
    found = sum(choices(table.stuck(first)) for first in table.first_hands()) * table.ways(hand)
    for ring, alike in table.rings_in_order():
        if table.zero in ring[:hand]:
            found -= choices(table.stuck(ring[:hand])) * alike * table.sleeves(hand)
    return found


def second_stuck(table: Table) -> int:
    """Return how many deals there are in which A has legal swaps, none wins, and each leaves B stuck."""
    both = 2 * table.hand
    found = 0
    for second in table.hands():
        stuck = table.stuck(second)
        if choices(stuck):
            for first in table.first_hands(second):
                found += _apart(table, first, second)
    return found * table.ways(both) - _won_as_dealt(table)


def _apart(table: Table, first: Hand, second: Hand) -> int:
    """Return how many ways there are to give A and B cards: B is stuck, A is not and takes none of B."""
    stuck = table.stuck(second)
    apart = choices([*stuck, *table.apart(first, second)])
    return apart and apart - choices([*stuck, *table.stuck(first)])


def _won_as_dealt(table: Table) -> int:
    """Return how many deals `_apart` counts that are in order, or in which A wins by one swap."""
    hand, places = table.hand, len(table.stones)
    found = 0
    wins: dict[tuple[int, ...], list[tuple[int, int]]] = defaultdict(list)
    rings = dict(table.rings_in_order())
    for ring in rings:
        second = ring[hand : 2 * hand]
        if not choices(table.stuck(second)):
            continue
        if table.zero in ring[:hand]:
            found += _apart(table, ring[:hand], second)
        for own, other in itertools.product(range(hand), range(2 * hand, places)):
            before = list(ring)
            before[own], before[other] = before[other], before[own]
            if table.zero in before[:hand]:
                labels = (table.stones[stone] for stone in before)
                wins[tuple(table.numbered(labels))].append((own, other))
    for looks, swaps in wins.items():
        if looks not in rings:
            found += _won_by(table, looks, swaps)
    return found * max(rings.values()) * table.sleeves(2 * hand)  # as many for each ring


def _won_by(table: Table, ring: tuple[int, ...], swaps: list[tuple[int, int]]) -> int:
    """Return how many of the ways of `_apart` allow one of these swaps."""
    hand = table.hand
    first, second = ring[:hand], ring[hand : 2 * hand]
    stuck, apart = table.stuck(second), list(table.apart(first, second))
    without = apart.copy()
    for own, other in swaps:
        without[own] &= ~table.legal_cards(ring, own, other)
    return choices([*stuck, *apart]) - choices([*stuck, *without])


def seat_stuck(table: Table) -> int:
    """Return how many deals there are in which one seat that A does not hold, say B, is stuck."""
    hand, places = table.hand, len(table.stones)
    found = sum(choices(table.stuck(second)) for second in table.hands())
    return found * hand * math.factorial(places - hand - 1) * table.sleeves(hand)


def share(count: int, table: Table) -> Fraction:
    """Return which share of all deals a count is."""
    return Fraction(count, table.deals)
