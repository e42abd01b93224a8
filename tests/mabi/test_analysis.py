"""Alpha-beta against plain minimax over the plain rules, and what an analysis promises."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from _gamekit.kernels import cache
from _gamekit.limits import Watch
from _gamekit.search import Status, drive
from benchmarks.mabi_signature import signature
from mabi_search import ArgumentError, Limits, Position, Rules, analyse, analyses, solve
from mabi_search.game import rules as game
from mabi_search.game.packed import pack
from mabi_search.game.rules import State
from mabi_search.kernels.alphabeta import evaluation, table, work as places
from mabi_search.kernels.alphabeta.deepening import open_window
from mabi_search.runs.region_search import holds_out, may_hold_out
from mabi_search.search.alphabeta import OPTIONS, AlphaBeta
from mabi_search.search.analysis import deepening
from mabi_search.search.results import WIN_SCORE
from mabi_search.search.weights import weights_for
from tests.mabi.games import every_reading, game as random_game
from tests.mabi.samples import DEADLOCKS, position_of
from tests.nightly import nightly, slow, thinned

ALL_OFF = dict.fromkeys(OPTIONS, False)
FULL_WIDTH = {"runs": False, "reductions": False, "futility": False}
SCRATCH = np.zeros(evaluation.PLACES, np.int64)


def final(state: State) -> int:
    """Return the worth for the side to move if the game ends."""
    winner = game.winner(state)
    margin = 100 * game.margin(state, state.side)
    return 0 if winner is None else WIN_SCORE + margin if winner == state.side else -WIN_SCORE + margin


def minimax(state: State, depth: int, rules: Rules) -> int:
    """Return the score by plain minimax, every move tried, no look at what is settled."""
    if depth == 0:
        packed = pack(state, rules)
        holds = 0 if state.holder == "-" else 1 if state.holder == state.side else -1
        weights = weights_for(rules.ranks, rules.files)
        worth = evaluation.estimated(packed.setting, packed.own, packed.enemy, holds, weights, SCRATCH)
        return max(worth, final(state)) if state.mode in "pq" else worth
    best = -30_000
    for move in game.legal_moves(state, rules):
        after = game.play_unchecked(state, move, rules)
        if after.over:
            worth = -final(after)
        else:
            worth = minimax(after, depth - 1, rules)
            worth = worth if after.side == state.side else -worth
        best = max(best, worth)
    return best


READINGS = list(every_reading())


@pytest.mark.parametrize(
    "number", thinned(7, range(0, len(READINGS), 2)), ids=lambda n: "-".join(READINGS[n].values())
)
def test_full_width_search_is_plain_minimax(number: int) -> None:
    """With every technique off, and with all but what is settled; deep where repetition is near."""
    rules = Rules(size=("3x4", "2x4", "4x4")[number % 3], **READINGS[number])
    for state in list(random_game(rules, number, 16))[1::5]:
        if state.over:
            continue
        position = position_of(state, rules)
        depth = 3 if rules.size != "4x4" else 2
        plain = minimax(state, depth, rules)
        without = FULL_WIDTH | {"settled": False}
        for options in (ALL_OFF, ALL_OFF | {"scout": True}, without | {"table": False}):
            *_, found = deepening(position, depth=depth, options=options)
            if found.depth == depth:
                assert found.score == plain
            else:  # proven before
                assert found.proven and (found.score > 0) == (plain > 0)
        *_, with_table = deepening(position, depth=depth, options=without)
        if abs(plain) < WIN_SCORE and not with_table.proven:
            assert with_table.score == plain


def proven(state: State, depth: int, rules: Rules) -> int:
    """Return 1 or -1 if the side to move is proven to win or to lose by play to the end, else 0."""
    if depth == 0:
        return 0
    all_lose = True
    for move in game.legal_moves(state, rules):
        after = game.play_unchecked(state, move, rules)
        if after.over:
            worth = -final(after)
            value = 1 if worth >= WIN_SCORE else -1 if worth <= -WIN_SCORE else 0
        else:
            value = proven(after, depth - 1, rules)
            value = value if after.side == state.side else -value
        if value == 1:
            return 1
        all_lose = all_lose and value == -1
    return -1 if all_lose else 0


@pytest.mark.parametrize("rule", ["run", "final", *slow("resume", "plain")])
@pytest.mark.parametrize("size", ["3x4", *nightly("4x4")])
def test_what_is_proven_is_confirmed_by_plain_search(size: str, rule: str) -> None:
    rules = Rules(size=size, pass_rule=rule)
    confirmed = 0
    for seed in range(3):
        for state in list(random_game(rules, seed, 14))[1::3]:
            if state.over:
                continue
            found = analyse(position_of(state, rules), depth=3)
            truth = proven(state, 4, rules)
            if found.proven and truth:
                assert found.outcome == ("win" if truth == 1 else "loss")
                confirmed += 1
            if truth == 1 and proven(state, 3, rules) == 1:
                assert found.outcome == "win"
    assert confirmed


def test_values_of_small_boards() -> None:
    """3x4 is won at distance 2, by eight of the ten first moves: rules page of the game."""
    found = analyse(Position.start(Rules(size="3x4")), depth=3, lines=10)
    assert [line.outcome for line in found.lines] == ["win"] * 8 + ["undecided"] * 2
    assert {str(line.move) for line in found.lines[-2:]} == {"c1d1", "c3d3"}


@pytest.mark.slow
def test_settled_losses_are_losses() -> None:
    """Who runs alone and has too few pieces in every region cannot overtake: all placements are tried."""
    tried = 0
    for size, seed in [(size, seed) for size in ("3x4", "2x5", "2x6") for seed in range(20)]:
        rules = Rules(size=size)
        for state in random_game(rules, seed, 12, passing=0.3):
            if state.over or state.mode != "p":
                continue
            *_, found = deepening(position_of(state, rules), depth=1, options={"runs": False})
            if found.outcome == "loss":
                tried += 1
                assert not can_overtake(state, Rules(size=size, repetition="off"))
    assert tried > 20


def test_a_run_without_end_proves_nothing() -> None:
    """Without the rule of repetition a side may run for ever, and a stopped game is undecided."""
    text = "1ww1/1bb1/w1w1 b p w 3"
    assert analyse(Position.parse(text), depth=1).outcome == "loss"
    assert analyse(Position.parse(text, Rules(repetition="off")), depth=3).outcome == "undecided"
    assert analyse(Position.parse(text, Rules(max_plies=9)), depth=3).outcome == "undecided"
    for rules, allowed in ((Rules(), 1), (Rules(repetition="placement"), 0), (Rules(repetition="off"), 0)):
        one = AlphaBeta(Position.start(rules), Limits(), {}, None)
        assert one.work.options[OPTIONS.index("runs")] == allowed


def can_overtake(state: State, rules: Rules) -> bool:
    enemy = game.largest(state, game.other(state.side))
    seen, todo = {state.board}, [state]
    while todo:
        one = todo.pop()
        if game.largest(one, one.side) > enemy:
            return True
        for move in game.legal_moves(one, rules):
            after = game.play_unchecked(one, move, rules)
            if move != game.PASS and after.board not in seen:
                seen.add(after.board)
                todo.append(after)
    return False


def test_lines_are_the_best_moves() -> None:
    position = Position.start(Rules(size="4x4")).play("c1c2")
    *_, every = deepening(position, depth=3, lines=50, options=FULL_WIDTH)
    assert [line.score for line in every.lines] == sorted((line.score for line in every.lines), reverse=True)
    assert {line.move for line in every.lines} == set(position.legal_moves)
    for line in every.lines:
        after = position.play(line.move)
        one = minimax(after.state, 2, after.rules)
        one = one if after.side == position.side else -one
        if not line.proven:
            assert line.score == one
    *_, best = deepening(position, depth=3, options=FULL_WIDTH)
    assert best.score == every.score


def test_symmetric_positions_have_equal_scores() -> None:
    start = Position.start(Rules(size="4x5")).play("a1a2")
    state = start.state
    mirrored = State(tuple(row[::-1] for row in state.board), state.side, state.mode, state.holder, state.ply)
    changed = State(
        tuple(row.translate(str.maketrans("wb", "bw")) for row in state.board), "w", "-", "b", state.ply
    )
    scores = set()
    for one in (state, mirrored, changed):
        *_, found = deepening(Position(one, (), start.rules), depth=4, options=FULL_WIDTH)
        scores.add(found.score)
    assert len(scores) == 1


def test_pauses_and_slices_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.start(Rules(size="5x5"))
    whole = [(one.depth, one.score, one.pv, one.nodes) for one in analyses(position, depth=5)]
    monkeypatch.setattr("_gamekit.limits.SLICE_SECONDS", 1e-6)
    halves = analyses(position, depth=5)
    first = list(itertools.islice(halves, 2))
    list(analyses(position, depth=3))  # another search meanwhile
    again = [(one.depth, one.score, one.pv, one.nodes) for one in [*first, *halves]]
    assert again == whole


def test_limits() -> None:
    position = Position.start()
    found = analyse(position, limits=Limits(max_nodes=2_000))
    assert found.stopped_by == "nodes" and 0 < found.nodes <= 4_000 and found.depth >= 2 and found.lines
    none = analyse(position, limits=Limits(max_nodes=1))
    assert none.depth == 0 and none.lines == () and not none.proven
    stopped = analyse(position, depth=20, limits=Limits(stop=lambda: True))
    assert stopped.stopped_by == "interrupt"
    for wrong in ({"depth": 0}, {"depth": 61}, {"lines": 0}):
        with pytest.raises(ArgumentError):
            analyse(position, **wrong)  # type: ignore[arg-type]


def test_a_finished_game_and_a_stopped_one() -> None:
    over = analyse(Position.start().play("a1a2").play("pass").play("pass"))
    assert over.proven and over.outcome == "loss" and over.depth == 0  # Black is to move
    stopped = analyse(Position.start(Rules(max_plies=0)))
    assert not stopped.proven
    limited = analyse(Position.start(Rules(size="4x4", max_plies=3)), depth=9)
    assert limited.depth == 3


def test_constants_agree() -> None:
    assert WIN_SCORE == evaluation.WIN
    assert table.OFFSET > evaluation.INFINITE


def test_table_entries_are_where_their_keys_belong() -> None:
    """What the search wrote is recomputed: every entry's hash, and what is proven apart from estimates."""
    one = AlphaBeta(Position.start(Rules(size="4x5")), Limits(), {}, None)
    for _ in range(7):
        one.begin_best()
        assert drive(one, Watch(Limits())) == "decided" and one.lines
    entries = one.memory.table
    assert table.misplaced(entries) == 0
    for kind, proven_only in ((table.ESTIMATES, False), (table.PROOFS, True)):
        contents = entries["content"][:, kind]
        assert np.count_nonzero(contents) > 10
        scores = (contents[contents != 0] >> np.uint64(32)).astype(np.int64) - table.OFFSET
        assert np.all((np.abs(scores) >= WIN_SCORE) == proven_only)
        at = int(np.flatnonzero(contents)[0])
        entries["code"][at, kind] ^= np.uint64(1)  # the side to move
        assert table.misplaced(entries) == kind + 1


