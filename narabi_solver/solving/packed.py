"""Converts `State` to packed words and back; `kernels.state` draws the layout."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from narabi_solver.game.cards import BLANKS, NUMBERS, RING_SIZES
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.returns import Returns
from narabi_solver.game.rules import Rules, State, Stone, Swap
from narabi_solver.kernels.state import MAX_HAND, MAX_PLACES, Game

ORDER = NUMBERS + BLANKS
"""Stones are numbered in this order of their labels."""

NOT_ALIKE = "deals packed together must have the same deck, stones and number of players"
"""What is said where they have not."""


class PackedState(NamedTuple):
    """A state of the game, packed."""

    game: Game
    """What deals with the same stones share."""
    cards: NDArray[np.uint8]
    """(1, 15): for each stone the number of its card."""
    ring: int
    """The ring, from the mover's first place."""
    banned: int
    """What no-undo remembers; 0 for nothing."""
    returns: Returns | None = None
    """What the reading `receiver` remembers, which the kernels do not support; None by the reading `next`."""

    @property
    def key(self) -> int:
        """The whole state in one word."""
        return self.ring & 0x00FF_FFFF_FFFF_FFFF | self.banned << 56


@functools.lru_cache(maxsize=64)
def game_of(deck: Deck, labels: str, players: int, no_undo: bool) -> Game:
    """Return what all deals with these stones share.

    Parameters
    ----------
    deck
        The deck; card number i is its card i.
    labels
        The stones of the ring, numbers ascending, then white and dark blanks.
    players, no_undo
        The table, and the rule.
    """
    places = RING_SIZES[players]
    hand = places // players
    others = places - hand
    cards = list(deck)
    targets = np.zeros((len(cards), MAX_PLACES), np.uint64)
    reach = np.zeros((len(cards), MAX_HAND), np.uint64)
    for i, card in enumerate(cards):
        for stone, label in enumerate(labels):
            targets[i, stone] = sum(
                1 << j
                for j, other in enumerate(labels)
                if j != stone and card.fits_stone(label, other, deck.colour(other))
            )
        for own in range(hand):
            reach[i, own] = sum(
                1 << own * others + other - hand
                for other in range(hand, places)
                if card.fits_place(own, other, players)
            )
    ranks = sum(label not in BLANKS for label in labels)
    pairs = np.array([own << 4 | other for own in range(hand) for other in range(hand, places)], np.uint8)
    return Game(targets, reach, pairs, places, hand, ranks, int(no_undo), reduce(xor, range(places)))


@functools.lru_cache(maxsize=64)
def card_numbers(deck: Deck) -> dict[str, int]:
    """Return the number of each card of a deck."""
    return {card.name: i for i, card in enumerate(deck)}


def pack(state: State, rules: Rules) -> PackedState:
    """Return a state for the kernels."""
    stones = _from_mover(state)
    order = _numbering(state)
    labels = "".join(stones[place].label for place in order)
    numbers = card_numbers(state.deck)
    cards = np.zeros((1, MAX_PLACES), np.uint8)
    ring = 0
    for stone, place in enumerate(order):
        cards[0, stone] = numbers[stones[place].card]
        ring |= stone << 4 * place
    game = game_of(state.deck, labels, state.players, rules.no_undo)
    return PackedState(game, cards, ring, _banned(state, rules), _returns(state, rules))


class PackedRings(NamedTuple):
    """Rings with the same stones, n of them, packed."""

    labels: str
    """The stones, in the order of their numbers."""
    rings: NDArray[np.uint64]
    """(n,): the rings, from the mover's first place."""
    cards: NDArray[np.uint8]
    """(n, 15): for each stone the number of its card."""
    movers: NDArray[np.int64]
    """(n,): the seats that are to move."""


class _Codes(dict[Stone, int]):
    """For each stone, with its card, where its label stands in `ORDER`, * 256, and the card's number."""

    def __init__(self, deck: Deck):
        super().__init__()
        self.numbers = card_numbers(deck)

    def __missing__(self, stone: Stone) -> int:
        self[stone] = code = ORDER.index(stone.label) * 256 + self.numbers[stone.card]
        return code


