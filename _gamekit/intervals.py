"""Confidence intervals of shares and means, from scipy.

Undecided cases count as misses for the lower end and as hits for the upper end, so an interval always holds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

CONFIDENCE = 0.95


class Interval(NamedTuple):
    """An estimate with its 95 % confidence interval."""

    estimate: float | None
    """None if no case is decided."""
    low: float
    """The lower end."""
    high: float
    """The upper end."""


def share(hits: int, undecided: int, count: int) -> Interval:
    """Return the share of hits among all cases, by Clopper and Pearson.

    Parameters
    ----------
    hits
        Cases that are hits for certain; the estimate is their share of the decided ones.
    undecided
        Cases that may be hits; none of them counts for the lower end, all for the upper one.
    count
        All cases, 1 or more.
    """
    from scipy.special import betaincinv  # scipy.stats takes three times as long to load

    decided, most = count - undecided, hits + undecided
    low = float(betaincinv(hits, count - hits + 1, (1 - CONFIDENCE) / 2)) if hits else 0.0
    high = float(betaincinv(most + 1, count - most, (1 + CONFIDENCE) / 2)) if most < count else 1.0
    return Interval(hits / decided if decided else None, low, high)


def mean(counts: Sequence[int], undecided: int) -> Interval:
    """Return the mean number of turns of the deals that can be won, by Student's t.

    Parameters
    ----------
    counts
        For each number of turns, from 0, how many deals need it.
    undecided
        Deals that may be won in any number of turns: the interval is the hull of those with none of
        them, with all of them at 0 turns and with all of them at the last.
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
    """Return the mean of numbers of any sign, by Student's t; without an interval for fewer than two."""
    from scipy.special import stdtrit

    count = len(values)
    centre = math.fsum(values) / count if count else None
    if centre is None or count < 2:
        return Interval(centre, -math.inf, math.inf)
    variance = math.fsum((value - centre) ** 2 for value in values) / (count - 1)
    half = float(stdtrit(count - 1, (1 + CONFIDENCE) / 2)) * (variance / count) ** 0.5
    return Interval(centre, centre - half, centre + half)
