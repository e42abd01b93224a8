"""OpenSpiel's Monte Carlo tree search against `analyse`, at equal processor time.

::

    python -m studies.openspiel.mabi_openspiel  # writes mabi_openspiel.json and docs/openspiel.md

Games come in pairs that begin with the same random plies, each side once. The tree search makes a fixed
number of simulations, with random playouts; `analyse` stops after the processor seconds that those took.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from open_spiel.python.algorithms import mcts

from _gamekit.openspiel import pyspiel
from _gamekit.progress import status
from benchmarks.frame import about
from benchmarks.marks import DOCS, put
from mabi_search import Limits, analyse
from mabi_search.game.rules import PASS
from mabi_search.playing.openspiel import MabiState, action_of

RESULTS = Path(__file__).with_name("mabi_openspiel.json")
PAGE = DOCS / "openspiel.md"
BEGIN, END = "<!-- openspiel begin -->", "<!-- openspiel end -->"
OPENING = 4
"""Random plies."""
UCT = 1.4
MOST_PLIES = 120


def analysed(state: MabiState, seconds: float) -> int:
    """Return the action of `analyse` within so many processor seconds, one ply at least."""
    started = time.process_time()
    limits = Limits(stop=lambda: time.process_time() - started >= seconds)
    found = analyse(state.position, limits=limits, depth=60)
    move = (found if found.lines else analyse(state.position, depth=1)).lines[0].move
    return action_of(move, state.rules)


def play(size: str, simulations: int, number: int, ours: int) -> tuple[float, float]:
    """Return what `analyse`, as the given player, gets in a game, and the seconds of a move of the other."""
    game = pyspiel.load_game(f"python_mabi(size={size},max_plies={MOST_PLIES})")
    choose, chance = random.Random(number), np.random.RandomState(number)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = mcts.MCTSBot(game, UCT, simulations, evaluator, random_state=chance)
    state = game.new_initial_state()
    passing = action_of(PASS, state.rules)
    for _ in range(OPENING):
        state.apply_action(choose.choice([a for a in state.legal_actions() if a != passing]))
    spent, moves, seconds = 0.0, 0, 0.1
    while not state.is_terminal():
        if state.current_player() == ours:
            state.apply_action(analysed(state, seconds))
            continue
        started = time.process_time()
        state.apply_action(bot.step(state))
        seconds = time.process_time() - started
        spent, moves = spent + seconds, moves + 1
    return state.returns()[ours], spent / max(moves, 1)


def table(results: dict[str, Any]) -> str:
    """Return the page's table."""
    lines = [
        "| board | simulations a move | seconds a move | games | `analyse` won | lost | drawn or stopped |",
        "|---|---|---|---|---|---|---|",
    ]
    for match in results["matches"]:
        won = Counter(match["returns"])
        lines.append(
            f"| {match['size']} | {match['simulations']} | {match['seconds']:.2f} | {won.total()} "
            f"| {won[1.0]} | {won[-1.0]} | {won[0.0]} |"
        )
    by = f"Written by `{results['command']}` at commit {results['commit']} on {results['processor']}."
    return "\n".join([*lines, "", by])


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--sizes", nargs="+", default=["4x4", "4x6"])
    parser.add_argument("--simulations", type=int, default=50)
    options = parser.parse_args()
    made_by = about()
    analyse(pyspiel.load_game("python_mabi").new_initial_state().position, depth=1)  # compiles or loads
    matches = []
    with status() as show:
        for size in options.sizes:
            games = []
            for number in range(2 * options.pairs):
                show(f"{size}: {number} games")
                games.append(play(size, options.simulations, number // 2, number % 2))
            seconds = sum(taken for _, taken in games) / len(games)
            returns = [found for found, _ in games]
            matches.append(
                {"size": size, "simulations": options.simulations, "seconds": seconds, "returns": returns}
            )
    command = f"python -m studies.openspiel.mabi_openspiel --pairs {options.pairs}"
    command += f" --sizes {' '.join(options.sizes)} --simulations {options.simulations}"
    results = {"matches": matches} | made_by | {"command": command}
    RESULTS.write_text(json.dumps(results) + "\n")
    text = table(results)
    put(PAGE, text, BEGIN, END)
    print(text)


if __name__ == "__main__":
    main()
