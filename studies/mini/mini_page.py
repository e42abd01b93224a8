"""Exact means of the best teams of the mini game, and what other teams lose: some minutes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from _gamekit.facts import json_of
from benchmarks.frame import Results, Run, Study, Table
from benchmarks.marks import DOCS, grid
from narabi_solver.hidden import AskingOptimum, Policy, SilentOptimum, policy_named, team
from studies.mini.optimum import asking_cost, means, named, read_plans
from studies.mini.worlds import ALL, NUMBER, open_cost, starts

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
    rows = []
    for name, one in costs.items():
        turns, every = (float(means(one)[key]) for key in ("winnable", "all"))
        rows.append([name, f"**{turns:.4f}**", f"{turns - float(least):.4f}", f"{every:.6f}"])
    heads = "the best team | turns, deals that can be won | more than with open cards | turns, all deals"
    yield f"{grid(heads, rows)}\n"
    lost = means(costs["open cards"])["cannot be won"]
    yield f"{float(lost):.4%} of all deals cannot be won, whatever is known: 25 turns each on the right."


def team_lines(kept: dict[str, Any]) -> Iterator[str]:
    """Yield the table of what teams lose."""
    rows = []
    for one in kept["policies"]:
        gap = one["gap"]
        span = f"{gap['estimate']:.2f} ({gap['low']:.2f} to {gap['high']:.2f})"
        turns = f"{one['mean_turns']:.2f}"
        rows.append([f"`{one['policy']}`", turns, span, one["lost"], f"{one['questions']:.1f}"])
    yield f"{grid('policy | turns | more than with open cards | lost | questions a game', rows)}\n"
    deals, seed = kept["deals"], kept["seed"]
    yield (
        f"{deals} random deals of seed {seed}; {kept['unsolvable']} of them cannot be won and are left out. "
        f"A lost game counts as 25 turns. In brackets: 95 % intervals."
    )


def measure(run: Run, deals: int = 200) -> Results:
    """Let the teams play."""
    policies: list[Policy] = [*map(policy_named, NAMES), SilentOptimum(), AskingOptimum()]
    found = run.part("teams", lambda: json_of(team(2, deals, policies, seed=SEED).facts()))
    for one in found["policies"]:
        del one["milliseconds"]  # the rest is the same everywhere
    return {key: found[key] for key in ("deals", "seed", "unsolvable", "policies")}


PAGE = DOCS / "mini-game.md"
STUDY = Study(
    __name__,
    [
        Table(PAGE, "exact", lambda _: "\n".join(exact_lines()), dated=False),
        Table(PAGE, "teams", lambda kept: "\n".join(team_lines(kept))),
    ],
    measure,
)
