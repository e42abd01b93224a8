"""Lines that plain Python verifies: the same answer as by kernels, and nothing loaded for it."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from narabi_solver import Limits, Rules, random_deal, verify
from narabi_solver.analysis.verifying import quick_verify
from narabi_solver.game.deal import Deal
from narabi_solver.game.rules import Swap, legal_moves, play_unchecked
from narabi_solver.solving import api, quick


@pytest.fixture
def plain_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that has loaded no kernels, and never gives up."""
    monkeypatch.setattr(quick, "_is_loaded", lambda places: False)
    monkeypatch.setattr(quick, "table_path", lambda players: Path(__file__))
    monkeypatch.setattr(quick, "_spent", -(1 << 60))


def line_of(deal: Deal, rules: Rules, choose: random.Random) -> tuple[Swap, ...]:
    """Return legal swaps, most of them of a shortest line, and sometimes an illegal one after them."""
    state, line = deal.state(rules), list[Swap]()
    best = iter(api.solve(deal, rules=rules).swaps[: choose.randint(0, 24)])
    while (swap := next(best, None)) is not None:
        if choose.random() < 0.3:
            swap, best = choose.choice(legal_moves(state, rules)), iter(())
        line.append(swap)
        state = play_unchecked(state, swap)
    if choose.random() < 0.2:
        line.append(choose.choice(line or [Swap.parse("A1-B1")]))
    return tuple(line)


@pytest.mark.parametrize(
    ("players", "rules", "count"),
    [
        (3, Rules(), 25),
        (4, Rules(no_undo=True), 15),
        (3, Rules(no_undo=True, undo_reading="receiver"), 8),
        (3, Rules(limit=5), 15),
        pytest.param(5, Rules(), 1, marks=pytest.mark.slow),
    ],
)
def test_the_same_by_kernels(plain_first: None, players: int, rules: Rules, count: int) -> None:
    choose = random.Random(players)
    met = set()
    for seed in range(count):
        deal = random_deal(players, seed)
        line = line_of(deal, rules, choose)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(quick, "SEARCHES", {})  # so by kernels
            expected = verify(deal, line, rules=rules)
        found = quick_verify(deal, line, rules, Limits())
        assert found is not None
        assert found.better == expected.better, str(deal)
        for name in ("states", "error", "first_loss"):
            assert getattr(found, name) == getattr(expected, name), str(deal)
        for name in ("outcome", "turns", "lower_bound"):
            of_both = ([getattr(one, name) for one in each.solutions] for each in (found, expected))
            assert next(of_both) == next(of_both), str(deal)
        met.add(found.first_loss is None)
    assert met == {True, False} or count < 10


def test_what_is_left_to_kernels(plain_first: None, monkeypatch: pytest.MonkeyPatch) -> None:
    deal = random_deal(3, 1)
    line = api.solve(deal).swaps
    assert quick_verify(deal, line, Rules(), Limits(max_nodes=10**9)) is None
    monkeypatch.setattr(quick, "_spent", quick.READY_ALLOWANCE)
    assert quick_verify(deal, line, Rules(), Limits()) is None
    again = replace(deal, moves=line[:-1])
    monkeypatch.setattr(quick, "_spent", 0)
    assert quick_verify(again, line[-1:], Rules(), Limits()) is not None
