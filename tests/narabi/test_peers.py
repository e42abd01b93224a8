"""The models for general solvers give the solver's answers. The packages come with `make peers`."""

import importlib

import pytest

from benchmarks.cases import load
from narabi_solver import Deal, random_deal, solve

PACKAGES = {"clingo": "clingo", "cpsat": "ortools"}
NAMED = [case for case in load() if case.name in ("in-order", "one-turn", "first-stuck", "second-stuck")]
RANDOM = [
    (3, 2075, 0),
    (3, 658, 1),
    (4, 124, 2),
    (3, 4, 3),
    (4, 9, 3),
    (3, 2, 4),
    (5, 23, 4),
    (3, 0, 5),
    (4, 2, 5),
]


@pytest.fixture(params=PACKAGES)
def minimum(request):
    package = PACKAGES[request.param]
    pytest.importorskip(package, reason=f"{package} is not installed; 'make peers' installs it")
    return importlib.import_module(f"benchmarks.peers.{request.param}_model").minimum


@pytest.mark.parametrize("case", NAMED, ids=lambda case: case.name)
def test_named_cases(minimum, case):
    assert minimum(case.deal) == case.turns


@pytest.mark.parametrize(("players", "number", "turns"), RANDOM)
def test_random_deals(minimum, players, number, turns):
    deal = random_deal(players, 2026, number)
    assert minimum(deal) == solve(deal).turns == turns


def test_middle_of_a_game_and_limit(minimum):
    deal = random_deal(3, 2026, 0)
    swaps = solve(deal).swaps
    game = Deal(deal.seats, deal.first, tuple(swaps[:2]), deal.deck)
    assert minimum(game) == 3
    assert minimum(game, limit=5) == 3
    assert minimum(game, limit=4) is None


def test_no_time_is_undecided(minimum):
    with pytest.raises(TimeoutError, match="undecided"):
        minimum(random_deal(4, 2026, 1), seconds=0)
