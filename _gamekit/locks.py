"""Locks between processes; a process that has to wait says so."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Iterator
from pathlib import Path

import filelock

log = logging.getLogger("narabi_mabi")

PATIENCE = 1.0
"""Seconds of waiting before a message."""


@contextlib.contextmanager
def only_process(path: Path, doing: str) -> Iterator[None]:
    """Lock a file or folder for this process; other processes wait, and say so.

    Parameters
    ----------
    path
        The file or folder; the lock is a file beside it, its name with ``.lock`` added.
    doing
        What the process that holds the lock is doing, like "compiling the kernels".

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
        log.info("another process is %s; waiting for it (Ctrl-C stops) …", doing)
        lock.acquire()
        log.info("waited %.1f s", time.monotonic() - started)
    try:
        yield
    finally:
        lock.release()
