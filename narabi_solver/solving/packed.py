"""Converts a `State` to packed integers, and packed lines to swaps; see the layout in `kernels.state`."""

from __future__ import annotations

import functools
import itertools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from narabi_solver.game.cards import BLANKS, ORDER, RING_SIZES
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import IllegalMoveError, InternalError
from narabi_solver.game.returns import Returns
from narabi_solver.game.rules import Place, Rules, State, Stone, Swap, in_order, replay
from narabi_solver.kernels.batch import PackedSolutions
from narabi_solver.kernels.outcomes import SOLVED
from narabi_solver.kernels.state import MAX_HAND, MAX_PLACES, Game


class PackedState(NamedTuple):
    """A packed state of the game."""

    game: Game
    """The data common to all deals with the same stones."""
    cards: NDArray[np.uint8]
    """(1, 15): for each stone, the index of its card in the deck."""
    ring: int
    """The ring, from the mover's first place."""
    banned: int
    """The code of the swap that no-undo forbids; 0 for none."""
    returns: Returns | None = None
    """The swaps that would send a stone back too soon, under the reading `receiver`; None under `next`."""

    @property
    def backs(self) -> int:
        """The swaps that no-undo forbids, in the layout of `kernels.astar.Nodes`."""
        places, hand = self.game.places, self.game.hand
        swaps = self.returns or ()
        if self.returns is None and self.banned:
            own, other = divmod(self.banned - 1, places - hand)
            swaps = ((own, other + hand),)
        return sum((origin - lies) % places << 4 * lies for lies, origin in swaps)


@functools.lru_cache(maxsize=64)
def game_of(deck: Deck, labels: str, players: int, no_undo: bool) -> Game:
    """Return the data common to all deals with these stones.

    Parameters
    ----------
    deck
        The deck. In arrays, cards are numbered in the order of the deck.
    labels
        The labels of the stones in the ring: numbers ascending, then white and dark blanks.
    players, no_undo
        Number of players, and whether no-undo is in force.
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
    return Game(targets, reach, pairs, places, hand, ranks, int(no_undo))


@functools.lru_cache(maxsize=64)
def card_numbers(deck: Deck) -> dict[str, int]:
    """Return the index of each card in a deck, by name."""
    return {card.name: i for i, card in enumerate(deck)}


def pack(state: State, rules: Rules) -> PackedState:
    """Return a state in the layout of the kernels."""
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
    returns = None
    if rules.undo_reading != "next":
        returns = tuple(sorted(swap_from_mover(state, swap) for swap in state.returns))
    return PackedState(game, cards, ring, _banned(state, rules), returns)


def _from_mover(state: State) -> tuple[Stone, ...]:
    first = state.mover * state.hand
    return state.ring[first:] + state.ring[:first]


def _numbering(state: State) -> list[int]:
    """Return the place of each stone, counted from the mover's first place, in the order of the stones."""
    stones = _from_mover(state)
    return sorted(range(len(stones)), key=lambda place: (ORDER.index(stones[place].label), place))


def places_of(state: State) -> list[int]:
    """Return the place of each stone in the ring, in the order of the packed stones."""
    first = state.mover * state.hand
    return [(place + first) % len(state.ring) for place in _numbering(state)]


def _banned(state: State, rules: Rules) -> int:
    """Return the code of the swap that no-undo forbids; 0 if there is none, or if a card forbids it."""
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


def swap_from_mover(state: State, swap: Swap) -> tuple[int, int]:
    """Convert a swap to its own and its other place, both counted from the mover's first place."""
    first = state.mover * state.hand
    own, other = ((state.number(place) - first) % len(state.ring) for place in swap)
    return own, other


@functools.lru_cache(maxsize=1024)
def unpack_swap(own: int, other: int, mover: int, players: int, hand: int) -> Swap:
    """Convert an own and an other place, counted from the mover's first place, to a swap."""

    def place(relative: int) -> Place:
        return Place((mover + relative // hand) % players, relative % hand)

    return Swap(place(own), place(other))


def swaps_of(
    lines: NDArray[np.uint8], movers: NDArray[np.int64], players: int, hand: int
) -> list[list[Swap]]:
    """Convert the codes of n lines, (n, turns), to swaps, without a replay.

    Each code is 16 * own place + other place, both counted from the first place of its mover. `movers` has
    the seats that begin. Items after the end of a line are no swaps.
    """
    seats = (movers[:, None] + np.arange(lines.shape[1])) % players
    swaps: list[list[Swap]] = _swaps(players, hand)[seats, lines].tolist()
    return swaps


@functools.cache
def _swaps(players: int, hand: int) -> NDArray[np.object_]:
    """Return (players, 256): for each mover and code, the swap."""
    swaps = np.full((players, 256), None, object)
    for seat, own, other in itertools.product(range(players), range(hand), range(hand, players * hand)):
        swaps[seat, own << 4 | other] = unpack_swap(own, other, seat, players, hand)
    return swaps


def line_of(answers: PackedSolutions, i: int, state: State, rules: Rules) -> tuple[Swap, ...]:
    """Return the line of row `i` of the answers as swaps, replayed by `game.rules`; empty unless solved.

    Raises
    ------
    InternalError
        The line does not win.
    """
    swaps = tuple(
        unpack_swap(own, other, (state.mover + turn) % state.players, state.players, state.hand)
        for turn, (own, other) in enumerate(answers.line(i))
    )
    try:
        good = answers.status[i] != SOLVED or in_order(replay(state, swaps, rules).ring)
    except IllegalMoveError:
        good = False
    if not good:
        line, stones = " ".join(map(str, swaps)), " ".join(map(str, state.ring))
        raise InternalError(f"the line {line} does not win the ring {stones}; please report this")
    return swaps
