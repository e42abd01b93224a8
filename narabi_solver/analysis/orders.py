"""Deals to order: random deals that fulfil a wish."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from _gamekit.limits import Limits
from narabi_solver.analysis.shortest import ShortestLines
from narabi_solver.analysis.swaps import Analysis
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.random_deals import random_deal
from narabi_solver.game.rules import TRACK, Rules
from narabi_solver.solving.clock import Clock
from narabi_solver.solving.solution import Outcome
from narabi_solver.solving.values import prepare as prepare_values

if TYPE_CHECKING:
    from narabi_solver.solving.batch import PackedDeals
    from narabi_solver.solving.decide import Decided
    from narabi_solver.solving.raw_result import RawResult

SMALLEST_BLOCK, LARGEST_BLOCK = 16, 4096
"""Deals searched at once; as many as take about `BLOCK_SECONDS`, so that what is found is soon seen."""

BLOCK_SECONDS = 0.2

MAX_TRIED = 10_000_000

Report = Callable[[int, int], None]
"""Called about every 20 ms with how many deals were tried, and how many of them are as wished."""


@dataclass(frozen=True)
class Wish:
    """What a deal should be like; what is left out may be anything.

    Raises
    ------
    ArgumentError
        A number is out of range.
    """

    turns: int | None = None
    """The minimum, exactly."""
    single_line: bool = False
    """There is one shortest line only."""
    no_traps: bool = False
    """No legal swap on any shortest line loses the minimum."""
    grade: int | None = None
    """The grade of difficulty, 1 to 5; see `Analysis.grade`."""

    def __post_init__(self) -> None:
        for name, low, high in (("turns", 0, TRACK), ("grade", 1, 5)):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or not low <= value <= high):
                raise ArgumentError(f"{name} must be a whole number from {low} to {high}, not {value!r}")

    @property
    def needs_lines(self) -> bool:
        """True if the minimum alone does not tell."""
        return self.single_line or self.no_traps or self.grade is not None

    def is_fulfilled(self, analysis: Analysis) -> bool:
        """Tell whether an analysed deal is as wished."""
        return analysis.shortest is not None and self.suits(analysis.shortest)

    def suits(self, lines: ShortestLines) -> bool:
        """Tell whether a deal with these shortest lines is as wished."""
        return (
            self.turns in (None, lines.turns)
            and (not self.single_line or lines.count == 1)
            and (not self.no_traps or lines.trap_free is True)
            and self.grade in (None, lines.grade)
        )


class Found(NamedTuple):
    """A deal as wished."""

    number: int
    """Its number among the deals of the seed."""
    deal: Deal


def prepare(deal: Deal) -> None:
    """Load what the search for deals like this one takes, or make it; it does so by itself."""
    prepare_values(deal.state(), Rules())


class OrderedDeals(Iterator[Found]):
    """The deals of a seed that fulfil a wish, in their order, and how far the search for them is."""

    tried = 0
    """Deals of the seed looked at so far."""
    found = 0
    """Those of them that are as wished."""
    undecided = 0
    """Those of them of which it could not be told, for want of memory."""

    def __init__(
        self,
        players: int,
        wish: Wish,
        seed: int,
        rules: Rules,
        deck: Deck,
        max_tried: int,
        stop: Callable[[], bool] | None,
        report: Report | None,
    ):
        self._players, self._wish, self._seed, self._rules, self._deck = players, wish, seed, rules, deck
        self._max_tried, self._stop, self._report = max_tried, stop, report
        self._finds = self._search()

    def __next__(self) -> Found:
        return next(self._finds)

    def _is_over(self) -> bool:
        """Say how far the search is, and tell whether it was stopped; the searches ask it now and then."""
        if self._report is not None:
            self._report(self.tried, self.found)
        return self._stop is not None and self._stop()

    def _search(self) -> Iterator[Found]:
        size = SMALLEST_BLOCK
        while self.tried < self._max_tried:
            start, count = self.tried, min(size, self._max_tried - self.tried)
            started = time.perf_counter()
            decided = self._decided(start, count)
            candidates = self._candidates(decided)
            longer = time.perf_counter() - started < BLOCK_SECONDS
            size = min(2 * size, LARGEST_BLOCK) if longer else max(size // 2, SMALLEST_BLOCK)
            for i in candidates:
                number = start + i
                deal = self._deal(number)
                fits = self._fits(deal, decided.minimum(i))
                if self._is_over():
                    return
                self.tried = number + 1
                if fits is None:
                    self.undecided += 1
                elif fits:
                    self.found += 1
                    yield Found(number, deal)
            if self._is_over():
                return
            self.tried = start + count

    def _deal(self, number: int) -> Deal:
        return random_deal(self._players, self._seed, number, self._deck)

    def _decided(self, start: int, count: int) -> Decided:
        from narabi_solver.solving import batch  # noqa: PLC0415  (loads numba)
        from narabi_solver.solving.decide import Decided  # noqa: PLC0415

        deals = batch.random_packed(self._players, self._seed, start, count, self._rules, self._deck)
        limits = Limits(stop=self._is_over)
        return Decided(deals, lambda i: self._deal(start + i).start(), self._rules, limits)

    def _candidates(self, decided: Decided) -> list[int]:
        """Return which deals of a block may be as wished."""
        from narabi_solver.solving import batch  # noqa: PLC0415

        wish, deals, answers = self._wish, decided.deals, decided.by_batch
        fits = answers.are(Outcome.SOLVED)
        if wish.turns is not None:
            fits &= answers.bound == wish.turns
        hits = np.flatnonzero(fits)
        if hits.size and wish.single_line and self._rules.undo_reading == "next":  # lines are counted by it
            counted = batch.solve_packed(_some(deals, hits), batch.NODE_BUDGET, self._is_over, True)
            fits[hits] = (counted.wins == 1) | counted.are(Outcome.UNDECIDED)
            hits = np.flatnonzero(fits)
        if hits.size and wish.no_traps:
            within = _some(deals, hits)._replace(turns_left=answers.bound[hits])
            moves = batch.value_moves(within, batch.NODE_BUDGET, self._is_over)
            fits[hits[moves.deals[moves.are(Outcome.UNSOLVABLE)]]] = False
        fits[decided.open] = True  # hardly ever there are some
        return np.flatnonzero(fits).tolist()

    def _fits(self, deal: Deal, found: RawResult) -> bool | None:
        """Tell whether a candidate is as wished; None if that is undecided."""
        if found.outcome is Outcome.UNDECIDED:
            return None
        turns = found.lower_bound
        if found.outcome is Outcome.UNSOLVABLE or self._wish.turns not in (None, turns):
            return False
        if not self._wish.needs_lines:
            return True
        lines = ShortestLines(deal, self._rules, turns, Clock(Limits(stop=self._is_over)))
        return None if lines.graph is None else self._wish.suits(lines)


def _some(deals: PackedDeals, which: np.typing.NDArray[np.int64]) -> PackedDeals:
    """Return some of the deals."""
    return deals._replace(
        rings=deals.rings[which],
        cards=deals.cards[which],
        banned=deals.banned[which],
        turns_left=deals.turns_left[which],
        returns=None if deals.returns is None else tuple(deals.returns[i] for i in which.tolist()),
    )


def ordered_deals(
    players: int,
    wish: Wish,
    seed: int = 0,
    rules: Rules | None = None,
    deck: Deck | None = None,
    max_tried: int = MAX_TRIED,
    stop: Callable[[], bool] | None = None,
    report: Report | None = None,
) -> OrderedDeals:
    """Return an iterator over the deals of a seed that fulfil a wish, in their order.

    Parameters
    ----------
    players, seed, deck
        As for `random_deal`, whose deals these are: the same for the same seed everywhere.
    wish
        What they should be like.
    rules
        The rules they are to be solved by.
    max_tried
        Deals of the seed that are tried.
    stop
        Asked about every 20 ms; True ends the search.
    report
        Called as often, with how many deals were tried and found. The iterator's `tried`, `found` and
        `undecided` tell the same at any time.
    """
    rules = Rules() if rules is None else rules
    deck = Deck.standard() if deck is None else deck
    return OrderedDeals(players, wish, seed, rules, deck, max_tried, stop, report)
