"""Grades many deals at once, layer by layer, by the number of positions that a player would look at.

The grades model a player who ignores no card and makes no mistake, but sees little. The player counts how
many numbers are followed by the next number round the ring. The swap after which this count is highest
**looks best**. In the last three turns, the player also sees whether the ring could be put in order in time
if cards restricted nothing; if it could not, the position is **hopeless**. The player knows the minimum.

The player tries the swaps of a position, except hopeless ones: the best-looking first, and equally good ones
in random order. The player searches the position after each swap in the same way, until a shortest line is
found. `positions` is the mean number of positions that the player looks at, over these orders.

Layer t therefore has, for each deal, the different positions after t turns that are not hopeless. They
include all positions on shortest lines. A position **wins** if a shortest line goes through it. A legal swap
from a winning position to a position that does not win is a trap and begins a **false trail**. The length of
a false trail is the number of turns that can be played on it before every position is hopeless.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from narabi_solver.analysis.shortest import GRADE_BITS
from narabi_solver.game.errors import InternalError, StoppedError
from narabi_solver.kernels import seen
from narabi_solver.kernels.fifteen.near import FAR
from narabi_solver.solving import tables
from narabi_solver.solving.packing import PackedDeals, children_of

SEARCH_LIMITS = (7.0, 11.0, 18.0, 32.0)
"""Numbers of positions at which search grades 2, 3, 4 and 5 begin. About a fifth of the random deals of 12
stones has each grade; ``python -m studies atlas_speed`` counts them.
"""

TOGETHER = 64
"""Number of deals graded at once. The number of a deal fits beside a ring in one word, and Ctrl-C ends a
batch soon. The rate is the same with 32 to 256 deals.
"""

PLACE_14 = np.uint64(56)
"""The first bit of place 14 of a ring."""

Whole = NDArray[np.int64]
Small = NDArray[np.uint8]
Real = NDArray[np.float64]


class Grades(NamedTuple):
    """The grades of n deals; all 0 for a deal that cannot be won."""

    lines: Whole
    """(n,): the number of shortest lines."""
    traps: Whole
    """(n,): the number of legal swaps that rule the minimum out, over all positions on shortest lines."""
    forced: NDArray[np.uint32]
    """(n,): bit t is set if all shortest lines play the same swap on turn t + 1."""
    chance: Real
    """(n,): the probability that a player who draws legal swaps at random plays a shortest line."""
    first_choice: Small
    """(n,): the first turn on which every best-looking swap makes the minimum unreachable, if only
    best-looking swaps were played before; 0 if there is no such turn.
    """
    longest_trail: Small
    """(n,): the length of the longest false trail, in turns."""
    mean_trail: Real
    """(n,): the mean length of false trails over all traps, in turns; 0 without traps."""
    positions: Real
    """(n,): the mean number of positions that a player looks at."""

    @property
    def difficulty(self) -> Real:
        """(n,): the difficulty in bits, as `Analysis.difficulty`."""
        return -np.log2(np.where(self.chance > 0, self.chance, 1.0)) + 0.0

    @property
    def grade(self) -> Small:
        """(n,): the grade from 1 to 5, as `Analysis.grade`."""
        return _grade(self.difficulty, GRADE_BITS)

    @property
    def search_grade(self) -> Small:
        """(n,): the grade of a player's search, from 1 to 5, with the limits `SEARCH_LIMITS`."""
        return _grade(self.positions, SEARCH_LIMITS)


def _grade(values: Real, limits: tuple[float, ...]) -> Small:
    return (1 + np.searchsorted(limits, values, side="right")).astype(np.uint8)


@dataclass
class _Layer:
    """The positions of several deals after the same number of turns; arrays have one entry per position."""

    deals: Whole
    rings: NDArray[np.uint64]
    legal: Whole
    """Number of legal swaps."""
    wins: NDArray[np.bool_]
    lines: Whole
    chance: Real
    cost: Real
    """Mean number of positions looked at, this one included, until a shortest line is found or all trails
    have ended.
    """
    life: Whole
    """For positions that do not win: the number of turns that can be played before every position is
    hopeless.
    """


@dataclass
class _Steps:
    """The swaps from one layer to the next that are not hopeless; each array has one entry per swap."""

    parents: Whole
    children: Whole
    pairs: Small
    looks: Small


