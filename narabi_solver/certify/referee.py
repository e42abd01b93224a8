"""The rules of Narabi, stated a second time for the checker of certificates.

This module was written separately, from ``docs/rules-narabi.md``. It imports nothing from this library, and
`import-linter` enforces that. A mistake in `cards` or `rules`, which determine the kernels' masks, is
therefore not repeated here.

Stones are numbered as dealt, clockwise from A1. A ring begins with the places of the seat to move.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

PAIRS_A_TURN = 4
"""Most pairs of neighbouring numbers that a turn can change: two stones move, each with two neighbours."""

Pair = tuple[int, int]
"""Two numbers from 0: a place of the seat to move and another place, or a seat and a place within it."""

Node = tuple[tuple[int, ...], tuple[Pair, ...]]
"""The stones, from the mover's first place, and the forbidden swaps, each as own and other place."""


class Conditions(NamedTuple):
    """The conditions of a card, as in a deck file; None for a condition that the card does not have."""

    colour: str | None = None
    parity: str | None = None
    compare: str | None = None
    value: tuple[int, int] | None = None
    seat: tuple[str | int, ...] | None = None
    distance: tuple[int, ...] | None = None
    never: bool = False


class Dealt(NamedTuple):
    """A stone and the conditions of its card."""

    label: str
    card: Conditions


class Moment(NamedTuple):
    """A moment of a game: the state, the seat to move, and the number of turns played."""

    node: Node
    mover: int
    turns: int
    """Number of turns played."""


class Tried(NamedTuple):
    """The result of trying all lines."""

    states: int
    """Number of states tried."""
    win: int | None
    """Number of turns of the shortest win; None if no line tried wins."""
    all: bool
    """True if all lines were tried, and none of them wins."""


