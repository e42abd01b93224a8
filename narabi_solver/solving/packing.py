"""Converts deals, states and worlds to arrays for the kernels, and answers back to states and swaps.

`kernels.state` describes the layout of rings, swaps and histories.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from _gamekit import checks
from _gamekit.problems import number_of
from narabi_solver.game.cards import BLANKS, ORDER, RING_SIZES, Card
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import Place, Rules, State, Stone, Swap
from narabi_solver.kernels import children
from narabi_solver.kernels.state import ALLOWED, MAX_HAND, MAX_PLACES, MAX_SWAPS, NEXT, RECEIVER, Game
from narabi_solver.solving.dealing import deal_block

NOT_ALIKE = "deals packed together must have the same deck, stones and number of players"
"""The message for deals that cannot be packed together."""

READINGS = {None: ALLOWED, "next": NEXT, "receiver": RECEIVER}
"""`Game.no_undo` for each value of `Rules.reading`."""


class PackedDeals(NamedTuple):
    """Arrays of n deals or positions of one `Game`; `kernels.state` describes the layout."""

    game: Game
    rings: NDArray[np.uint64]
    """(n,): the rings, from the mover's first place."""
    cards: NDArray[np.uint8]
    """(n, 15): for each stone, the index of its card in the deck."""
    backs: NDArray[np.uint64]
    """(n,): the histories for no-undo; 0 for none."""
    turns_left: NDArray[np.uint8]
    """(n,): the number of turns that may still be played."""

    def __repr__(self) -> str:
        return f"<PackedDeals: {number_of(len(self.rings), 'deal')}>"

    def some(self, which: Sequence[int] | NDArray[np.int64]) -> PackedDeals:
        """Return the deals with the given indices."""
        return self._replace(
            rings=self.rings[which],
            cards=self.cards[which],
            backs=self.backs[which],
            turns_left=self.turns_left[which],
        )


class PackedChildren(NamedTuple):
    """The m legal swaps of `PackedDeals`, deal by deal, and the states after them.

    Deals in order have no swaps here.
    """

    parents: NDArray[np.int64]
    """(m,): for each swap, the index of its deal."""
    pairs: NDArray[np.uint8]
    """(m,): each swap as own place * 16 + other place, counted from the mover's first place."""
    after: PackedDeals
    """(m,): the states after the swaps."""

    def __repr__(self) -> str:
        return f"<PackedChildren: {number_of(len(self.parents), 'swap')}>"


class PackedRings(NamedTuple):
    """Arrays of n packed rings with the same stones."""

    labels: str
    """The labels of the stones, in the order of their numbers."""
    rings: NDArray[np.uint64]
    """(n,): the rings, from the mover's first place."""
    cards: NDArray[np.uint8]
    """(n, 15): for each stone, the index of its card in the deck."""
    movers: NDArray[np.int64]
    """(n,): the seat to move in each ring, from A = 0."""

    def __repr__(self) -> str:
        return f"<PackedRings: {number_of(len(self.rings), 'ring')}>"


