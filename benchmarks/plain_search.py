"""How long the plain search takes: `python -m benchmarks.plain_search [DEALS]`, 1,000 by default.

Prints percentiles of processor seconds and of states expanded, over random deals of seed 1. A search that
takes more than `BUDGET` states counts with what it took until then.
"""

from __future__ import annotations

import sys
import time
from itertools import islice

from _gamekit.limits import Limits, Watch
from narabi_solver import Rules, random_deals
from narabi_solver.game.rules import in_order
from narabi_solver.solving import plain

BUDGET = 20_000
SHARES = (0.5, 0.9, 0.99, 1.0)
FEWER = {3: 1, 4: 1, 5: 10}
"""Five players' deals take about a hundred times as long: so many times fewer are tried."""


def measure(players: int, deals: int) -> None:
    """Print a line about random deals of so many players."""
    rules = Rules()
    seconds, nodes, stopped = [], [], 0
    for deal in islice(random_deals(players, seed=1), deals):
        state = deal.state(rules)
        if in_order(state.ring):
            continue
        started = time.process_time()
        found = plain.search(state, rules, Watch(Limits()), budget=BUDGET)
        seconds.append(time.process_time() - started)
        nodes.append(found.nodes)
        stopped += found.stopped_by is not None
    seconds.sort()
    nodes.sort()
    at = [min(int(share * len(seconds)), len(seconds) - 1) for share in SHARES]
    times = "  ".join(f"{seconds[i]:8.4f}" for i in at)
    states = "  ".join(f"{nodes[i]:6,}" for i in at)
    mean = sum(seconds) / len(seconds)
    print(f"{players} players, {len(seconds):,} deals: seconds {times}  mean {mean:.4f}")
    print(f"                     states  {states}  over budget {stopped}")


def main() -> None:
    """Measure all tables."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    print("shares:", *SHARES)
    for players, fewer in FEWER.items():
        measure(players, max(1, deals // fewer))


if __name__ == "__main__":
    main()
