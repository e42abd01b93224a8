"""Says on the error output how far long work is, where somebody can see it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner

PATIENCE = 0.5
"""Seconds of silence before anything is shown."""


@contextlib.contextmanager
def status() -> Iterator[Callable[[str], None]]:
    """Give a function that shows a text in place of the one before; all is cleared in the end.

    Nothing is shown in the first half second, nor where the error output is no terminal.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda text: None
        return
    started = time.monotonic()
    with contextlib.ExitStack() as stack:
        spinner = Spinner("dots")
        # without these two, all that is printed meanwhile would come out on the error output
        live = Live(spinner, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
        begun = False

        def show(text: str) -> None:
            nonlocal begun
            if not begun and time.monotonic() - started >= PATIENCE:
                begun = True
                stack.enter_context(live)
            if begun:
                spinner.update(text=text)

        yield show
