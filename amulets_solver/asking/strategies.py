"""Exact strategies for small altars: the fewest questions that a lone asker needs, on average and at most.

A state is the set of remaining hypotheses, as the bits of a number. A question splits the set by its answers.
The cost of a question is the number of hypotheses plus the costs of the parts. The cost of a set is that of
its best question, or zero if the asker needs no more questions. Costs are memoised. The search drops a
question as soon as a lower bound on its cost shows that it cannot be the best.
"""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from typing import Literal, SupportsIndex, get_args

import numpy as np

from _gamekit.facts import AsDict, Fact
from _gamekit.limits import Limits, Watch
from _gamekit.problems import StoppedError, or_default
from amulets_solver.asking.bounds import least_cost, least_depth
from amulets_solver.asking.laws import Fields, Listed
from amulets_solver.asking.question import most_alike
from amulets_solver.belief.belief import Belief
from amulets_solver.belief.counting import bits
from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.readings import Rules
from amulets_solver.game.rules import Secret

Until = Literal["known", "castable"]
Split = tuple[int, ...]
"""The parts into which a question splits a set of hypotheses, each as bits."""
MOST_TABLE = 4_000_000
"""Largest number of (placement, hypothesis) pairs that a search may have."""


@dataclass(frozen=True)
class Strategy(AsDict):
    """Numbers of questions that a lone asker needs, over all deals."""

    players: int
    """Number of players."""
    rules: Rules
    """The size of the game and the interpretation of its rules."""
    until: Until
    """The asker's goal: to identify the secrets ("known"), or to have a sure cast ("castable")."""
    hypotheses: int
    """Number of hypotheses at the start."""
    mean: float
    """The smallest mean number of questions; a lower bound if not `proven`."""
    worst: int
    """The smallest number of questions that always suffices; a lower bound if not `proven`."""
    entropy_mean: float
    """Mean number of questions if the asker always asks a question of greatest entropy."""
    entropy_worst: int
    """Largest number of questions if the asker always asks a question of greatest entropy."""
    proven: bool
    """Whether `mean` and `worst` are exact."""
    sets: int
    """Number of sets of hypotheses searched for `mean`, plus the number searched for `worst`."""

    @property
    def loss(self) -> float:
        """Excess of `entropy_mean` over `mean`, as a fraction of `mean`."""
        return self.entropy_mean / self.mean - 1 if self.mean else 0.0

    def facts(self) -> list[Fact]:
        """Return the numbers of questions as facts."""
        names = ("players", "until", "hypotheses", "mean", "worst", "entropy_mean", "entropy_worst", "loss")
        counted = [Fact(name, getattr(self, name)) for name in (*names, "proven", "sets")]
        return [*counted, Fact("rules", {"players": self.players, **self.rules.described})]

    def __repr__(self) -> str:
        """Return a summary in one line."""
        what = "" if self.proven else "at least "
        return (
            f"<Strategy until {self.until}: {what}{self.mean:.4f} questions on average, {self.worst} at most>"
        )


def strategy(
    players: SupportsIndex,
    rules: Rules | None = None,
    *,
    until: Until = "known",
    limits: Limits | None = None,
) -> Strategy:
    """Return the exact number of questions that a lone asker needs on a small altar.

    Parameters
    ----------
    players : int
        Number of players. Only one of them asks.
    rules : Rules, optional
        The size of the game. The default, a 5x5 altar, is too large.
    until : str, default: "known"
        "known": ask until one hypothesis is left. "castable": ask until a sure cast exists.
    limits : Limits, optional
        ``max_nodes`` limits the number of sets of hypotheses to search. A search stopped by a limit returns
        lower bounds.

    Returns
    -------
    Strategy
        The numbers of questions. They are exact if `proven` is true.

    Raises
    ------
    ArgumentError
        The game is too large, or an argument is out of range.

    Examples
    --------
    >>> from amulets_solver import strategy
    >>> from amulets_solver import Rules
    >>> strategy(2, Rules(size="2x2", amulets=3))
    <Strategy until known: 1.5000 questions on average, 2 at most>
    """
    rules, players = or_default(rules, Rules), operator.index(players)
    if until not in get_args(Until):
        raise ArgumentError(f"until must be {' or '.join(get_args(Until))}, not {until!r}")
    rules.check_players(players)
    belief = Belief(players, Secret(rules.fields[0], rules.colours[0]), rules=rules)
    if math.perm(len(rules.fields), rules.amulets) * belief.count > MOST_TABLE:
        raise ArgumentError(
            f"a {rules.size} altar with {rules.amulets} amulets and {players} players is too large for an "
            "exact strategy"
        )
    return _Search(belief, until, or_default(limits, Limits)).strategy()


