"""OpenSpiel's information set Monte Carlo tree search plays Narabi: its regret against the exact minimum.

The search sees what its seat knows and no more: it draws worlds by ``resample_from_infostate``. Half an hour.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Annotated, Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from _gamekit.openspiel import pyspiel
from benchmarks.frame import Results, Run, Study, Table
from benchmarks.marks import DOCS, grid
from narabi_solver import Deal, Knowledge, Rules, Swap, random_deals, solve
from narabi_solver.env import evaluate
from narabi_solver.env.openspiel import NarabiState
from narabi_solver.hidden import Greedy, Open, Policy, Random, Silent

SEED = 52
UCT = 4.0
"""Of the order of the differences between returns, which are turns."""


class OpenCards(mcts.Evaluator):  # type: ignore[misc]  # without types
    """Values a state as if all its cards lay open from then on: minus the turns of the shortest game."""

    def evaluate(self, state: NarabiState) -> Any:
        """Return the value for each player."""
        assert state.deal is not None
        turns = solve(state.deal, rules=state.setting.rules).turns
        worth = -1 - state.setting.rules.limit if turns is None else -turns - len(state.deal.moves)
        return np.full(state.setting.players, float(worth))

    def prior(self, state: NarabiState) -> list[tuple[int, float]]:
        """Return the same probability for each action."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


@dataclass(frozen=True)
class TreeSearch(Policy):
    """Information set Monte Carlo tree search, at a seat."""

    simulations: int
    """For each decision."""
    playouts: bool
    """Values of leaves are those of random games; else those with open cards."""

    @property
    def name(self) -> str:  # type: ignore[override]
        """What the table calls it."""
        return f"IS-MCTS, {'random games' if self.playouts else 'open cards'}"

    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap:
        """Return a swap; see `Policy`."""
        del rules  # the plain ones
        chance = np.random.RandomState(seed % 2**32)
        game = pyspiel.load_game(f"python_narabi(players={knowledge.players})")
        leaf = mcts.RandomRolloutEvaluator(1, chance) if self.playouts else OpenCards()
        bot = ismcts.ISMCTSBot(game, leaf, UCT, self.simulations, random_state=chance)
        bot.set_resampler(lambda state, player: state.resample_from_infostate(player, chance.random_sample))
        (world,) = knowledge.sample(1, seed=seed)  # any that the seat holds for possible
        state = game.state_of(world)
        swap: Swap = state.swap(bot.step(state))
        return swap


def deals_of(players: int, count: int) -> list[Deal]:
    """Return random deals; with two players those of the mini game."""
    return list(islice(random_deals(players, seed=SEED), count))


def table(results: dict[str, Any]) -> str:
    """Return the page's table."""
    rows = []
    for row in results["rows"]:
        low, high = row["interval"]
        line = [row["players"], row["deals"], row["policy"], row["simulations"] or ""]
        rows.append(
            [*line, f"{row['regret']:.2f} ({low:.2f} to {high:.2f})", row["lost"], f"{row['seconds']:.2f}"]
        )
    return grid("players | deals | policy | simulations | regret, turns | lost | seconds a game", rows)


def measured(players: int, count: int, policy: Policy) -> dict[str, Any]:
    """Return what a policy loses on so many deals."""
    started = time.process_time()
    found = evaluate(policy, deals_of(players, count), seed=SEED)
    row = {"players": players, "deals": found.games, "policy": policy.name, "lost": found.lost}
    row |= {"simulations": getattr(policy, "simulations", None), "regret": found.regret.estimate}
    row |= {"interval": [found.regret.low, found.regret.high]}
    return row | {"seconds": (time.process_time() - started) / found.games}


def measure(
    run: Run,
    deals: Annotated[tuple[int, ...], "of the mini game, and of 3 players"] = (40, 40),
    simulations: Annotated[int, "of a move of the tree search"] = 50,
) -> Results:
    """Let each policy play both games."""
    rows = []
    for players, count in zip((2, 3), deals, strict=True):
        searches = [TreeSearch(simulations, playouts) for playouts in (True, False)]
        if players == 3:  # random games of three players are hardly ever won, and long
            searches = searches[1:]
        for number, policy in enumerate((Open(), Random(), Greedy(), Silent(), *searches)):
            name = f"{players} players, {policy.name}, {number}"
            rows.append(run.part(name, partial(measured, players, count, policy)))
    return {"rows": rows}


STUDY = Study(__name__, [Table(DOCS / "openspiel.md", "ismcts", table)], measure)
