"""Deals to order: random deals that fulfil a wish."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from narabi_mabi_common.limits import Limits
from narabi_solver.analysis import Analysis, analyse
from narabi_solver.api import solve
from narabi_solver.deal import Deal
from narabi_solver.deck import Deck
from narabi_solver.errors import ArgumentError
from narabi_solver.randomdeals import random_deal
from narabi_solver.rules import TRACK, Rules
from narabi_solver.solution import Outcome

BLOCK = 4096
"""Deals searched at once."""

MAX_TRIED = 10_000_000


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
    def needs_analysis(self) -> bool:
        """True if the minimum alone does not tell."""
        return self.single_line or self.no_traps or self.grade is not None

    def is_fulfilled(self, analysis: Analysis) -> bool:
        """Tell whether an analysed deal is as wished."""
        return (
            analysis.turns is not None
            and (self.turns is None or analysis.turns == self.turns)
            and (not self.single_line or analysis.optimal_lines == 1)
            and (not self.no_traps or analysis.trap_free)
            and (self.grade is None or analysis.grade == self.grade)
        )


class Found(NamedTuple):
    """A deal as wished, or the end of the search."""

    number: int
    """Its number among the deals of the seed; at the end, how many were tried at least."""
    deal: Deal | None
    """None: the search ended without another one."""


def ordered_deals(
    players: int,
    wish: Wish,
    seed: int = 0,
    rules: Rules | None = None,
    deck: Deck | None = None,
    max_tried: int = MAX_TRIED,
    stop: Callable[[], bool] | None = None,
) -> Iterator[Found]:
    """Yield the deals of a seed that fulfil a wish, in their order; at the end one without a deal.

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
    """
    from narabi_solver import batch  # noqa: PLC0415  (loads numba)

    rules = Rules() if rules is None else rules
    deck = Deck.standard() if deck is None else deck
    for start in range(0, max_tried, BLOCK):
        count = min(BLOCK, max_tried - start)
        answers = batch.solve_packed(batch.random_packed(players, seed, start, count, rules, deck), stop=stop)
        hits = answers.outcome == Outcome.SOLVED
        if wish.turns is not None:
            hits &= answers.bound == wish.turns
        unsure = answers.outcome == Outcome.UNDECIDED  # beyond the budget of a batch, or by `receiver`
        for i in np.flatnonzero(hits | unsure).tolist():
            if stop is not None and stop():
                break
            deal = random_deal(players, seed, start + i, deck)
            if unsure[i] and wish.turns is not None:
                if solve(deal, rules, Limits(stop=stop)).turns != wish.turns:
                    continue
            if not wish.needs_analysis or wish.is_fulfilled(analyse(deal, rules, Limits(stop=stop))):
                yield Found(start + i, deal)
        if stop is not None and stop():
            yield Found(start, None)
            return
    yield Found(max_tried, None)
