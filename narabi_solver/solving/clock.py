"""One clock for work that takes many searches."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import replace

from _gamekit.limits import Limits


class Clock:
    """Watches many searches for one answer: what they took together, and what stopped one of them."""

    def __init__(self, limits: Limits | None = None):
        self.limits = Limits() if limits is None else limits
        self.each = replace(self.limits, max_seconds=None, stop=self.is_over)
        """The limits of each of the searches: nodes and memory are theirs, time is everybody's."""
        self.nodes = 0
        """States expanded."""
        self.stopped_by: str | None = None
        """The limit that left the first of what is undecided so."""
        self._spent = 0.0
        self._since: float | None = None
        self._over_by = "interrupt"

    @property
    def seconds(self) -> float:
        """Seconds that the work took so far."""
        return self._spent + (0.0 if self._since is None else time.perf_counter() - self._since)

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Let the clock run; what work needs, kernels and tables, was loaded before."""
        if self._since is not None:
            yield
            return
        self._since = time.perf_counter()
        try:
            yield
        finally:
            self._spent, self._since = self.seconds, None

    def is_over(self) -> bool:
        """Tell whether the time is over, or somebody asked to stop."""
        if self.limits.stop is not None and self.limits.stop():
            self._over_by = "interrupt"
            return True
        if self.limits.max_seconds is not None and self.seconds >= self.limits.max_seconds:
            self._over_by = "seconds"
            return True
        return False

    def count(self, nodes: int, stopped_by: str | None) -> None:
        """Count what a search took, and enter what stopped it; to the search, the clock is an interrupt."""
        self.nodes += nodes
        if self.stopped_by is None:
            self.stopped_by = self._over_by if stopped_by == "interrupt" else stopped_by
