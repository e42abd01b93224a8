"""`RunSearch` against the plain rules, in any slices, and its limits in every way that uses it."""

import ast
import itertools
import math
import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st

from _gamekit.limits import Watch
from _gamekit.search import Search, drive
from mabi_search import Limits, Position, Rules, analyse_pass, solve
from mabi_search.certify import certificates
from mabi_search.certify.certificates import certificate_of
from mabi_search.certify.checker import check_certificate
from mabi_search.game import packed as packing, rules as game
from mabi_search.game.errors import IllegalMoveError
from mabi_search.game.rules import PASS, State
from mabi_search.kernels.proof import graph as g
from mabi_search.kernels.runs import levels
from mabi_search.proof.portfolio import LongRuns
from mabi_search.proof.proof_search import ProofSearch
from mabi_search.proof.solving import decide
from mabi_search.runs import run_search
from mabi_search.runs.region_search import RegionSearch
from mabi_search.runs.run_search import Run, RunSearch, winning_run
from tests.conftest import ROOT
from tests.mabi.brute_force import plain_run, reachable, wins
from tests.mabi.pasts import away_and_back, base, forgetting, is_barred, opposite, steps_of
from tests.mabi.samples import LARGE, SHUFFLED, TEXTS, placed
from tests.nightly import nightly_twin, slow

ROOM = 1 << 12
UNWATCHED = Watch(Limits())
LAST_EXPANSION = 64
"""More placements than one expansion generates."""
SLICES = st.lists(st.integers(0, 200), max_size=30)
"""Quotas of placements."""


def asked(state: State, rules: Rules, aim: int, slices: list[int], answers: bool) -> RunSearch:
    """Return a search with its answer; after these slices it goes on at once."""
    search = RunSearch(most=ROOM, answers=answers)
    search.begin(packing.pack(state, rules), state.holder == state.side, aim, expansions=1 << 16)
    for quota in slices:
        before = search.nodes
        search.advance(quota)
        assert search.nodes <= before + quota + LAST_EXPANSION
    drive(search, UNWATCHED)
    return search


def after(state: State, run: Run, rules: Rules) -> State:
    """Return the state after a run, by the plain rules."""
    for step in run.steps:
        state = game.play(state, step, rules)
    assert game.largest(state, state.side) == run.most
    return state


SLICED_RUNS = given(placed(), SLICES)


@settings(max_examples=20)
@SLICED_RUNS
def test_all_that_can_be_reached_in_any_slices(drawn: tuple[Rules, State], slices: list[int]) -> None:
    rules, state = drawn
    plain = reachable(state, rules)
    search = asked(state, rules, levels.GREATEST, slices, answers=False)
    assert search.loses and search.whole and not search.full
    met = [(int(own), holds) for own, holds in search.reached()]
    expected = {(int(packing.bits(one.pieces(one.side))), one.holder == one.side) for one in plain[1:]}
    assert set(met) == expected and len(met) == len(expected)
    assert search.nodes == len(plain)
    most = max(game.largest(one, one.side) for one in plain)
    assert game.largest(after(state, search.greatest(), rules), state.side) == most


test_more_that_can_be_reached_in_any_slices = nightly_twin(
    SLICED_RUNS, 200, test_all_that_can_be_reached_in_any_slices
)


@settings(max_examples=10)
@SLICED_RUNS
def test_whether_a_run_wins_in_any_slices(drawn: tuple[Rules, State], slices: list[int]) -> None:
    rules, state = drawn
    assume(rules.freeze != "none")  # else runs can answer runs for ever
    truth = wins(state.board, state.side, rules)
    whole, search = (asked(state, rules, levels.OVERTAKE, cut, answers=True) for cut in ([], slices))
    assert (search.answer, search.nodes) == (whole.answer, whole.nodes)
    assert (search.wins, search.loses) == (truth, not truth)
    if search.wins:
        assert search.run_to_aim() == whole.run_to_aim()
        end = after(state, search.run_to_aim(), rules)
        passed = game.play(end, PASS, rules)
        assert end.holder == end.side and (passed.over or not wins(passed.board, passed.side, rules))
    steps = winning_run(state, rules, UNWATCHED)
    assert (steps is not None) == search.wins


