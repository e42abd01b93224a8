"""What a table learns from 1,500 games, in the mini game and with three players: half a minute."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import Any

import numpy as np

from benchmarks.frame import Results, Run, Study, Table
from benchmarks.marks import DOCS, grid
from narabi_solver import random_deals
from narabi_solver.env import ArrayPolicy, GameSpec, ManyGames, evaluate
from narabi_solver.hidden import Greedy

PLAYERS = (2, 3)
GAMES, DEALS = 1_500, 99
BATCH, TRIES, RATE = 50, 0.1, 0.3
"""Games side by side, the share of random actions, and how far a value moves at each step."""
SEED = 7


def measure(run: Run) -> Results:
    """Learn and evaluate, for each number of players."""
    return {str(players): _learnt(players) for players in PLAYERS}


def _learnt(players: int) -> Results:
    """Return what a table of the ring and the own cards learns by Q-learning, and what greedy play does."""
    spec = GameSpec(players=players)
    ring, hand = spec.parts["ring"], spec.parts["cards"]
    table: dict[bytes, Any] = defaultdict(lambda: np.zeros(spec.actions))

    def values(seen: Any, mask: Any) -> Any:
        return np.where(mask, table[seen[ring].tobytes() + seen[hand][: spec.hand].tobytes()], -np.inf)

    games, random, ended = ManyGames(spec), np.random.default_rng(SEED), 0
    games.reset(BATCH, seed=SEED)
    seen, masks = games.observe().copy(), games.masks.copy()
    while ended < GAMES:
        actions = np.array([values(*one).argmax() for one in zip(seen, masks, strict=True)])
        tried = random.random(BATCH) < TRIES
        actions[tried] = games.draw(random)[tried]
        rewards, over = games.step(actions)
        later, allowed = games.observe().copy(), games.masks.copy()
        for i, action in enumerate(actions):
            value = rewards[i] + (0 if over[i] else values(later[i], allowed[i]).max())
            row = table[seen[i][ring].tobytes() + seen[i][hand][: spec.hand].tobytes()]
            row[action] += RATE * (value - row[action])
        seen, masks = later, allowed
        ended += int(over.sum())
    learner = ArrayPolicy(lambda one, mask: int(values(one, mask).argmax()), spec, "table")
    deals = list(islice(random_deals(players, seed=1), DEALS))
    found = {name: evaluate(policy, deals) for name, policy in (("table", learner), ("greedy", Greedy()))}
    lost = {name: {"lost": one.lost, "games": one.games} for name, one in found.items()}
    return {"situations": len(table), **lost}


def table(found: Results) -> str:
    """Return what the page says."""
    rows = [
        ["mini game" if players == "2" else f"{players} players", f"{one['situations']:,}"]
        + [f"{one[name]['lost']} of {one[name]['games']}" for name in ("table", "greedy")]
        for players, one in found.items()
        if players.isdigit()
    ]
    return grid(f" | situations met in {GAMES:,} games | lost by the table | lost by `greedy`", rows)


STUDY = Study(__name__, [Table(DOCS / "howto" / "learning.md", "short", table)], measure)
