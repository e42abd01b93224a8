"""Intervals against scipy on known data, against their definitions, and by simulated coverage."""

import math

import numpy as np
import pytest
import scipy

from _gamekit import intervals


def test_a_share_is_clopper_and_pearsons() -> None:
    # Clopper, Pearson 1934: the ends at which a tail of the binomial has 2.5 %
    found = intervals.share(90, 0, 100)
    assert found.estimate == 0.9
    assert scipy.stats.binom.sf(89, 100, found.low) == pytest.approx(0.025)
    assert scipy.stats.binom.cdf(90, 100, found.high) == pytest.approx(0.025)
    assert intervals.share(0, 0, 10).low == 0 and intervals.share(10, 0, 10).high == 1
    many = 21_000_000  # where nothing was found, the end is known
    assert intervals.share(0, 0, many).high == pytest.approx(
        -math.expm1(math.log(0.025) / many), rel=1e-9, abs=0
    )


def test_undecided_deals_count_once_as_lost_and_once_as_won() -> None:
    found = intervals.share(80, 15, 100)
    assert found.estimate == 80 / 85
    assert found.low == intervals.share(80, 0, 100).low
    assert found.high == intervals.share(95, 0, 100).high
    assert intervals.share(0, 10, 10).estimate is None


def test_the_mean_is_students() -> None:
    counts = [0, 3, 7, 11, 2]
    data = np.repeat(np.arange(5), counts)
    low, high = scipy.stats.t.interval(0.95, data.size - 1, loc=data.mean(), scale=scipy.stats.sem(data))
    assert intervals.mean(counts, 0) == pytest.approx((data.mean(), low, high))


def test_the_mean_of_hardly_any_deals_is_anything() -> None:
    assert intervals.mean([0, 0, 0], 0) == (None, 0.0, 2.0)
    assert intervals.mean([0, 1, 0], 0) == (1.0, 0.0, 2.0)


def test_the_mean_with_undecided_deals_holds_whatever_they_are() -> None:
    counts = [0, 30, 70, 0, 0]
    found = intervals.mean(counts, 10)
    assert found.estimate == pytest.approx(1.7)
    for turns in range(5):
        one = [n + 10 * (i == turns) for i, n in enumerate(counts)]
        whole = intervals.mean(one, 0)
        assert found.low <= whole.low and whole.high <= found.high


def test_the_band_is_at_least_the_quantile_of_kolmogorov_and_smirnov() -> None:
    for count in (10, 1_000, 10**7):
        first = intervals.band([count // 2, count - count // 2], 0, count)[0]
        half = first.high - (count // 2) / count
        assert half / 1.05 < scipy.stats.kstwo.ppf(0.95, count) <= half
    low, high = intervals.band([50, 30], 20, 100)[0][1:]
    assert (low, high) == pytest.approx((0.5 - 0.13581015, 0.7 + 0.13581015))


def test_mcnemar() -> None:
    assert intervals.mcnemar(0, 0) == 1.0
    assert intervals.mcnemar(6, 0) == pytest.approx(2 / 2**6)
    assert intervals.mcnemar(2, 8) == intervals.mcnemar(8, 2) == pytest.approx(2 * 56 / 2**10)


TRUTH = np.array([0.01, 0.09, 0.4, 0.35, 0.1])
"""Shares of 0 to 4 turns; the rest cannot be won."""


@pytest.mark.slow
def test_coverage_is_95_percent_or_more() -> None:
    """Of 400 simulated surveys, the true values lie in the intervals of 367 at least.

    367 is three standard deviations below 380.
    """
    rng = np.random.default_rng(11)
    true_mean = float((TRUTH * np.arange(5)).sum() / TRUTH.sum())
    hits = {"share": 0, "mean": 0, "band": 0}
    for sample in rng.multinomial(400, [*TRUTH, 1 - TRUTH.sum()], size=400):
        counts = sample[:5].tolist()
        share = intervals.share(sum(counts), 0, 400)
        mean = intervals.mean(counts, 0)
        band = intervals.band(counts, 0, 400)
        hits["share"] += share.low <= TRUTH.sum() <= share.high
        hits["mean"] += mean.low <= true_mean <= mean.high
        within = np.cumsum(TRUTH)
        hits["band"] += all(one.low <= true <= one.high for one, true in zip(band, within, strict=True))
    assert min(hits.values()) >= 367
    assert hits["mean"] <= 393
