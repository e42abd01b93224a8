"""`State` to packed words and back; `kernels.state` draws the layout."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import NamedTuple

import numpy as np

from narabi_solver.cards import BLANKS
from narabi_solver.kernels.state import MAX_HAND, MAX_PLACES, Puzzle
from narabi_solver.rules import Place, Rules, State, Stone, Swap


class PackedState(NamedTuple):
    """A state of the game, packed."""

    puzzle: Puzzle
    """What stays the same while the game goes on."""
    ring: int
    """The ring, from the mover's first place."""
    banned: int
    """What no-undo remembers; 0 for nothing."""

    @property
    def key(self) -> int:
        """The whole state in one word."""
        return self.ring & 0x00FF_FFFF_FFFF_FFFF | self.banned << 56


def pack(state: State, rules: Rules) -> PackedState:
    """Return a state for the kernels; the stone in the place `p` counted from the mover becomes stone p."""
    places, hand = len(state.ring), state.hand
    stones = _from_mover(state)
    targets = np.zeros(MAX_PLACES, np.uint64)
    reach = np.zeros((MAX_PLACES, MAX_HAND), np.uint64)
    numbers = np.full(MAX_PLACES, -1, np.int64)
    ascending = sorted(int(stone.label) for stone in stones if stone.label not in BLANKS)
    for i, stone in enumerate(stones):
        card = state.deck[stone.card]
        targets[i] = sum(
            1 << j
            for j, other in enumerate(stones)
            if j != i and card.fits_stone(stone.label, other.label, state.deck.colour(other.label))
        )
        for own in range(hand):
            reach[i, own] = sum(
                1 << place for place in range(hand, places) if card.fits_place(own, place, state.players)
            )
        if stone.label not in BLANKS:
            numbers[i] = ascending.index(int(stone.label))
    puzzle = Puzzle(
        targets=targets,
        reach=reach,
        numbers=numbers,
        places=places,
        hand=hand,
        ranks=len(ascending),
        no_undo=int(rules.no_undo),
        all_stones=reduce(xor, range(places)),
    )
    ring = sum(place << 4 * place for place in range(places))
    return PackedState(puzzle, ring, _banned(state, rules))


def _from_mover(state: State) -> tuple[Stone, ...]:
    first = state.mover * state.hand
    return state.ring[first:] + state.ring[:first]


def _banned(state: State, rules: Rules) -> int:
    """Return the code of the swap that no-undo forbids the mover, if the mover owns one of its places."""
    if not rules.no_undo or state.last is None:
        return 0
    back = Swap(state.last.other, state.last.own)
    own, other = state.stone(back.own), state.stone(back.other)
    card = state.deck[own.card]
    fits = card.fits_stone(own.label, other.label, state.deck.colour(other.label))
    if back.own.seat != state.mover or not fits:
        return 0
    if not card.fits_place(state.number(back.own), state.number(back.other), state.players):
        return 0
    return 1 + back.own.position * state.hand + back.other.position


def unpack_swap(own: int, other: int, mover: int, players: int, hand: int) -> Swap:
    """Return a swap of places counted from the mover as a swap of places of the ring."""

    def place(relative: int) -> Place:
        return Place((mover + relative // hand) % players, relative % hand)

    return Swap(place(own), place(other))


def unpack_ring(ring: int, stones: State) -> tuple[Stone, ...]:
    """Return the stones of a packed ring clockwise from the mover; `stones` is the state that was packed."""
    packed = _from_mover(stones)
    return tuple(packed[ring >> 4 * place & 0xF] for place in range(len(packed)))
