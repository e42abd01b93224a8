"""Says on the error output how far long work is, where somebody can see it."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner

log = logging.getLogger(__name__)

PATIENCE = 0.5
"""Seconds of silence before anything is shown."""

LOG_SECONDS = 10.0
"""Seconds between two lines where the error output is no terminal."""

Show = Callable[[str], None]


@contextlib.contextmanager
def status(logged: bool = False) -> Iterator[Show]:
    """Give a function that shows a text in place of the one before; all is cleared in the end.

    Nothing is shown in the first half second. An empty text clears what is shown: before a line is printed,
    which would stand beside it. Where the error output is no terminal nothing is shown; with `logged` a text
    is logged there every ten seconds, for work that may last for hours.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _logging() if logged else lambda text: None
        return
    started = time.monotonic()
    spinner = Spinner("dots")
    live: Live | None = None

    def show(text: str) -> None:
        nonlocal live
        if text and (live or time.monotonic() - started >= PATIENCE):
            spinner.update(text=text)
            live = live or _shown(spinner, console)
        elif live and not text:
            live.stop()
            live = None  # the same one would clear what is printed next

    try:
        yield show
    finally:
        show("")


def _shown(spinner: Spinner, console: Console) -> Live:
    """Show a spinner from now on."""
    # without these two, all that is printed meanwhile would come out on the error output
    live = Live(spinner, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
    live.start()
    return live


def _logging() -> Show:
    """Return a function that logs a text if none was logged for a while."""
    last = time.monotonic()

    def show(text: str) -> None:
        nonlocal last
        if text and time.monotonic() - last >= LOG_SECONDS:
            last = time.monotonic()
            log.info("%s", text)

    return show
