"""Locks between processes. A process that waits for a lock prints a message."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import filelock

from _gamekit import progress

PATIENCE = 1.0
"""Seconds of waiting before the message is printed."""


@contextlib.contextmanager
def only_process(path: Path, doing: str) -> Iterator[None]:
    """Lock a file or folder for this process; other processes wait and print a message.

    Raises
    ------
    OSError
        The lock file cannot be created.
    """
    lock = filelock.FileLock(path.with_name(path.name + ".lock"))
    started = time.monotonic()
    try:
        lock.acquire(timeout=PATIENCE)
    except filelock.Timeout:
        progress.say(f"another process is {doing}; waiting for it (Ctrl-C stops) …")
        with progress.while_waiting(
            lambda: f"another process is {doing}; waited {time.monotonic() - started:.0f} s (Ctrl-C stops)"
        ):
            lock.acquire()
        progress.say(f"waited {time.monotonic() - started:.1f} s")
    try:
        yield
    finally:
        lock.release()