test_whether_more_runs_win_in_any_slices = nightly_twin(
    SLICED_RUNS, 60, test_whether_a_run_wins_in_any_slices
)


def test_runs_are_counted_together() -> None:
    """A limit of nodes is for all runs that one search begins, the past of each for itself."""
    position = Position.parse(SHUFFLED)
    packed = packing.pack(position.state, position.rules)
    search = RunSearch(most=ROOM, answers=False)
    made = []
    for one in (packed, packed._replace(keys=packed.keys[:0]), packed):
        before = search.nodes
        search.begin(one, False, levels.GREATEST)
        drive(search, UNWATCHED)
        made.append(search.nodes - before)
    assert made[0] == made[2] < made[1]
    limited = RunSearch(most=ROOM, answers=False)
    watch = Watch(Limits(max_nodes=sum(made[:2]) + 1))
    stops = []
    for _ in range(3):
        limited.begin(packed._replace(keys=packed.keys[:0]), False, levels.GREATEST)
        stops.append(drive(limited, watch))
    assert stops == ["decided", "nodes", "nodes"]


@pytest.mark.parametrize("limit", [0, 1, 40, 333])
def test_one_expansion_at_most_exceeds_a_limit_of_nodes(limit: int) -> None:
    """However much time a slice may take."""
    position = Position.parse(TEXTS[1])
    run, region = RunSearch(), RegionSearch(position.state, position.rules)
    run.begin(packing.pack(position.play(PASS).state, position.rules), False)
    searches: tuple[Search, ...] = (run, region)
    for search in searches:
        begun = search.nodes
        assert drive(search, Watch(Limits(max_nodes=limit), 1 << 40)) == "nodes"
        assert limit <= search.nodes <= max(limit + LAST_EXPANSION, begun)


def test_runs_are_advanced_in_one_place() -> None:
    """So that there is one loop which has to obey limits and Ctrl-C."""
    users = set()
    for path in (ROOT / "mabi_search").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module is not None and "kernels" not in path.parts:
                names = {f"{node.module}.{name.name}" for name in node.names}
                if any((one + ".").startswith("mabi_search.kernels.runs.run.") for one in names):
                    users.add(path.stem)
    assert users == {"run_search"}


# Limits


def ends_run(limits: Limits) -> str | None:
    """A run that is searched for itself."""
    return solve(Position.parse(TEXTS[1]).play("pass"), limits=limits).stopped_by


def ends_passed(limits: Limits) -> str | None:
    """What a pass leads to; its nodes are limited by what an expansion meets."""
    return analyse_pass(Position.parse(TEXTS[1]), limits=limits).stopped_by


def ends_long_run(limits: Limits) -> str | None:
    """A run for a proof search, to which the limit is told."""
    position = Position.parse(TEXTS[1])
    longer = LongRuns(ProofSearch(position.state, position.rules), limits.max_memory)
    stopped_by = drive(longer, Watch(limits)).limit
    passing = longer.proving.graph.nodes[0].passing
    assert passing == (g.PASS_WINS if stopped_by is None and longer.search.loses else g.PASS_OPEN)
    return stopped_by or ("memory" if longer.search.full else None)


def stopping(times: int) -> Limits:
    """Return limits that stop when they are asked again after so many times."""
    count = itertools.count()
    return Limits(stop=lambda: next(count) >= times)


@pytest.mark.parametrize("way", [ends_run, ends_long_run, *slow(ends_passed)])
@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (lambda: Limits(max_nodes=3_000), "nodes"),
        (lambda: Limits(max_seconds=0), "seconds"),
        (lambda: Limits(max_memory=1 << 16), "memory"),
        (lambda: stopping(0), "interrupt"),
        (lambda: stopping(3), "interrupt"),
    ],
)
def test_each_limit_ends_each_way(
    way: Callable[[Limits], str | None], limits: Callable[[], Limits], reason: str, monkeypatch: Any
) -> None:
    next_slice = Watch.next_slice
    monkeypatch.setattr(Watch, "next_slice", lambda watch, nodes: min(20, next_slice(watch, nodes)))
    assert way(limits()) == reason


