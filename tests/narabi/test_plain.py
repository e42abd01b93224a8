"""The plain search: right by the rules and by the kernels, within its limits, and without a table."""

import os
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from _gamekit.limits import Watch
from narabi_solver import (
    Deal,
    Deck,
    Limits,
    Outcome,
    Rules,
    Solution,
    random_deal,
    random_deals,
    solve,
    solve_many,
)
from narabi_solver.game import rules
from narabi_solver.game.cards import Card
from narabi_solver.solving import plain, quick
from tests import strategies
from tests.conftest import ROOT, Run
from tests.narabi.test_rules import EXAMPLE

RULES = (Rules(), Rules(no_undo=True), Rules(no_undo=True, undo_reading="receiver"))


def facts(solution: Solution) -> tuple[Outcome, int | None, int]:
    return solution.outcome, solution.turns, solution.lower_bound


def by_plain(deal: Deal, rule: Rules) -> Solution:
    return solve(deal, rules=rule, algorithm="plain")


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES, ids=["plain", "next", "receiver"])
@pytest.mark.parametrize(
    ("players", "count"),
    [
        (3, 60),
        (4, 60),
        (5, 2),
        *(pytest.param(*many, marks=pytest.mark.nightly) for many in [(3, 3_000), (4, 3_000), (5, 200)]),
    ],
)
def test_the_kernels_say_the_same(players: int, count: int, rule: Rules) -> None:
    deals = list(islice(random_deals(players, seed=20), count))
    for solution in solve_many(deals, rules=rule):
        assert facts(by_plain(solution.deal, rule)) == facts(solution), str(solution.deal)


@given(strategies.games(unusual=True), st.sampled_from(RULES), st.integers(0, 24))
@settings(max_examples=60)
def test_the_kernels_say_the_same_of_the_middle_of_games(deal: Deal, rule: Rules, limit: int) -> None:
    """Any cards, any beginner; a limit below the turns played leaves no turn."""
    rule = replace(rule, limit=max(limit, len(deal.moves)))
    if len(deal.ring) == 15:
        rule = replace(rule, limit=min(rule.limit, len(deal.moves) + 5))
    try:
        kernels = solve(deal, rules=rule, algorithm="bfs")
    except rules.IllegalMoveError:  # the wider reading forbids one of its moves
        return
    assert facts(by_plain(deal, rule)) == facts(kernels)


@given(strategies.near_wins(st.sampled_from([3, 4])), st.sampled_from(RULES))
@settings(max_examples=8)
def test_as_the_specification_says(deal: Deal, rule: Rules) -> None:
    rule = replace(rule, limit=3)
    assert by_plain(deal, rule).turns == rules.minimum_turns(deal.state(), rule)


@given(st.lists(strategies.cards(), min_size=5, max_size=5), strategies.near_wins(), st.data())
@settings(max_examples=25)
def test_own_decks(cards: list[Card], deal: Deal, data: st.DataObject) -> None:
    named = [replace(card, name=f"own{i}") for i, card in enumerate(cards)]
    seats = tuple(
        tuple(stone._replace(card=data.draw(st.sampled_from(named)).name) for stone in seat)
        for seat in deal.seats
    )
    own = Deal(seats, deal.first, deck=replace(Deck.standard(), cards=tuple(named)), unusual=True)
    rule = replace(data.draw(st.sampled_from(RULES)), limit=4)
    assert facts(by_plain(own, rule)) == facts(solve(own, rules=rule, algorithm="bfs"))


@pytest.mark.parametrize(
    "text",
    [
        "w:even w:even 1:even 3:odd / 2:left d:dark d:dark 0:white / w:lower w:even d:right w:odd",
        "5:left 9:left 7:right 0:odd / 2:higher 1:odd 4:even 3:even / 6:lower 8:odd d:dark w:white",
    ],
)
def test_other_numbers_of_blanks(text: str) -> None:
    """Stones for which the kernels have no table."""
    deal = Deal.parse(text, unusual=True)
    for rule in RULES:
        assert facts(by_plain(deal, rule)) == facts(solve(deal, rules=rule, algorithm="bfs"))


def stuck(places: str) -> Deal:
    """Return a deal of three players in which only some places may be swapped by their owners."""
    labels = "103254768wdd"
    stones = [f"{label}:{'even' if str(i) in places else 'stay'}" for i, label in enumerate(labels)]
    return Deal.parse(" / ".join(" ".join(stones[i : i + 4]) for i in (0, 4, 8)), unusual=True)


@pytest.mark.parametrize("places", ["", "0", "047"])
@pytest.mark.parametrize("limit", [0, 1, 2, 3, 24])
def test_few_swaps(places: str, limit: int) -> None:
    rule = Rules(limit=limit)
    solution = by_plain(stuck(places), rule)
    assert facts(solution) == facts(solve(stuck(places), rules=rule, algorithm="bfs"))
    assert solution.proven and (limit == 24 or solution.outcome is Outcome.UNSOLVABLE)


