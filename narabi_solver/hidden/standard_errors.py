"""The reason for a hint: the worlds in which another swap is better, and the hidden card that decides."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from _gamekit.facts import AsDict, Fact, for_programs
from _gamekit.problems import number_of
from narabi_solver.analysis.why import Why
from narabi_solver.game.rules import Place, Swap, name_of
from narabi_solver.hidden.knowledge import HIDDEN, Knowledge
from narabi_solver.hidden.worlds import Worlds, questions_of

ROUNDING = 1e-9
"""Smaller differences count as zero, because the means have rounding errors."""
NAMES = 3
"""Largest number of card names in a condition."""
ERRORS, ERRORS_ELSE = 4.0, 2.0
"""Least mean differences, in standard errors, for a condition to decide between two swaps over drawn worlds.
`ERRORS` applies to the worlds in which the second swap is better, `ERRORS_ELSE` to the others. Hundreds of
conditions are tested, and some look decisive by chance.
"""
LEAST = 10
"""Least number of drawn worlds that must meet a condition, and that must not, for the condition to count."""
SPREAD = 0.5
"""Smallest standard deviation assumed for the difference between two swaps, in turns."""


@dataclass(frozen=True)
class Doubt(AsDict):
    """A condition on a hidden card that decides which of two swaps is better, on average over the worlds."""

    place: Place
    """The place of the card's stone."""
    label: str
    """The label of the card's stone."""
    cards: tuple[str, ...]
    """The condition is that the card has one of these names; empty if `takes` states the condition."""
    takes: Place | None
    """The condition is that the card allows its owner to take the stone at this place; None if `cards` states
    the condition.
    """
    then: Swap
    """The swap that is better if the condition holds."""
    worlds: int
    """Number of worlds in which the condition holds."""
    share: float
    """The total weight of these worlds; the weights of all worlds sum to 1."""
    by: float
    """Mean number of turns by which `then` is better in the worlds in which the condition holds."""
    otherwise_by: float
    """Mean number of turns by which the other swap is better in the worlds in which the condition fails."""

    def facts(self) -> list[Fact]:
        """Return the condition and its effect, for programs only."""
        effect = "then", "worlds", "share", "by", "otherwise_by"
        return for_programs(self, "place", "cards", "takes", *effect)


