"""Searches are driven to their ends and to their limits, alone and in turns."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import pytest

from _gamekit.limits import Limits, Watch
from _gamekit.search import Status, Stop, Turns, drive


class Counting:
    """A search that ends with a status after `last` nodes; its memory is enough for `memory` of them.

    Its last `tests` slices need no nodes. `slices` has the nodes of each.
    """

    def __init__(
        self,
        last: int,
        end: Status = Status.DECIDED,
        memory: int = 1 << 40,
        most: int = 1 << 40,
        tests: int = 0,
    ):
        self.last, self.end, self.memory, self.most, self.tests = last, end, memory, most, tests
        self.nodes = 0
        self.slices: list[int] = []

    def advance(self, quota: int) -> Status:
        """Count, at most to the end and to what memory allows."""
        made = min(quota, self.last - self.nodes, self.memory - self.nodes)
        self.nodes += made
        self.slices.append(made)
        if self.nodes == self.last:
            self.tests -= 1
            return self.end if self.tests < 0 else Status.FINISHING
        return Status.FULL if self.nodes == self.memory else Status.RUNNING

    def grow(self) -> bool:
        """Double the memory."""
        self.memory *= 2
        return self.memory <= self.most


def driven(search: Counting, limits: Limits, until: int | None = None) -> tuple[Stop, int]:
    return drive(search, Watch(limits), until=until), search.nodes


@pytest.mark.parametrize("tests", [0, 5])
def test_a_limit_of_nodes_is_exact(tests: int) -> None:
    """And it allows a search that needs exactly as many; what needs no nodes is still finished."""
    for most in range(300):
        found = driven(Counting(200, memory=3, tests=tests), Limits(max_nodes=most))
        assert found == ((Stop.NODES, most) if most < 200 else (Stop.DECIDED, 200))


def test_each_end_has_its_name() -> None:
    decided = [(end, driven(Counting(9, end), Limits())[0]) for end in (Status.DECIDED, Status.EXHAUSTED)]
    assert decided == [(Status.DECIDED, Stop.DECIDED), (Status.EXHAUSTED, Stop.EXHAUSTED)]
    assert driven(Counting(9), Limits(), until=5) == (Stop.TURN, 5)
    assert driven(Counting(9), Limits(), until=0) == (Stop.TURN, 0)
    assert driven(Counting(900, memory=100, most=350), Limits()) == (Stop.MEMORY, 200)
    assert driven(Counting(1 << 40), Limits(max_seconds=0)) == (Stop.SECONDS, 2_000)
    assert driven(Counting(1 << 40), Limits(stop=lambda: True)) == (Stop.INTERRUPT, 2_000)
    assert driven(Counting(1_000), Limits(max_seconds=0, stop=lambda: True)) == (Stop.DECIDED, 1_000)
    assert [stop.limit for stop in Stop] == [None] * 3 + ["nodes", "seconds", "memory", "interrupt"]


def test_a_search_goes_on_where_it_stopped() -> None:
    for pause in range(1, 60, 7):
        search, watch = Counting(50, memory=4), Watch(Limits(max_nodes=45))
        stops = [drive(search, watch, until=until) for until in (*range(pause, 45, pause), None)]
        assert stops == [Stop.TURN] * (len(stops) - 1) + [Stop.NODES] and search.nodes == 45
        assert drive(search, Watch(Limits())) is Stop.DECIDED


def test_progress_is_told_after_each_slice_but_the_last() -> None:
    search, told = Counting(1 << 40), list[int]()
    asked = itertools.count()
    watch = Watch(Limits(stop=lambda: next(asked) == 3), first_slice=1)
    assert drive(search, watch, lambda: told.append(search.nodes)) is Stop.INTERRUPT
    assert told == list(itertools.accumulate(search.slices))[:-1] and len(told) == 3


def turns_of(searches: list[Counting], shares: Sequence[float], first: int = 8) -> Turns:
    return Turns(list(zip(searches, shares, strict=True)), first)


def test_turns_have_their_shares_and_double() -> None:
    searches = [Counting(1 << 30), Counting(1 << 30), Counting(1 << 30)]
    turns = turns_of(searches, [1, 0.25, 0.5])
    assert drive(turns, Watch(Limits(max_nodes=14))) is Stop.NODES
    assert [search.nodes for search in searches] == [8, 2, 4]
    assert drive(turns, Watch(Limits(max_nodes=35))) is Stop.NODES
    assert [search.nodes for search in searches] == [32 - 9, 4, 8]
    for most in range(36, 400):
        assert drive(turns, Watch(Limits(max_nodes=most))) is Stop.NODES
        assert sum(search.nodes for search in searches) == turns.nodes == most


@pytest.mark.parametrize("decides", [0, 1, 2])
def test_the_first_that_decides_ends_all(decides: int) -> None:
    searches = [Counting(100 if i == decides else 1 << 30) for i in range(3)]
    assert drive(turns_of(searches, [1, 0.5, 1]), Watch(Limits())) is Stop.DECIDED
    assert [search.nodes == 100 for search in searches] == [i == decides for i in range(3)]


def test_all_are_exhausted_if_each_is() -> None:
    for ends, memory, expected in (
        ([Status.EXHAUSTED] * 2, 1 << 40, Stop.EXHAUSTED),
        ([Status.EXHAUSTED, Status.DECIDED], 16, Stop.MEMORY),
    ):
        searches = [Counting(last, end, memory, memory) for last, end in zip((50, 90), ends, strict=True)]
        turns = turns_of(searches, [1, 1 / 3])
        for _ in range(2):  # also if they are driven again
            assert drive(turns, Watch(Limits())) is expected
    searches = [Counting(20, memory=1, most=64), Counting(5, Status.EXHAUSTED)]
    assert drive(turns_of(searches, [1, 1]), Watch(Limits())) is Stop.DECIDED  # memory grew within the turns


class Waiting(Counting):
    """A search that has work only after another one has told it."""

    def __init__(self, told: Callable[[], bool]):
        super().__init__(40)
        self.told = told

    def advance(self, quota: int) -> Status:
        """Advance unless there is nothing to do yet."""
        return super().advance(quota) if self.told() else Status.EXHAUSTED


def test_who_is_exhausted_is_asked_again_while_another_goes_on() -> None:
    first = Counting(1 << 30)
    waiting = Waiting(lambda: first.nodes > 60)
    assert drive(turns_of([first, waiting], [1, 1]), Watch(Limits())) is Stop.DECIDED
    assert (first.nodes, waiting.nodes) == (64, 40)
