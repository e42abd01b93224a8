"""A deal as a general solver wants it: numbered stones and places, and what fits what."""

from __future__ import annotations

from typing import NamedTuple

from narabi_solver import Deal
from narabi_solver.game.cards import BLANKS
from narabi_solver.game.rules import in_order


class Puzzle(NamedTuple):
    """Stone i lies in place i at the start; places are counted clockwise from A1."""

    places: int
    players: int
    hand: int
    first: int
    """The seat that makes the next turn."""
    played: int
    """Turns played so far."""
    ready: bool
    """Whether the ring is in order at the start."""
    ranks: dict[int, int]
    """The rank of each stone with a number: 0 for the lowest."""
    fits: set[tuple[int, int]]
    """(own stone, stone taken) that the own stone's card allows."""
    reach: set[tuple[int, int, int]]
    """(own stone, own place, other place) that its card allows; places of one seat are left out."""
    apart: set[tuple[int, int, int]]
    """(stone, stone, steps clockwise) that a ring in clockwise order may have, for stones with numbers.

    With b blanks, a number that is d ranks on (round the circle of ranks) lies d to d + b places on. If
    that holds for every pair, the ring is in order, given more numbers than blanks: the way from a number
    to the d-th next cannot be a whole round too long, since each step adds b + 1 places at most.
    Counterclockwise order is the same with the steps counted the other way.
    """

    def seat(self, turn: int) -> int:
        """Return the seat that makes a turn; the next one is turn 1."""
        return (self.first + turn - 1) % self.players


def read(deal: Deal) -> Puzzle:
    """Return the puzzle of a deal."""
    state = deal.state()
    stones, places, hand = state.ring, len(state.ring), state.hand
    numbers = sorted(int(stone.label) for stone in stones if stone.label not in BLANKS)
    blanks = places - len(numbers)
    if len(numbers) <= blanks:
        raise ValueError(f"the models need more numbers than blanks, not {len(numbers)} and {blanks}")
    ranks = {i: numbers.index(int(s.label)) for i, s in enumerate(stones) if s.label not in BLANKS}
    cards = [state.deck[stone.card] for stone in stones]
    every = range(places)
    return Puzzle(
        places=places,
        players=state.players,
        hand=hand,
        first=state.mover,
        played=state.turns,
        ready=in_order(stones),
        ranks=ranks,
        fits={
            (i, j)
            for i in every
            for j in every
            if i != j
            and cards[i].fits_stone(stones[i].label, stones[j].label, state.deck.colour(stones[j].label))
        },
        reach={
            (i, own, other)
            for i in every
            for own in every
            for other in every
            if cards[i].fits_place(own, other, state.players)
        },
        apart={
            (i, j, (ranks[j] - ranks[i]) % len(numbers) + extra)
            for i in ranks
            for j in ranks
            if i != j
            for extra in range(blanks + 1)
        },
    )
