"""Tunes the weights of Mabi's evaluation by self-play; the same seed gives the same weights.

::

    python -m benchmarks.mabi_tune       # writes benchmarks/mabi_weights.json; about 10 minutes a round

Each round plays games with the weights of the round before, some plies by chance, until the outcome is
proven. Every position of alternate play in them is an example: its features, and who won. A logistic
regression gives weights, which are scaled so that a piece of the largest group is worth 100 hundredths. A
round's weights are kept if they score more than half against those before, at equal nodes. What was kept last
is copied into `mabi_search.kernels.alphabeta.evaluation.WEIGHTS`; a test compares.
"""

from __future__ import annotations

import argparse
import json
import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

from _gamekit.limits import Watch
from _gamekit.progress import status
from benchmarks.mabi_match import match, openings
from benchmarks.mabi_players import Engine
from benchmarks.run import about
from mabi_search import Limits, Outcome, Position, Rules
from mabi_search.game import rules as game
from mabi_search.game.rules import PASS
from mabi_search.search.alphabeta import AlphaBeta

RESULTS = Path(__file__).with_name("mabi_weights.json")
FIRST = (1600, 480, 32, 96, 0, 0, 0, 0)
"""A guess to begin with."""
SEED = 2026
NODES = 2_000
MOST_PLIES = 160
CHANCE = 0.1
RANDOM_PLIES = (4, 16)
PENALTY = 1e-3
MATCH_PAIRS = 40

Weights = tuple[int, ...]
Examples = tuple[NDArray[np.int64], NDArray[np.float64]]


def features(position: Position) -> list[int]:
    """Return the features for the side to move."""
    search = AlphaBeta(position, Watch(Limits(max_nodes=0)), {}, None)
    search.estimate()
    return [int(value) for value in search.work.features]


def examples_of(task: tuple[int, int, Weights]) -> list[tuple[list[int], float]]:
    """Play a game; return features and 1 or 0 for what became of them, nothing if it stays open."""
    round_number, number, weights = task
    choose = random.Random(f"{SEED} {round_number} {number}")
    engine = Engine(NODES, weights)
    position = Position.start(Rules())
    for _ in range(choose.randint(*RANDOM_PLIES)):
        position = position.play(choose.choice([move for move in position.legal_moves if move != PASS]))
    met: list[tuple[list[int], str]] = []
    for _ in range(MOST_PLIES):
        result = position.outcome()
        if result is not None:
            winner = result.winner
            break
        found = engine.look(position)
        if found.outcome in (Outcome.WIN, Outcome.LOSS):
            winner = position.side if found.outcome == Outcome.WIN else game.other(position.side)
            break
        if position.mode == "-":
            met.append((features(position), position.side))
        steps = [move for move in position.legal_moves if move != PASS] if choose.random() < CHANCE else []
        position = position.play(choose.choice(steps) if steps else found.lines[0].move)
    else:
        return []
    return [(values, float(side == winner)) for values, side in met] if winner else []


def examples(round_number: int, games: int, weights: Weights, workers: int) -> Examples:
    """Play the games of a round."""
    tasks = [(round_number, number, weights) for number in range(games)]
    values, results = [], []
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool, status() as show:
        for number, found in enumerate(pool.map(examples_of, tasks, chunksize=4), 1):
            values += [one for one, _ in found]
            results += [result for _, result in found]
            show(f"round {round_number}: {number} of {games} games, {len(results)} examples")
    return np.array(values), np.array(results)


def fit(found: Examples) -> tuple[Weights, float]:
    """Return the weights of a logistic regression, and its loss in bits an example."""
    values, results = found
    spread = values.std(axis=0) + 1e-9
    scaled = values / spread
    signs = 2 * results - 1

    def loss(weights: NDArray[np.float64]) -> float:
        return float(np.logaddexp(0, -signs * (scaled @ weights)).mean() + PENALTY * (weights @ weights))

    def slope(weights: NDArray[np.float64]) -> NDArray[np.float64]:
        wrong = -signs / (1 + np.exp(signs * (scaled @ weights)))
        gradient: NDArray[np.float64] = scaled.T @ wrong / len(signs) + 2 * PENALTY * weights
        return gradient

    best = optimize.minimize(loss, np.zeros(values.shape[1]), jac=slope, method="L-BFGS-B")
    weights = best.x / spread
    if weights[0] <= 0:
        raise SystemExit("a larger group lost more games than it won; play more games")
    bits = float(np.logaddexp(0, -signs * (scaled @ best.x)).mean() / np.log(2))
    return tuple(int(round(1600 * weight / weights[0])) for weight in weights), bits


def main() -> None:
    """Tune."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    kept: Weights = FIRST
    rounds: list[dict[str, Any]] = []
    found: list[Examples] = []
    for number in range(1, options.rounds + 1):
        found.append(examples(number, options.games, kept, options.workers))
        together = np.concatenate([one[0] for one in found]), np.concatenate([one[1] for one in found])
        weights, bits = fit(together)
        score = match(
            openings(MATCH_PAIRS, SEED + number), Engine(NODES, weights), Engine(NODES, kept), options.workers
        )
        told = {"weights": weights, "against_before": str(score)}
        rounds.append({"examples": len(together[1]), "bits": round(bits, 4)} | told)
        print(json.dumps(rounds[-1]), flush=True)
        if (score.as_half.estimate or 0) > 0.5:
            kept = weights
        command = f"python -m benchmarks.mabi_tune --rounds {number} --games {options.games}"
        answer = {"weights": kept, "rounds": rounds, "first": FIRST, "seed": SEED, "nodes": NODES}
        RESULTS.write_text(json.dumps(answer | about() | {"command": command}, indent=1) + "\n")


if __name__ == "__main__":
    main()
