"""The study of stopped games counts what it says it counts, and its games are what their file says."""

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from mabi_search import Outcome, Position, Rules, probe
from mabi_search.game import rules as game
from mabi_search.game.rules import PASS, Move
from mabi_search.tables import table_files
from mabi_search.tables.placements import position_at
from studies.endings import mabi_perfect, mabi_stopped, mabi_stopped_page
from studies.strength.mabi_match import wander
from studies.strength.mabi_players import Engine, Greedy, PlayingEngine
from tests.mabi.samples import LARGE_RUN

FEW = mabi_stopped.Effort(2_000, 1_000, 1_000, 200, 100, 200, 4, 6)
SMALL = Rules(size="3x4")
PLANS = {
    mabi_stopped.STRONG: (Engine(FEW.strong), FEW.strong_plies),
    mabi_stopped.FRESH: (mabi_stopped.Fresh(FEW.engine), FEW.patient_plies),
}


SHUFFLES = {"3x4": ("c3d3", "d2d1"), "4x4": ("a3a4", "d2d1")}
"""A step of each side from the start that can be taken back, and made again."""


def to_and_fro(size: str, plies: int) -> Position:
    """Return a game in which each side makes a step and takes it back, again and again."""
    position = Position.start(Rules(size=size))
    for number in range(plies):
        if number < 2:
            position = position.play(SHUFFLES[size][number])
        else:
            last = position.moves[-2]
            position = position.play(Move(last.target, last.origin))
    return position


def test_the_games() -> None:
    found = mabi_stopped.games()
    assert len(found) == mabi_stopped.MOST_GAMES
    assert {text.partition(" moves ")[0] for text in found.values()} == {str(Position.start())}
    for text in list(found.values())[::20]:
        position = Position.parse(text)
        assert position.ply == mabi_stopped.MOST_PLIES and position.outcome() is None
    openings = [
        line for line in mabi_stopped.GAMES.read_text().splitlines() if line.startswith(mabi_stopped.OPENING)
    ]
    numbers = [int(line.removeprefix(mabi_stopped.OPENING).partition(":")[0]) for line in openings]
    assert numbers == list(range(len(numbers)))
    assert [int(line.split()[-1]) for line in openings if ":" not in line] == list(found)


def test_to_and_fro_is_shuffling_and_growing_is_not() -> None:
    trail = mabi_stopped.trail_of(to_and_fro("4x4", 6))
    found = mabi_stopped.progress_after(trail, 0, len(trail) - 1)
    keys = [game.key(one.state, one.rules) for one in trail]
    assert found["plies"] == 6 and found["repeated"] == len(keys) - len(set(keys)) > 0
    grown = {mabi_stopped.sizes(one.state) for one in trail}
    assert found["grown"] == (len(grown) > 1)
    assert mabi_stopped_page.shuffles({"grown": False, "repeated": 1})
    assert not mabi_stopped_page.shuffles({"grown": True, "repeated": 1})
    assert not mabi_stopped_page.shuffles({"grown": False, "repeated": 0})


def test_steps_that_only_repetition_forbids() -> None:
    position = to_and_fro("4x4", 7)
    free = Position.parse(str(position), replace(position.rules, repetition="off"))
    missing = set(free.legal_moves) - set(position.legal_moves)
    assert mabi_stopped.forbidden(position) == len(missing) > 0
    assert mabi_stopped.forbidden(Position.start(SMALL)) == 0


def test_turned_is_the_same_with_the_other_side_to_move() -> None:
    position = wander(Position.start(SMALL), 5, random.Random(1))
    other = mabi_stopped.turned(position)
    assert (other.state.board, other.holder, other.mode) == (position.state.board, position.holder, "-")
    assert other.side != position.side
    assert {move.origin for move in other.legal_moves if move.origin} <= set(other.state.pieces(other.side))


@pytest.mark.slow
def test_a_game_stopped_in_a_run() -> None:
    before = wander(Position.start(SMALL), 5, random.Random(3))
    position = wander(before.play(PASS), 3, random.Random(3)).play(PASS)
    position = wander(position, 2, random.Random(3))
    found = mabi_stopped.studied(position, FEW, PLANS)
    assert found["first_pass"] == before.ply and "played_on" not in found
    first, second = found["runs"]
    assert (first["side"], second["side"]) == (game.other(before.side), before.side)
    assert first["steps"] + second["steps"] + 2 == position.ply - before.ply
    end = found["samples"][-1]
    assert end["ply"] == before.ply and end["steps"] == len(before.legal_moves) - 1
    assert end["pass"] == first["solve"]["outcome"] or {end["pass"], first["solve"]["outcome"]} == {
        "win",
        "loss",
    }
    assert [row["back"] for row in found["before"]] == [2, 4]


def test_a_game_stopped_in_alternate_play() -> None:
    position = to_and_fro("3x4", 6)
    found = mabi_stopped.studied(position, FEW, PLANS)
    assert found["first_pass"] is None and found["runs"] == []
    used = {square for move in position.moves for square in move}
    assert sum(found["stretch"]["squares"]) == len(used)  # no square is used by both
    for name, (_, plies) in PLANS.items():
        on = found["played_on"][name]
        after = position
        for move in Move.parse_line(on["moves"]):
            after = after.play(move)
        assert on["passed"] == (after.mode == "p") and (on["passed"] or on["plies"] == plies)
    assert found["samples"][-1]["solve"]["outcome"] == "win"  # 3x4 is won by who is to move at its start


