"""Why a swap is hinted at: the worlds in which another one is better, and the hidden card that decides."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narabi_solver.analysis.why import Why
from narabi_solver.game.rules import Place, Swap, name_of
from narabi_solver.hidden.knowledge import HIDDEN, Knowledge
from narabi_solver.hidden.worlds import Worlds, questions_of

ROUNDING = 1e-9
"""Smaller differences are none: means are rounded."""
NAMES = 3
"""A card is told by so many names at most."""
ERRORS, ERRORS_ELSE = 4.0, 2.0
"""In drawn worlds the second swap must be better by so many standard errors where the card is so, and the
best one where it is not: of hundreds of things a card may be or allow, some look as if they decided."""
LEAST = 10
"""And there must be so many drawn worlds of either kind."""
SPREAD = 0.5
"""A smaller spread is taken for this one, in turns."""


@dataclass(frozen=True)
class Doubt:
    """A hidden card that decides which of two swaps is better, on average over the worlds."""

    place: Place
    """Where its stone lies."""
    label: str
    """That stone."""
    cards: tuple[str, ...]
    """What the card is, of these; empty if `takes` says it."""
    takes: Place | None
    """The stone at this place may be taken by it; None if `cards` says it."""
    then: Swap
    """What is better if it is so."""
    worlds: int
    """In how many of the worlds it is so."""
    share: float
    """Their weight, where all worlds together have 1."""
    by: float
    """Turns by which it is better there, on average."""
    otherwise_by: float
    """Turns by which the other swap is better in the other worlds."""

    def facts(self) -> dict[str, Any]:
        """Return what programs are told."""
        return {
            "place": self.place,
            "cards": self.cards,
            "takes": self.takes,
            "then": self.then,
            "worlds": self.worlds,
            "share": self.share,
            "by": self.by,
            "otherwise_by": self.otherwise_by,
        }


@dataclass(frozen=True)
class Comparison:
    """Why a swap comes before the next one in a hint: both compared world by world."""

    knowledge: Knowledge
    """What they were judged by."""
    best: Swap
    """The best swap."""
    second: Swap
    """The next one."""
    worlds: int
    """How many worlds were looked at."""
    exact: bool
    """Whether these are all there are."""
    saves: float
    """Turns that the best swap saves on average; they may be none."""
    fewer: int
    """In how many of them the best swap needs fewer turns."""
    fewer_share: float
    """The weight of these worlds, where all together have 1."""
    fewer_by: float
    """How many fewer, on average."""
    more: int
    """In how many of them it needs more turns."""
    more_share: float
    """The weight of these."""
    more_by: float
    """How many more, on average."""
    fewest: tuple[int, int]
    """Worlds in which the best swap alone of the two needs the fewest turns of all, and the second alone."""
    wins: tuple[int, int]
    """Worlds that can be won after the best swap alone of the two, and after the second alone."""
    wins_share: tuple[float, float]
    """The weight of these."""
    weighted: bool
    """Whether the worlds have different weights; then the sentence says shares, not numbers of worlds."""
    doubt: Doubt | None
    """The hidden card that decides; None if none does."""
    open: Why | None
    """Where there is one world alone: why, with all cards open."""

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
        if not self.fewer and not self.more:
            return f"{both} in {each}"
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
        """Return how many worlds these are, by weight where the means beside are by weight."""
        if not self.weighted:
            return f"{worlds:,}"
        return f"{share:.0%}" if share >= 0.005 else "less than 1%"

    def _wins_words(self) -> str:
        one, other = map(self._part, self.wins, self.wins_share)
        if all(self.wins):
            return f", but {one} can be won only after {self.best}, {other} only after {self.second}"
        if self.wins[0]:
            return f", and {one} can be won only after {self.best}"
        return f", and {other} can be won only after {self.second}" if self.wins[1] else ""

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
        worlds = f"{self._part(doubt.worlds, doubt.share)}{' worlds' * (not self.weighted)}"
        return (
            f"; the card of {stone} decides: if it {so} ({worlds}), {doubt.then} is better, "
            f"by {doubt.by:.2f} turns on average, otherwise {other}, by {doubt.otherwise_by:.2f}"
        )

    def facts(self) -> dict[str, Any]:
        """Return what programs are told."""
        return {
            "sentence": self.sentence,
            "best": self.best,
            "second": self.second,
            "saves": self.saves,
            "fewer": self.fewer,
            "fewer_share": self.fewer_share,
            "fewer_by": self.fewer_by,
            "more": self.more,
            "more_share": self.more_share,
            "more_by": self.more_by,
            "fewest": self.fewest,
            "wins": self.wins,
            "wins_share": self.wins_share,
            "doubt": None if self.doubt is None else self.doubt.facts(),
        }


def _by(turns: float) -> str:
    """Return by how many turns on average; the least difference is one."""
    return f" (by {turns:.2f})"


def compared(
    knowledge: Knowledge,
    worlds: Worlds,
    turns: Mapping[Swap, NDArray[Any]],
    best: Swap,
    second: Swap,
    open_: Why | None,
) -> Comparison:
    """Return two swaps of a hint compared world by world."""
    more = turns[best] - turns[second]
    least = np.min([*turns.values()], axis=0) + ROUNDING
    keeps, wins = (
        _only(*(turns[swap] <= most for swap in (best, second))) for most in (least, worlds.left + ROUNDING)
    )
    faster, slower = more < -ROUNDING, more > ROUNDING
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
        float(np.ptp(worlds.weights)) > ROUNDING / len(more),
        _deciding(knowledge, worlds, more, best, second),
        open_,
    )


def _only(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """Return in which worlds only one is true, and only the other."""
    return [one & ~other, other & ~one]


def _mean(more: NDArray[Any], worlds: Worlds, which: NDArray[np.bool_]) -> float:
    """Return the mean over some worlds; 0 if there are none, or none that counts."""
    weight = float(worlds.weights[which].sum())
    return float(worlds.weights[which] @ more[which]) / weight if weight else 0.0


def _error(more: NDArray[Any], worlds: Worlds, which: NDArray[np.bool_]) -> float:
    """Return the standard error of that mean, for drawing worlds."""
    weights, count = worlds.weights[which], int(which.sum())
    spread = float(weights**2 @ (more[which] - _mean(more, worlds, which)) ** 2) * count / (count - 1)
    return max(math.sqrt(spread) / float(weights.sum()), SPREAD / math.sqrt(count))


def _deciding(
    knowledge: Knowledge, worlds: Worlds, more: NDArray[Any], best: Swap, second: Swap
) -> Doubt | None:
    """Return the card which is worth most to know between two swaps; None if none decides."""
    found: list[tuple[float, Doubt]] = []
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
        found.append((float(worlds.weights[where] @ more[where]), doubt))
    return max(found, key=lambda one: one[0])[1] if found else None


def _doubts(
    knowledge: Knowledge, worlds: Worlds, more: NDArray[Any]
) -> Iterator[tuple[Place, tuple[str, ...], Place | None, NDArray[np.bool_]]]:
    """Yield what a hidden card may be or may allow, and in which worlds it is so.

    Which cards go together is looked up in the worlds themselves only if these are all there are.
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
