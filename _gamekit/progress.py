"""Progress of long work: a protocol for callbacks, and a status line on the error output."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.spinner import Spinner

# Rich is imported where something is shown: searches only name `Progress`, and should not wait for it.
# ruff: noqa: PLC0415

log = logging.getLogger(__name__)

PATIENCE = 0.5
"""Seconds of silence before anything is shown."""

LOG_SECONDS = 10.0
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


_at_present: Progress | None = None


def at_present() -> Progress | None:
    """Return what shows a status at the terminal just now, for work within the work; None if nothing does."""
    return _at_present


@contextlib.contextmanager
def shown_by(show: Progress) -> Iterator[None]:
    """Let this show the status while the block lasts, of work within the work too."""
    global _at_present
    before, _at_present = _at_present, show
    try:
        yield
    finally:
        _at_present = before


@contextlib.contextmanager
def status() -> Iterator[Progress]:
    """Give a function that shows a text in place of the one before; all is cleared in the end.

    Nothing is shown in the first half second. An empty text clears what is shown: before a line is printed,
    which would stand beside it. Where the error output is no terminal, a text is logged there every ten
    seconds.
    """
    from rich.console import Console
    from rich.spinner import Spinner

    console = Console(stderr=True)
    if not console.is_terminal:
        yield _logging()
        return
    started = time.monotonic()
    spinner = Spinner("dots")
    live: Live | None = None

    def show(text: str, /, **counts: int) -> None:
        nonlocal live
        if text and (live or time.monotonic() - started >= PATIENCE):
            spinner.update(text=text)
            live = live or _shown(spinner, console)
        elif live and not text:
            live.stop()
            live = None  # the same one would clear what is printed next

    try:
        with shown_by(show):
            yield show
    finally:
        show("")


def _shown(spinner: Spinner, console: Console) -> Live:
    """Show a spinner from now on."""
    from rich.live import Live

    # without these two, all that is printed meanwhile would come out on the error output
    live = Live(spinner, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
    live.start()
    return live


def _logging() -> Progress:
    """Return a function that logs a text if none was logged for a while."""
    last = time.monotonic()

    def show(text: str, /, **counts: int) -> None:
        nonlocal last
        if text and time.monotonic() - last >= LOG_SECONDS:
            last = time.monotonic()
            log.info("%s", text)

    return show
