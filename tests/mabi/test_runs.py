"""Runs as one choice, against the plain rules: every placement that a side can reach alone is tried."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, reject

from _gamekit.limits import Watch
from mabi_search import ArgumentError, Limits, Position, Rules, analyse_pass
from mabi_search.game import rules as game
from mabi_search.game.packed import pack, setting_of
from mabi_search.game.rules import State
from mabi_search.kernels.board import Setting
from mabi_search.kernels.runs import levels, run
from mabi_search.runs import run_search
from mabi_search.runs.layouts import EACH
from tests.mabi.brute_force import reachable
from tests.mabi.games import every_reading, game as random_game
from tests.mabi.past_truth import Small
from tests.mabi.pasts import NO_PAST
from tests.mabi.samples import DEADLOCKS, placed, position_of
from tests.nightly import nightly, slow, thinned

SCRATCH = levels.scratch(1 << 12)


@pytest.mark.slow
def test_all_is_met_once() -> None:
    """None is lost or met twice when more slots are used: at 512 placements, and at 1,024."""
    rules = Rules(size="5x5")
    sizes = []
    for state in runners(rules, range(60), 30):
        alone = replace(state, seen=())
        met = run_search.reachable(alone, rules, 4_000, Watch(Limits()))
        if met is not None and len(met) > 1_100:
            plain = reachable(alone, rules)[1:]
            assert len(met) == len(plain)
            assert {(one.board, one.holder) for one in met} == {(one.board, one.holder) for one in plain}
            sizes.append(len(met))
            break
    assert sizes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("paralysis", "freeze"),
    [
        *(("piece", "unique"), ("piece", "leader"), ("group", "leader"), ("group", "none")),
        *nightly(("group", "unique"), ("piece", "none")),
    ],
)
def test_what_is_met_is_what_the_rules_allow(paralysis: str, freeze: str) -> None:
    """Who may step in a run is worked out in a way of its own, which knows who stands still."""
    rules = Rules(size="4x4", paralysis=paralysis, freeze=freeze)  # type: ignore[arg-type]
    choose = random.Random(7)
    signs = ["w"] * 7 + ["b"] * 5 + [game.EMPTY] * 4
    for _ in range(20):
        choose.shuffle(signs)
        board = tuple("".join(signs[at : at + 4]) for at in range(0, 16, 4))
        white, black = (game.largest(State(board), side) for side in (game.WHITE, game.BLACK))
        state = State(board, game.WHITE, "p", game.WHITE if white > black else game.BLACK, 20)
        met = run_search.reachable(state, rules, 1_000, Watch(Limits()))
        assert met is not None
        plain = reachable(state, rules)[1:]
        assert {(one.board, one.holder) for one in met} == {(one.board, one.holder) for one in plain}


def wins(state: State, rules: Rules, passes: int = 40) -> bool:
    """Tell whether the side to move, which runs, wins: by some placement and the pass.

    Where nothing is frozen, the sides can take turns at the larger group for ever: hypothesis then draws
    another position.
    """
    if not passes:
        reject()
    for one in reachable(state, rules):
        if one.holder == one.side:
            if rules.pass_rule == "final" or state.mode == "p" and one is state:
                return True
            after = game.play_unchecked(one, game.PASS, rules)
            if after.over or not wins(after, rules, passes - 1):
                return True
    return False


def search(state: State, rules: Rules, aim: int, expansions: int, target: int = 0) -> int:
    """Return the kernel's answer; it is run in small slices."""
    packed = pack(state, rules)
    SCRATCH.cursor[levels.AIM], SCRATCH.cursor[levels.TARGET] = aim, target
    holds = int(state.holder == state.side)
    run.begin_run(packed.setting, SCRATCH, packed.own, packed.enemy, holds, expansions, NO_PAST, 0)
    while (answer := run.advance(packed.setting, SCRATCH, 3)) == levels.RUNNING:
        pass
    return int(answer)


