"""What matches are played against and judged by: Monte Carlo tree search, and the count of spoiled wins."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from mabi_search import Move, Outcome, Position, Rules, solve
from mabi_search.game.rules import PASS
from studies.strength import mabi_games, mabi_spoiled
from studies.strength.mabi_match import play
from studies.strength.mabi_mcts import Mcts
from studies.strength.mabi_players import Player, named

SMALL = Rules(size="3x4")


@dataclass(frozen=True)
class Random(Player):
    seed: int

    def __call__(self, position: Position) -> Move:
        return random.Random(f"{self.seed} {position.ply}").choice(position.legal_moves)


def test_spoiled_wins_are_those_that_solve_sees() -> None:
    spoiled, kept = 0, 0
    for seed in range(4):
        played = play(Position.start(SMALL), ("a", "b"), (Random(seed), Random(seed)), adjudication=0)
        looked = mabi_spoiled.look(played, 1000, 100_000)
        assert len(looked.moved) == played.plies and looked.won == {"w": "a", "b": "b"}.get(played.winner, "")
        position, had = Position.start(SMALL), set()
        for one, move in zip(looked.moved, Position.parse(played.text).moves, strict=True):
            assert (one.position, one.move) == (str(position), str(move))
            assert one.player == ("a" if position.side == "w" else "b")
            after, mine = position.play(move), position.side
            assert one.before == solve(position).outcome
            if one.before == Outcome.WIN:
                had.add(one.player)
                over = after.outcome()
                then = over.outcome_for(mine) if over else solve(after).outcome
                then = then if over or after.side == mine else then.turned
                assert one.after == then
                spoiled += then in (Outcome.LOSS, Outcome.DRAW)
                kept += then == Outcome.WIN
            position = after
        assert set(looked.had) == had
    assert spoiled and kept


def test_only_passes_and_the_last_plies_are_looked_at() -> None:
    played = play(Position.start(SMALL), ("a", "b"), (Random(3), Random(4)), most_plies=30, adjudication=0)
    end = Position.parse(played.text)
    looked = [position.ply for position, _ in mabi_spoiled.pairs_of(played, 2)]
    passes = [ply for ply, move in enumerate(end.moves) if move == PASS]
    wanted = {*passes, *(ply + 1 for ply in passes), end.ply - 2, end.ply - 1} - {end.ply}
    assert looked == sorted(wanted)
    later = replace(played, moves=(0, 1))  # all moves but the last one were its opening
    assert [position.ply for position, _ in mabi_spoiled.pairs_of(later, 1000)] == [end.ply - 1]


def test_what_is_told_of_spoiled_wins() -> None:
    won, lost, unknown = Outcome.WIN, Outcome.LOSS, Outcome.UNDECIDED
    moved = [mabi_spoiled.Moved("a", "here", "pass", won, after) for after in (won, won, lost, unknown)] + [
        mabi_spoiled.Moved("b", "there", "pass", unknown, unknown)
    ]
    looked = [
        mabi_spoiled.Looked(tuple(moved), ("a",), "b", False),
        mabi_spoiled.Looked((), ("a",), "a", False),
        mabi_spoiled.Looked((), ("a",), "", True),
    ]
    first, games, *spoiled = mabi_spoiled.table_of("a", looked)
    assert first.endswith(
        "4 moves looked at, 4 from a proven win: then proven won 2, nothing proven 1, spoiled 1"
    )
    assert games.endswith("proven win: 3; won 1, not won 1, open 1")
    assert spoiled == ["  pass spoils here"]
    assert next(mabi_spoiled.table_of("b", looked)).startswith("b: 1 moves looked at, 0 from")


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


def test_open_games_have_no_winner() -> None:
    played = play(Position.start(SMALL), ("a", "b"), (Random(1), Random(2)), most_plies=1, adjudication=0)
    looked = mabi_spoiled.look(played, 5, 1_000)
    assert played.ended == mabi_games.IN_PLAY and looked.open and not looked.won
