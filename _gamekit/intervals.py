"""Confidence intervals of proportions and means, and a test of counts, based on scipy.

Undecided cases count as misses at the lower end and as hits at the upper end. An interval is therefore valid
whatever their outcome.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

CONFIDENCE = 0.95


class Interval(NamedTuple):
    """An estimate with its 95 % confidence interval."""

    estimate: float | None
    """The estimate; None if no cases are decided."""
    low: float
    """The lower end."""
    high: float
    """The upper end."""


def share(hits: int, undecided: int, count: int) -> Interval:
    """Return the proportion of hits, with the Clopper-Pearson interval.

    Parameters
    ----------
    hits
        Number of certain hits. The estimate is their proportion of the decided cases.
    undecided
        Number of cases that may be hits. They count as misses at the lower end, and as hits at the upper end.
    count
        Total number of cases, at least 1.
    """
    from scipy.special import betaincinv  # scipy.stats takes three times as long to load

    decided, most = count - undecided, hits + undecided
    low = float(betaincinv(hits, count - hits + 1, (1 - CONFIDENCE) / 2)) if hits else 0.0
    high = float(betaincinv(most + 1, count - most, (1 + CONFIDENCE) / 2)) if most < count else 1.0
    return Interval(hits / decided if decided else None, low, high)


def mean(counts: Sequence[int], undecided: int) -> Interval:
    """Return the mean number of turns of winnable deals, with an interval by Student's t.

    Parameters
    ----------
    counts
        Number of deals for each number of turns, from 0.
    undecided
        Number of deals whose number of turns is unknown. The interval covers three cases: these deals are
        left out, all take 0 turns, or all take the largest number of turns.
    """
    last = len(counts) - 1
    alone = _mean(counts)
    hull = [alone]
    if undecided:
        for turns in (0, last):
            hull.append(_mean([n + undecided * (i == turns) for i, n in enumerate(counts)]))
    return Interval(alone.estimate, min(one.low for one in hull), max(one.high for one in hull))


def _mean(counts: Sequence[int]) -> Interval:
    from scipy.special import stdtrit

    count, last = sum(counts), len(counts) - 1
    total = sum(turns * n for turns, n in enumerate(counts))
    if count < 2:
        return Interval(float(total) if count else None, 0.0, float(last))
    centre = total / count
    variance = sum(n * (turns - centre) ** 2 for turns, n in enumerate(counts)) / (count - 1)
    half = float(stdtrit(count - 1, (1 + CONFIDENCE) / 2)) * (variance / count) ** 0.5
    return Interval(centre, max(0.0, centre - half), min(float(last), centre + half))


def mean_of(values: Sequence[float]) -> Interval:
    """Return the mean of numbers, with an interval by Student's t.

    The interval of fewer than two numbers is infinite.
    """
    from scipy.special import stdtrit

    count = len(values)
    centre = math.fsum(values) / count if count else None
    if centre is None or count < 2:
        return Interval(centre, -math.inf, math.inf)
    variance = math.fsum((value - centre) ** 2 for value in values) / (count - 1)
    half = float(stdtrit(count - 1, (1 + CONFIDENCE) / 2)) * (variance / count) ** 0.5
    return Interval(centre, centre - half, centre + half)


def band(counts: Sequence[int], undecided: int, count: int) -> list[Interval]:
    """Return the proportion of deals that can be won within each number of turns.

    All intervals hold simultaneously with 95 % confidence, by the inequality of Dvoretzky, Kiefer and
    Wolfowitz with Massart's constant (The Annals of Probability 18, 1990). The bound is conservative for any
    number of deals. With 1,000 deals the Kolmogorov-Smirnov quantile is 0.4 % smaller.

    Parameters
    ----------
    counts
        Number of deals for each number of turns, from 0.
    undecided
        Number of deals whose number of turns is unknown.
    count
        Total number of deals, including those that cannot be won.
    """
    half = math.sqrt(math.log(2 / (1 - CONFIDENCE)) / (2 * count))
    found, within = [], 0
    for n in counts:
        within += n
        low, high = within / count - half, (within + undecided) / count + half
        decided = count - undecided
        found.append(Interval(within / decided if decided else None, max(0.0, low), min(1.0, high)))
    return found


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the p-value of McNemar's exact test of whether two methods succeed equally often.

    Parameters
    ----------
    only_first, only_second
        Number of cases in which only the first method succeeds, and in which only the second does.
    """
    from scipy.stats import binomtest

    both = only_first + only_second
    return float(binomtest(only_first, both).pvalue) if both else 1.0


def percent(share: float | None) -> str:
    """Return a proportion in percent, with enough digits to distinguish it from 0 and 100."""
    if share is None:
        return "unknown"
    rest = min(share, 1 - share)
    digits = 2 if rest == 0 or rest >= 0.001 else 4 if rest >= 0.000_01 else 6
    return f"{100 * share:.{digits}f} %"


def span(interval: Interval) -> str:
    """Return the ends of an interval in percent."""
    return f"{percent(interval.low)} to {percent(interval.high)}"
