"""What is loaded, kernels and tables, takes none of the time that a search may take."""

import itertools
import time
from collections.abc import Callable

import pytest

from narabi_solver import (
    Limits,
    Swap,
    analyse,
    paired_survey,
    random_deal,
    random_deals,
    restriction_costs,
    solve,
    solve_many,
    survey,
    verify,
)
from narabi_solver.solving import tables

LOADING = 1_000.0


@pytest.fixture(autouse=True)
def slow_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock go on by a thousand seconds when something is first loaded."""
    ahead = {"load": 0.0}
    now = time.perf_counter
    monkeypatch.setattr(time, "perf_counter", lambda: now() + sum(ahead.values()))

    def slow(name: str) -> Callable[..., object]:
        load = getattr(tables, name)

        def loaded(*players: int) -> object:
            ahead[name] = LOADING
            return load(*players)

        return loaded

    for name in ahead:
        monkeypatch.setattr(tables, name, slow(name))


LITTLE = Limits(max_seconds=500)


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("algorithm", ["auto", "ida"])
def test_solve(players: int, algorithm: str) -> None:
    solution = solve(random_deal(players, 1), limits=LITTLE, algorithm=algorithm)
    assert solution.proven and solution.seconds < LOADING


@pytest.mark.parametrize("players", [3, 5])
def test_many(players: int) -> None:
    deals = list(itertools.islice(random_deals(players, seed=1), 5))
    assert all(solution.seconds < LOADING / 5 for solution in solve_many(deals))


def test_many_one_by_one() -> None:
    deals = itertools.islice(random_deals(3, seed=1), 5)
    assert all(solution.proven for solution in solve_many(deals, limits=LITTLE))


def test_verify() -> None:
    result = verify(random_deal(3, 9, 2), [Swap.parse("C1-A2")], limits=LITTLE)
    assert result.decided


def test_analyse() -> None:
    found = analyse(random_deal(3, 1), limits=LITTLE, lines=True)
    assert found.decided and found.lines_known and found.seconds < LOADING


def test_costs() -> None:
    assert restriction_costs(random_deal(3, 1), limits=LITTLE).decided


def test_surveys() -> None:
    assert survey(3, 50).seconds < LOADING
    assert paired_survey(5, 5).seconds < LOADING