def runners(rules: Rules, seeds: range, plies: int) -> Iterator[State]:
    """Yield states of random games whose side to move runs and does not hold."""
    for seed in seeds:
        for state in random_game(rules, seed, plies, passing=0.3):
            if not state.over and state.mode == "p" and state.holder != state.side:
                yield state


READINGS = [
    one for one in every_reading() if one["repetition"] == "off" and one["pass_rule"] in ("run", "final")
]


EVERY_OTHER = [one for i, one in enumerate(READINGS) if (i + i // 2) % 2 == 0]
"""Each two readings of different names with each other."""


@pytest.mark.parametrize(
    "readings",
    [*thinned(4, EVERY_OTHER), *nightly(*(one for one in READINGS if one not in EVERY_OTHER))],
    ids=lambda one: "-".join(one.values()),
)
def test_runs_are_decided_as_by_trying_everything(readings: dict[str, str]) -> None:
    seen = []
    for size, seeds in (("3x4", range(6)), ("2x5", range(6)), ("4x4", range(1))):
        rules = Rules(size=size, **readings)
        for state in runners(rules, seeds, 12):
            truth = wins(state, rules)
            whole = search(state, rules, levels.OVERTAKE, 1 << 16)
            assert whole == (levels.WINS if truth else levels.LOSES)
            for expansions in (1, 5, 30):
                assert search(state, rules, levels.OVERTAKE, expansions) in (whole, levels.UNKNOWN)
            seen.append(truth)
    assert {True, False} == set(seen)


@pytest.mark.parametrize(("size", "seed"), [("2x8", 52), ("3x6", 11), ("3x6", 33), ("4x5", 29)])
def test_an_answer_that_stays_open_is_no_refutation(size: str, seed: int) -> None:
    """All that the runner reaches is known here, but not all of what the other side can answer."""
    rules = Rules(size=size)
    for state in runners(rules, range(seed, seed + 1), 14):
        whole = search(state, rules, levels.OVERTAKE, 1 << 15)
        for expansions in (20, 40, 80, 160, 320):
            assert search(state, rules, levels.OVERTAKE, expansions) in (whole, levels.UNKNOWN)


def test_a_way_to_the_largest_group_is_found_and_is_shortest() -> None:
    rules = Rules(size="3x4", repetition="off")
    moves = np.zeros(64, np.int64)
    tried = 0
    for state in runners(rules, range(20), 12):
        depth = {state.board: 0}
        todo = [state]
        for one in todo:
            for move in game.legal_moves(one, rules):
                after = game.play_unchecked(one, move, rules)
                if move != game.PASS and after.board not in depth:
                    depth[after.board] = depth[one.board] + 1
                    todo.append(after)
        sizes = {one.board: game.largest(one, state.side) for one in todo}
        most = max(sizes.values())
        search(state, rules, levels.GREATEST, 1 << 16, 64)
        assert SCRATCH.nodes[0, SCRATCH.cursor[levels.BEST]].most == most
        assert search(state, rules, levels.SHORTEST, 1 << 16, most + 1) == levels.LOSES
        assert search(state, rules, levels.SHORTEST, 1 << 16, most) == levels.WINS
        steps = run.path_to(SCRATCH, SCRATCH.cursor[levels.FOUND], moves)
        assert steps == min(depth[board] for board, size in sizes.items() if size == most)
        tried += steps > 0
    assert tried > 5


@pytest.mark.parametrize(
    "readings",
    [READINGS[9], *slow(READINGS[0]), *nightly(READINGS[3], READINGS[6])],
    ids=lambda one: "-".join(one.values()),
)
def test_what_a_pass_leads_to(readings: dict[str, str]) -> None:
    free = Rules(size="3x4", **readings)
    rules = Rules(size="3x4", **readings | {"repetition": "situation"})
    told = set()
    for seed in range(6):
        for state in list(random_game(rules, seed, 9, passing=0))[2::3]:
            if state.over or state.mode != "-":
                continue
            passed = analyse_pass(position_of(state, rules))
            after = game.play_unchecked(state, game.PASS, free)
            run_wins = after.holder == after.side or wins(after, free)
            undecided_else = "draw" if after.holder == "-" else "win"
            assert passed.outcome == ("loss" if run_wins else undecided_else)
            assert passed.exact and passed.most == max(
                game.largest(one, one.side) for one in reachable(after, free)
            )
            assert passed.shortest or len(passed.run) > passed.fewest
            few = analyse_pass(position_of(state, rules), limits=Limits(max_nodes=100))
            assert few.outcome in ("undecided", passed.outcome) and few.most <= passed.most <= few.most_bound
            told.add(passed.outcome)
    assert {"win", "loss"} <= told


@pytest.mark.parametrize(("text", "most"), DEADLOCKS)
def test_who_cannot_overtake_loses(text: str, most: int) -> None:
    passed = analyse_pass(Position.parse(text), limits=Limits(max_nodes=200_000))
    assert passed.outcome == "win" and (passed.most, passed.most_bound) == (most, most)


@pytest.mark.parametrize("limit", [50, *slow(1_500, 40_000), *nightly(3_000)])
def test_no_answer_contradicts_its_bound_and_the_limit_is_used(limit: int) -> None:
    rules = Rules(size="5x5")
    told = set()
    for seed in range(8):
        for state in list(random_game(rules, seed, 30, passing=0))[5::6]:
            if state.over or state.mode != "-":
                continue
            passed = analyse_pass(position_of(state, rules), limits=Limits(max_nodes=limit))
            standing = game.largest(state, state.side)
            assert passed.most <= passed.most_bound
            if state.holder == state.side:
                assert passed.outcome == "win" or passed.most_bound > standing
                assert passed.outcome != "loss" or passed.most > standing
            known = passed.proven and passed.exact and passed.shortest
            assert (passed.stopped_by is None) == known
            assert passed.stopped_by != "nodes" or passed.nodes >= limit
            assert passed.nodes < limit + EACH
            told.add(passed.stopped_by)
    assert "nodes" in told


def test_without_the_rule_of_repetition_a_run_need_not_end() -> None:
    text = "1b1b/w1w1/w1w1 w - w 3"
    assert analyse_pass(Position.parse(text)).outcome == "win"
    assert analyse_pass(Position.parse(text, Rules(repetition="off"))).outcome == "undecided"


def test_no_run_follows() -> None:
    for text, rules, why in (
        ("start", Rules(), "first turn"),
        ("start moves a1a2", Rules(pass_rule="plain"), "locks nobody out"),
        ("start moves a1a2 pass", Rules(), "ends the game"),
        ("start moves a1a2", Rules(max_plies=50), "max_plies"),
    ):
        with pytest.raises(ArgumentError, match=why):
            analyse_pass(Position.parse(text, rules))


def test_forbidden_situations_are_no_part_of_a_run() -> None:
    """What has arisen twice is forbidden: the run to a proven loss does without it."""
    position = Position.parse("3b/4/w3/2wb w - - 5", Rules(repetition="placement"))
    for move in "a2b2 d4d3 b2a2 d3d4 a2b2 d4d3 b2a2".split():
        position = position.play(move)
    passed = analyse_pass(position)
    assert passed.outcome == "loss" and passed.most == 2  # by a run that forbids itself nothing
    state = position.play("pass").state
    for move in passed.run:
        state = game.play(state, move, position.rules)
    once = Position.parse("3b/4/w3/2wb w - - 5", Rules(repetition="placement")).play("a2b2").play("d4d3")
    assert analyse_pass(once.play("b2a2")).outcome == "loss"
    assert analyse_pass(Position.parse("3b/4/w3/2wb w - - 5").play("a2b2")).outcome == "loss"


def answer(setting: Setting, own: int, enemy: int, holds: bool, expansions: int) -> int:
    """Return what the kernel says of a run, with all that helps to find it."""
    SCRATCH.cursor[levels.AIM], SCRATCH.cursor[levels.TARGET] = levels.OVERTAKE, 0
    SCRATCH.cursor[levels.GATHER] = SCRATCH.cursor[levels.FREELY] = SCRATCH.cursor[levels.NOVELTY] = 1
    run.begin_run(setting, SCRATCH, np.uint64(own), np.uint64(enemy), int(holds), expansions, NO_PAST, 0)
    return int(run.advance(setting, SCRATCH, 1 << 40))


def spread(squares: int, files: int) -> int:
    """Return a set of `past_truth` as a word of the kernels."""
    return sum(1 << 8 * (i // files) + i % files for i in range(64) if squares >> i & 1)


def of_boards(small: Small, step: int) -> Iterator[tuple[int, int, int]]:
    """Yield placements and sides that run, none of them the holder: state, own and enemy words."""
    for state in range(0, small.count, step):
        sets = [spread(one, small.files) for one in small.placements[state]]
        for side in range(2):
            if small.holders[state] != side:
                yield state, side, sets[side] | sets[1 - side] << 64


BOARDS = [((2, 4, 2, 3), 1), ((3, 3, 3, 3), 1), ((3, 4, 3, 4), 61)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pass_rule", "freeze", "paralysis", "boards"),
    [
        *(("run", "unique", "piece", BOARDS[:2]), ("final", "leader", "group", BOARDS[:2])),
        *nightly(*itertools.product(("run", "final"), ("unique",), ("piece", "group"), [BOARDS])),
        *nightly(*itertools.product(("run", "final"), ("leader",), ("piece", "group"), [BOARDS[:2]])),
    ],
)
def test_runs_of_whole_boards(
    pass_rule: str, freeze: str, paralysis: str, boards: list[tuple[tuple[int, int, int, int], int]]
) -> None:
    """Each run is decided as all walks decide it; what a bound says at once, and after few steps, is true."""
    for (ranks, files, white, black), step in boards:
        small = Small(ranks, files, white, black, pass_rule, freeze, paralysis)
        rules = Rules(size=f"{ranks}x{files}", pass_rule=pass_rule, freeze=freeze, paralysis=paralysis)
        setting = setting_of(game.start(rules), rules)
        values = small.runs(frozenset()).passed
        told = set()
        for state, side, both in of_boards(small, step):
            own, enemy = both & (1 << 64) - 1, both >> 64
            whole = levels.WINS if values[side][state] == 1 else levels.LOSES
            assert answer(setting, own, enemy, False, 1 << 16) == whole, (small.placements[state], side)
            for expansions in (0, 2, 12):
                found = answer(setting, own, enemy, False, expansions)
                assert found in (whole, levels.UNKNOWN), (small.placements[state], side, expansions)
                told.add((expansions, found))
        assert (0, levels.LOSES) in told and (12, levels.WINS) in told


@given(placed())
def test_runs_by_the_plain_rules(drawn: tuple[Rules, game.State]) -> None:
    """Without a freeze, too."""
    rules, state = drawn
    setting = setting_of(state, rules)
    words = {side: sum(1 << 8 * square.rank + square.file for square in state.pieces(side)) for side in "wb"}
    own, enemy = words[state.side], words[game.other(state.side)]
    expected = levels.WINS if wins(state, rules) else levels.LOSES
    for expansions in (0, 3, 1 << 16):
        found = answer(setting, own, enemy, False, expansions)
        assert found in (expected, levels.UNKNOWN), (state, rules)


@pytest.mark.parametrize(
    ("text", "side"), [("2bw/wb2/1b2/bw1w w p b 20", "w"), ("w1b1/bww1/b2b/3w b p w 21", "b")]
)
def test_who_can_just_come_to_a_tie_can_overtake(text: str, side: str) -> None:
    """A tie paralyses nobody: so the bound after a run, too, has to be less than the runner's group."""
    state = Position.parse(text).state
    words = {one: sum(1 << 8 * square.rank + square.file for square in state.pieces(one)) for one in "wb"}
    setting = setting_of(state, Rules(size="4x4"))
    for expansions in (0, 6, 1 << 16):
        found = answer(setting, words[side], words[game.other(side)], False, expansions)
        assert found in (levels.LOSES, levels.UNKNOWN)
    assert found == levels.LOSES
