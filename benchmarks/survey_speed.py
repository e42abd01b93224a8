"""Times surveys against the batch kernel on the same deals: a few minutes on two cores.

The kernel and the surveys are timed in turn, since a shared machine wanders; medians count.
"""

from __future__ import annotations

import statistics
from functools import partial
from typing import Any

from benchmarks.frame import Results, Run, Study, Table
from benchmarks.marks import SPEED
from benchmarks.timing import most_memory, timed
from narabi_solver import Rules, survey
from narabi_solver.solving import random_packed, solve_packed
from narabi_solver.statistics.survey import BLOCK

SEED = 2028
ROUNDS = 7
BLOCKS = 16
MANY, FEW = 10_000_000, 500_000


def kernel(prepared: bool) -> float:
    """Return the seconds of the batch kernel for the deals of a survey, dealt before or meanwhile."""
    size = BLOCK[3]

    def deals(block: int) -> Any:
        return random_packed(3, SEED, block * size, size, Rules())

    before = [deals(block) for block in range(BLOCKS)] if prepared else None
    return timed(lambda: [solve_packed(before[i] if before else deals(i)) for i in range(BLOCKS)])


def surveys() -> dict[str, float]:
    """Return the rate of a survey as a share of the kernel's own, on one core."""
    count = BLOCKS * BLOCK[3]
    survey(3, count, seed=SEED)
    rounds = [
        (kernel(True), kernel(False), timed(lambda: survey(3, count, seed=SEED))) for _ in range(ROUNDS)
    ]
    return {
        "deals": count,
        "of_solving": statistics.median(solving / ours for solving, _, ours in rounds),
        "of_dealing_and_solving": statistics.median(both / ours for _, both, ours in rounds),
        "deals_a_second": count / statistics.median(ours for _, _, ours in rounds),
    }


def two_cores() -> dict[str, float]:
    """Return how much faster two processes are than one, for many deals."""
    pairs = [
        (timed(lambda: survey(3, MANY, seed=SEED)), timed(lambda: survey(3, MANY, seed=SEED, workers=2)))
        for _ in range(3)
    ]
    return {
        "deals": MANY,
        "ratio": statistics.median(one / two for one, two in pairs),
        "deals_a_second": MANY / statistics.median(two for _, two in pairs),
    }


def memory(deals: int) -> int:
    """Return the bytes that a process needs at most for a survey of so many deals."""
    return most_memory(f"from narabi_solver import survey\nsurvey(3, {deals})")


def table(results: dict[str, Any]) -> str:
    """Return what the page says."""
    one, two, bytes_of = results["one"], results["two"], results["memory"]
    return (
        f"A survey of 3-player deals on one core answers {one['deals_a_second']:,.0f} deals a second: "
        f"{one['of_dealing_and_solving']:.0%} of the rate at which the batch kernel deals and solves them, "
        f"{one['of_solving']:.0%} of the rate at which it solves them when they are dealt before. "
        f"Two processes are {two['ratio']:.2f} times as fast ({two['deals_a_second']:,.0f} deals a second). "
        f"Memory: {bytes_of[str(FEW)] / 1e6:.0f} MB for {FEW:,} deals, "
        f"{bytes_of[str(MANY)] / 1e6:.0f} MB for {MANY:,}."
    )


def measure(run: Run) -> Results:
    """Time surveys on one core, then on two, and look at their memory."""
    return {
        "one": run.part("one core", surveys),
        "two": run.part("two cores", two_cores),
        "memory": {str(deals): run.part(f"memory, {deals}", partial(memory, deals)) for deals in (FEW, MANY)},
    }


STUDY = Study(__name__, [Table(SPEED, "surveys", table)], measure)
