"""Makes the census of one deal and compares arrangements drawn at random with the solver.

    python -m benchmarks.census_check DEAL [COUNT [SEED]]

COUNT arrangements of all (default 10,000), and as many again of each minimum. Nothing is read from the
cache folder or kept there but kernels and tables.
"""

from __future__ import annotations

import resource
import sys
import time

import numpy as np
from numpy.typing import NDArray

from _gamekit.limits import Limits, Watch
from _gamekit.progress import silent
from narabi_solver import Deal, Rules
from narabi_solver.game.rules import TRACK
from narabi_solver.kernels.census.layers import UNKNOWN
from narabi_solver.solving.batch import PackedDeals, solve_packed
from narabi_solver.solving.packed import pack
from narabi_solver.solving.solution import Outcome
from narabi_solver.statistics.retrograde import Retrograde


def wrong(search: Retrograde, numbers: NDArray[np.int64]) -> int:
    """Return how many of these arrangements have another minimum by the solver.

    Where the census is not finished, what it does not know must be above its last layer.
    """
    n = numbers.size
    deals = PackedDeals(
        search.game,
        search.rings(numbers),
        np.repeat(search.cards, n, axis=0),
        np.zeros(n, np.uint8),
        np.full(n, TRACK, np.uint8),
    )
    answers = solve_packed(deals)
    distance = search.distance[numbers]
    solved = answers.are(Outcome.SOLVED)
    if not search.finished:
        unknown = distance == UNKNOWN
        return int(np.where(unknown, answers.bound <= search.layer, answers.bound != distance).sum())
    right = np.where(
        solved, answers.bound == distance, answers.are(Outcome.UNSOLVABLE) & (distance == UNKNOWN)
    )
    return int((~right).sum())


def main(text: str, count: int = 10_000, seed: int = 1) -> int:
    """Print seconds, memory, distribution and what differs; return the exit code."""
    search = Retrograde(pack(Deal.parse(text).start(), Rules()))
    started = time.perf_counter()
    while not search.finished:
        search.advance(Watch(Limits()), silent)
        print(f"minimum {search.layer}: {search.counts[search.layer].sum(dtype=int):,}", flush=True)
    seconds = time.perf_counter() - started
    unknown = search.arrangements - search.counts.sum(dtype=int)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"no win: {unknown:,}\n{seconds:.1f} s, {memory:.0f} MiB; seed {seed}")
    generator = np.random.default_rng(seed)
    bad = wrong(search, generator.integers(search.arrangements, size=count))
    print(f"of {count:,} drawn from all, {bad} differ from the solver")
    for turns in [*range(search.layer), UNKNOWN]:
        there = np.flatnonzero(search.distance == turns)
        if there.size:
            differ = wrong(search, generator.choice(there, min(count, there.size), replace=False))
            print(f"of {min(count, there.size):,} at {turns}, {differ} differ from the solver", flush=True)
            bad += differ
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
