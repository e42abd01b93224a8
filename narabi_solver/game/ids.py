"""Ids of random deals: ``4-0-17`` is always deal 17 of seed 0 for 4 players, with the built-in deck.

An id that begins with 2 names a deal of the mini game, with the deck of that game (`Deck.of`). If another
deck is given, an id names the deal that `random_deal` draws from that deck.

Deal `index` of a `seed` is shuffled as `_gamekit.philox` describes, with the random numbers of the stream
whose number is the number of players. First, the stones of the ring, listed in the order of the deck
file, are shuffled. Then one card for each stone is drawn from all copies of all cards, listed in the same
order. Stone i and card i lie at place i, counted from A1.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from _gamekit.philox import MAX_SEED, drawn, words
from _gamekit.problems import number_of
from narabi_solver.game.cards import RING_SIZES
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import Stone

ID = "([0-9]{1,9})-([0-9]{1,30})-([0-9]{1,30})"
"""The regular expression of an id: players, seed and index. Whether there is such a deal is checked later."""


class DealId(NamedTuple):
    """The arguments of `random_deal` that determine a deal."""

    players: int
    seed: int
    number: int

    def __str__(self) -> str:
        """Return the id as text."""
        return f"{self.players}-{self.seed}-{self.number}"


def read_id(text: str) -> DealId | None:
    """Return the id that a text states; None if the text is not an id.

    Examples
    --------
    >>> read_id("4-0-17")
    DealId(players=4, seed=0, number=17)
    >>> str(read_id("4-0-17"))
    '4-0-17'
    """
    match = re.fullmatch(ID, text)
    return None if match is None else DealId(*map(int, match.groups()))


def random_seats(chosen: DealId, deck: Deck) -> tuple[tuple[Stone, ...], ...]:
    """Return the stones of a random deal, seat by seat; ArgumentError if there is no such deal."""
    players, seed, index = chosen
    check_arguments(players, seed, index, deck)
    source = words(seed, index, players)
    labels = drawn(list(deck.ring_stones(players)), RING_SIZES[players], source)
    cards = drawn(_all_cards(deck), RING_SIZES[players], source)
    stones = tuple(Stone(label, card) for label, card in zip(labels, cards, strict=True))
    hand = len(stones) // players
    return tuple(stones[i : i + hand] for i in range(0, len(stones), hand))


def _all_cards(deck: Deck) -> list[str]:
    return [card.name for card in deck for _ in range(card.copies)]


def check_arguments(players: int, seed: int, index: int, deck: Deck) -> None:
    """Raise ArgumentError if an argument of `random_deal` is out of range."""
    if players not in deck.tables:
        raise ArgumentError(f"players must be {deck.table_words}, not {players!r}")
    for name, value in (("seed", seed), ("index", index)):
        if not 0 <= value <= MAX_SEED:
            raise ArgumentError(f"{name} must be a whole number from 0 to 2^64 - 1, not {value!r}")
    cards = sum(card.copies for card in deck)
    if cards < RING_SIZES[players]:
        raise ArgumentError(
            f"the deck has {number_of(cards, 'card')}; {players} players need {RING_SIZES[players]}"
        )
