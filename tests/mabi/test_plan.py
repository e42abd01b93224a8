"""The engine at play: it keeps a line that wins and shortens it, plays a run as one choice, and remembers."""

import random
import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from mabi_search import Limits, Outcome, Position, Rules, analyse, solve
from mabi_search.cli.commands.play import GameSession
from mabi_search.game import rules as game
from mabi_search.game.rules import PASS
from mabi_search.playing import player
from mabi_search.playing.levels import Level
from mabi_search.playing.player import DEADLOCK_PLIES, Engine, Plan, ends
from mabi_search.runs.run_search import WholeRun
from tests.mabi.samples import DEADLOCKS, LARGE_RUN, SHUFFLED

WON = Position.parse("1wb3/1b1wb1/bwwbw1/2w1b1/1bwbb1/1w1w2 w - w 28")
"""White wins by lines of 6 plies at the shortest that 2,000 nodes find."""
RUN = Position.parse(LARGE_RUN).play("pass")
LEVEL = Level("tested", 2_000)


def unsure(position: Position) -> SimpleNamespace:
    """Return what a search says that proves nothing, and would play another move than a winning line."""
    line = SimpleNamespace(
        move=position.legal_moves[0], pv=(position.legal_moves[0],), outcome=Outcome.UNDECIDED, score=0
    )
    return SimpleNamespace(lines=[line], outcome=Outcome.UNDECIDED, score=0, depth=1, nodes=1, pv=line.pv)


def line_of(engine: Engine, position: Position) -> tuple[object, ...]:
    """Let the engine choose; return the line that it plans to play."""
    engine.choose(position)
    assert engine.plan.end is not None
    return engine.plan.end.moves[len(position.moves) :]


@pytest.mark.parametrize(("text", "most"), DEADLOCKS[:2])
def test_a_game_in_a_deadlock_is_ended_by_a_pass(text: str, most: int) -> None:
    """A level that looks at few positions looks longer at what a pass leads to where nothing grows."""
    position, engine = Position.parse(text), Engine(Level("few", 1_000))
    for _ in range(DEADLOCK_PLIES + 2):
        position = position.play(engine.choose(position).move)
        if position.mode != "-":
            break
    assert engine.plan.outcome == "win" and position.mode != "-"


def times_round(position: Position, plies: int) -> int:
    """Return how often a game of the engine against itself comes to a situation that has occurred before."""
    engine, times = Engine(Level("few", 1_000)), 0
    for _ in range(plies):
        position = position.play(engine.choose(position).move)
        if position.mode != "-":
            break
        times += game.key(position.state, position.rules) in position.state.seen[:-1]
    return times


def test_where_play_goes_round_the_engine_looks_for_fresh_situations(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse(DEADLOCKS[2][0])
    fewer = times_round(position, 24)
    monkeypatch.setattr(player, "SLACK_FOR_FRESH", -1_000_000)
    assert times_round(position, 24) > 2 * fewer


def test_a_run_whose_past_bars_steps_is_one_choice_as_well() -> None:
    position = Position.parse(SHUFFLED)
    assert WholeRun(position, 1 << 20).repeats
    found = analyse(position, limits=Limits(max_nodes=100))
    assert found.outcome == "win" and found.depth == 1 and found.pv[-1] == PASS


def test_the_engine_plays_where_the_placement_alone_may_not_occur_three_times() -> None:
    position, chance = Position.start(Rules(repetition="placement")), random.Random(1)
    while len(position.moves) <= DEADLOCK_PLIES:
        position = position.play(chance.choice(position.legal_moves[:-1]))
    assert Engine(Level("few", 100)).choose(position).move in position.legal_moves


def test_each_turn_knows_a_shorter_win_to_the_end() -> None:
    for reply in (0, -1):
        position, engine, lengths = WON, Engine(LEVEL), []
        while position.outcome() is None and len(position.moves) < 12:
            if position.side == "w":
                line = line_of(engine, position)
                lengths.append(len(line))
                position = position.play(str(line[0]))
            else:
                position = position.play(list(position.legal_moves)[reply])
        assert lengths == sorted(set(lengths), reverse=True) and len(lengths) > 1


def test_a_line_that_wins_is_kept_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(LEVEL)
    line = line_of(engine, WON)
    monkeypatch.setattr(Engine, "search", lambda self, position, *more: unsure(position))
    position = WON
    for move in line:
        if position.side == "w" and position.outcome() is None:
            assert engine.choose(position).move == move
        position = position.play(str(move))
    over = position.outcome()
    assert over is not None and str(over).startswith("White wins")


def test_after_another_reply_the_win_is_found_by_what_is_remembered() -> None:
    engine = Engine(LEVEL)
    line = line_of(engine, WON)
    after = WON.play(str(line[0]))
    few = Engine(Level("few", 20))
    few.plan, few._memory = engine.plan, engine._memory
    for reply in after.legal_moves:
        if reply != line[1] and str(reply) != "pass":
            assert few.search(after.play(reply), 1).outcome == "win"
    forgetful = Engine(Level("few", 20))
    replies = [move for move in after.legal_moves if str(move) != "pass"]
    assert any(forgetful.search(after.play(reply), 1).outcome != "win" for reply in replies)


def test_a_plan_is_of_one_side_one_game_and_one_reading() -> None:
    plan = Plan()
    line = tuple(analyse(WON, limits=Limits(max_nodes=2_000)).pv)
    plan.make(WON, line, Outcome.WIN)
    assert plan.rest(WON) == line and not plan.has_won(WON)
    after = WON.play(line[0])
    assert plan.rest(after) == ()  # the other side is to move
    replied = after.play(next(move for move in after.legal_moves if move != line[1]))
    assert plan.rest(replied) == () and plan.has_won(replied)
    elsewhere = WON.play(next(move for move in WON.legal_moves if move != line[0])).play("pass")
    assert plan.rest(elsewhere) == () and not plan.has_won(elsewhere)
    for position in (WON, replied):
        otherwise = Position.parse(str(position), replace(WON.rules, freeze="none"))
        assert plan.rest(otherwise) == () and not plan.has_won(otherwise)


def test_a_run_that_wins_is_played_to_the_end_in_as_many_steps_as_the_proof() -> None:
    proof = solve(RUN)
    assert proof.outcome == "win" and proof.method == "run"
    position, engine, steps = RUN, Engine(LEVEL), 0
    while position.outcome() is None:
        position = position.play(engine.choose(position).move if position.side == RUN.side else "pass")
        steps += 1
        assert steps < 2 * len(proof.pv)
    over = position.outcome()
    assert over is not None and over.outcome_for(RUN.side) == "win"


def test_a_lost_run_ends_where_the_group_is_largest() -> None:
    position = Position.parse("1ww1/1bb1/w1w1 b p w 3")
    assert solve(position).outcome == "loss"
    choice = Engine(LEVEL).choose(position)
    assert choice.comment.startswith("loss (proven)")


def test_a_session_says_how_it_wins() -> None:
    session = GameSession(WON, "w", 2_000)
    first = session._engine_plays()
    assert re.search(r"win \(proven\), by a line of \d+ moves", first)
    kept = session.player.plan.end
    assert kept is not None and ends(WON, kept.moves)
    session.position = session.position.play(kept.moves[1])
    assert f"plays {kept.moves[2]}, win (proven), by a line of" in session._engine_plays()
