"""Times the games that programs learn from, lets partners play together, and writes `docs/howto/learning.md`.

::

    python -m studies.learning.env_speed              # half a minute on one core
    python -m studies.learning.env_speed --partners   # cross-play of the ready partners: some minutes

Processor seconds of one core; the median of several rounds counts. Turns are the same everywhere.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.frame import about
from benchmarks.marks import DOCS, put
from narabi_solver import random_deals
from narabi_solver.env import GameSpec, ManyGames, NarabiEnv, cross_play
from narabi_solver.hidden import policy_named

RESULTS = Path(__file__).with_name("env_results.json")
PAGE = DOCS / "howto" / "learning.md"
BEGIN, END = "<!-- steps begin -->", "<!-- steps end -->"
BATCH = 2_048
STEPS = 200
ROUNDS = 7
SEED = 2031
ENV_STEPS = 500
PARTNERS_BEGIN, PARTNERS_END = "<!-- partners begin -->", "<!-- partners end -->"
PARTNERS = ("random", "greedy", "silent", "silent-soft", "asking-once", "asking")
DEALS = 100


def seconds(work: Callable[[], object]) -> float:
    """Return the processor seconds of a call."""
    started = time.process_time()
    work()
    return time.process_time() - started


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
            stepping += seconds(lambda: games.step(actions))  # noqa: B023  (called at once)
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

    return ENV_STEPS / statistics.median(seconds(play) for _ in range(3))


def measured() -> dict[str, dict[str, float]]:
    """Return the rates of each game."""
    found = {}
    for players in (2, 3, 4, 5):
        for questions in (0, 2):
            spec = GameSpec(players=players, questions=questions)
            name = f"{players} players" + (f", {questions} questions a turn" if questions else "")
            found[name] = {**rates(spec), "environment": environment(spec)}
    return found


def partners() -> dict[str, object]:
    """Return how the partners play the mini game with each other."""
    deals = islice(random_deals(2, seed=SEED), DEALS)
    found = cross_play([policy_named(name) for name in PARTNERS], deals, seed=SEED)
    own = [row[i].regret for i, row in enumerate(found.results)]
    return {
        "regret": found.regret.tolist(),
        "alone": [(one.low, one.high) for one in own],
        "games": found.results[0][0].games,
        "unsolvable": found.results[0][0].unsolvable,
    }


def speed_text(kept: dict[str, Any]) -> str:
    """Return what the page says of the speed."""
    return "\n".join(speed_lines(kept["speed"], kept["about"]))


def speed_lines(results: dict[str, dict[str, float]], machine: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the table of the speed."""
    yield "| game | million steps a second | with observations and random actions | `NarabiEnv`, a second |"
    yield "|---|---|---|---|"
    for name, one in results.items():
        steps, whole = (one[key] / 1e6 for key in ("steps", "with_observations"))
        yield f"| {name} | **{steps:.1f}** | {whole:.1f} | {one['environment']:,.0f} |"
    yield ""
    yield (
        f"{BATCH:,} games side by side on one core, random play, processor seconds, the median of {ROUNDS} "
        f"rounds. Written by `python -m studies.learning.env_speed` at commit {machine['commit']} on "
        f"{machine['processor']}."
    )


def partners_text(kept: dict[str, Any]) -> str:
    """Return what the page says of the partners."""
    return "\n".join(partners_lines(kept["partners"], kept["partners_about"]))


def partners_lines(found: dict[str, Any], machine: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the table of the partners."""
    yield "| | " + " | ".join(f"`{name}`" for name in PARTNERS) + " | with itself, 95 % |"
    yield "|---" * (len(PARTNERS) + 2) + "|"
    for name, row, (low, high) in zip(PARTNERS, found["regret"], found["alone"], strict=True):
        cells = " | ".join(f"{regret:.2f}" for regret in row)
        yield f"| `{name}` | {cells} | {low:.2f} to {high:.2f} |"
    yield ""
    yield (
        f"{found['games']} deals of the mini game, seed {SEED}; {found['unsolvable']} more cannot be won. "
        f"Written by `python -m studies.learning.env_speed --partners` at commit {machine['commit']}."
    )


def main() -> None:
    """Measure, keep the results, write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--partners", action="store_true", help="let the partners play, and time nothing")
    options = parser.parse_args()
    kept = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    if options.partners:
        kept |= {"partners_about": about(), "partners": partners()}
    else:
        kept |= {"about": about(), "speed": measured()}
    RESULTS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    put(PAGE, speed_text(kept), BEGIN, END)
    if "partners" in kept:
        put(PAGE, partners_text(kept), PARTNERS_BEGIN, PARTNERS_END)


if __name__ == "__main__":
    main()