def test_fresh_prefers_what_has_arisen_least_often() -> None:
    position, nodes = to_and_fro("3x4", 3), 20
    moves = [move for move in position.legal_moves if move != PASS]
    times = {
        move: position.state.seen.count(game.key(position.play(move).state, position.rules)) for move in moves
    }
    assert max(times.values()) > 0
    assert times[mabi_stopped.Fresh(nodes, slack=100_000)(position)] == 0
    assert mabi_stopped.Fresh(nodes, slack=0)(position) == Engine(nodes)(position)


def test_who_passes_first_is_foretold_by_samples() -> None:
    def sample(side: str, holder: str, steps: int, theirs: int) -> dict[str, object]:
        return {"side": side, "holder": holder, "steps": steps, "their_steps": theirs}

    end = sample("w", "w", 0, 9)
    samples = [sample("w", "w", 2, 5), sample("b", "b", 7, 3), sample("b", "w", 2, 3), sample("w", "b", 4, 4)]
    told = mabi_stopped_page.foretold([{"samples": [*samples, end]}])
    assert "passes first in 2 of 4" in told and "fewer steps in 2 of 3" in told


def test_all_games_were_studied() -> None:
    assert {int(number) for number in mabi_stopped.STUDY.kept()["games"]} == set(mabi_stopped.games())


@pytest.fixture(scope="module")
def tiny(folder: Path) -> table_files.Table:
    """The table of a board with few positions."""
    board = table_files.TableSpec.of(Rules(size="2x4"))
    table_files.build(board, folder=folder)
    return table_files.load(board, folder)


def test_shares_and_turns_are_those_of_all_positions(tiny: table_files.Table, folder: Path) -> None:
    used = np.flatnonzero(tiny.values != mabi_perfect.UNUSED).tolist()
    found = mabi_perfect.shares(tiny)
    values = {index: probe(position_at(tiny.board, index), folder=folder).value for index in used}
    assert found["positions"] == len(used)
    assert sum(found["win"].values()) == list(values.values()).count(Outcome.WIN)
    assert sum(found["loss"].values()) == list(values.values()).count(Outcome.LOSS)
    assert found["undecided"] == list(values.values()).count(Outcome.UNDECIDED)
    pairs = [
        (values[index], values[index + tiny.board.slots * tiny.board.modes])
        for index in used
        if index // (tiny.board.slots * tiny.board.modes) % 2 == 0
    ]
    assert found["turn"]["placements"] == len(pairs)
    assert found["turn"]["mover wins"] == pairs.count((Outcome.WIN, Outcome.WIN))
    assert found["turn"]["mover loses"] == pairs.count((Outcome.LOSS, Outcome.LOSS))


def test_what_wins_need(tiny: table_files.Table, folder: Path) -> None:
    wins = list(mabi_perfect.drawn(tiny, 2, 200))
    found = mabi_perfect.of_wins(wins, folder)
    quiet_ones = passes = 0
    for position in wins:
        winning = [one.move for one in probe(position, folder=folder).moves if one.value == Outcome.WIN]
        assert winning
        passes += winning == [PASS]
        after = [position.play(move) for move in winning if move != PASS]
        same = [mabi_stopped.sizes(one.state) == mabi_stopped.sizes(position.state) for one in after]
        quiet_ones += PASS not in winning and all(same)
    assert found["positions"] == len(wins)
    assert (found["only pass"], found["only quiet"]) == (passes, quiet_ones)
    losses = list(mabi_perfect.drawn(tiny, 3, 200))
    stuck = [position for position in losses if len(position.legal_moves) == 1]
    assert 0 < len(stuck) < len(losses)
    counts = mabi_perfect.of_losses(losses)
    assert (counts["positions"], counts["no step"]) == (len(losses), len(stuck))
    assert counts["holder without a step"] == sum(one.holder == one.side for one in stuck)


def test_the_least_distance_of_a_share() -> None:
    distances = {"1": 5, "3": 3, "10": 2}
    found = [mabi_perfect.at_least(distances, share) for share in (0.5, 0.51, 0.8, 0.81, 1.0)]
    assert found == [1, 3, 3, 10, 10]
    assert all(one <= two for one, two in pairwise(found))


def test_a_won_run_is_brought_home_by_who_finds_it() -> None:
    position = Position.parse(LARGE_RUN).play(PASS)
    assert mabi_stopped.is_brought_home(position, PlayingEngine(2_000), 100)
    assert not mabi_stopped.is_brought_home(position, Greedy(1), 100)
    assert not mabi_stopped.is_brought_home(position, PlayingEngine(2_000), 2)


@pytest.mark.nightly
def test_the_won_runs_are_those_of_the_study() -> None:
    answer = mabi_stopped.STUDY.kept()
    runs = list(mabi_stopped.won_runs(answer))
    assert all(run.moves[-1] == PASS and run.mode == "p" for run in runs)
    assert len(runs) == answer["home"]["runs"]
