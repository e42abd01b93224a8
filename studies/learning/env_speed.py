"""Times the games that programs learn from: half a minute on one core.

Processor seconds of one core; the median of several rounds counts.
"""

from __future__ import annotations

import statistics
import time
from functools import partial

import numpy as np

from benchmarks.frame import Results, Run, Study, Table, beside
from benchmarks.marks import DOCS, grid
from benchmarks.timing import processor_seconds
from narabi_solver.env import GameSpec, ManyGames, NarabiEnv

BATCH = 2_048
STEPS = 200
ROUNDS = 7
SEED = 2031
ENV_STEPS = 500


def rates(spec: GameSpec) -> dict[str, float]:
    """Return how many steps a second many games do: alone, and with observations and random actions."""
    games, random = ManyGames(spec), np.random.default_rng(SEED)
    games.reset(BATCH, seed=SEED)
    alone, whole = [], []
    for _ in range(ROUNDS):
        stepping = everything = 0.0
        for _ in range(STEPS):
            started = time.process_time()
            actions = games.draw(random)
            stepping += processor_seconds(lambda: games.step(actions))  # noqa: B023  (called at once)
            games.observe()
            everything += time.process_time() - started
        alone.append(BATCH * STEPS / stepping)
        whole.append(BATCH * STEPS / everything)
    return {"steps": statistics.median(alone), "with_observations": statistics.median(whole)}


def environment(spec: GameSpec) -> float:
    """Return how many steps a second the environment on the plain rules does, with random actions."""
    env, random = NarabiEnv(spec), np.random.default_rng(SEED)

    def play() -> None:
        env.reset(seed=SEED)
        for _ in range(ENV_STEPS):
            if any(env.terminations.values()):
                env.reset()
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(random.choice(np.flatnonzero(mask))))

    return ENV_STEPS / statistics.median(processor_seconds(play) for _ in range(3))


def measure(run: Run) -> Results:
    """Measure the rates of each game."""
    found = {}
    for players in (2, 3, 4, 5):
        for questions in (0, 2):
            spec = GameSpec(players=players, questions=questions)
            name = f"{players} players" + (f", {questions} questions a turn" if questions else "")
            found[name] = run.part(name, lambda: {**rates(spec), "environment": environment(spec)})  # noqa: B023
    return {"speed": found}


def table(results: Results, asking: bool = True) -> str:
    """Return the table: of all games, or of those without questions."""
    rows = []
    for name, one in results["speed"].items():
        if "questions" in name and not asking:
            continue
        steps, whole = (one[key] / 1e6 for key in ("steps", "with_observations"))
        rows.append([name, f"**{steps:.1f}**", f"{whole:.1f}", f"{one['environment']:,.0f}"])
    heads = "game | million steps a second | with observations and random actions | `NarabiEnv`, a second"
    note = f"{BATCH:,} games side by side on one core, random play, processor seconds, the median of {ROUNDS}"
    return f"{grid(heads, rows)}\n\n{note} rounds."


TABLES = [
    Table(DOCS / "howto" / "learning.md", "steps", partial(table, asking=False)),
    beside(__file__, table),
]
STUDY = Study(__name__, TABLES, measure)
