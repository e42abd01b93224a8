"""One clock for work that takes many searches."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import replace

from _gamekit.limits import Limits


class Clock:
    """Watches many searches for one answer, some of which may come later: between them it stands still."""

    def __init__(self, limits: Limits | None = None):
        self.limits = Limits() if limits is None else limits
        self.each = replace(self.limits, max_seconds=None, stop=self.is_over)
        """The limits of each of the searches: nodes and memory are theirs, time is everybody's."""
        self._spent = 0.0
        self._since: float | None = None

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
            return True
        return self.limits.max_seconds is not None and self.seconds >= self.limits.max_seconds