@dataclass(frozen=True)
class Comparison(AsDict):
    """The reason why a hint ranks its best swap before the second: a comparison of both, world by world."""

    knowledge: Knowledge
    """The knowledge of the seat."""
    best: Swap
    """The best swap."""
    second: Swap
    """The second-best swap."""
    worlds: int
    """Number of worlds used."""
    exact: bool
    """True if all possible worlds were used."""
    saves: float
    """Mean number of turns that the best swap saves; it may be 0."""
    fewer: int
    """Number of worlds in which the best swap needs fewer turns."""
    fewer_share: float
    """The total weight of the worlds counted in `fewer`; the weights of all worlds sum to 1."""
    fewer_by: float
    """Mean number of turns that the best swap saves in the worlds counted in `fewer`."""
    more: int
    """Number of worlds in which the best swap needs more turns."""
    more_share: float
    """The total weight of the worlds counted in `more`."""
    more_by: float
    """Mean number of turns that the best swap loses in the worlds counted in `more`."""
    fewest: tuple[int, int]
    """Two numbers of worlds. In the first set of worlds, `best` needs the fewest turns of all swaps and
    `second` needs more; in the other set, it is the other way round.
    """
    wins: tuple[int, int]
    """Two numbers of worlds: those won after `best` but not after `second`, and those the other way round."""
    wins_share: tuple[float, float]
    """The total weights of the two sets of worlds counted in `wins`."""
    lost: int
    """Number of worlds that are lost after either swap."""
    limit: int
    """The turn by which the game must be won."""
    weighted: bool
    """True if the worlds have different weights; the sentence then has shares instead of numbers of
    worlds.
    """
    doubt: Doubt | None
    """The hidden card that decides which swap is better; None if no card decides."""
    open: Why | None
    """The reason if only one world is possible and the policy is "silent"; else None."""

    def facts(self) -> list[Fact]:
        """Return the sentence, and the numbers of worlds on which it rests, for programs only."""
        fewer, more = (("fewer", "fewer_share", "fewer_by"), ("more", "more_share", "more_by"))
        wins = "fewest", "wins", "wins_share"
        return for_programs(self, "sentence", "best", "second", "saves", *fewer, *more, *wins, "doubt")

    @property
    def sentence(self) -> str:
        """The reason in one sentence, without a full stop."""
        if self.open is not None:
            return self.open.sentence
        of = f"all {self.worlds:,} worlds" if self.exact else f"the {self.worlds:,} worlds looked at"
        each = of if self.exact else f"each of {of}"
        if self.worlds == 1:
            of = each = f"the only world {'there is' if self.exact else 'looked at'}"
        best, both = self.best, f"{self.best} and {self.second} need the same number of turns"
        if self.lost == self.worlds:
            return f"no win by turn {self.limit} after {best} or {self.second} in {each}"
        if not self.fewer and not self.more:
            return f"{both} in {'every world that can be won' if self.lost else each}"
        if self.fewer == self.worlds:
            words = f"{best} needs fewer turns than {self.second} in {each}, on average {self.saves:.2f}"
        else:
            words = f"{best} needs {self.saves:.2f} turns fewer than {self.second} on average: "
            if self.saves <= ROUNDING:
                words = f"{both} on average: {best} "
            fewer = self._part(self.fewer, self.fewer_share)
            words += f"fewer in {fewer} of {of}{_by(self.fewer_by)}, "
            more = self._part(self.more, self.more_share)
            words += f"more in {more}{_by(self.more_by)}" if self.more else "never more"
        return words + self._wins_words() + self._doubt_words()

    def _part(self, worlds: int, share: float) -> str:
        """Return a number of worlds in words, or their share if the worlds have different weights."""
        if not self.weighted:
            return f"{worlds:,}"
        return share_words(share)

    def _wins_words(self) -> str:
        by_best, by_second = map(self._part, self.wins, self.wins_share)
        can = f"can be won by turn {self.limit} only after"
        if all(self.wins):
            return f", but {by_best} {can} {self.best}, {by_second} only after {self.second}"
        if self.wins[0]:
            return f", and {by_best} {can} {self.best}"
        return f", and {by_second} {can} {self.second}" if self.wins[1] else ""

    def _doubt_words(self) -> str:
        doubt = self.doubt
        if doubt is None:
            return ""
        if doubt.takes is None:
            *most, last = map(repr, doubt.cards)
            so = f"is {', '.join(most)}{' or ' if most else ''}{last}"
        else:
            number = self.knowledge.state.number(doubt.takes)
            so = f"allows a swap with the {name_of(self.knowledge.ring[number].label)} at {doubt.takes}"
        other = self.second if doubt.then == self.best else self.best
        stone = f"the {name_of(doubt.label)} at {doubt.place}"
        worlds = number_of(doubt.worlds, "world")
        worlds = self._part(doubt.worlds, doubt.share) if self.weighted else worlds
        return (
            f"; the card of {stone} decides: if it {so} ({worlds}), {doubt.then} is better, "
            f"by {doubt.by:.2f} turns on average, otherwise {other}, by {doubt.otherwise_by:.2f}"
        )


def share_words(share: float) -> str:
    """Return a share in percent; only what is certain is 0% or 100%."""
    if ROUNDING < share < 0.005:
        return "less than 1%"
    return "more than 99%" if 0.995 < share < 1 - ROUNDING else f"{share:.0%}"


def _by(turns: float) -> str:
    """Return a mean number of turns in brackets."""
    return f" (by {turns:.2f})"


def compared(
    knowledge: Knowledge,
    worlds: Worlds,
    turns: Mapping[Swap, NDArray[Any]],
    best: Swap,
    second: Swap,
    open_: Why | None,
) -> Comparison:
    """Return a comparison of two swaps of a hint, world by world."""
    more = turns[best] - turns[second]
    least = np.min([*turns.values()], axis=0) + ROUNDING
    keeps, wins = (
        _only(*(turns[swap] <= most for swap in (best, second))) for most in (least, worlds.left + ROUNDING)
    )
    faster, slower = more < -ROUNDING, more > ROUNDING
    lost = np.minimum(turns[best], turns[second]) > worlds.left + ROUNDING
    return Comparison(
        knowledge,
        best,
        second,
        len(more),
        worlds.exact,
        -float(worlds.weights @ more),
        int(faster.sum()),
        float(worlds.weights[faster].sum()),
        -_mean(more, worlds, faster),
        int(slower.sum()),
        float(worlds.weights[slower].sum()),
        _mean(more, worlds, slower),
        (int(keeps[0].sum()), int(keeps[1].sum())),
        (int(wins[0].sum()), int(wins[1].sum())),
        (float(worlds.weights[wins[0]].sum()), float(worlds.weights[wins[1]].sum())),
        int(lost.sum()),
        worlds.rules.limit,
        float(np.ptp(worlds.weights)) > ROUNDING / len(more),
        _deciding(knowledge, worlds, more, best, second),
        open_,
    )


