"""Searches by several threads: what is proven is as true as with one, and nobody is left behind."""

from __future__ import annotations

import json
import threading

import numpy as np
import pytest

from _gamekit.limits import Watch
from _gamekit.search import Stop, drive
from mabi_search import ArgumentError, Limits, Position, Rules, analyse, solve
from mabi_search.cli import main
from mabi_search.kernels.alphabeta import work as places
from mabi_search.search.alphabeta import AlphaBeta
from mabi_search.search.results import Line
from tests.mabi.samples import random_positions
from tests.nightly import nightly, slow

DEPTH = 7


def searched(one: AlphaBeta, depth: int) -> Line:
    """Return the best line of a search, deepened to a depth."""
    for _ in range(depth):
        one.begin_best()
        assert drive(one, Watch(Limits())) is Stop.DECIDED
    (best,) = one.lines
    return best


def at_depth(one: AlphaBeta, depth: int, limits: Limits | None = None) -> Stop:
    """Search at a depth, without those before."""
    one.walks[0].cursor[places.DEPTH] = depth - 1
    one.begin_best()
    return drive(one, Watch(limits or Limits()))


@pytest.mark.parametrize("threads", slow(3) + nightly(2))
def test_what_threads_prove_is_true(threads: int) -> None:
    proven = 0
    for position in random_positions(Rules(size="4x4"), seed=3204, count=20):
        found = analyse(position, limits=Limits(max_nodes=20_000), threads=threads)
        if found.proven:
            proven += 1
            assert found.outcome == solve(position).outcome, position
    assert proven > 10


def test_companions_search_beside_the_main_thread_and_stop_with_it() -> None:
    one = AlphaBeta(Position.start(), Limits(), {}, threads=3)
    searched(one, DEPTH)
    assert len(one.walks) == 3 and all(walk.nodes > 0 for walk in one.walks)
    assert threading.active_count() == 1
    assert one.nodes == sum(walk.nodes for walk in one.walks)


def test_companions_stop_when_the_search_is_stopped() -> None:
    asked = iter([False, True])
    one = AlphaBeta(Position.start(), Limits(), {}, threads=2)
    stop = at_depth(one, 20, Limits(stop=lambda: next(asked)))  # nobody comes to depth 20
    assert stop is Stop.INTERRUPT and threading.active_count() == 1


@pytest.mark.parametrize("nodes", [3, 20_000])
def test_threads_share_the_limit_of_nodes(nodes: int) -> None:
    """Each may finish the run that it searches when its share is used up."""
    threads, limits = 8, Limits(max_nodes=nodes)
    one = AlphaBeta(Position.start(), limits, {}, threads=threads)
    assert at_depth(one, 20, limits) is Stop.NODES
    assert nodes <= one.nodes <= nodes + threads * 125


def test_fewer_threads_search_where_no_more_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    start, left = threading.Thread.start, iter([True])

    def start_one(thread: threading.Thread) -> None:
        if not next(left, False):
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_one)
    one = AlphaBeta(Position.start(), Limits(), {}, threads=3)
    assert searched(one, 1)
    assert threading.active_count() == 1


def test_an_entry_that_is_half_overwritten_is_none() -> None:
    """As if another thread had written scores between the words of keys: no score may come from there."""
    fresh, torn = (AlphaBeta(Position.start(Rules(size="6x6")), Limits(), {}) for _ in range(2))
    expected = searched(fresh, DEPTH - 1)
    searched(torn, DEPTH - 1)
    contents = torn.memory.table["content"]
    contents[contents != 0] ^= np.uint64(1 << 47)  # a score far away, of the other sign
    assert at_depth(torn, DEPTH - 1) is Stop.DECIDED and torn.lines[0].score == expected.score


@pytest.mark.parametrize("threads", [0, 257, True, "2"])
def test_bad_numbers_of_threads(threads: int) -> None:
    with pytest.raises(ArgumentError, match=r"^threads must be a whole number( from 1 to 256)?, not "):
        analyse(Position.start(), depth=1, threads=threads)


def test_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "start", "--depth", "4", "--threads", "2", "--json"]) == 0
    *_, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert last["depth"] == 4
