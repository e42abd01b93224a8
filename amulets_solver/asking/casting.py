"""Search for the cast that is most likely to succeed, with its exact probability.

With ``Rules(spare="anywhere")``, an amulet and its field matter only through their pattern: the set of
opponents who may have both. The search chooses a pattern for each amulet, then different fields with these
patterns. Each way to give the opponents different amulets whose patterns include them is one hypothesis in
which everybody says yes.

With ``Rules(spare="random")``, the caster names an amulet and a field for each opponent, and the other
amulets are placed at random. A random amulet may happen to stand on the right field if that field is free.
The search therefore chooses fields rather than patterns.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.facts import AsDict, Fact
from amulets_solver.belief.belief import Belief, check_placement
from amulets_solver.belief.counting import Counts, Sets, bits, injections, placed, ways
from amulets_solver.game.placement import Placement
from amulets_solver.game.readings import AMULETS

Ways = tuple[int, ...]
"""For each set of opponents (as bits), the number of ways to give them amulets from those placed so far."""
FIRST, PIECE = 64, 1 << 14
"""Number of plans in the first batch that is expanded, and largest number in each later batch."""


@dataclass(frozen=True)
class CastAdvice(AsDict):
    """The cast that is most likely to succeed, with its probability."""

    placement: Placement
    """The fields on which to put the amulets."""
    probability: float
    """Exact probability that everybody says yes."""
    sure: bool
    """Whether the cast cannot fail."""
    count: int
    """Number of hypotheses in which everybody says yes because of the amulets in `named`."""
    spare: tuple[str, ...]
    """Amulets that stand for no opponent, and so may stand on any free field. With ``Rules(spare="random")``
    their fields are drawn, and `placement` shows only an example."""

    @property
    def named(self) -> dict[str, str]:
        """The field of each amulet that stands for an opponent, by amulet."""
        amulets = AMULETS[: len(self.placement.fields)]
        return {amulet: self.placement[amulet] for amulet in amulets if amulet not in self.spare}

    def facts(self) -> list[Fact]:
        """Return the placement and its chance as facts for display."""
        chance = "certain" if self.sure else f"{self.probability:.4%}"
        return [
            Fact("placement", self.placement, str(self.placement), "cast"),
            Fact("probability", self.probability, chance, "succeeds"),
            Fact("sure", self.sure),
            Fact("hypotheses", self.count),
            Fact("named", self.named),
            Fact("spare", self.spare, " ".join(self.spare)),
        ]

    def __repr__(self) -> str:
        """Return a summary in one line."""
        chance = "certain" if self.sure else f"{self.probability:.1%}"
        return f"<CastAdvice: {self.placement}: {chance}>"


def cast(belief: Belief) -> CastAdvice:
    """Return the cast that is most likely to succeed; its probability is exact.

    With ``Rules(spare="anywhere")``, all amulets are placed where they make the cast succeed most often. With
    ``Rules(spare="random")``, the caster names one amulet and field for each opponent, never the caster's own
    amulet. The other amulets are drawn on free fields, and the probability includes lucky draws.

    Parameters
    ----------
    belief : Belief
        The caster's knowledge.

    Returns
    -------
    CastAdvice
        The placement and its probability.

    Examples
    --------
    >>> from amulets_solver import Belief, cast
    >>> cast(Belief(3, me=("C3", "B"))).count
    2
    """
    rules = belief.rules
    places: dict[int, int]
    if rules.spare == "random":
        places, count, yes, draws = _ByLot(belief).best()
        planned = {*places}
        free = (field for field in range(len(rules.fields)) if field not in places.values())
        places = {one: places[one] if one in planned else next(free) for one in range(rules.amulets)}
    else:
        fields, count = _Search(belief).best()
        yes, draws = count, 1
        planned = {amulet for amulet, (field, pattern) in fields.items() if pattern}
        places = {amulet: field for amulet, (field, _) in fields.items()}
    return CastAdvice(
        placement=Placement(tuple(rules.fields[places[amulet]] for amulet in range(rules.amulets))),
        probability=yes / (draws * belief.count),
        sure=yes == draws * belief.count,
        count=count,
        spare=tuple(rules.colours[amulet] for amulet in range(rules.amulets) if amulet not in planned),
    )


def chance(belief: Belief, placement: Placement) -> float:
    """Return the exact probability that everybody says yes to a placement.

    With ``Rules(spare="random")``, this is the probability before the spare amulets are drawn. A record
    does not say which amulets are spare; the function assumes the choice with the highest probability.
    """
    check_placement(placement, belief.rules)
    fields = placed(placement, belief.rules)
    if belief.rules.spare == "random":
        return _ByLot(belief).chance(fields)
    rows, homes = belief.injections, np.array([1 << field for field in fields], dtype=np.uint64)
    alike = [belief.array[one, rows[:, one]] & homes[rows[:, one]] for one in range(belief.players - 1)]
    return float(np.all(alike, axis=0).sum()) / belief.count


class _Search:
    """A branch-and-bound search over patterns, amulet by amulet."""

    def __init__(self, belief: Belief):
        self._belief = belief
        self._opponents = belief.players - 1
        self._size = len(belief.rules.fields)
        possible = belief.weights > 0
        self._patterns: list[dict[int, int]] = []
        """For each amulet, its patterns and the fields (as bits) that have each pattern."""
        for amulet in range(belief.rules.amulets):
            fields_of: dict[int, int] = {}
            for field in range(self._size):
                pattern = sum(1 << one for one in range(self._opponents) if possible[one, amulet, field])
                if pattern:
                    fields_of[pattern] = fields_of.get(pattern, 0) | 1 << field
            self._patterns.append(dict(sorted(fields_of.items(), key=lambda pair: -pair[0].bit_count())))
        self._best = -1
        self._found: dict[int, tuple[int, int]] = {}

    def best(self) -> tuple[dict[int, tuple[int, int]], int]:
        """Return the field and the pattern of each amulet, and the number of successful hypotheses."""
        self._choose(0, (1, *(0,) * ((1 << self._opponents) - 1)), {})
        return self._found, self._best

    def _choose(self, amulet: int, ways_of: Ways, chosen: dict[int, int]) -> None:
        """Choose patterns for `amulet` and all later ones; `chosen` has the patterns of earlier amulets."""
        if self._bound(amulet, ways_of) <= self._best:
            return
        if amulet == len(self._patterns):
            fields = self._fields(chosen)
            if fields is not None:
                self._best = ways_of[-1]
                self._found = {one: (field, chosen.get(one, 0)) for one, field in fields.items()}
            return
        for pattern in self._patterns[amulet]:
            self._choose(amulet + 1, _given(ways_of, pattern), {**chosen, amulet: pattern})
        self._choose(amulet + 1, ways_of, chosen)

    def _bound(self, amulet: int, ways_of: Ways) -> int:
        """Return an upper bound on the successful hypotheses, as if later amulets had all their patterns."""
        for later in range(amulet, len(self._patterns)):
            union = 0
            for pattern in self._patterns[later]:
                union |= pattern
            ways_of = _given(ways_of, union)
        return ways_of[-1]

    def _fields(self, chosen: dict[int, int]) -> dict[int, int] | None:
        """Return different fields for all amulets, with the patterns in `chosen`; None if impossible."""
        return next(
            self._placings(sorted(chosen, key=lambda one: self._mask(one, chosen).bit_count()), chosen), None
        )

    def _mask(self, amulet: int, chosen: dict[int, int]) -> int:
        return self._patterns[amulet][chosen[amulet]]

    def _placings(self, todo: list[int], chosen: dict[int, int], taken: int = 0) -> Iterator[dict[int, int]]:
        if not todo:
            free = [field for field in range(self._size) if not taken >> field & 1]
            rest = [one for one in range(len(self._patterns)) if one not in chosen]
            yield dict(zip(rest, free, strict=False))
            return
        for field in bits(self._mask(todo[0], chosen) & ~taken):
            for others in self._placings(todo[1:], chosen, taken | 1 << field):
                yield {todo[0]: field, **others}


def _given(ways_of: Ways, pattern: int) -> Ways:
    """Return the ways after one more amulet, which any opponent in `pattern` may have."""
    ways_after = list(ways_of)
    for some in range(len(ways_of)):
        for opponent in bits(pattern & some):
            ways_after[some] += ways_of[some ^ 1 << opponent]
    return tuple(ways_after)


class _Plans(NamedTuple):
    """Partial casts, one per row: fields have been chosen for the first few of the named amulets."""

    fields: NDArray[np.intp]
    """The chosen fields, of shape (plans, chosen amulets)."""
    taken: Sets
    """The chosen fields of each plan as bits."""
    ways_of: Counts
    """`Ways` of each plan, of shape (plans, sets of opponents)."""

    def only(self, which: NDArray[np.intp]) -> _Plans:
        """Return the plans in the rows `which`."""
        return _Plans(self.fields[which], self.taken[which], self.ways_of[which])


class _ByLot:
    """A search for an amulet and a field for each opponent, while the other amulets are drawn at random.

    The value of a plan is a sum over all draws. Each set of opponents contributes a product of three counts:
    the ways to give this set named amulets, the ways to give all other opponents drawn amulets on free
    fields, and the ways to draw the remaining amulets. For a partial plan the value is an upper bound, as if
    each named amulet without a field stood on all its possible fields at once. Fields with the same possible
    owners and amulets are interchangeable, so only the first free one is tried.
    """

    def __init__(self, belief: Belief):
        rules = belief.rules
        self._belief = belief
        self._amulets = tuple(np.unique(belief.injections).tolist())
        self._opponents = belief.players - 1
        self._everybody = (1 << self._opponents) - 1
        self._size, self._drawn = len(rules.fields), rules.amulets - self._opponents
        self._possible: NDArray[np.bool_] = belief.weights > 0
        single = np.uint64(1) << np.arange(self._size, dtype=np.uint64)
        self._single = single
        self._sets: Sets = (self._possible * single).sum(axis=2, dtype=np.uint64)
        alike: dict[bytes, int] = {}
        self._before: Sets = np.zeros(self._size, dtype=np.uint64)
        """The earlier fields that are interchangeable with each field, as bits."""
        for field in range(self._size):
            seen = self._possible[:, :, field].tobytes()
            self._before[field] = alike.get(seen, 0)
            alike[seen] = alike.get(seen, 0) | 1 << field
        self._best, self._count = -1, 0
        self._found: dict[int, int] = {}

    @property
    def _draws(self) -> int:
        """Number of ways in which the other amulets can be drawn."""
        return math.perm(self._size - self._opponents, self._drawn)

    def best(self) -> tuple[dict[int, int], int, int, int]:
        """Return the best plan and three counts.

        The plan has the fields of the named amulets. The counts are the hypotheses in which the named amulets
        alone succeed, the successful hypotheses summed over all draws, and the number of draws.
        """
        begun = [(self._worth(named, self._none()), named) for named in self._all_named()]
        for _, named in sorted(begun, key=lambda one: -int(one[0][0])):
            self._extend(named, self._none())
        return self._found, self._count, self._best, self._draws

    def chance(self, fields: tuple[int, ...]) -> float:
        """Return the probability that a placement succeeds if its most favourable amulets are named."""
        worth = []
        for named in self._all_named():
            plans = self._none()
            for amulet in named:
                plans = self._placed(plans, amulet, np.zeros(1, np.intp), np.array([fields[amulet]]))
            worth.append(int(self._worth(named, plans)[0]))
        return max(worth) / (self._draws * self._belief.count)

    def _all_named(self) -> Iterator[tuple[int, ...]]:
        return combinations(self._amulets, self._opponents)

    def _none(self) -> _Plans:
        """Return the empty plan."""
        ways_of = np.eye(1, self._everybody + 1, dtype=np.int64)
        return _Plans(np.zeros((1, 0), dtype=np.intp), np.zeros(1, dtype=np.uint64), ways_of)

    def _extend(self, named: tuple[int, ...], plans: _Plans) -> None:
        """Extend plans by every field for the next amulet, best plans first."""
        taken = plans.taken[:, None]
        at, field = np.nonzero((taken & self._single == 0) & (self._before & ~taken == 0))
        chosen = plans.fields.shape[1]
        longer = self._placed(plans, named[chosen], at, field)
        worth = self._worth(named, longer)
        order = np.argsort(-worth, kind="stable")
        if chosen + 1 == len(named):
            best = order[0]
            if worth[best] > self._best:
                self._best, self._count = int(worth[best]), int(longer.ways_of[best, -1])
                self._found = dict(zip(named, longer.fields[best].tolist(), strict=True))
            return
        for piece in np.split(order, range(FIRST, len(order), PIECE)):
            piece = piece[worth[piece] > self._best]
            if len(piece):
                self._extend(named, longer.only(piece))

    def _placed(self, plans: _Plans, amulet: int, at: NDArray[np.intp], field: NDArray[np.intp]) -> _Plans:
        """Return the plans in the rows `at`, each extended by the amulet on its field in `field`."""
        ways_of = _given_all(plans.ways_of[at], self._possible[:, amulet, field])
        fields = np.concatenate([plans.fields[at], field[:, None]], axis=1)
        return _Plans(fields, plans.taken[at] | self._single[field], ways_of)

    def _worth(self, named: tuple[int, ...], plans: _Plans) -> Counts:
        """Return an upper bound on the successful hypotheses, summed over all draws; exact for full plans."""
        ways_of = plans.ways_of
        for amulet in named[plans.fields.shape[1] :]:
            somewhere: NDArray[np.bool_] = np.any(self._possible[:, amulet], axis=1)
            ways_of = _given_all(ways_of, somewhere[:, None])
        spare = tuple(one for one in self._amulets if one not in named)
        total = ways_of[:, -1] * self._draws
        for others in range(1, self._everybody + 1):
            rows = injections(spare, others.bit_count())
            if len(rows):
                some, free = others.bit_count(), ~plans.taken[:, None]
                sets = [self._sets[one, rows[:, at]] & free for at, one in enumerate(bits(others))]
                left = math.perm(self._size - self._opponents - some, self._drawn - some)
                total += ways_of[:, self._everybody ^ others] * ways(sets).sum(axis=1) * left
        return total


def _given_all(ways_of: Counts, may_have: NDArray[np.bool_]) -> Counts:
    """Apply `_given` to many plans; `may_have` is True where an opponent may have a plan's new amulet."""
    ways_after = ways_of.copy()
    for some in range(ways_of.shape[1]):
        for opponent in bits(some):
            ways_after[:, some] += may_have[opponent] * ways_of[:, some ^ 1 << opponent]
    return ways_after
