"""Progress messages for work that has no callback, like the compiler.

From a second on: one line of a terminal that is written anew every second; elsewhere, in notebooks and files
of logs, a line at first and one every ten seconds. All of it goes to the error output. Who wants to read
nothing of it says so: ``logging.getLogger("narabi_mabi").setLevel(logging.WARNING)``.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import sys
import threading
from collections.abc import Callable, Iterator

from _gamekit import progress

log = logging.getLogger("narabi_mabi")

FIRST, AGAIN, NEXT_LINE = 1.0, 1.0, 10.0
"""Seconds before the first word, before a line is written anew, and between two lines."""

_shown = 0  # the length of the text that stands in the line of the terminal
_writing = threading.RLock()  # a signal may come while it is held


def say(text: str) -> None:
    """Say something once: through the log where somebody reads it, otherwise on the error output."""
    if log.isEnabledFor(logging.INFO) and log.hasHandlers():
        log.info("%s", text)
    elif not _silenced() and sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            print(text, file=sys.stderr, flush=True)  # noqa: T201


@contextlib.contextmanager
def told(text: Callable[[], str]) -> Iterator[None]:
    """Say every now and then what is being waited for, while the work in this block lasts.

    Parameters
    ----------
    text
        Returns what to say; called in another thread.
    """
    over = threading.Event()
    teller = threading.Thread(target=_tell, args=(text, over), daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()
        clear()


def clear() -> None:
    """Clear the line of the terminal: before the process ends where it stands, too."""
    _write("")
    if (other := progress.at_present()) is not None:
        other("")


def _tell(text: Callable[[], str], over: threading.Event) -> None:
    """Say it again and again until it is over."""
    if over.wait(FIRST) or _silenced():
        return
    other = progress.at_present()
    if other is None and not _is_terminal():
        say(text())
        while not over.wait(NEXT_LINE):
            say(text())
        return
    write = _write if other is None else other
    write(text())
    while not over.wait(AGAIN):
        write(text())


def _silenced() -> bool:
    """Tell whether the user wants to read no such messages."""
    return log.level > logging.INFO


def _is_terminal() -> bool:
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except ValueError:  # it is closed
        return False


def _write(text: str) -> None:
    """Write a text in place of the one before, from the beginning of the line on, and go back there."""
    global _shown
    with _writing, contextlib.suppress(OSError, ValueError):
        if _shown == 0 and not text:
            return
        text = text[: shutil.get_terminal_size().columns - 1]
        sys.stderr.write("\r" + text.ljust(_shown) + "\r")
        sys.stderr.flush()
        _shown = len(text)