@pytest.mark.parametrize("way", [ends_run, *slow(ends_passed, ends_long_run)])
def test_limits_are_asked_often(way: Callable[[Limits], str | None]) -> None:
    """Ctrl-C is obeyed within a processor second; a slice is at most 4 times as long as the one before."""
    moments: list[float] = []

    def stop() -> bool:
        moments.append(time.process_time())
        return False

    way(Limits(max_nodes=1_000_000_000, stop=stop))
    gaps = [later - earlier for earlier, later in itertools.pairwise(moments)]
    assert len(gaps) > 2 and max(gaps) < 0.9


@pytest.mark.slow
def test_a_solve_ends_wherever_it_is_stopped() -> None:
    """In alpha-beta, in the proof search, and in its long runs."""
    position = Position.parse(TEXTS[1])
    count = itertools.count()
    found, _ = decide(position, limits=Limits(stop=lambda: next(count) < 0), margin=False)
    assert found.outcome == "win"
    total = next(count)
    for times in range(0, total - 1, math.ceil(total / 3)):
        found, _ = decide(position, limits=stopping(times), margin=False)
        assert (found.outcome, found.stopped_by) == ("undecided", "interrupt"), times


# One position, followed


@pytest.mark.slow
def test_a_run_that_is_shown_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the one that decides a verdict nor the one after the last pass of its line."""
    decided = [decide(Position.parse(text), limits=Limits(max_nodes=3_000_000)) for text in (SHUFFLED, LARGE)]
    assert [verdict.method for verdict, _ in decided] == ["run", "proof search"]
    searched: list[str] = []

    def counting(state: State, *others: Any) -> Any:
        searched.append(certificates.key_of(state))
        return winning_run(state, *others)

    monkeypatch.setattr(run_search, "winning_run", counting)
    for verdict, search in decided:
        searched.clear()
        lines = certificate_of(verdict, search).lines
        assert check_certificate(lines).outcome == verdict.outcome
        shown = {certificates.key_of(state) for state, _ in certificates.runs_in(verdict)}
        assert shown and shown.isdisjoint(searched)
        forgotten = certificate_of(replace(verdict, pv=()), search).lines
        assert not shown.isdisjoint(searched) and check_certificate(forgotten).outcome == verdict.outcome


def test_alpha_beta_leaves_no_runs_for_a_certificate() -> None:
    """Its moves may need that the other side runs out of repetitions."""
    verdict = solve(Position.parse(SHUFFLED))
    assert list(certificates.runs_in(verdict)) != []
    assert list(certificates.runs_in(replace(verdict, method="alpha-beta"))) == []


# The past


def with_a_run(choose: random.Random) -> Position | None:
    """Return a position of alternate play before a pass after which some steps are forbidden."""
    rules = Rules(size=choose.choice(["3x4", "2x6"]), pass_rule="resume")
    position = base(rules, None, choose)
    try:
        position = position.play(PASS)
        first = choose.choice(steps_of(position))
        for move in (first, opposite(first), first, opposite(first), PASS):
            position = position.play(move)
        position = away_and_back(position, choose)
    except (IllegalMoveError, IndexError):
        return None
    return position if position.mode == "-" and position.outcome() is None else None


@pytest.mark.slow
def test_what_a_pass_leads_to_knows_what_has_arisen_twice() -> None:
    """The largest group is that of a run which the past allows, and no run reaches a larger one."""
    forbidden = needed = 0
    for seed in range(150):
        position = with_a_run(random.Random(seed))
        if position is None:
            continue
        passed = position.play(PASS).state
        if not is_barred(passed, position.rules):
            continue
        forbidden += 1
        found = analyse_pass(position)
        boards = {passed.board, *(board for board, _ in plain_run(passed, position.rules))}
        assert found.exact, str(position)
        assert found.most == max(game.largest(State(board), passed.side) for board in boards), str(position)
        with forgetting():
            forgetful = analyse_pass(position)
        needed += (
            (forgetful.most, forgetful.run)
            == (game.largest(passed, passed.side), ())
            != (found.most, found.run)
        )
    assert forbidden > 10 and needed > 1, (forbidden, needed)
