"""`question`: the best placement to ask, with its value and a bound on the value of any other."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from _gamekit.facts import Fact, Facts, Result
from _gamekit.limits import Limits, limited
from _gamekit.philox import Seed
from amulets_solver.asking.laws import Fields, Laws, Listed, Marginal, Packed
from amulets_solver.asking.placements import climb, representatives
from amulets_solver.belief.belief import Belief, check_placement
from amulets_solver.belief.counting import Counts, entropy, placed
from amulets_solver.belief.drawing import percent
from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.placement import Placement
from amulets_solver.sizes import GOALS

LISTED = 3_000
"""Largest number of hypotheses listed one by one. With more, laws are counted from the sets."""
WORK = 2_500_000
"""Approximate number of hypotheses checked for a question without a limit, in about ten milliseconds."""
MOST_LOOKED = 4_000
"""Largest number of placements that hill climbing evaluates without a limit."""
COMPARED = 5_000
"""Largest number of placements, up to symmetry, that are all compared. If there are more, a search compares
only the placements that it visits."""
FINALISTS = 12
"""Number of placements, preselected by `Marginal`, for which a search counts full laws."""
EXACT = 1e-9
"""Differences in bits below this are rounding errors."""


@dataclass(frozen=True)
class Question(Result):
    """A question, with its exact value to the player who asks."""

    placement: Placement
    """The placement to ask."""
    goal: str
    """The goal that was asked for, one of `GOALS`."""
    chosen_by: str
    """The goal by which placements were compared. It is "entropy" if "castable" would be too slow."""
    bits: float
    """The entropy of the answers in bits: the information gained on average."""
    expected_count: float
    """Expected number of hypotheses left."""
    castable_after: float | None
    """The probability of a sure cast after the question; None if there are too many hypotheses."""
    bound: float
    """A bound on the value of any question for the goal: the most bits, the fewest expected hypotheses, or
    the highest probability of a sure cast afterwards."""
    proven: bool
    """Whether it is proven that no placement is better for this goal."""
    compared: int
    """Number of placements that were evaluated."""

    @property
    def summary(self) -> str:
        """A sentence: the placement is proven best, or it is the best found, with a bound on all others."""
        if self.proven:
            return "the best of all placements (proven)"
        found = "the best found"
        if self.chosen_by != self.goal:
            found = f"chosen by entropy, because more than {LISTED:,} hypotheses are left"
        most = {
            "entropy": f"no question has more than {self.bound:.4f} bits",
            "expected-size": f"no question leaves fewer than {self.bound:,.2f} hypotheses on average",
            "castable": f"no question allows a sure cast in more than {self.bound:.2%} of cases",
        }
        return f"{found}; {most[self.goal]} (proven)"

    def facts(self) -> Facts:
        """Return the placement and its value, as facts for display."""
        worth = f"{self.bits:.4f} bits: {self.expected_count:,.1f} hypotheses left on average"
        if self.castable_after is not None:
            worth += f"; a sure cast follows in {percent(self.castable_after)} % of cases"
        return [
            Fact("question", self.placement, str(self.placement), "ask", "bold"),
            Fact("goal", self.goal),
            Fact("chosen_by", self.chosen_by),
            Fact("bits", self.bits, worth, "worth"),
            Fact("expected_count", self.expected_count),
            Fact("castable_after", self.castable_after),
            Fact("bound", self.bound),
            Fact("proven", self.proven, self.summary, "that is"),
            Fact("compared", self.compared),
        ]

    def __repr__(self) -> str:
        """Return a summary in one line."""
        return f"<Question: {self.placement}: {self.bits:.4f} bits, {self.summary}>"


def question(
    belief: Belief, goal: str = "entropy", *, limits: Limits | None = None, seed: Seed = 0
) -> Question:
    """Return the best question found.

    At the beginning of a game and on small altars, few placements differ by more than symmetry. If they can
    be compared quickly, all are compared, and the result is proven to be the best. Otherwise a search visits
    promising placements.

    Parameters
    ----------
    belief : Belief
        The asker's knowledge.
    goal : str, default: "entropy"
        "entropy": gain the most information on average. "expected-size": leave the fewest hypotheses on
        average. "castable": maximise the probability of a sure cast after the question; the entropy breaks
        ties.
    limits : Limits, optional
        ``max_nodes`` is the number of placements that a search evaluates. The default takes about ten
        milliseconds; more placements may find a better question.
    seed : int, default: 0
        Seed of the random placements from which the search begins.

    Returns
    -------
    Question
        The best question found. The same arguments always give the same question.

    Raises
    ------
    ArgumentError
        The goal is unknown.

    Examples
    --------
    >>> from amulets_solver import Belief, question
    >>> best = question(Belief(4, me=("C3", "B")))
    >>> round(best.bits, 4), best.proven
    (4.9777, True)
    """
    if goal not in GOALS:
        raise ArgumentError(f"the goal must be {', '.join(GOALS[:-1])} or {GOALS[-1]}, not {goal!r}")
    nodes = limited(limits).max_nodes
    return _question(belief, goal, nodes, operator.index(seed))


@lru_cache(maxsize=4_096)
def _question(belief: Belief, goal: str, nodes: int | None, seed: int) -> Question:
    laws = laws_of(belief)
    all_of_them = representatives(belief, COMPARED)
    if all_of_them is not None and _comparable(belief, goal, laws):
        candidates, compared, complete = _best_first(belief, goal, all_of_them, laws), len(all_of_them), True
    else:
        candidates, compared = _searched(belief, goal, laws, nodes, seed)
        complete = False
    worth = _worth(goal, laws, belief.count)(candidates)
    best = candidates[int(worth.argmax())]
    counts = laws.counts(best[None])
    bits = float(entropy(counts)[0])
    expected = expected_count(counts[0])
    castable = None if not isinstance(laws, Listed) else float(castable_share(laws, best))
    value = {"entropy": bits, "expected-size": -expected, "castable": -1.0 if castable is None else castable}[
        goal
    ]
    most = {"entropy": entropy_bound, "expected-size": _least_left, "castable": _most_castable}[goal](belief)
    proven = complete or value >= most - EXACT
    return Question(
        placement=Placement(tuple(belief.rules.fields[at] for at in best.tolist())),
        goal=goal,
        chosen_by="entropy" if goal == "castable" and castable is None else goal,
        bits=bits,
        expected_count=expected,
        castable_after=castable,
        bound=abs(value if proven else most),
        proven=proven,
        compared=compared,
    )


def _comparable(belief: Belief, goal: str, laws: Laws) -> bool:
    """Return whether thousands of placements can be compared quickly."""
    if goal == "entropy" or isinstance(laws, Listed):  # the entropy needs few full laws
        return True
    return goal == "expected-size" and belief.players <= 3


def laws_of(belief: Belief) -> Listed | Packed:
    """Return the faster counter of laws: `Listed` if few hypotheses are left, otherwise `Packed`."""
    return Listed(belief) if belief.count <= LISTED else Packed(belief)


def expected_count(counts: Counts) -> float:
    """Return the expected number of hypotheses left, from the counts of a law."""
    return float((counts.astype(np.float64) ** 2).sum() / counts.sum())


def _worth(goal: str, laws: Laws, count: int) -> Callable[[Fields], NDArray[np.float64]]:
    """Return a function that evaluates placements for a goal; greater is better."""
    if goal == "expected-size":
        return lambda placements: -(laws.counts(placements).astype(np.float64) ** 2).sum(axis=1) / count
    if goal == "castable" and isinstance(laws, Listed):
        listed = laws

        def castable(placements: Fields) -> NDArray[np.float64]:
            shares = np.array([castable_share(listed, one) for one in placements])
            return shares + EXACT * entropy(listed.counts(placements))

        return castable
    return lambda placements: entropy(laws.counts(placements))


def _best_first(belief: Belief, goal: str, placements: Fields, laws: Laws) -> Fields:
    """Return the placements that may be the best.

    For the entropy, `Marginal` gives an upper bound for each placement. Full laws are counted in descending
    order of the bounds, until the best entropy exceeds all remaining bounds. For another goal, or with one
    opponent, all placements are returned.
    """
    if goal != "entropy" or belief.players == 2:
        return placements
    bounds = Marginal(belief).bits(placements)
    order = np.argsort(-bounds, kind="stable")
    best, tried = -1.0, 0
    while tried < len(order) and bounds[order[tried]] > best - EXACT:
        some = placements[order[tried : tried + 2 * FINALISTS]]
        best = max(best, float(entropy(laws.counts(some)).max()))
        tried += len(some)
    return placements[np.sort(order[:tried])]


def _searched(
    belief: Belief, goal: str, laws: Listed | Packed, nodes: int | None, seed: int
) -> tuple[Fields, int]:
    """Return the best placements that a search finds, and the number of placements evaluated."""
    rough = isinstance(laws, Packed) and belief.players > 3
    budget = nodes or max(1, min(MOST_LOOKED, WORK // min(belief.count, LISTED)))
    enough = math.log2(belief.count) - EXACT
    if goal == "expected-size" and not rough:
        score = _worth(goal, laws, belief.count)
        enough = -1.0 + EXACT
    elif rough:
        score = Marginal(belief).bits
    else:
        score = _worth("entropy", laws, belief.count)
    if goal == "castable":
        enough = math.inf
    found, looked = climb(score, len(belief.rules.fields), belief.rules.amulets, budget, enough, seed)
    keep = FINALISTS if rough else len(found) if goal == "castable" else 1
    return np.array([place for _, place in found[:keep]], dtype=np.intp), looked


def castable_share(laws: Listed, placement: Fields) -> float:
    """Return the probability of a sure cast after the answers to a question."""
    return float(np.mean(sure_after(laws, placement)))


def sure_after(laws: Listed, placement: Fields) -> NDArray[np.bool_]:
    """Return, for each hypothesis, whether its answers to a question allow a sure cast."""
    vectors = laws.vectors(placement[None])[0]
    size = laws.size
    seen = np.zeros((int(vectors.max()) + 1, laws.amulets * size), dtype=bool)
    for column in laws.hypotheses.T:
        seen[vectors, column] = True
    cube = seen.reshape(-1, laws.amulets, size)
    sure = (cube.sum(axis=2) <= 1).all(axis=1) & (cube.sum(axis=1) <= 1).all(axis=1)
    if not laws.hedges:
        sure &= cube.any(axis=2).sum(axis=1) == laws.hypotheses.shape[1]
    found: NDArray[np.bool_] = sure[vectors]
    return found


def entropy_bound(belief: Belief) -> float:
    """Return an upper bound on the bits of any question.

    The first bound is the logarithm of the number of hypotheses. The second is the sum, over opponents, of
    the greatest possible entropy of their answers. An opponent answers ``*`` or ``o`` only if an amulet
    stands on this opponent's field, so the most probable fields limit the probability of these answers.
    """
    shares = belief.weights / belief.count
    total = 0.0
    for one in shares:
        fields = np.sort(one.sum(axis=0))[::-1]
        occupied = float(fields[: belief.rules.amulets].sum())
        home = float(one.max(axis=1).sum())
        total += _greatest_entropy(home, occupied)
    return min(math.log2(belief.count), total)


def _least_left(belief: Belief) -> float:
    """Return the negative of a lower bound on the mean number of hypotheses left."""
    return -max(1.0, belief.count / (1 << 2 * (belief.players - 1)))


def _most_castable(belief: Belief) -> float:
    """Return an upper bound on the probability of a sure cast after any question."""
    return min(1.0, most_alike(belief) * (1 << 2 * (belief.players - 1)) / belief.count)


def most_alike(belief: Belief) -> int:
    """Return the largest number of hypotheses in which the same sure cast can succeed."""
    opponents = belief.players - 1
    if belief.rules.spare == "random":  # the owned amulets are then known
        return math.factorial(opponents)
    return math.perm(belief.rules.amulets - 1, opponents)


def _greatest_entropy(home: float, occupied: float) -> float:
    """Return the greatest entropy of four probabilities.

    The first is at most `home`, and the first two together are at most `occupied`.
    """
    first = min(home, occupied / 2, 0.25)
    second = min(occupied - first, (1 - first) / 3)
    rest = (1 - first - second) / 2
    return -sum(p * math.log2(p) for p in (first, second, rest, rest) if p > 0)


def bits_of(belief: Belief, placement: Placement) -> tuple[float, float]:
    """Return the exact entropy of a question in bits, and the expected number of hypotheses left."""
    check_placement(placement, belief.rules)
    counts = laws_of(belief).counts(np.array([placed(placement, belief.rules)], dtype=np.intp))
    return float(entropy(counts)[0]), expected_count(counts[0])
