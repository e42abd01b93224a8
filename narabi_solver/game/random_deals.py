"""Random deals. A seed gives the same deals on every machine and with every version of every library.

`ids` describes how a deal is drawn.
"""

from __future__ import annotations

import operator
from typing import SupportsIndex

from _gamekit.problems import or_default
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.ids import DealId, random_seats


def random_deal(
    players: SupportsIndex, seed: SupportsIndex = 0, index: SupportsIndex = 0, *, deck: Deck | None = None
) -> Deal:
    """Return deal number `index` of a seed.

    Parameters
    ----------
    players : int
        3, 4 or 5; 2 for the mini game.
    seed : int, default: 0
        0 to 2^64 - 1.
    index : int, default: 0
        0 to 2^64 - 1. The deal depends only on seed, index, number of players and deck.
    deck : Deck, optional
        The deck; `Deck.of(players)` if left out.

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
    >>> from narabi_solver import random_deal
    >>> print(random_deal(3, seed=1).seats[0][0], random_deal(3, seed=1).moves)
    4:three-away ()
    """
    players, seed, index = map(operator.index, (players, seed, index))
    deck = or_default(deck, Deck, lambda: Deck.of(players))
    return Deal(random_seats(DealId(players, seed, index), deck), deck=deck)