@pytest.mark.parametrize("nodes", [0, 1, 2, 30, 200])
def test_nodes_stop_it_and_what_is_known_is_true(nodes: int) -> None:
    deal = random_deal(4, 5, 11)
    minimum = solve(deal).turns
    assert minimum is not None
    solution = solve(deal, limits=Limits(max_nodes=nodes), algorithm="plain")
    if solution.outcome is Outcome.UNDECIDED:
        assert solution.stopped_by == "nodes" and solution.nodes <= nodes
        assert 1 <= solution.lower_bound <= minimum
    else:
        assert solution.turns == minimum


def test_other_limits_stop_it() -> None:
    deal = random_deal(4, 5, 11)
    for name, limits in {
        "interrupt": Limits(stop=lambda: True),
        "seconds": Limits(max_seconds=0),
        "memory": Limits(max_memory=0),
    }.items():
        found = solve(deal, limits=limits, algorithm="plain")
        assert (found.outcome, found.stopped_by) == (Outcome.UNDECIDED, name)


def test_a_budget_stops_it() -> None:
    deal = random_deal(4, 5, 11)
    raw = plain.search(deal.state(), Rules(), Watch(Limits()), budget=3)
    assert (raw.outcome, raw.stopped_by, raw.nodes) == (Outcome.UNDECIDED, "budget", 3)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []

    def progress(text: str, /, **counts: int) -> None:
        told.append((counts["depth"], counts["nodes"]))

    found = solve(random_deal(4, 5, 11), algorithm="plain", progress=progress)
    assert told == sorted(told) and told[-1][0] < (found.turns or 0)


ANSWERED_WITHOUT = f"""
import sys
for name in ("numba", "llvmlite"):
    sys.modules[name] = None
import logging
logging.basicConfig(level=logging.INFO)
from narabi_solver import Deal, Limits, random_deals, solve, solve_many
deal = Deal.parse({EXAMPLE!r})
print(solve(deal).turns, solve(deal, limits=Limits(max_nodes=1000)).turns)
print([solution.turns for solution in solve_many([deal, deal])])
"""


def test_answers_where_numba_cannot_be_imported() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ANSWERED_WITHOUT], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.stdout.split("\n")[:2] == ["5 5", "[5, 5]"], done.stderr


def test_a_first_solve_makes_nothing(narabi: Run, tmp_path: os.PathLike[str]) -> None:
    done = narabi("solve", EXAMPLE, NARABI_MABI_CACHE=str(tmp_path), NUMBA_DISABLE_JIT="")
    assert done.returncode == 0 and "solved in 5 turns" in done.stdout
    assert done.stderr == ""
    assert os.listdir(tmp_path) == []


def test_who_answers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain Python, until it has taken what it may, and never where nodes are limited or kernels loaded."""
    state, limits = random_deal(3, 1).state(), Limits()
    monkeypatch.setattr(quick, "_is_loaded", lambda places: True)
    assert quick.quick_solve(state, Rules(), limits) is None
    monkeypatch.setattr(quick, "_is_loaded", lambda places: False)
    monkeypatch.setattr(quick, "table_path", lambda players: Path(__file__))
    monkeypatch.setattr(quick, "_spent", 0)
    assert quick.quick_solve(state, Rules(), Limits(max_nodes=10**9)) is None
    answered = 0
    while quick.quick_solve(state, Rules(), limits) is not None:
        answered += 1
    assert 1 < answered <= quick.READY_ALLOWANCE / quick.BEGIN_COST
    monkeypatch.setattr(quick, "table_path", lambda players: Path("no table"))
    assert quick.quick_solve(state, Rules(), limits) is not None
    stopped = quick.quick_solve(state, Rules(), Limits(stop=lambda: True))
    assert stopped is not None and stopped.stopped_by == "interrupt"
    assert quick.quick_solve(state, Rules(), Limits(max_seconds=0)) is None


QUICK = f"""
import io, sys
from contextlib import redirect_stderr, redirect_stdout
from narabi_solver.cli import main
for arguments in (
    ["--version"], ["--help"], ["solve", "nonsense"], ["cards"], ["deal", "--players", "3", "--seed", "1"],
    ["view", {EXAMPLE!r}], ["solve", {EXAMPLE!r}],
):
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        try:
            main(arguments)
        except SystemExit:
            pass
    loaded = {{"numpy", "numba", "llvmlite", "scipy", "networkx", "pyarrow", "matplotlib"}} & set(sys.modules)
    assert not loaded, (arguments, loaded)
"""


def test_small_commands_and_search_load_nothing_heavy(tmp_path: os.PathLike[str]) -> None:
    environment = os.environ | {"NARABI_MABI_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", QUICK],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