def test_what_a_prefetch_brings_has_both_entries_of_an_index() -> None:
    entries = table.empty(1 << 4)
    assert entries.ctypes.data % cache.LINE == 0 and entries.strides[0] == cache.LINE


@pytest.mark.slow
def test_a_pass_that_wins_is_proven_with_few_nodes() -> None:
    """The engine of old went on for 40 plies here, since its short searches of the run proved nothing."""
    position = Position.parse("2w2b2/3bw1w1/2bwbbb1/wbwwww1b/1bwb1wwb/2bw1bb1/1wb2bw1/5w2 w - w 80")
    found = analyse(position, limits=Limits(max_nodes=1_000))
    assert found.outcome == "win" and str(found.pv[0]) == "pass"
    assert solve(position).outcome == "win"


@pytest.mark.parametrize(("text", "most"), DEADLOCKS)
def test_who_can_never_be_overtaken_passes(text: str, most: int) -> None:
    position = Position.parse(text)
    found = analyse(position, limits=Limits(max_nodes=30_000))
    assert found.outcome == "win" and found.nodes < 10_000 and [str(move) for move in found.pv] == ["pass"]
    several = analyse(position, limits=Limits(max_nodes=30_000), lines=3)
    assert several.lines[0] == found.lines[0] and len(several.lines) == 3
    for rule in ("resume", "plain"):
        other = analyse(Position.parse(text, Rules(pass_rule=rule)), limits=Limits(max_nodes=30_000))
        assert (other.outcome == "win") == (rule == "resume")


