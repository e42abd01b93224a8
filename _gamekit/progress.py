"""Progress of long work: a protocol for callbacks, and a status line on the error output.

At a terminal the status is one line that is overwritten. In notebooks and log files, a new line is printed
every ten seconds. `status` shows the progress of work that calls a `Progress`. `while_waiting` shows that
work without callbacks, like compiling, is running. To turn off all messages, use
``logging.getLogger("narabi_mabi").setLevel(logging.WARNING)``.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Protocol

log = logging.getLogger("narabi_mabi")

PATIENCE = 0.5
"""Seconds of work before the status first appears at a terminal."""
FIRST, AGAIN = 1.0, 1.0
"""Seconds of waiting before the first message, and between later messages."""
LINE_SECONDS = 10.0
"""Seconds between two lines if the error output is not a terminal."""


class Progress(Protocol):
    """A callback for the progress of long work, called several times a second.

    Examples
    --------
    >>> def progress(text: str, /, **counts: int) -> None:
    ...     print(text, counts)
    >>> progress("3 of 10 deals tried", tried=3, found=1)
    3 of 10 deals tried {'tried': 3, 'found': 1}
    """

    def __call__(self, text: str, /, **counts: int) -> None:
        """Report progress as a short text for display, and as named numbers for programs.

        Parameters
        ----------
        text : str
            The text to display, like "depth 5".
        **counts : int
            The numbers in the text, and possibly others, by names like `nodes`, `depth`, `tried` or `found`.
            Each function with a parameter `progress` documents its names.
        """


def silent(text: str, /, **counts: int) -> None:
    """Ignore a progress report."""


def stoppable(show: Progress, about: str = "") -> Progress:
    """Return a callback that shows progress with the hint that Ctrl-C stops the work; `about` comes first."""

    def progress(text: str, /, **counts: int) -> None:
        show(f"{about}{text} (Ctrl-C stops)")

    return progress


_shown_by: Progress | None = None  # the function that shows the status, also of nested work
_length = 0  # of the text now in the status line of the terminal
_writing = threading.RLock()  # reentrant: a signal handler may write too


@contextlib.contextmanager
def shown_by(show: Progress) -> Iterator[None]:
    """Use a function to show the status within the block, including the status of nested work."""
    global _shown_by
    before, _shown_by = _shown_by, show
    try:
        yield
    finally:
        _shown_by = before


@contextlib.contextmanager
def status() -> Iterator[Progress]:
    """Provide a function that replaces the status text; the status is cleared at the end of the block.

    Nothing is shown in the first half second. An empty text clears the status. Clear it before printing.
    """
    if not _is_terminal():
        yield _now_and_then()
        return
    started = time.monotonic()

    def show(text: str, /, **counts: int) -> None:
        if not text or _length or time.monotonic() - started >= PATIENCE:
            _write(text)

    with shown_by(show):
        try:
            yield show
        finally:
            show("")


def _now_and_then() -> Progress:
    """Return a function that prints a text if none was printed in the last `LINE_SECONDS`."""
    last = time.monotonic()

    def show(text: str, /, **counts: int) -> None:
        nonlocal last
        if text and time.monotonic() - last >= LINE_SECONDS:
            last = time.monotonic()
            say(text)

    return show


@contextlib.contextmanager
def while_waiting(text: Callable[[], str]) -> Iterator[None]:
    """Repeatedly show, within the block, the text that says what the program is waiting for."""
    over = threading.Event()
    teller = threading.Thread(target=_tell, args=(text, over), daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()
        clear()


def _tell(text: Callable[[], str], over: threading.Event) -> None:
    """Show a message repeatedly until `over` is set."""
    if over.wait(FIRST) or _silenced():
        return
    if _shown_by is not None:
        show, pause = _shown_by, AGAIN
    elif _is_terminal():
        show, pause = _write, AGAIN
    else:
        show, pause = say, LINE_SECONDS
    show(text())
    while not over.wait(pause):
        show(text())


def say(text: str, /, **counts: int) -> None:
    """Print a message once: to the log if it has a handler, otherwise on the error output."""
    if log.isEnabledFor(logging.INFO) and log.hasHandlers():
        log.info("%s", text)
    elif not _silenced() and sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            print(text, file=sys.stderr, flush=True)


def clear() -> None:
    """Clear the status."""
    _write("")
    if _shown_by is not None:
        _shown_by("")


def _silenced() -> bool:
    """Return whether the user has turned off messages."""
    return log.level > logging.INFO


def _is_terminal() -> bool:
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except ValueError:  # the stream is closed
        return False


def _write(text: str, /, **counts: int) -> None:
    """Replace the text of the status line, and move the cursor to the beginning of the line."""
    global _length
    with _writing, contextlib.suppress(OSError, ValueError):
        if _length == 0 and not text:
            return
        columns = shutil.get_terminal_size().columns - 1
        text = text if len(text) <= columns else text[: columns - 1] + "…"
        sys.stderr.write("\r" + text.ljust(_length) + "\r")
        sys.stderr.flush()
        _length = len(text)
