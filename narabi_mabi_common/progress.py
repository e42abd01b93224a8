"""Says on the error output how far long work is, where somebody can see it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator

from rich.console import Console

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
        shown = console.status("")
        begun = False

        def show(text: str) -> None:
            nonlocal begun
            if not begun and time.monotonic() - started >= PATIENCE:
                begun = True
                stack.enter_context(shown)
            if begun:
                shown.update(text)

        yield show