@pytest.mark.parametrize("rule", ["run", *slow("final", "resume")])
def test_a_pass_that_is_said_to_win_wins(rule: str) -> None:
    """All steps of the other side are tried: none leads to a larger group."""
    rules, free = Rules(size="4x4", pass_rule=rule), Rules(size="4x4", pass_rule=rule, repetition="off")
    told = {True: 0, False: 0}
    for seed in range(12):
        for state in list(random_game(rules, seed, 24, passing=0))[3::4]:
            position = position_of(state, rules)
            if not state.over and may_hold_out(position):
                wins, _ = holds_out(position, Watch(Limits()), 1 << 14)
                assert wins != can_overtake(
                    game.play_unchecked(replace(state, seen=()), game.PASS, free), free
                )
                told[wins] += 1
    assert min(told.values()) > 3


@pytest.mark.parametrize("technique", ["reductions", "futility"])
def test_less_is_searched_in_null_windows(technique: str) -> None:
    """Nearly all nodes have one; the first node here has one, so there are no others."""
    nodes = []
    for used in (True, False):
        one = AlphaBeta(Position.start(), Limits(), {technique: used})
        walk = one.walks[0]
        walk.cursor[places.DEPTH] = 5
        open_window(walk.work, walk.cursor, 0, 1)
        assert walk.advance(1 << 20) is Status.DECIDED
        nodes.append(one.nodes)
    assert nodes[0] < nodes[1]