_codes = functools.lru_cache(maxsize=64)(_Codes)


def pack_rings(
    stones: Sequence[Stone], movers: Sequence[int | None], deck: Deck, players: int
) -> PackedRings:
    """Return rings packed as `pack` packs states, many at once.

    Parameters
    ----------
    stones
        Those of all rings, ring by ring, each clockwise from A1.
    movers
        For each ring the seat that is to move; None for the holder of the 0.
    deck, players
        The deck, and the number of seats.

    Raises
    ------
    ArgumentError
        The rings do not have the same stones.
    """
    count, places = len(movers), RING_SIZES[players]
    hand = places // players
    codes = np.array(list(map(_codes(deck).__getitem__, stones)), np.int64).reshape(count, places)
    holders = np.argmin(codes, axis=1) // hand  # the 0 is the first in `ORDER`
    seats = np.array([-1 if mover is None else mover for mover in movers], np.int64)
    seats = np.where(seats < 0, holders, seats)
    around = (np.arange(places) + hand * seats[:, None]) % places
    codes = np.take_along_axis(codes, around, axis=1)
    # sorted by label, then by place: the place of each stone in the lowest bits
    ranked = np.sort((codes >> 8 << 16) | (np.arange(places) << 8) | (codes & 255), axis=1)
    kinds = ranked >> 16
    if (kinds != kinds[0]).any():
        raise ArgumentError(NOT_ALIKE)
    cards = np.zeros((count, MAX_PLACES), np.uint8)
    cards[:, :places] = ranked & 255
    spots = (ranked >> 8 & 255).astype(np.uint64)
    rings = np.bitwise_or.reduce(np.arange(places, dtype=np.uint64) << (np.uint64(4) * spots), axis=1)
    return PackedRings("".join(ORDER[kind] for kind in kinds[0]), rings, cards, seats)


def _from_mover(state: State) -> tuple[Stone, ...]:
    first = state.mover * state.hand
    return state.ring[first:] + state.ring[:first]


def _numbering(state: State) -> list[int]:
    """Return for each stone, in the order of their numbers, its place from the mover's first one."""
    stones = _from_mover(state)
    return sorted(range(len(stones)), key=lambda place: (ORDER.index(stones[place].label), place))


def places_of(state: State) -> list[int]:
    """Return for each stone, in the order of their numbers, its place in the ring."""
    first = state.mover * state.hand
    return [(place + first) % len(state.ring) for place in _numbering(state)]


def _banned(state: State, rules: Rules) -> int:
    """Return the code of the swap that no-undo forbids the mover, if it were legal otherwise."""
    if not rules.no_undo or state.last is None or state.last.other.seat != state.mover:
        return 0
    own, other = state.last.other, state.last.own
    stone, taken = state.stone(own), state.stone(other)
    card = state.deck[stone.card]
    fits = card.fits_stone(stone.label, taken.label, state.deck.colour(taken.label))
    if not fits or not card.fits_place(state.number(own), state.number(other), state.players):
        return 0
    others = len(state.ring) - state.hand
    return 1 + own.position * others + (others - state.hand) + other.position


def _returns(state: State, rules: Rules) -> Returns | None:
    if rules.undo_reading == "next":
        return None
    return tuple(sorted(swap_from_mover(state, swap) for swap in state.returns))


def swap_from_mover(state: State, swap: Swap) -> tuple[int, int]:
    """Return a swap of places of the ring as places counted from the mover's first one."""
    first = state.mover * state.hand
    own, other = ((state.number(place) - first) % len(state.ring) for place in swap)
    return own, other


def unpack_ring(ring: int, packed: State) -> tuple[Stone, ...]:
    """Return the stones of a ring, from its mover's first place; `packed` is the state that was packed."""
    stones = _from_mover(packed)
    order = _numbering(packed)
    return tuple(stones[order[ring >> 4 * place & 0xF]] for place in range(len(stones)))