def grades(
    deals: PackedDeals,
    minimums: Small,
    solved: NDArray[np.bool_],
    stop: Callable[[], bool] | None = None,
) -> Grades:
    """Return the grades of packed deals under the plain rules; deals that are not `solved` get zeros.

    Raises
    ------
    StoppedError
        `stop` returned True.
    InternalError
        A minimum is wrong.
    """
    all_grades = _empty(minimums.size)
    which = np.flatnonzero(solved)
    for start in range(0, which.size, TOGETHER):
        some = which[start : start + TOGETHER]
        part = _Search(deals, some, minimums[some], stop).grades()
        for name in Grades._fields:
            getattr(all_grades, name)[some] = getattr(part, name)
    return all_grades


def _keys(deals: Whole, rings: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return words that identify positions; the stone in place 14 follows from the other stones."""
    return deals.astype(np.uint64) << PLACE_14 | rings & ((np.uint64(1) << PLACE_14) - np.uint64(1))


def _empty(count: int) -> Grades:
    return Grades(
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.uint32),
        np.zeros(count),
        np.zeros(count, np.uint8),
        np.zeros(count, np.uint8),
        np.zeros(count),
        np.zeros(count),
    )


class _Search:
    """The search of a batch of at most `TOGETHER` deals."""

    def __init__(self, deals: PackedDeals, which: Whole, minimums: Small, stop: Callable[[], bool] | None):
        self.stop = stop
        self.game, self.cards = deals.game, deals.cards[which]
        self.minimums = minimums.astype(np.int64)
        self.steps: list[_Steps] = []
        self.layers = [self._layer(np.arange(which.size), deals.rings[which])]

    def _layer(self, deals: Whole, rings: NDArray[np.uint64]) -> _Layer:
        size = rings.size
        return _Layer(
            deals, rings, np.zeros(size, np.int64), np.zeros(size, np.bool_), np.zeros(size, np.int64),
            np.zeros(size), np.zeros(size), np.zeros(size, np.int64),
        )  # fmt: skip

    def grades(self) -> Grades:
        """Return the grades of these deals."""
        for turn in range(1, int(self.minimums.max(initial=0)) + 1):
            self._expand(turn)
        for turn in range(len(self.layers) - 1, -1, -1):
            self._value(turn)
        start = self.layers[0]
        if not start.wins.all():
            raise InternalError("a deal to be graded has no line of its minimum; please report this")
        grades = _empty(start.deals.size)._replace(
            lines=start.lines, chance=start.chance, positions=start.cost
        )
        self._traps(grades)
        self._obvious(grades)
        return grades

    def _expand(self, turn: int) -> None:
        """Add the layer of positions after this turn."""
        if self.stop is not None and self.stop():
            raise StoppedError("stopped")
        layer = self.layers[-1]
        count = layer.rings.size
        states = PackedDeals(
            self.game, layer.rings, self.cards[layer.deals], np.zeros(count, np.uint64),
            (self.minimums[layer.deals] >= turn).astype(np.uint8),
        )  # fmt: skip
        parents, pairs, after = children_of(states)
        layer.legal = np.bincount(parents, minlength=count)
        turns_left = self.minimums[layer.deals[parents]] - turn
        looks = self._looks(after.rings)
        in_time = (turns_left > 0) | (looks == self.game.ranks)
        late = np.flatnonzero(in_time & (turns_left < FAR))
        in_time[late] = self._near(after.rings[late]) <= turns_left[late]
        hopeful = np.flatnonzero(in_time)
        parents, rings = parents[hopeful], after.rings[hopeful]
        deals = layer.deals[parents]
        _, first, children = np.unique(_keys(deals, rings), return_index=True, return_inverse=True)
        self.steps.append(_Steps(parents, children, pairs[hopeful], looks[hopeful]))
        self.layers.append(self._layer(deals[first], rings[first]))

    def _looks(self, rings: NDArray[np.uint64]) -> Small:
        looks = np.zeros(rings.size, np.uint8)
        seen.count_pairs(self.game, rings, looks)
        return looks

    def _near(self, rings: NDArray[np.uint64]) -> Small:
        """Return the number of turns that each ring needs if cards restrict nothing; 4 means 4 or more."""
        turns = np.zeros(rings.size, np.uint8)
        if self.game.places == 12:
            seen.near_twelve(tables.load_relaxed(self.game.places // self.game.hand), rings, turns)
        else:
            scratch = np.zeros(3, np.uint64), np.zeros(3, np.int64)
            seen.near_fifteen(self.game, tables.load_near(), rings, turns, *scratch)
        return turns

    def _value(self, turn: int) -> None:
        """Compute the values of the positions of a layer from the positions after them."""
        layer = self.layers[turn]
        count = layer.rings.size
        done = self.minimums[layer.deals] == turn  # all of these rings are in order
        layer.wins, layer.lines = done, done.astype(np.int64)
        layer.chance, layer.cost = done.astype(np.float64), np.ones(count)
        if turn == len(self.steps):
            return
        steps, after = self.steps[turn], self.layers[turn + 1]
        wins, parents = after.wins[steps.children], steps.parents
        won = np.flatnonzero(wins)

        def total(values: NDArray[np.generic], some: Whole) -> Real:
            sums = np.bincount(parents[some], weights=values[steps.children[some]], minlength=count)
            return sums.astype(np.float64)  # bincount of no weights at all gives integers

        layer.wins = done | (total(after.wins, won) > 0)
        np.add.at(layer.lines, parents[won], after.lines[steps.children[won]])
        layer.chance += total(after.chance, won) / np.maximum(layer.legal, 1)
        np.maximum.at(layer.life, parents[~wins], 1 + after.life[steps.children[~wins]])
        best = np.full(count, -1)  # the best looks of a winning swap
        np.maximum.at(best, parents[won], steps.looks[won])
        looks = steps.looks.astype(np.int64)
        chosen = np.flatnonzero(wins & (looks == best[parents]))
        among = np.bincount(parents[chosen], minlength=count)  # number of best-looking swaps that win
        layer.cost += total(after.cost, np.flatnonzero(~wins & (looks > best[parents])))
        layer.cost += total(after.cost, np.flatnonzero(~wins & (looks == best[parents]))) / (among + 1)
        layer.cost += total(after.cost, chosen) / np.maximum(among, 1)

    def _traps(self, grades: Grades) -> None:
        """Fill in the traps, the false trails and the forced turns."""
        lived = np.zeros(grades.traps.size)
        for turn, steps in enumerate(self.steps):
            layer, after = self.layers[turn], self.layers[turn + 1]
            on_line, wins = layer.wins[steps.parents], after.wins[steps.children]
            deals = layer.deals[steps.parents]
            kept = np.bincount(steps.parents[wins], minlength=layer.rings.size)
            still = layer.wins & (self.minimums[layer.deals] > turn)
            np.add.at(grades.traps, layer.deals[still], (layer.legal - kept)[still])
            false = on_line & ~wins
            life = 1 + after.life[steps.children[false]]
            lived += np.bincount(deals[false], weights=life, minlength=lived.size)
            np.maximum.at(grades.longest_trail, deals[false], life.astype(np.uint8))
            swaps = np.unique(deals[wins] << 8 | steps.pairs[wins])
            played = np.bincount(swaps >> 8, minlength=grades.traps.size)
            grades.forced[played == 1] |= np.uint32(1 << turn)
        grades.mean_trail[:] = lived / np.maximum(grades.traps, 1)

    def _obvious(self, grades: Grades) -> None:
        """Fill in the first choice: follow the best-looking swaps while some of them win."""
        there = np.ones(self.minimums.size, np.bool_)
        for turn, steps in enumerate(self.steps):
            layer, after = self.layers[turn], self.layers[turn + 1]
            best = np.full(there.size, -1)
            np.maximum.at(best, steps.parents, steps.looks)
            obvious = there[steps.parents] & (steps.looks == best[steps.parents]) & after.wins[steps.children]
            following = np.zeros(after.rings.size, np.bool_)
            following[steps.children[obvious]] = True
            before = np.bincount(layer.deals[there], minlength=self.minimums.size)
            goes_on = np.bincount(after.deals[following], minlength=self.minimums.size)
            grades.first_choice[(before > 0) & (goes_on == 0) & (self.minimums > turn)] = turn + 1
            there = following
