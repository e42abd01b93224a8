"""Random deals that are the same for the same seed, on every machine and with all versions of all libraries.

Deal `index` of a `seed` reads the words of `_gamekit.philox`, whose stream is the number of players, and
shuffles as is said there. First all stones of the ring are shuffled, in the order of the deck file; then,
of all cards of the deck in file order with their copies, as many as there are stones. Stone i and card i lie
in place i, from A1.
"""

from __future__ import annotations

from collections.abc import Iterator

from _gamekit.philox import MAX_SEED, drawn, words
from _gamekit.problems import or_default
from narabi_solver.game.cards import RING_SIZES
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import Stone


def random_deal(players: int, seed: int = 0, index: int = 0, *, deck: Deck | None = None) -> Deal:
    """Return deal number `index` of a seed.

    Parameters
    ----------
    players : int
        3, 4 or 5; 2 with a deck that has the mini game.
    seed : int, default: 0
        0 to 2^64 - 1.
    index : int, default: 0
        0 to 2^64 - 1. The deal depends on seed, index, number of players and deck alone.
    deck : Deck, optional
        The deck; the built-in one if left out.

    Returns
    -------
    Deal
        The deal.

    Raises
    ------
    ArgumentError
        An argument is out of range, or the deck has too few cards.

    Examples
    --------
    >>> print(random_deal(3, seed=1).seats[0][0], random_deal(3, seed=1).moves)
    4:three-away ()
    """
    deck = or_default(deck, Deck, Deck.standard)
    check_arguments(players, seed, index, deck)
    source = words(seed, index, players)
    labels = drawn(list(deck.ring_stones(players)), RING_SIZES[players], source)
    cards = drawn(_all_cards(deck), RING_SIZES[players], source)
    stones = tuple(Stone(label, card) for label, card in zip(labels, cards, strict=True))
    hand = len(stones) // players
    return Deal(tuple(stones[i : i + hand] for i in range(0, len(stones), hand)), deck=deck)


def random_deals(players: int, seed: int = 0, *, start: int = 0, deck: Deck | None = None) -> Iterator[Deal]:
    """Return an endless iterator over the deals `start`, `start` + 1, … of a seed; see `random_deal`.

    Parameters
    ----------
    players : int
        3, 4 or 5; 2 with a deck that has the mini game.
    seed : int, default: 0
        0 to 2^64 - 1.
    start : int, default: 0
        The `index` of the first deal.
    deck : Deck, optional
        The deck; the built-in one if left out.

    Returns
    -------
    iterator of Deal
        The deals.

    Raises
    ------
    ArgumentError
        An argument is out of range, or the deck has too few cards.
    """
    deck = or_default(deck, Deck, Deck.standard)
    check_arguments(players, seed, start, deck)
    return (random_deal(players, seed, index, deck=deck) for index in range(start, MAX_SEED + 1))


def _all_cards(deck: Deck) -> list[str]:
    return [card.name for card in deck for _ in range(card.copies)]


def check_arguments(players: int, seed: int, index: int, deck: Deck) -> None:
    """Raise ArgumentError if an argument of `random_deal` is out of range."""
    if players not in deck.tables:
        raise ArgumentError(f"players must be {deck.table_words}, not {players!r}")
    for name, value in (("seed", seed), ("index", index)):
        if type(value) is not int or not 0 <= value <= MAX_SEED:
            raise ArgumentError(f"{name} must be a whole number from 0 to 2^64 - 1, not {value!r}")
    cards = sum(card.copies for card in deck)
    if cards < RING_SIZES[players]:
        raise ArgumentError(f"the deck has {cards} cards; {players} players need {RING_SIZES[players]}")