@functools.lru_cache(maxsize=64)
def game_of(deck: Deck, labels: str, players: int, reading: str | None) -> Game:
    """Return the data common to all deals with these stones.

    Parameters
    ----------
    deck
        The deck. In arrays, cards are numbered in the order of the deck.
    labels
        The labels of the stones in the ring: numbers ascending, then white and dark blanks.
    players, reading
        Number of players, and `Rules.reading`.
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
    return Game(targets, reach, pairs, places, hand, ranks, READINGS[reading])


@functools.lru_cache(maxsize=64)
def card_numbers(deck: Deck) -> dict[str, int]:
    """Return the index of each card in a deck, by name."""
    return {card.name: i for i, card in enumerate(deck)}


class _Codes(dict[Stone, int]):
    """For each stone with its card: 256 times the label's index in `ORDER`, plus the card's deck index."""

    def __init__(self, deck: Deck):
        super().__init__()
        self.numbers = card_numbers(deck)

    def __missing__(self, stone: Stone) -> int:
        self[stone] = code = ORDER.index(stone.label) * 256 + self.numbers[stone.card]
        return code


_codes = functools.lru_cache(maxsize=64)(_Codes)


@checks.trusting
def pack_rings(
    stones: Sequence[Stone], movers: Sequence[int | None], deck: Deck, players: int
) -> PackedRings:
    """Pack many rings at once.

    Parameters
    ----------
    stones
        The stones of all rings, ring by ring, each ring clockwise from A1.
    movers
        The seat to move in each ring; None for the seat that holds the 0.
    deck, players
        The deck, and the number of seats.

    Raises
    ------
    ArgumentError
        The rings do not have the same stones.
    """
    count, places = len(movers), RING_SIZES[players]
    codes = np.array(list(map(_codes(deck).__getitem__, stones)), np.int64).reshape(count, places)
    return _pack_codes(codes, movers, players)


def _pack_codes(codes: NDArray[np.int64], movers: Sequence[int | None], players: int) -> PackedRings:
    """Pack rings, (n, places), of which the stones are coded as by `_Codes`."""
    count, places = codes.shape
    hand = places // players
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


def pack_deals(deals: Sequence[Deal], rules: Rules) -> PackedDeals:
    """Return deals as arrays.

    Parameters
    ----------
    deals : sequence of Deal
        At least one deal. All must have the same deck, the same stones and the same number of players.
    rules : Rules
        The rules of the deals.

    Returns
    -------
    PackedDeals
        The deals, in their order.

    Raises
    ------
    ArgumentError
        There are no deals, or they cannot be packed together.
    IllegalMoveError
        These rules forbid one of a deal's `moves`.
    """
    return pack_deals_and_seats(deals, rules)[0]


@checks.trusting
def pack_deals_and_seats(deals: Sequence[Deal], rules: Rules) -> tuple[PackedDeals, NDArray[np.int64]]:
    """Return the result of `pack_deals`, and (n,) the seats to move, from A = 0."""
    if not deals:
        raise ArgumentError("no deals to pack")
    deck, players = deals[0].deck, deals[0].players
    if any((deal.deck is not deck and deal.deck != deck) or len(deal.seats) != players for deal in deals):
        raise ArgumentError(NOT_ALIKE)
    if any(map(operator.attrgetter("moves"), deals)):
        states = [deal.state(rules) for deal in deals]
        return pack_states(states, rules), np.array([state.mover for state in states], np.int64)
    stones = list(chain.from_iterable(chain.from_iterable([deal.seats for deal in deals])))
    labels, rings, cards, seats = pack_rings(stones, [deal.first for deal in deals], deck, players)
    return _as_dealt(game_of(deck, labels, players, rules.reading), rings, cards, rules), seats


def _as_dealt(game: Game, rings: NDArray[np.uint64], cards: NDArray[np.uint8], rules: Rules) -> PackedDeals:
    """Return packed rings as deals in which no swap has been played."""
    left = np.full(rings.size, rules.limit, np.uint8)
    return PackedDeals(game, rings, cards, np.zeros(rings.size, np.uint64), left)


def packed_groups(
    deals: Sequence[Deal], rules: Rules
) -> list[tuple[list[int], PackedDeals, NDArray[np.int64]]]:
    """Return groups of deals that can be packed together: their indices, packed deals, and seats to move.

    Deals with `moves` form separate groups.
    """
    decks: dict[Deck, int] = {}
    by_id: dict[int, int] = {}  # hashing a deck is slow
    groups: dict[object, list[int]] = defaultdict(list)
    for i, deal in enumerate(deals):
        deck = by_id.get(id(deal.deck))
        if deck is None:
            deck = by_id[id(deal.deck)] = decks.setdefault(deal.deck, len(decks))
        stones = tuple(sorted(stone.label for stone in deal.ring)) if deal.unusual else ()
        groups[deck, len(deal.seats), not deal.moves, stones].append(i)
    return [
        (members, *pack_deals_and_seats([deals[i] for i in members], rules)) for members in groups.values()
    ]


def random_packed(
    players: SupportsIndex,
    seed: SupportsIndex,
    start: SupportsIndex,
    count: SupportsIndex,
    rules: Rules,
    deck: Deck | None = None,
) -> PackedDeals:
    """Return the deals `start` to `start` + `count` - 1 of a seed as arrays, in the layout of `pack_deals`.

    Parameters
    ----------
    players : int
        Number of players.
    seed : int
        Seed of the deals.
    start : int
        Number of the first deal.
    count : int
        Number of deals.
    rules : Rules
        The rules.
    deck : Deck, optional
        The deck; by default the built-in one.

    Returns
    -------
    PackedDeals
        The deals that `random_deals` returns.
    """
    players, seed, start, count = map(operator.index, (players, seed, start, count))
    return random_packed_and_seats(players, seed, start, count, rules, deck)[0]


def random_packed_and_seats(
    players: int, seed: int, start: int, count: int, rules: Rules, deck: Deck | None = None
) -> tuple[PackedDeals, NDArray[np.uint8]]:
    """Return the result of `random_packed`, and (count,) the seats that begin, from A = 0."""
    deck = Deck.of(players) if deck is None else deck
    block = deal_block(players, seed, start, count, deck)
    game = game_of(deck, block.labels, players, rules.reading)
    return _as_dealt(game, block.rings, block.cards, rules), block.first


def pack(state: State, rules: Rules) -> PackedDeals:
    """Return one state as arrays; the same as `pack_states`, and faster for one state."""
    first = state.mover * state.hand
    stones = state.ring[first:] + state.ring[:first]
    codes = _codes(state.deck)
    order = sorted(range(len(stones)), key=lambda place: (codes[stones[place]] >> 8, place))
    cards = np.zeros((1, MAX_PLACES), np.uint8)
    cards[0, : len(order)] = [codes[stones[place]] & 255 for place in order]
    ring = sum(stone << 4 * place for stone, place in enumerate(order))
    return PackedDeals(
        game_of(state.deck, "".join(stones[p].label for p in order), state.players, rules.reading),
        np.array([ring], np.uint64),
        cards,
        np.array([backs_of(state, rules)], np.uint64),
        np.array([rules.limit - state.turns], np.uint8),
    )


@checks.trusting
def pack_states(states: Sequence[State], rules: Rules) -> PackedDeals:
    """Return states as arrays; they must have the same deck, stones and number of players."""
    deck, players = states[0].deck, states[0].players
    stones = list(chain.from_iterable([state.ring for state in states]))
    labels, rings, cards, _ = pack_rings(stones, [state.mover for state in states], deck, players)
    backs = np.array([backs_of(state, rules) for state in states], np.uint64)
    left = np.array([rules.limit - state.turns for state in states], np.uint8)
    return PackedDeals(game_of(deck, labels, players, rules.reading), rings, cards, backs, left)


@checks.trusting
def pack_worlds(state: State, cards: NDArray[np.uint8], rules: Rules) -> PackedDeals:
    """Return the worlds of a position as arrays.

    Parameters
    ----------
    state
        The position, whose cards may be unknown.
    cards
        (n, places): for each world and each place of the ring, the index of the card in the deck.
    rules
        The rules.
    """
    count, players, deck = len(cards), state.players, state.deck
    labels = np.array([ORDER.index(stone.label) for stone in state.ring], np.int64)
    packed = _pack_codes(labels * 256 + cards, [state.mover] * count, players)
    backs = np.zeros(count, np.uint64)
    for own, other, word in _returns(state, rules):
        forbids = np.array([_allows(state, card, own, other, rules) for card in deck])
        backs |= np.where(forbids[cards[:, own]], np.uint64(word), np.uint64(0))
    left = np.full(count, rules.limit - state.turns, np.uint8)
    game = game_of(deck, packed.labels, players, rules.reading)
    return PackedDeals(game, packed.rings, packed.cards, backs, left)


def backs_of(state: State, rules: Rules) -> int:
    """Return the history for no-undo of a state, in the layout of `kernels.state`."""
    words = (
        word
        for own, other, word in _returns(state, rules)
        if _allows(state, state.deck[state.ring[own].card], own, other, rules)
    )
    return sum(words)


def _returns(state: State, rules: Rules) -> Iterator[tuple[int, int, int]]:
    """Yield the place of each stone that no-undo binds, the place to which it may not go back, and its word.

    Places are counted from A1; the word is the stone's part of the history.
    """
    swaps = state.returns if rules.reading == "receiver" else ()
    if rules.reading == "next" and state.last is not None and state.last.other.seat == state.mover:
        swaps = (Swap(state.last.other, state.last.own),)
    places, first = len(state.ring), state.mover * state.hand
    for swap in swaps:
        own, other = map(state.number, swap)
        yield own, other, (other - own) % places << 4 * ((own - first) % places)


def _allows(state: State, card: Card, own: int, other: int, rules: Rules) -> bool:
    """Return whether a card may allow the swap back; under `receiver`, by its conditions on places alone."""
    if not card.fits_place(own, other, state.players):
        return False
    label = state.ring[other].label
    return rules.reading == "receiver" or card.fits_stone(
        state.ring[own].label, label, state.deck.colour(label)
    )


def unpack_start(deals: PackedDeals, i: int, mover: int, labels: str, deck: Deck) -> State:
    """Return a packed deal in which no swap has been played; `labels` are as for `game_of`."""
    game, cards, ring = deals.game, list(deck), int(deals.rings[i])
    numbers = [ring >> 4 * place & 0xF for place in range(game.places)]
    stones = [Stone(labels[stone], cards[deals.cards[i, stone]].name) for stone in numbers]
    turned = game.places - mover * game.hand
    return State(tuple(stones[turned:] + stones[:turned]), deck, game.places // game.hand, mover)


def children_of(deals: PackedDeals) -> PackedChildren:
    """Return the legal swaps of packed deals, with the states after them."""
    game, most = deals.game, MAX_SWAPS * deals.rings.size
    parents, pairs = np.zeros(most, np.int64), np.zeros(most, np.uint8)
    rings, backs = np.zeros((2, most), np.uint64)
    count = children.children(game, deals.rings, deals.cards, deals.backs, parents, pairs, rings, backs)
    in_time = np.flatnonzero(deals.turns_left[parents[:count]])
    parents = parents[in_time]
    left = deals.turns_left[parents] - np.uint8(1)
    after = PackedDeals(game, rings[in_time], deals.cards[parents], backs[in_time], left)
    return PackedChildren(parents, pairs[in_time], after)


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


def swap_of(pair: int, state: State) -> Swap:
    """Convert own place * 16 + other place, counted from the mover's first place, to a swap."""
    return unpack_swap(pair >> 4, pair & 15, state.mover, state.players, state.hand)


def swaps_of(
    lines: NDArray[np.uint8], movers: NDArray[np.int64], players: int, hand: int
) -> list[list[Swap]]:
    """Convert the codes of n lines, (n, turns), to swaps.

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
