"""Deals that are packed and searched together, and their lines replayed: what `solve_many` is made of."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from _gamekit.limits import Limits
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.replaying import Replayer
from narabi_solver.game.rules import Rules, Swap
from narabi_solver.solving import batch
from narabi_solver.solving.decide import Decided
from narabi_solver.solving.raw_result import RawResult, line_from_start, line_of


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
        self._packed, seats = batch.pack_deals_and_seats(deals, rules)
        self._movers: list[int] = seats.tolist()
        self._replayer = _replayer(deals[0].deck, deals[0].players, rules)
        self._as_dealt = not deals[0].moves and rules.undo_reading == "next"

    def warm_up(self) -> None:
        """Load or build what the search needs, kernels and table."""
        batch.warm_up(self._packed.game)

    def search(self, limits: Limits) -> None:
        """Decide all deals that a batch decides."""
        self._decided = Decided(self._packed, lambda i: self.deals[i].state(self.rules), self.rules, limits)

    def answer(self, i: int) -> tuple[RawResult, tuple[Swap, ...]]:
        """Return the minimum of a deal, and the line that was found, replayed by the plain rules."""
        raw, deal = self._decided.minimum(i), self.deals[i]
        if self._as_dealt:
            return raw, line_from_start(raw, deal, self._movers[i], self._replayer)
        return raw, line_of(raw, deal.state(self.rules), self.rules)


@functools.lru_cache(maxsize=16)
def _replayer(deck: Deck, players: int, rules: Rules) -> Replayer:
    return Replayer(deck, players, rules)