@pytest.mark.slow
def test_the_signature() -> None:
    """Nodes of a fixed search; a change is explained in the change log."""
    assert signature() == SIGNATURE


SIGNATURE = 222510


def test_who_cannot_overtake_draws_while_nobody_holds() -> None:
    position = Position.parse("w7/8/8/8/8/8/8/b7 w - - 5")
    found = analyse(position, depth=4)
    assert not found.proven and abs(found.score) < 100


def test_time_is_looked_at_however_short_the_depths_are() -> None:
    """Searches that end within a slice are no reason for longer slices, nor for not looking at the clock."""
    assert analyse(Position.start(), limits=Limits(max_seconds=0)).depth <= 1
    watch = Watch(Limits(), 2_000)
    for _ in range(40):
        first = watch.next_slice(10)
    assert first == 2_000


def test_other_lines_change_neither_the_best_move_nor_when_it_is_told() -> None:
    """Each depth is told once, with each line once; a run, a proven position and an open one."""
    position = Position.parse("2w2b2/3bw1w1/2bwbbb1/wbwwww1b/1bwb1wwb/2bw1bb1/1wb2bw1/5w2 w - w 81")
    for start in (position, Position.start(), position.play("pass")):
        alone = list(analyses(start, depth=4))
        every = list(analyses(start, depth=4, lines=4))
        for one in alone:
            told = next(found for found in every if found.depth >= one.depth)
            assert told.lines[0].move == one.lines[0].move
        assert [one.depth for one in every] == sorted({one.depth for one in every})
        moves = [line.move for line in every[-1].lines]
        assert len(set(moves)) == len(moves) == 4
    halves = analyses(Position.start(), depth=60, lines=3)
    assert [next(halves).depth for _ in range(3)] == [1, 2, 3]


def test_a_node_with_the_pass_alone_uses_one_place_of_the_lists_of_moves() -> None:
    """It may be the first node of its ply, whose lists nothing has been written to."""
    one = AlphaBeta(Position.parse("b1b1/ww2/wb1b/1w2 b - w 13"), Limits(), {})
    for _ in range(3):
        one.begin_best()
        while one.advance(1 << 20) is Status.RUNNING:
            pass
    assert not one.work.order[:, 4 * 8 + 1 :].any()


def test_no_proofs_are_kept_where_placements_count() -> None:
    """One key would stand for several sides and modes, of which the past may forbid some."""
    for repetition, kept in (("situation", 1), ("placement", 0), ("off", 1)):
        position = Position.start(Rules(size="3x4", repetition=repetition))
        search = AlphaBeta(position, Limits(max_nodes=10), {})
        assert search.work.options[places.USE_PROOFS] == kept
