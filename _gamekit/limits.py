"""Limits of searches, and watches that check the limits.

A search works in slices of about 20 ms. The limits are checked after each slice.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, SupportsFloat, SupportsIndex

from _gamekit.checks import Between, checked_fields
from _gamekit.problems import check_kind

MIB = 1 << 20

DEFAULT_MEMORY = 4096 * MIB

MAX_WORKERS = 256
"""Largest number of worker processes."""
WorkerCount = Annotated[SupportsIndex, Between(1, MAX_WORKERS)]


@checked_fields
@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits at which a search stops without a decision.

    Raises
    ------
    ArgumentError
        A limit is negative or not a number, or `stop` is not a function.
    """

    max_nodes: Annotated[int, Between(0)] | None = None
    """Largest number of states to expand; None for no limit. Its effect does not depend on the machine."""
    max_seconds: Annotated[float, Between(0)] | None = None
    """Largest number of wall-clock seconds, counted after kernels are loaded and checked about every 20 ms;
    None for no limit."""
    max_memory: Annotated[int, Between(0)] = DEFAULT_MEMORY
    """Largest number of bytes that the search may allocate."""
    stop: Callable[[], bool] | None = None
    """A function called about every 20 ms. If it returns True, the search stops without a decision, and the
    result has "interrupt" in `stopped_by`."""

    if TYPE_CHECKING:  # numpy's numbers are taken too

        def __init__(
            self,
            *,
            max_nodes: SupportsIndex | None = None,
            max_seconds: SupportsFloat | None = None,
            max_memory: SupportsIndex = DEFAULT_MEMORY,
            stop: Callable[[], bool] | None = None,
        ) -> None: ...

    def after(self, seconds: float) -> Limits:
        """Return the limits for the remaining work after some seconds.

        Parameters
        ----------
        seconds : float
            Number of seconds already used.

        Returns
        -------
        Limits
            The same limits with `max_seconds` reduced, to 0 at least.
        """
        if self.max_seconds is None:
            return self
        return replace(self, max_seconds=max(0.0, self.max_seconds - seconds))


def limited(limits: Limits | None, max_nodes: int | None = None) -> Limits:
    """Return the limits; if they limit neither nodes nor seconds, `max_nodes` becomes the node limit."""
    if limits is None:
        return Limits(max_nodes=max_nodes)
    check_kind(limits, Limits)
    unlimited = limits.max_nodes is None and limits.max_seconds is None
    return replace(limits, max_nodes=max_nodes) if unlimited else limits


SLICE_SECONDS = 0.02
LONGEST_SLICE = 1 << 40
"""Largest slice in nodes. Without it, the slices of many short searches with one watch would keep growing."""


class Watch:
    """A watch of one search: it sets the size of each slice of work, and checks the limits."""

    def __init__(self, limits: Limits, first_slice: int = 2_000):
        self.limits = limits
        self.started = time.perf_counter()
        self.spent = 0
        """Number of nodes expanded by earlier searches for the same answer, which count towards the limit."""
        self._slice = first_slice
        self._nodes = 0
        self._slice_started = self.started

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self.started

    def beside(self, spent: int) -> Watch:
        """Return a watch of a further search for the same answer; earlier searches expanded `spent` nodes."""
        watch = Watch(self.limits)
        watch.started, watch.spent = self.started, spent
        return watch

    def next_slice(self, nodes: int) -> int:
        """Return the number of nodes to expand in the next slice; 0 if the node limit has been reached.

        `nodes` is the number expanded so far. The size adapts so that a slice takes about `SLICE_SECONDS`.
        The adaptation ignores a slice of which less than half was used.
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
        """Return whether the node limit has been reached."""
        return self.limits.max_nodes is not None and self.spent + nodes >= self.limits.max_nodes

    def stopped_by(self, nodes: int) -> str | None:
        """Return the limit that has been reached: "interrupt", "nodes" or "seconds"; None if none has."""
        if self.limits.stop is not None and self.limits.stop():
            return "interrupt"
        if self.nodes_reached(nodes):
            return "nodes"
        if self.limits.max_seconds is not None and self.seconds >= self.limits.max_seconds:
            return "seconds"
        return None


class SharedWatch:
    """A watch of several searches for one answer, which share the time limit.

    The limits of nodes and memory apply to each search. The time begins when the watch is created, so create
    it after tables are loaded.
    """

    def __init__(self, limits: Limits | None = None):
        self.limits = Limits() if limits is None else limits
        self.nodes = 0
        """Total number of states expanded."""
        self.stopped_by: str | None = None
        """The first limit that stopped a search; None if no search was stopped."""
        self._watch = Watch(replace(self.limits, max_nodes=None))

    @property
    def seconds(self) -> float:
        """Seconds since the watch was created."""
        return self._watch.seconds

    def reached(self) -> str | None:
        """Return "seconds" or "interrupt" if the time is up or a stop was requested; else None."""
        return self._watch.stopped_by(0)

    def alone(self, spent: int) -> Watch:
        """Return the watch of one search; earlier searches for the same answer expanded `spent` nodes."""
        watch = Watch(self.limits)
        watch.started, watch.spent = self._watch.started, spent
        return watch

    def together(self, first_slice: int) -> Watch:
        """Return the watch of searches that run side by side and limit their nodes themselves."""
        watch = Watch(self._watch.limits, first_slice)
        watch.started = self._watch.started
        return watch

    def count(self, nodes: int, stopped_by: str | None) -> None:
        """Add the nodes of a finished search, and record the limit that stopped it, if any."""
        self.nodes += nodes
        if self.stopped_by is None:
            self.stopped_by = stopped_by
