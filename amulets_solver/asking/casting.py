"""The placement with which a cast is most likely to succeed, and its exact probability.

Which field an amulet stands on counts only by its pattern: which opponents may have this amulet and this
field. So a pattern is chosen for each amulet, and fields of their own that have these patterns. The
hypotheses that say yes are then the ways to give each opponent an amulet that it may have there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from _gamekit.problems import check_kind
from amulets_solver.belief.altar_masks import bits
from amulets_solver.belief.belief import Belief
from amulets_solver.belief.counting import ways
from amulets_solver.game.placement import Placement

Ways = tuple[int, ...]
"""For each set of opponents, as bits: in how many ways they can have the amulets that stand already."""


@dataclass(frozen=True)
class CastAdvice:
    """The cast that is most likely to succeed."""

    placement: Placement
    """Where to put the amulets."""
    probability: float
    """How likely all say yes (exact)."""
    sure: bool
    """Whether it cannot fail."""
    count: int
    """Hypotheses in which all say yes to the amulets that stand for somebody."""
    spare: tuple[str, ...]
    """Amulets that stand for nobody: they may stand anywhere else too, or by the reading ``spare="random"``
    on fields that are drawn."""

    def __repr__(self) -> str:
        """Return it in one line."""
        chance = "certain" if self.sure else f"{self.probability:.1%}"
        return f"<CastAdvice: {self.placement}: {chance}>"


def cast(belief: Belief) -> CastAdvice:
    """Return the cast that is most likely to succeed.

    By the reading ``spare="anywhere"`` amulets that no player may need stand where they help in other
    hypotheses. By ``spare="random"`` as many amulets as opponents are planned, so that most hypotheses have
    exactly these; that the others happen to stand right is a part of the probability.

    Parameters
    ----------
    belief : Belief
        What the caster knows.

    Returns
    -------
    CastAdvice
        The placement and its probability.

    Examples
    --------
    >>> from amulets_solver import Belief, cast
    >>> cast(Belief(3, me=("C3", "B"))).count
    12
    """
    check_kind(belief, Belief)
    fields = _Search(belief).best()
    rules = belief.rules
    planned = {amulet for amulet, (field, pattern) in fields.items() if pattern}
    spare = tuple(rules.colours[amulet] for amulet in range(rules.amulets) if amulet not in planned)
    places = {amulet: field for amulet, (field, _) in fields.items()}
    count, yes = _yes(belief, {amulet: places[amulet] for amulet in planned})
    return CastAdvice(
        placement=Placement(tuple(rules.fields[places[amulet]] for amulet in range(rules.amulets))),
        probability=yes / belief.count,
        sure=count == belief.count,
        count=count,
        spare=spare,
    )


class _Search:
    """Chooses patterns amulet by amulet, and drops what cannot be better than the best found."""

    def __init__(self, belief: Belief):
        self._belief = belief
        self._opponents = belief.players - 1
        self._size = len(belief.rules.fields)
        self._own = belief.rules.colours.index(belief.me.amulet)
        possible = belief.weights > 0
        self._patterns: list[dict[int, int]] = []
        """For each amulet the patterns with the fields that have them, as bits."""
        for amulet in range(belief.rules.amulets):
            found: dict[int, int] = {}
            for field in range(self._size):
                pattern = sum(1 << one for one in range(self._opponents) if possible[one, amulet, field])
                if pattern:
                    found[pattern] = found.get(pattern, 0) | 1 << field
            self._patterns.append(dict(sorted(found.items(), key=lambda one: -one[0].bit_count())))
        self._most = belief.rules.amulets if belief.rules.spare == "anywhere" else self._opponents
        self._best = -1
        self._found: dict[int, tuple[int, int]] = {}

    def best(self) -> dict[int, tuple[int, int]]:
        """Return for each amulet the field it stands on, and the pattern that it has there."""
        self._choose(0, (1, *(0,) * ((1 << self._opponents) - 1)), {})
        return self._found

    def _choose(self, amulet: int, ways_of: Ways, chosen: dict[int, int]) -> None:
        """Go on with an amulet; `chosen` are the patterns of those before it that stand for somebody."""
        if self._bound(amulet, ways_of) <= self._best:
            return
        if amulet == len(self._patterns):
            fields = self._fields(chosen)
            if fields is not None:
                self._best = ways_of[-1]
                self._found = {one: (field, chosen.get(one, 0)) for one, field in fields.items()}
            return
        if len(chosen) < self._most:
            for pattern in self._patterns[amulet]:
                self._choose(amulet + 1, _given(ways_of, pattern), {**chosen, amulet: pattern})
        self._choose(amulet + 1, ways_of, chosen)

    def _bound(self, amulet: int, ways_of: Ways) -> int:
        """Return how many hypotheses can say yes at most: as if each amulet had all its patterns at once."""
        for later in range(amulet, len(self._patterns)):
            every = 0
            for pattern in self._patterns[later]:
                every |= pattern
            ways_of = _given(ways_of, every)
        return ways_of[-1]

    def _fields(self, chosen: dict[int, int]) -> dict[int, int] | None:
        """Return a field of its own for each amulet, with the patterns chosen; None if there are none."""
        return next(
            self._placings(sorted(chosen, key=lambda one: self._mask(one, chosen).bit_count()), chosen), None
        )

    def _mask(self, amulet: int, chosen: dict[int, int]) -> int:
        return self._patterns[amulet][chosen[amulet]]

    def _placings(self, left: list[int], chosen: dict[int, int], taken: int = 0) -> Iterator[dict[int, int]]:
        if not left:
            free = [field for field in range(self._size) if not taken >> field & 1]
            rest = [one for one in range(len(self._patterns)) if one not in chosen]
            yield dict(zip(rest, free, strict=False))
            return
        for field in bits(self._mask(left[0], chosen) & ~taken):
            for others in self._placings(left[1:], chosen, taken | 1 << field):
                yield {left[0]: field, **others}


def _given(ways_of: Ways, pattern: int) -> Ways:
    """Return the ways with one more amulet, that one of the opponents of a pattern may have."""
    found = list(ways_of)
    for some in range(len(ways_of)):
        for one in bits(pattern & some):
            found[some] += ways_of[some ^ 1 << one]
    return tuple(found)


def _yes(belief: Belief, planned: dict[int, int]) -> tuple[int, float]:
    """Return in how many hypotheses all say yes because of the planned amulets, and in how many on average.

    They differ by the reading ``spare="random"``, where the others stand on free fields that are drawn.
    """
    rows = belief.injections
    size, spare = len(belief.rules.fields), belief.rules.amulets - len(planned)
    everything = (1 << size) - 1
    free = everything & ~sum(1 << field for field in planned.values())
    masks = [1 << planned[a] if a in planned else free for a in range(belief.rules.amulets)]
    sets = belief.array & np.array(masks, dtype=np.uint64)
    counts = ways([sets[one, rows[:, one]] for one in range(belief.players - 1)])
    drawn = (~np.isin(rows, list(planned))).sum(axis=1)
    count = int(counts[drawn == 0].sum())
    if belief.rules.spare == "anywhere":
        return count, float(count)
    places = size - len(planned)
    chances = [1 / math.perm(places, some) if some <= spare else 0.0 for some in range(belief.players)]
    return count, float((counts * np.array(chances)[drawn]).sum())
