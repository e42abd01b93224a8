"""One clock for work that consists of many searches."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import replace

from _gamekit.limits import Limits


class Clock:
    """Counts time and nodes of many searches for one answer, and notes the first limit that stopped one."""

    def __init__(self, limits: Limits | None = None):
        self.limits = Limits() if limits is None else limits
        self.each = replace(self.limits, max_seconds=None, stop=self.is_over)
        """The limits of each search: nodes and memory are for one search, time is for all together."""
        self.nodes = 0
        """States expanded."""
        self.stopped_by: str | None = None
        """The first limit that left something undecided; None if none did."""
        self._spent = 0.0
        self._since: float | None = None
        self._over_by = "interrupt"

    @property
    def seconds(self) -> float:
        """Seconds that the work took so far."""
        return self._spent + (0.0 if self._since is None else time.perf_counter() - self._since)

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Run the clock; kernels and tables should be loaded already."""
        if self._since is not None:
            yield
            return
        self._since = time.perf_counter()
        try:
            yield
        finally:
            self._spent, self._since = self.seconds, None

    def is_over(self) -> bool:
        """Tell whether the time is up, or a stop was requested."""
        if self.limits.stop is not None and self.limits.stop():
            self._over_by = "interrupt"
            return True
        if self.limits.max_seconds is not None and self.seconds >= self.limits.max_seconds:
            self._over_by = "seconds"
            return True
        return False

    def count(self, nodes: int, stopped_by: str | None) -> None:
        """Add the nodes of a search, and note what stopped it; a search sees this clock as an interrupt."""
        self.nodes += nodes
        if self.stopped_by is None:
            self.stopped_by = self._over_by if stopped_by == "interrupt" else stopped_by
