"""What building kernels costs those who wait for it; light, since every search asks."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

_seconds = 0.0  # in which this process has waited for libraries
_reported = 0.0  # of these, those that some answer has told already


class NoCompilerError(ImportError):
    """A kernel has no library here, and none can be built; the message says what is missing."""


def why_not(error: Exception) -> str:
    """Return what to say of an error of numba, in one sentence."""
    what = f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}".removesuffix(": ")
    return f"a kernel is not compiled for this machine, and numba, which compiles it, fails: {what}"


def seconds() -> float:
    """Return the seconds in which this process has waited for libraries to be built."""
    return _seconds


@contextlib.contextmanager
def counted() -> Iterator[None]:
    """Count the time of this block as building."""
    global _seconds
    started = time.perf_counter()
    try:
        yield
    finally:
        _seconds += time.perf_counter() - started


class Spent:
    """The seconds of building that one question pays for: all that no answer before it has told."""

    def __init__(self) -> None:
        self._before = _reported

    @property
    def seconds(self) -> float:
        """Seconds until now; they are told herewith."""
        global _reported
        _reported = _seconds
        return _seconds - self._before
