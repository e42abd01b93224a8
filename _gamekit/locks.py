"""Locks between processes, and a word about whoever has to wait."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Iterator
from pathlib import Path

import filelock

log = logging.getLogger("narabi_mabi")

PATIENCE = 1.0
"""Seconds of waiting before it is said."""


@contextlib.contextmanager
def only_process(path: Path, doing: str) -> Iterator[None]:
    """Let one process at a time do something with a file or folder; the others wait, and say so.

    Parameters
    ----------
    path
        What is worked on; the lock is a file beside it, with ``.lock`` after its whole name.
    doing
        What the process that has the lock does: "compiling the kernels", say.

    Raises
    ------
    OSError
        The lock cannot be made.
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