class _Search:
    """A memoised search for the cost of each set of hypotheses."""

    def __init__(self, belief: Belief, until: Until, limits: Limits):
        self._belief, self._until = belief, until
        self._laws = Listed(belief)
        self._vectors = 4 ** (belief.players - 1)
        self._splits = self._all_splits()
        self._free = 1 if until == "known" else most_alike(belief)
        self._pairs = [sum(1 << int(pair) for pair in one) for one in self._laws.hypotheses]
        self._totals: dict[int, int] = {}
        self._depths: dict[int, tuple[int, float]] = {}
        self._watch = Watch(limits)

    def strategy(self) -> Strategy:
        """Return the result for the whole game."""
        count = len(self._pairs)
        everything = (1 << count) - 1
        total, worst = self._by_entropy(everything)
        if self._done(everything):
            mean, least, proven = 0.0, 0, True
        else:
            mean, least, proven = (
                1 + self._questions(everything)[0][0] / count,
                least_depth(count, self._vectors, self._free),
                True,
            )
        try:
            while not self._fits(everything, least):
                least += 1
            mean = self._total(everything, total + 1) / count
        except StoppedError:
            proven = False
        belief = self._belief
        return Strategy(
            belief.players,
            belief.rules,
            self._until,
            count,
            mean,
            least,
            total / count,
            worst,
            proven,
            len(self._totals) + len(self._depths),
        )

    def _all_splits(self) -> list[Split]:
        """Return the different ways in which placements split all hypotheses."""
        rules = self._belief.rules
        every = _all_placements(len(rules.fields), rules.amulets)
        found: dict[Split, None] = {}
        for vectors in self._laws.vectors(every):
            found.setdefault(_parts(vectors.tolist()))
        return sorted(found, key=lambda parts: sum(part.bit_count() ** 2 for part in parts))

    def _done(self, some: int) -> bool:
        """Return whether the asker needs no more questions if the hypotheses `some` are left."""
        if some & (some - 1) == 0:
            return True
        if self._until == "known" or some.bit_count() > self._free:
            return False
        pairs = 0
        for one in bits(some):
            pairs |= self._pairs[one]
        return self._one_placement(pairs)

    def _one_placement(self, pairs: int) -> bool:
        """Return whether the rules allow one cast to contain all these pairs of an amulet and a field."""
        size = self._laws.size
        found = [divmod(pair, size) for pair in bits(pairs)]
        amulets, fields = {amulet for amulet, _ in found}, {field for _, field in found}
        hedged = self._laws.hedges or len(found) == self._belief.players - 1
        return hedged and len(found) == len(amulets) == len(fields)

    def _bound(self, count: int) -> int:
        """Return a lower bound on the total cost of `count` hypotheses."""
        return least_cost(count, self._vectors, self._free)

    def _questions(self, some: int) -> list[tuple[int, Split]]:
        """Return each different split of a set with a lower bound on the cost of its parts, lowest first."""
        bounds: dict[Split, int] = {}
        for split in self._splits:
            parts = tuple(part & some for part in split if part & some)
            if len(parts) > 1 and parts not in bounds:
                bounds[parts] = sum(self._bound(part.bit_count()) for part in parts)
        return sorted(((bound, parts) for parts, bound in bounds.items()), key=lambda pair: pair[0])

    def _count_node(self) -> None:
        seen = len(self._totals) + len(self._depths)
        if self._watch.stopped_by(seen) is not None:
            raise StoppedError("a limit was reached")

    def _total(self, some: int, below: int) -> int:
        """Return the least cost of a set if it is less than `below`; otherwise `below` or more."""
        if self._done(some):
            return 0
        if (total := self._totals.get(some)) is not None:
            return total
        self._count_node()
        count, best, exact = some.bit_count(), below, False
        for bound, parts in self._questions(some):
            cost = count + bound
            if cost >= best:
                break
            for part in sorted(parts, key=int.bit_count):
                least = self._bound(part.bit_count())
                cost += self._total(part, best - cost + least) - least
                if cost >= best:
                    break
            else:
                best, exact = cost, True
        if exact:
            self._totals[some] = best
        return best

    def _fits(self, some: int, most: int) -> bool:
        """Return whether `most` questions always suffice for a set."""
        if self._done(some):
            return True
        if most < max(1, least_depth(some.bit_count(), self._vectors, self._free)):
            return False
        fails, suffices = self._depths.get(some, (0, math.inf))
        if most <= fails or most >= suffices:
            return most >= suffices
        self._count_node()
        fits = any(
            all(self._fits(part, most - 1) for part in sorted(parts, key=int.bit_count, reverse=True))
            for _, parts in self._questions(some)
        )
        self._depths[some] = (fails, most) if fits else (most, suffices)
        return fits

    def _by_entropy(self, some: int) -> tuple[int, int]:
        """Return the cost and the depth of a set if each question has the greatest entropy."""
        if self._done(some):
            return 0, 0
        best: Split = ()
        least = math.inf
        for split in self._splits:
            parts = tuple(part & some for part in split if part & some)
            value = sum(size * math.log2(size) for size in map(int.bit_count, parts))
            if value < least - 1e-9:
                best, least = parts, value
        costs = [self._by_entropy(part) for part in best]
        return some.bit_count() + sum(total for total, _ in costs), 1 + max(depth for _, depth in costs)


def _all_placements(size: int, amulets: int) -> Fields:
    """Return all placements of the amulets on different fields, one per row."""
    placements: Fields = np.zeros((1, 0), dtype=np.intp)
    for _ in range(amulets):
        free = np.ones((len(placements), size), dtype=bool)
        np.put_along_axis(free, placements, False, axis=1)
        at, which = np.nonzero(free)
        placements = np.concatenate([placements[at], which[:, None]], axis=1)
    return placements


def _parts(vectors: list[int]) -> Split:
    """Return the sets of hypotheses that give the same answers, each as bits."""
    parts: dict[int, int] = {}
    for one, vector in enumerate(vectors):
        parts[vector] = parts.get(vector, 0) | 1 << one
    return tuple(sorted(parts.values()))
