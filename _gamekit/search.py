"""Drives searches in slices, until they end or a limit stops them; several searches can take turns.

A search has no loop over slices, no clock, and no limits of nodes or seconds. `drive` has them.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import Protocol

from _gamekit.limits import Watch


class Status(enum.Enum):
    """The state of a search after a slice of work."""

    RUNNING = enum.auto()
    """The search needs further nodes."""
    FINISHING = enum.auto()
    """The search goes on, even with a quota of 0."""
    DECIDED = enum.auto()
    """The question is answered."""
    EXHAUSTED = enum.auto()
    """The search has nothing left to try, and has no answer."""
    FULL = enum.auto()
    """There is no memory for more nodes; see `Search.grow`."""


class Stop(enum.StrEnum):
    """Why `drive` has returned."""

    DECIDED = enum.auto()
    EXHAUSTED = enum.auto()
    TURN = enum.auto()
    """The search has as many nodes as it was driven for."""
    NODES = enum.auto()
    SECONDS = enum.auto()
    MEMORY = enum.auto()
    INTERRUPT = enum.auto()

    @property
    def limit(self) -> str | None:
        """The limit that stopped the search; None if no limit did."""
        return None if self in (Stop.DECIDED, Stop.EXHAUSTED, Stop.TURN) else self.value


class Search(Protocol):
    """A search for the answer to one question. It may know more than the answer; `drive` asks for no more."""

    @property
    def nodes(self) -> int:
        """Number of nodes expanded so far: what counts towards a limit."""
        ...

    def advance(self, quota: int) -> Status:
        """Expand at most `quota` nodes; with a quota of 0, only conclude what follows from those before."""
        ...

    def grow(self) -> bool:
        """Provide more memory for a search that is full; return False if its limit does not allow it."""
        ...


class FixedMemory:
    """A base of searches whose memory is allocated at the start."""

    def grow(self) -> bool:
        """Return False: the memory cannot grow."""
        return False


def drive(
    search: Search, watch: Watch, progress: Callable[[], None] | None = None, until: int | None = None
) -> Stop:
    """Advance a search until it ends, a limit of the watch is reached, or it has `until` nodes.

    `progress` is called after each slice but the last. The search can be driven again from where it stopped.
    """
    while until is None or search.nodes < until:
        quota = watch.next_slice(search.nodes)
        status = search.advance(quota if until is None else min(quota, until - search.nodes))
        if status is Status.DECIDED:
            return Stop.DECIDED
        if status is Status.EXHAUSTED:
            return Stop.EXHAUSTED
        reached = watch.stopped_by(search.nodes)
        if reached is not None and not (status is Status.FINISHING and reached == Stop.NODES):
            return Stop(reached)
        if status is Status.FULL and not search.grow():
            return Stop.MEMORY
        if progress is not None:
            progress()
    return Stop.TURN


class Turns(FixedMemory):
    """Several searches for one answer, which take turns; they are one search.

    In each round, each search goes on until it has `share` times the nodes of the round. The first search
    that decides ends all. If in one round every search is exhausted or full, all of them are.

    Parameters
    ----------
    searches
        The searches with their shares, in the order of their turns. A search whose `advance` proves something
        calls a method of the searches that can use it. A search that is exhausted is therefore asked again in
        the next round.
    first, factor
        Nodes of the first round, and how many times as many each further round has.
    """

    def __init__(self, searches: Sequence[tuple[Search, float]], first: int, factor: int = 2):
        self.searches, self.round, self.factor = searches, first, factor
        self._turn = 0
        self._idle: list[Status] = []

    @property
    def nodes(self) -> int:
        """Number of nodes of all searches together."""
        return sum(search.nodes for search, _ in self.searches)

    def advance(self, quota: int) -> Status:
        """Advance the search whose turn it is, or the next one that has work."""
        while True:
            search, share = self.searches[self._turn]
            left = int(self.round * share) - search.nodes
            if left > 0:
                status = search.advance(min(quota, left))
                if status is Status.FULL and search.grow():
                    return Status.FINISHING
                if status in (Status.RUNNING, Status.FINISHING, Status.DECIDED):
                    return status
                self._idle.append(status)
            self._turn += 1
            if self._turn == len(self.searches):
                idle, self._idle, self._turn = self._idle, [], 0
                if len(idle) == len(self.searches):
                    return Status.FULL if Status.FULL in idle else Status.EXHAUSTED
                self.round *= self.factor
