"""Confidence intervals and tests for counts of deals, from scipy.

Undecided deals count as lost for the lower end and as won for the upper end, so an interval always holds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from _gamekit.intervals import CONFIDENCE, Interval, mean, share

__all__ = [
    "CONFIDENCE",
    "Interval",
    "band",
    "mcnemar",
    "mean",
    "percent",
    "share",
    "span",
]


def band(counts: Sequence[int], undecided: int, count: int) -> list[Interval]:
    """Return for each number of turns the share of deals that can be won in so many or fewer.

    All these intervals hold together with 95 % confidence, by the inequality of Dvoretzky, Kiefer and
    Wolfowitz with the constant of Massart (The Annals of Probability 18, 1990). That is on the safe side for
    any number of deals; the quantile of Kolmogorov and Smirnov is 0.4 % smaller with 1,000.

    Parameters
    ----------
    counts
        For each number of turns, from 0, how many deals need it.
    undecided
        Deals that may be won in any number of turns.
    count
        All deals, those that cannot be won among them.
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
    """Return the p-value of McNemar's exact test: that either is as likely as the other.

    Parameters
    ----------
    only_first, only_second
        How often the one came without the other.
    """
    from scipy.stats import binomtest  # noqa: PLC0415

    both = only_first + only_second
    return float(binomtest(only_first, both).pvalue) if both else 1.0


def percent(share: float | None) -> str:
    """Return a share in percent, with enough digits to tell it from 0 and 100."""
    if share is None:
        return "unknown"
    rest = min(share, 1 - share)
    digits = 2 if rest == 0 or rest >= 0.001 else 4 if rest >= 0.000_01 else 6
    return f"{100 * share:.{digits}f} %"


def span(interval: Interval) -> str:
    """Return the ends of an interval in percent."""
    return f"{percent(interval.low)} to {percent(interval.high)}"