class Table:
    """A deal, and the swaps that its cards and the no-undo rule allow."""

    def __init__(
        self,
        stones: Sequence[Dealt],
        white: Collection[int],
        players: int,
        first: int | None,
        no_undo: str | None,
    ):
        """Create the tables of the swaps that the cards allow.

        Parameters
        ----------
        stones
            The stones as dealt, clockwise from A1.
        white
            The numbers on white stones.
        players
            Number of seats.
        first
            The seat that begins; None for the seat that has the stone 0.
        no_undo
            The interpretation of no-undo, "next" or "receiver", as ``docs/rules-narabi.md`` explains; None if
            every swap may be undone.
        """
        self.players, self.places = players, len(stones)
        self.hand = self.places // players
        self.no_undo = no_undo
        self.first = [s.label for s in stones].index("0") // self.hand if first is None else first
        numbers = sorted(int(stone.label) for stone in stones if stone.label.isdigit())
        self.count = len(numbers)
        self.rank = [numbers.index(int(s.label)) if s.label.isdigit() else -1 for s in stones]
        self.takes = [
            {number for number, other in enumerate(stones) if _may_take(stone, other, white)}
            for stone in stones
        ]
        self.reach = [
            [
                [other for other in range(self.hand, self.places) if self._may_reach(stone.card, own, other)]
                for own in range(self.hand)
            ]
            for stone in stones
        ]

    def _may_reach(self, card: Conditions, own: int, other: int) -> bool:
        """Return whether a card at `own` allows a swap with `other`, counted from the mover's first place."""
        if card.seat is not None:
            named = {"left": 1, "right": self.players - 1}
            if other // self.hand not in [named.get(str(seat), seat) for seat in card.seat]:
                return False
        shorter_way = min(other - own, own + self.places - other)
        return card.distance is None or shorter_way in card.distance

    def start(self) -> Moment:
        """Return the moment before the first turn."""
        before = self.first * self.hand
        return Moment(((*range(before, self.places), *range(before)), ()), self.first, 0)

    def children(self, node: Node) -> list[tuple[Pair, Node]]:
        """Return the legal swaps of a state, each with the state after the swap."""
        ring, forbidden = node
        hand = self.hand
        children: list[tuple[Pair, Node]] = []
        for own in range(hand):
            stone = ring[own]
            takes = self.takes[stone]
            for other in self.reach[stone][own]:
                if ring[other] in takes and (own, other) not in forbidden:
                    after = list(ring)
                    after[own], after[other] = after[other], stone
                    child = tuple(after[hand:] + after[:hand]), self._remembered(forbidden, own, other)
                    children.append(((own, other), child))
        return children

    def _remembered(self, forbidden: tuple[Pair, ...], own: int, other: int) -> tuple[Pair, ...]:
        """Return the swaps that no-undo forbids after a swap, counted from the next player's first place."""
        if self.no_undo is None or self.no_undo == "next" and other >= 2 * self.hand:
            return ()
        back = other - self.hand, own - self.hand + self.places
        if self.no_undo == "next":
            return (back,)
        received = [(own - self.hand + self.places, other - self.hand), back]
        for place, origin in forbidden:
            if (
                place >= self.hand and place != other
            ):  # the mover's own stones may move freely again after this turn
                received.append((place - self.hand, (origin - self.hand) % self.places))
        return tuple(sorted(received))

    def why_not(self, now: Moment, own: Pair, other: Pair, limit: int) -> str | None:
        """Return the reason why the stones at two places may not be swapped; None if they may be swapped."""
        if self.broken_pairs(now.node[0]) == 0:
            return "the ring is in order already, so the game is won"
        if now.turns >= limit:
            return f"the game ended with turn {limit}"
        for seat, place in (own, other):
            if not 0 <= seat < self.players or not 0 <= place < self.hand:
                return f"the ring has {self.players} seats of {self.hand} places"
        if own[0] != now.mover:
            return "another seat is to move"
        if self._from_mover(now, own, other) not in dict(self.children(now.node)):
            return "this swap is not legal"
        return None

    def after(self, now: Moment, own: Pair, other: Pair) -> Moment:
        """Return the moment after a legal swap."""
        node = dict(self.children(now.node))[self._from_mover(now, own, other)]
        return Moment(node, (now.mover + 1) % self.players, now.turns + 1)

    def _from_mover(self, now: Moment, own: Pair, other: Pair) -> Pair:
        seen = [(seat - now.mover) % self.players * self.hand + place for seat, place in (own, other)]
        return seen[0], seen[1]

    def broken_pairs(self, ring: tuple[int, ...]) -> int:
        """Return how many pairs of neighbouring numbers do not differ by 1, cyclically; 0 if in order."""
        numbers = [self.rank[stone] for stone in ring if self.rank[stone] >= 0]
        if self.count < 3:
            return 0
        far = self.count - 1
        before = numbers[-1]
        broken = 0
        for number in numbers:
            step = number - before
            if step not in (1, -1, far, -far):
                broken += 1
            before = number
        return broken

    def exhaust(self, start: Node, within: int, report: Callable[[int, int], None], max_states: int) -> Tried:
        """Try all lines of at most `within` turns, breadth-first; stop after about `max_states` states.

        A state is skipped only if it has too many broken pairs to be won in the turns left.
        """
        layer: set[Node] = {start}
        states = 1
        for turn in range(1, within + 1):
            following: set[Node] = set()
            for count, node in enumerate(layer):
                if count % 10_000 == 0:
                    report(turn, states)
                for _, child in self.children(node):
                    if child not in following:
                        broken = self.broken_pairs(child[0])
                        if broken == 0:
                            return Tried(states + len(following), turn, False)
                        if broken <= PAIRS_A_TURN * (within - turn):
                            following.add(child)
                if states + len(following) > max_states:
                    return Tried(states + len(following), None, False)
            layer = following
            states += len(layer)
            if not layer:
                break
        return Tried(states, None, True)


def _may_take(stone: Dealt, other: Dealt, white: Collection[int]) -> bool:
    """Return whether a stone's card allows another stone, wherever the two stones lie."""
    card, own, value = stone.card, _value(stone), _value(other)
    if card.never:
        return False
    if card.colour is not None and (card.colour == "white") != _is_white(other, white):
        return False
    if card.parity is not None and (card.parity == "odd") != (value % 2 == 1):
        return False
    if card.compare is not None and (value <= own if card.compare == "higher" else value >= own):
        return False
    return card.value is None or value in range(card.value[0], card.value[1] + 1)


def _value(stone: Dealt) -> int:
    return int(stone.label) if stone.label.isdigit() else 0


def _is_white(stone: Dealt, white: Collection[int]) -> bool:
    return int(stone.label) in white if stone.label.isdigit() else stone.label == "w"
