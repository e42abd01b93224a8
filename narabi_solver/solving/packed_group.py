"""Deals that are packed and searched together, and their lines replayed: what `solve_many` is made of."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

import numpy as np

from _gamekit.limits import Limits
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.rules import Rules, Swap
from narabi_solver.solving import batch
from narabi_solver.solving.decided import Decided
from narabi_solver.solving.raw_result import RawResult, line_of, swaps_of
from narabi_solver.solving.replaying import Replayer
from narabi_solver.solving.solution import Outcome


def group_for_packing(deals: Sequence[Deal]) -> Iterable[list[int]]:
    """Return the numbers of deals in groups that can be packed together; those with `moves` are apart."""
    decks: dict[Deck, int] = {}
    by_id: dict[int, int] = {}  # hashing a deck is slow
    groups: dict[object, list[int]] = {}
    for i, deal in enumerate(deals):
        deck = by_id.get(id(deal.deck))
        if deck is None:
            deck = by_id[id(deal.deck)] = decks.setdefault(deal.deck, len(decks))
        stones = sorted(stone.label for stone in deal.ring) if deal.unusual else ()
        groups.setdefault((deck, len(deal.seats), not deal.moves, *stones), []).append(i)
    return groups.values()


class PackedGroup:
    """Deals that can be packed together.

    Parameters
    ----------
    deals
        One of the groups of `group_for_packing`.
    rules
        The rules to solve them by.
    """

    def __init__(self, deals: Sequence[Deal], rules: Rules):
        self.deals, self.rules = deals, rules
        self._packed, self._movers = batch.pack_deals_and_seats(deals, rules)
        self._as_dealt = not deals[0].moves and rules.undo_reading == "next"

    def warm_up(self) -> None:
        """Load or build what the search needs, kernels and table."""
        batch.warm_up(self._packed.game)

    def search(self, limits: Limits) -> None:
        """Decide all deals that a batch decides, and replay their lines."""
        self._decided = Decided(self._packed, lambda i: self.deals[i].state(self.rules), self.rules, limits)
        self._seats: list[int] = self._movers.tolist()
        self._wins: list[bool] = []
        if self._as_dealt:
            found, game = self._decided.by_batch, self._packed.game
            solved = found.are(Outcome.SOLVED)
            replayer = _replayer(self.deals[0].deck, self.deals[0].players, game.places, self.rules)
            turns = np.where(solved, found.bound, 0).astype(np.uint8)
            self._wins = (solved & replayer.wins(self.deals, self._movers, found.lines, turns)).tolist()

    def answer(self, i: int) -> tuple[RawResult, tuple[Swap, ...]]:
        """Return the minimum of a deal, and the line that was found, replayed by the plain rules."""
        raw, deal = self._decided.minimum(i), self.deals[i]
        if self._wins and self._wins[i]:
            return raw, swaps_of(raw, self._seats[i], deal.players, self._packed.game.hand)
        return raw, line_of(raw, deal.state(self.rules), self.rules)


@functools.lru_cache(maxsize=16)
def _replayer(deck: Deck, players: int, places: int, rules: Rules) -> Replayer:
    return Replayer(deck, players, places, rules)
