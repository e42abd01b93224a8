"""Progress of long work: a protocol for callbacks, and the status that a person sees on the error output.

At a terminal the status is one line, which is written anew; elsewhere, in notebooks and files of logs, it is
a line every ten seconds. Work that calls a `Progress` has it shown by `status`; work that calls nothing, like
the compiler, by `while_waiting`. Who wants to read none of it says so:
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
"""Seconds of work before anything is shown at a terminal."""
FIRST, AGAIN = 1.0, 1.0
"""Seconds of waiting before the first word, and between two."""
LINE_SECONDS = 10.0
"""Seconds between two lines where the error output is no terminal."""


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
        """Take a short plain sentence for people, and numbers by their names for programs.

        Parameters
        ----------
        text : str
            Like "depth 5".
        **counts : int
            What the text tells and more, like `nodes`, `depth`, `tried` or `found`; which of them there are
            is said by the function that takes a `progress`.
        """


def silent(text: str, /, **counts: int) -> None:
    """Ignore the progress."""


_shown_by: Progress | None = None  # what shows a status just now, of work within the work too
_length = 0  # of the text that stands in the line of the terminal
_writing = threading.RLock()  # a signal may come while it is held


@contextlib.contextmanager
def shown_by(show: Progress) -> Iterator[None]:
    """Let this show the status while the block lasts, of work within the work too."""
    global _shown_by
    before, _shown_by = _shown_by, show
    try:
        yield
    finally:
        _shown_by = before


@contextlib.contextmanager
def status() -> Iterator[Progress]:
    """Give a function that shows a text in place of the one before; all is cleared in the end.

    Nothing is shown in the first half second. An empty text clears what is shown: before a line is printed,
    which would stand beside it.
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
    """Return a function that says a text if none was said for a while."""
    last = time.monotonic()

    def show(text: str, /, **counts: int) -> None:
        nonlocal last
        if text and time.monotonic() - last >= LINE_SECONDS:
            last = time.monotonic()
            say(text)

    return show


@contextlib.contextmanager
def while_waiting(text: Callable[[], str]) -> Iterator[None]:
    """Say every now and then what is being waited for, while the work in this block lasts."""
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
    """Say it again and again until it is over."""
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
    """Say something once: through the log where somebody reads it, otherwise on the error output."""
    if log.isEnabledFor(logging.INFO) and log.hasHandlers():
        log.info("%s", text)
    elif not _silenced() and sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            print(text, file=sys.stderr, flush=True)


def clear() -> None:
    """Clear what is shown: before the process ends where it stands, too."""
    _write("")
    if _shown_by is not None:
        _shown_by("")


def _silenced() -> bool:
    """Tell whether the user wants to read no such messages."""
    return log.level > logging.INFO


def _is_terminal() -> bool:
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except ValueError:  # it is closed
        return False


def _write(text: str, /, **counts: int) -> None:
    """Write a text in place of the one before, from the beginning of the line on, and go back there."""
    global _length
    with _writing, contextlib.suppress(OSError, ValueError):
        if _length == 0 and not text:
            return
        columns = shutil.get_terminal_size().columns - 1
        text = text if len(text) <= columns else text[: columns - 1] + "…"
        sys.stderr.write("\r" + text.ljust(_length) + "\r")
        sys.stderr.flush()
        _length = len(text)
