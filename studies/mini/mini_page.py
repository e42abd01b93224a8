"""Writes the figures of `docs/mini-game.md`: exact means of the best teams, and what other teams lose.

::

    python -m studies.mini.mini_page --deals 300     # plays the teams: some minutes
    python -m studies.mini.mini_page                 # writes the page from what is kept
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from _gamekit.facts import json_of
from benchmarks.marks import DOCS, put
from narabi_solver.hidden import AskingOptimum, Policy, SilentOptimum, policy_named, team
from studies.mini.optimum import asking_cost, means, named, read_plans
from studies.mini.worlds import ALL, NUMBER, open_cost, starts

RESULTS = Path(__file__).with_name("mini_page.json")
PAGE = DOCS / "mini-game.md"
MARKS = "<!-- teams begin -->", "<!-- teams end -->"
EXACT = "<!-- exact begin -->", "<!-- exact end -->"
SEED = 51
NAMES = ("silent", "silent-soft", "silent-rollouts", "asking-once", "asking")


def exact_lines() -> Iterator[str]:
    """Yield the table of exact means."""
    plans, rings = read_plans(), starts()
    costs = {
        "open cards": {ring: open_cost(NUMBER[ring], 0, ALL) for ring in rings},
        "with questions": {ring: asking_cost(NUMBER[ring]) for ring in rings},
        "in silence": {ring: plans[named(ring)]["cost"] for ring in rings},
    }
    least = means(costs["open cards"])["winnable"]
    yield "| the best team | turns, deals that can be won | more than with open cards | turns, all deals |"
    yield "|---|---|---|---|"
    for name, one in costs.items():
        found = means(one)
        more = float(found["winnable"] - least)
        yield f"| {name} | **{float(found['winnable']):.4f}** | {more:.4f} | {float(found['all']):.6f} |"
    yield ""
    lost = means(costs["open cards"])["cannot be won"]
    yield f"{float(lost):.4%} of all deals cannot be won, whatever is known: 25 turns each on the right."


def team_lines(kept: dict[str, Any]) -> Iterator[str]:
    """Yield the table of what teams lose."""
    yield "| policy | turns | more than with open cards | lost | questions a game |"
    yield "|---|---|---|---|---|"
    for one in kept["policies"]:
        gap = one["gap"]
        span = f"{gap['estimate']:.2f} ({gap['low']:.2f} to {gap['high']:.2f})"
        turns = f"{one['mean_turns']:.2f}"
        yield f"| `{one['policy']}` | {turns} | {span} | {one['lost']} | {one['questions']:.1f} |"
    yield ""
    deals, seed = kept["deals"], kept["seed"]
    yield (
        f"{deals} random deals of seed {seed}; {kept['unsolvable']} of them cannot be won and are left out. "
        f"A lost game counts as 25 turns. In brackets: 95 % intervals. Written by "
        f"`python -m studies.mini.mini_page --deals {deals}`."
    )


def main() -> None:
    """Play if asked to, keep the results, write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--deals", type=int)
    options = parser.parse_args()
    if options.deals:
        policies: list[Policy] = [*map(policy_named, NAMES), SilentOptimum(), AskingOptimum()]
        found = json_of(team(2, options.deals, policies, seed=SEED).facts())
        for one in found["policies"]:
            del one["milliseconds"]  # the rest is the same everywhere
        keys = ("deals", "seed", "unsolvable", "policies")
        RESULTS.write_text(json.dumps({key: found[key] for key in keys}, indent=1) + "\n", "utf-8")
    put(PAGE, "\n".join(exact_lines()), *EXACT)
    put(PAGE, "\n".join(team_lines(json.loads(RESULTS.read_text("utf-8")))), *MARKS)


if __name__ == "__main__":
    main()
