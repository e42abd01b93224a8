"""What matches are played against: Monte Carlo tree search."""

from __future__ import annotations

import random
from dataclasses import dataclass

from mabi_search import Move, Outcome, Position, Rules, solve
from mabi_search.game.rules import PASS
from studies.strength.mabi_match import play
from studies.strength.mabi_mcts import Mcts
from studies.strength.mabi_names import named
from studies.strength.mabi_players import Player

SMALL = Rules(size="3x4")


@dataclass(frozen=True)
class Random(Player):
    seed: int

    def __call__(self, position: Position) -> Move:
        return random.Random(f"{self.seed} {position.ply}").choice(position.legal_moves)


def test_tree_search_keeps_wins_on_small_boards() -> None:
    """By the same moves each time."""
    starts = (Position.start(Rules(size=size)) for size in ("3x4", "4x4"))
    for position in (*starts, Position.parse("1bw1/b1w1/1w1b w - w 9")):
        assert solve(position).outcome == Outcome.WIN
        player = Mcts(150)
        move = player(position)
        assert player(position) == move and named("mcts:150") == player
        after = position.play(move)
        outcome = solve(after).outcome
        assert (outcome if after.side == position.side else outcome.turned) == Outcome.WIN


def test_tree_search_brings_a_won_run_home() -> None:
    wins = 0
    for seed in range(12):
        played = play(Position.start(SMALL), ("a", "b"), (Random(seed), Random(seed)), adjudication=0)
        end = Position.parse(played.text)
        ply = [move for move in end.moves].index(PASS) + 1
        position = Position(end.base, end.moves[:ply], end.rules)
        if position.outcome() is None and solve(position).outcome == Outcome.WIN:
            wins += 1
            names, players = ("w", "b"), (Mcts(5), Mcts(5, 1))
            assert play(position, names, players, adjudication=0).winner == position.side
    assert wins > 2
