"""OpenSpiel's Monte Carlo tree search against `analyse`, at equal processor time.

Games come in pairs that begin with the same random plies, each side once. The tree search makes a fixed
number of simulations, with random playouts; `analyse` stops after the processor seconds that those took.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from functools import partial
from typing import Annotated, Any

import numpy as np
from open_spiel.python.algorithms import mcts

from _gamekit.openspiel import pyspiel
from benchmarks.frame import Results, Run, Study, Table
from benchmarks.marks import DOCS, grid
from mabi_search import Limits, analyse
from mabi_search.game.rules import PASS
from mabi_search.playing.openspiel import MabiState, action_of

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
    rows = []
    for match in results["matches"]:
        won = Counter(match["returns"])
        line = [match["size"], match["simulations"], f"{match['seconds']:.2f}", won.total()]
        rows.append([*line, won[1.0], won[-1.0], won[0.0]])
    heads = "board | simulations a move | seconds a move | games | `analyse` won | lost | drawn or stopped"
    return grid(heads, rows)


def measure(
    run: Run,
    pairs: int = 5,
    sizes: Annotated[tuple[str, ...], "boards"] = ("4x4", "4x6"),
    simulations: Annotated[int, "of a move of the tree search"] = 50,
) -> Results:
    """Play pairs of games on each board."""
    analyse(pyspiel.load_game("python_mabi").new_initial_state().position, depth=1)  # compiles or loads
    matches = []
    for size in sizes:
        games = [
            run.part(f"{size}, game {number}", partial(play, size, simulations, number // 2, number % 2))
            for number in range(2 * pairs)
        ]
        seconds = sum(taken for _, taken in games) / len(games)
        returns = [found for found, _ in games]
        matches.append({"size": size, "simulations": simulations, "seconds": seconds, "returns": returns})
    return {"matches": matches}


STUDY = Study(__name__, [Table(DOCS / "openspiel.md", "openspiel", table)], measure)
