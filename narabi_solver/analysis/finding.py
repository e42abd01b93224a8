"""Finds random deals with given properties."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, NamedTuple, SupportsIndex

from _gamekit.checks import Between, checked_fields
from _gamekit.limits import Limits, SharedWatch
from _gamekit.problems import number_of, or_default
from _gamekit.progress import Progress
from narabi_solver.analysis.shortest import ShortestLines, shortest_lines
from narabi_solver.analysis.swaps import Analysis
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.ids import check_arguments
from narabi_solver.game.random_deals import random_deal
from narabi_solver.game.rules import TRACK, Rules
from narabi_solver.sizes import MAX_DEALS
from narabi_solver.solving.answers import Outcome
from narabi_solver.solving.packing import PackedDeals, random_packed
from narabi_solver.solving.search import deepens, search
from narabi_solver.solving.solve import PackedSolutions, analyses

SMALLEST_BLOCK, LARGEST_BLOCK = 16, 4096
"""Smallest and largest number of deals in a block. All deals of a block are searched at once. The number is
adapted so that a block takes about `BLOCK_SECONDS` and results appear soon.
"""

BLOCK_SECONDS = 0.2
LEAST_TRIED = 1_000
"""Smallest number of tried deals for which `outlook` states a rate although no deal was found."""


@checked_fields
@dataclass(frozen=True, kw_only=True)
class DealSpec:
    """Required properties of a deal; a property that is left out does not matter. See `find_deals`.

    Raises
    ------
    ArgumentError
        A number is out of range.
    """

    turns: Annotated[int, Between(0, TRACK)] | None = None
    """The exact minimum, which is the fewest turns to win."""
    single_line: bool = False
    """True if there must be exactly one shortest line, that is, one sequence of swaps that wins soonest."""
    no_traps: bool = False
    """True if there must be no traps: each legal swap of a position on a shortest line keeps the minimum."""
    grade: Annotated[int, Between(1, 5)] | None = None
    """The grade of difficulty, from 1 (easy) to 5 (hard); see `Analysis.grade`."""

    if TYPE_CHECKING:  # numpy's numbers are taken too

        def __init__(
            self,
            *,
            turns: SupportsIndex | None = None,
            single_line: bool = False,
            no_traps: bool = False,
            grade: SupportsIndex | None = None,
        ) -> None: ...

    @property
    def rare_because(self) -> str:
        """The reason why such deals are very rare, if it follows from the properties alone; else empty."""
        if self.single_line and self.no_traps:
            return (
                "a single line without traps has exactly one legal swap on each of its turns, "
                "since any other would be a trap or begin another line: very few deals are like that"
            )
        return ""

    @property
    def needs_lines(self) -> bool:
        """True if the shortest lines are needed to check the properties."""
        return self.single_line or self.no_traps or self.grade is not None

    def matches(self, analysis: Analysis) -> bool:
        """Return whether an analysed deal has these properties.

        Parameters
        ----------
        analysis : Analysis
            The analysis of the deal, with its shortest lines if more than `turns` is specified.

        Returns
        -------
        bool
            True if the deal has all of them; False also if that is undecided.

        Raises
        ------
        ArgumentError
            The shortest lines are needed, and the analysis does not have them.
        """
        if analysis.turns is None or self.turns not in (None, analysis.turns):
            return False
        if not self.needs_lines:
            return True
        if analysis.shortest is None:
            raise ArgumentError("the shortest lines are needed: use analyse(deal, lines=True)")
        return self.matches_lines(analysis.shortest)

    def matches_lines(self, lines: ShortestLines) -> bool:
        """Return whether a deal with these shortest lines has these properties.

        Parameters
        ----------
        lines : ShortestLines
            All shortest lines of the deal.

        Returns
        -------
        bool
            True if the deal has all of them; False also if that is undecided.
        """
        return (
            self.turns in (None, lines.turns)
            and (not self.single_line or lines.count == 1)
            and (not self.no_traps or lines.trap_free is True)
            and self.grade in (None, lines.grade)
        )


def outlook(tried: int, found: int, wanted: int, seconds: float) -> str:
    """Return how rare matching deals are, and how long the search for the missing deals may take.

    Parameters
    ----------
    tried, found, wanted : int
        Numbers of deals tried, deals found, and deals to find.
    seconds : float
        Seconds spent so far.

    Returns
    -------
    str
        Words like "one in 500, about 20 s left"; empty if no deal was found and too few
        have been tried. If none of n deals fits, the rate is below 3 in n with 95 % confidence (the rule of
        three).

    Examples
    --------
    >>> outlook(1_000, 2, 6, 10.0)
    'one in 500, about 20 s left'
    >>> outlook(200_000, 0, 6, 10.0)
    'none yet, so rarer than one in 66,000 (95 %)'
    """
    if found:
        left = (wanted - found) * seconds / found
        time_left = f"{left:,.0f} s" if left < 120 else f"{left / 60:,.0f} min"
        return f"one in {round(tried / found):,}, about {time_left} left"
    if tried < LEAST_TRIED:
        return ""
    digits = len(str(tried // 3)) - 2
    rare = tried // 3 // 10**digits * 10**digits
    return f"none yet, so rarer than one in {rare:,} (95 %)"


class FoundDeal(NamedTuple):
    """A deal with the given properties."""

    number: int
    """The number of the deal in the sequence of the seed: the `index` of `random_deal`."""
    deal: Deal
    """The deal."""


class DealFinder(Iterator[FoundDeal]):
    """An iterator over those deals of a seed that have given properties; `find_deals` creates it."""

    tried = 0
    """Number of deals of the seed tried so far."""
    found = 0
    """Number of tried deals that have the properties."""
    undecided = 0
    """Number of tried deals left undecided because memory ran out."""

    def __init__(
        self,
        players: int,
        spec: DealSpec,
        seed: int,
        rules: Rules,
        deck: Deck,
        start: int,
        max_deals: int,
        stop: Callable[[], bool] | None,
        progress: Progress | None,
    ):
        self._start = start
        self._players, self._spec, self._seed, self._rules, self._deck = players, spec, seed, rules, deck
        self._max_deals, self._stop, self._progress = max_deals, stop, progress
        self._finds = self._search()

    def __next__(self) -> FoundDeal:
        return next(self._finds)

    def _is_over(self) -> bool:
        """Report progress, and return whether to stop; the searches call this method about every 20 ms."""
        if self._progress is not None:
            text = f"{number_of(self.tried, 'deal')} tried, {self.found:,} found"
            self._progress(text, tried=self.tried, found=self.found)
        return self._stop is not None and self._stop()

    def _search(self) -> Iterator[FoundDeal]:
        size = SMALLEST_BLOCK
        while self.tried < self._max_deals:
            before, count = self.tried, min(size, self._max_deals - self.tried)
            start = self._start + before
            started = time.perf_counter()
            deals = random_packed(self._players, self._seed, start, count, self._rules, self._deck)
            answers = search(deals, self._watch())
            candidates = self._candidates(deals, answers)
            longer = time.perf_counter() - started < BLOCK_SECONDS
            size = min(2 * size, LARGEST_BLOCK) if longer else max(size // 2, SMALLEST_BLOCK)
            for i in candidates:
                number = start + i
                deal = self._deal(number)
                fits = self._fits(deal, answers.outcome_of(i), int(answers.bound[i]))
                if self._is_over():
                    return
                self.tried = before + i + 1
                if fits is None:
                    self.undecided += 1
                elif fits:
                    self.found += 1
                    yield FoundDeal(number, deal)
            if self._is_over():
                return
            self.tried = before + count

    def _watch(self) -> SharedWatch:
        return SharedWatch(Limits(stop=self._is_over))

    def _deal(self, number: int) -> Deal:
        return random_deal(self._players, self._seed, number, deck=self._deck)

    def _candidates(self, deals: PackedDeals, answers: PackedSolutions) -> list[int]:
        """Return the indices of those deals of a block that may have the properties."""
        spec, fits = self._spec, answers.are(Outcome.SOLVED)
        if spec.turns is not None:
            fits &= answers.bound == spec.turns
        hits = fits.nonzero()[0]
        if hits.size and spec.single_line and deepens(deals.game):  # only IDA* counts lines
            counted = search(deals.some(hits), self._watch(), count=True)
            fits[hits] = counted.wins <= 1
            hits = fits.nonzero()[0]
        if hits.size and spec.no_traps:
            within = deals.some(hits)._replace(turns_left=answers.bound[hits])
            moves = analyses(within, self._watch()).moves
            fits[hits[moves.deals[moves.are(Outcome.UNSOLVABLE)]]] = False
        fits |= answers.are(Outcome.UNDECIDED)  # very rare
        return list(fits.nonzero()[0].tolist())

    def _fits(self, deal: Deal, outcome: Outcome, turns: int) -> bool | None:
        """Return whether a candidate has the properties; None if that is undecided."""
        if outcome is Outcome.UNDECIDED:
            return None
        if outcome is Outcome.UNSOLVABLE or self._spec.turns not in (None, turns):
            return False
        if not self._spec.needs_lines:
            return True
        lines = shortest_lines(deal, self._rules, turns, self._watch())
        return None if lines.nodes is None else self._spec.matches_lines(lines)


def find_deals(
    players: SupportsIndex,
    spec: DealSpec,
    *,
    seed: SupportsIndex = 0,
    rules: Rules | None = None,
    deck: Deck | None = None,
    start: SupportsIndex = 0,
    max_deals: Annotated[SupportsIndex, Between(0)] = MAX_DEALS,
    stop: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> DealFinder:
    """Return an iterator over those deals of a seed that have given properties, in order of their numbers.

    Parameters
    ----------
    players : int
        3, 4 or 5; 2 for the mini game.
    spec : DealSpec
        The properties.
    seed : int, default: 0
        The seed of `random_deal`. The same seed gives the same deals on every machine.
    rules : Rules, optional
        The rules of the deals; the plain rules if left out.
    deck : Deck, optional
        The deck; `Deck.of(players)` if left out.
    start : int, default: 0
        The number of the first deal to try.
    max_deals : int, default: 10,000,000
        Largest number of deals of the seed to try.
    stop : callable, optional
        Called about every 20 ms. If it returns True, the search ends.
    progress : Progress, optional
        Called about every 20 ms with the numbers of deals `tried` and `found`. These numbers are also
        attributes of the iterator, like `undecided`.

    Returns
    -------
    DealFinder
        The iterator.

    Raises
    ------
    ArgumentError
        An argument has the wrong type or is out of range.

    Examples
    --------
    >>> from narabi_solver import DealSpec, find_deals
    >>> easy = next(find_deals(3, DealSpec(turns=2), seed=1))
    >>> easy.number, easy.deal.players
    (196, 3)
    """
    players, seed, start, max_deals = map(operator.index, (players, seed, start, max_deals))
    rules, deck = or_default(rules, Rules), or_default(deck, Deck, lambda: Deck.of(players))
    check_arguments(players, seed, start, deck)
    return DealFinder(players, spec, seed, rules, deck, start, max_deals, stop, progress)
