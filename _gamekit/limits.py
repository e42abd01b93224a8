"""Limits of a search, and watches that check them between slices of work, for one search or many."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated

from _gamekit.checked import Between, checked_fields
from _gamekit.problems import check_kind

MIB = 1 << 20

DEFAULT_MEMORY = 4096 * MIB

MAX_WORKERS = 256
"""Largest number of worker processes."""
WorkerCount = Annotated[int, Between(1, MAX_WORKERS)]


@checked_fields
@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits at which a search stops undecided.

    Raises
    ------
    ArgumentError
        A limit is negative or not a number, or `stop` is not a function.
    """

    max_nodes: Annotated[int, Between(0)] | None = None
    """Most states expanded; the count is the same on every machine for the same question. None: no limit."""
    max_seconds: Annotated[float, Between(0)] | None = None
    """Most wall-clock seconds once kernels are loaded, checked between slices of about 20 ms. None: no
    limit."""
    max_memory: Annotated[int, Between(0)] = DEFAULT_MEMORY
    """Most bytes of search memory."""
    stop: Callable[[], bool] | None = None
    """A function called between slices; True stops the search, undecided, with `stopped_by` "interrupt"."""

    def after(self, seconds: float) -> Limits:
        """Return the limits of the remaining work after some seconds of it.

        Parameters
        ----------
        seconds : float
            Seconds of `max_seconds` already used.

        Returns
        -------
        Limits
            The same limits with fewer seconds, 0 at least.
        """
        if self.max_seconds is None:
            return self
        return replace(self, max_seconds=max(0.0, self.max_seconds - seconds))


def limited(limits: Limits | None, max_nodes: int | None = None) -> Limits:
    """Return the given limits, or the default ones."""
    if limits is None:
        return Limits(max_nodes=max_nodes)
    check_kind(limits, Limits)
    unlimited = limits.max_nodes is None and limits.max_seconds is None
    return replace(limits, max_nodes=max_nodes) if unlimited else limits


SLICE_SECONDS = 0.02
LONGEST_SLICE = 1 << 40
"""Largest slice in nodes; without it, slices would keep growing over many short searches under one watch."""


class Watch:
    """A watch of one search: it gives out slices of nodes and reports the limit that is reached."""

    def __init__(self, limits: Limits, first_slice: int = 2_000):
        self.limits = limits
        self.started = time.perf_counter()
        self.spent = 0
        """Nodes expanded by earlier searches for the same answer; they count for the limit."""
        self._slice = first_slice
        self._nodes = 0
        self._slice_started = self.started

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self.started

    def beside(self, spent: int) -> Watch:
        """Return a watch of another search for the same answer, after so many nodes of earlier searches."""
        watch = Watch(self.limits)
        watch.started, watch.spent = self.started, spent
        return watch

    def next_slice(self, nodes: int) -> int:
        """Return the number of nodes to expand in the next slice, 0 if the node limit is reached.

        The length adapts so that a slice takes about `SLICE_SECONDS`. A slice that a short search did not use
        up is ignored.
        """
        now = time.perf_counter()
        used, self._nodes = nodes - self._nodes, nodes
        if 2 * used >= self._slice:
            ratio = SLICE_SECONDS / max(now - self._slice_started, 1e-6)
            self._slice = min(int(self._slice * min(4.0, max(0.25, ratio))) + 1, LONGEST_SLICE)
        self._slice_started = now
        if self.limits.max_nodes is None:
            return self._slice
        return max(0, min(self._slice, self.limits.max_nodes - self.spent - nodes))

    def nodes_reached(self, nodes: int) -> bool:
        """Return whether as many nodes are expanded as the limit allows."""
        return self.limits.max_nodes is not None and self.spent + nodes >= self.limits.max_nodes

    def stopped_by(self, nodes: int) -> str | None:
        """Return the limit that is reached: "interrupt", "nodes", "seconds" or None."""
        if self.limits.stop is not None and self.limits.stop():
            return "interrupt"
        if self.nodes_reached(nodes):
            return "nodes"
        if self.limits.max_seconds is not None and self.seconds >= self.limits.max_seconds:
            return "seconds"
        return None


class SharedWatch:
    """A watch of many searches for one answer: they share the time limit.

    Nodes and memory are limits of each.

    Create it when tables are loaded: time counts from then on.
    """

    def __init__(self, limits: Limits | None = None):
        self.limits = Limits() if limits is None else limits
        self.each = replace(self.limits, max_seconds=None, stop=self.is_over)
        """The limits of each search."""
        self.nodes = 0
        """Number of states expanded."""
        self.stopped_by: str | None = None
        """The first limit that left something undecided; None if none did."""
        self._watch = Watch(replace(self.limits, max_nodes=None))
        self._over_by = "interrupt"

    @property
    def seconds(self) -> float:
        """Seconds since the first search began."""
        return self._watch.seconds

    def is_over(self) -> bool:
        """Return whether the time is up, or a stop was requested."""
        reached = self._watch.stopped_by(0)
        self._over_by = reached or self._over_by
        return reached is not None

    def count(self, nodes: int, stopped_by: str | None) -> None:
        """Add the nodes of a search, and note what stopped it.

        A stop by this watch looks like an interrupt.
        """
        self.nodes += nodes
        if self.stopped_by is None:
            self.stopped_by = self._over_by if stopped_by == "interrupt" else stopped_by