def _only(first: NDArray[np.bool_], second: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """Return the worlds in which only `first` is true, and those in which only `second` is true."""
    return [first & ~second, second & ~first]


def _mean(more: NDArray[Any], worlds: Worlds, which: NDArray[np.bool_]) -> float:
    """Return the mean of `more` over the worlds `which`; 0 if these worlds have no weight."""
    weight = float(worlds.weights[which].sum())
    return float(worlds.weights[which] @ more[which]) / weight if weight else 0.0


def _error(more: NDArray[Any], worlds: Worlds, which: NDArray[np.bool_]) -> float:
    """Return the standard error of `_mean`, from the drawing of worlds, with a floor by `SPREAD`."""
    weights, count = worlds.weights[which], int(which.sum())
    spread = float(weights**2 @ (more[which] - _mean(more, worlds, which)) ** 2) * count / (count - 1)
    return max(math.sqrt(spread) / float(weights.sum()), SPREAD / math.sqrt(count))


def _deciding(
    knowledge: Knowledge, worlds: Worlds, more: NDArray[Any], best: Swap, second: Swap
) -> Doubt | None:
    """Return the most important condition that decides between two swaps; None if there is none."""
    doubts: list[tuple[float, Doubt]] = []
    for place, cards, takes, so in _doubts(knowledge, worlds, more):
        by, otherwise = (_mean(more, worlds, which) for which in (so, ~so))
        if min(by, otherwise) >= -ROUNDING or max(by, otherwise) <= ROUNDING:
            continue
        where = so if by > 0 else ~so  # the second swap is better there
        if not worlds.exact:
            if min(where.sum(), (~where).sum()) < LEAST:
                continue
            if max(by, otherwise) < ERRORS * _error(more, worlds, where):
                continue
            if -min(by, otherwise) < ERRORS_ELSE * _error(more, worlds, ~where):
                continue
        label = knowledge.ring[knowledge.state.number(place)].label
        then = second if by > 0 else best
        doubt = Doubt(
            place,
            label,
            cards,
            takes,
            then,
            int(so.sum()),
            float(worlds.weights[so].sum()),
            abs(by),
            abs(otherwise),
        )
        doubts.append((float(worlds.weights[where] @ more[where]), doubt))
    return max(doubts, key=lambda one: one[0])[1] if doubts else None


def _doubts(
    knowledge: Knowledge, worlds: Worlds, more: NDArray[Any]
) -> Iterator[tuple[Place, tuple[str, ...], Place | None, NDArray[np.bool_]]]:
    """Yield each condition that a hidden card may satisfy, and the worlds in which it does.

    If all worlds are used, the cards of a stone form two conditions: those with which the second swap is
    better, and the others. If worlds are drawn, each card is a condition. In both cases, a yes
    to a possible question is a condition, too.
    """
    names = [card.name for card in knowledge.deck]
    for number, (place, stone) in enumerate(zip(knowledge.state.places(), knowledge.ring, strict=True)):
        if stone.card != HIDDEN:
            continue
        column = worlds.cards[:, number]
        values = np.unique(column).tolist()
        groups = [[value] for value in values]
        if worlds.exact:
            slower = [value for value in values if _mean(more, worlds, column == value) > ROUNDING]
            groups = [slower, [value for value in values if value not in slower]]
        for group in groups:
            if 0 < len(group) <= NAMES:
                yield place, tuple(names[value] for value in group), None, np.isin(column, group)
    for ask in questions_of(knowledge):
        yield ask.own, (), ask.other, worlds.answers(ask)
