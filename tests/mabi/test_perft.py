"""Perft numbers of a table, found by the kernel in bulk, leaf by leaf, and by the plain rules."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.mabi_cases import Case, load, visited
from mabi_search import Limits, Position, divide, perft
from mabi_search.game import rules
from tests.nightly import slow, thinned

CASES = load()
KERNEL_TESTS = str(Path(__file__).with_name("test_kernels.py"))
VISITED, PLAIN = 600, 250
"""Leaves that are counted each way at most."""


@pytest.mark.parametrize("bulk", [200_000, *slow(25_000_000)])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_numbers_of_the_table(case: Case, bulk: int) -> None:
    position = case.position
    for depth, leaves in enumerate(case.counts, 1):
        if leaves <= bulk:
            assert perft(position, depth).nodes == leaves, split(position, depth)
        if leaves <= PLAIN:
            assert rules.perft(position.state, depth, position.rules) == leaves


def split(position: Position, depth: int) -> str:
    """Return the numbers of each first move, for the eye."""
    return f"{position}\n" + "\n".join(f"{move} {part.nodes}" for move, part in divide(position, depth))


@pytest.mark.parametrize("case", thinned(4, CASES), ids=lambda case: case.name)
def test_every_leaf_visited(case: Case) -> None:
    """Without bulk: the kernel looks at repetition move by move where one ply is left."""
    for depth, leaves in enumerate(case.counts, 1):
        if leaves <= VISITED:
            assert visited(case.position, depth) == leaves


def test_the_start_five_plies_deep() -> None:
    assert perft(Position.start(), 5).nodes == 91_093_040


def test_past_and_no_past_differ() -> None:
    """The earlier play of these cases forbids moves, or they would prove nothing."""
    past = [case for case in CASES if case.name.startswith("past")]
    assert len(past) == 16
    for case in past:
        free = case.rules.__class__(**{**vars(case.rules), "repetition": "off"})
        assert perft(Position.parse(case.text, free), 3).nodes != case.counts[2]


def test_limits() -> None:
    position = Position.start()
    assert perft(position, 5, limits=Limits(max_nodes=10)).stopped_by == "nodes"
    assert perft(position, 9, limits=Limits(max_seconds=0.01)).stopped_by == "seconds"
    assert perft(position, 3, limits=Limits(max_nodes=10**9)).nodes == 50_086


@pytest.mark.slow
@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="this is the test that disables it")
def test_interpreted() -> None:
    """Some of the kernels' tests once more without the compiler: bounds are checked."""
    chosen = "symmetric or (deep_perft and 2x2)"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", chosen, KERNEL_TESTS],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
