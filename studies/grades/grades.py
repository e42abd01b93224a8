"""Counts how many random deals have each grade of difficulty: ``python -m studies.grades.grades``."""

from __future__ import annotations

from itertools import islice

import numpy as np

from narabi_solver import analyse, random_deals

DEALS, SEED = 1000, 2028


def main() -> None:
    """Print a line for each number of players: quintiles of the difficulty in bits, and deals a grade."""
    for players in (3, 4, 5):
        deals = islice(random_deals(players, seed=SEED), DEALS if players < 5 else DEALS // 5)
        every = (analyse(deal, lines=True) for deal in deals)
        found = [analysis for analysis in every if analysis.turns is not None]
        quintiles = np.percentile([one.difficulty or 0.0 for one in found], [20, 40, 60, 80]).round(2)
        counts = np.bincount([one.grade or 0 for one in found], minlength=6)[1:]
        print(f"{players} players: quintiles {quintiles}, deals of grades 1 to 5 {counts}")


if __name__ == "__main__":
    main()
