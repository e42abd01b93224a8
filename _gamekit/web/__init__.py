"""Pages with a program behind them: a server for this machine alone, and the processes that answer its pages.

    page  <- WebSocket ->  server  <- lines of JSON ->  the process of the page

The server hands out files and passes messages on; it knows no game. `answering` is the other end of the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Site:
    """The page of a game, and the program behind it."""

    folders: tuple[tuple[str, str], ...]
    """Packages, and folders in them, whose files are handed out; ``index.html`` is the page."""
    answers: tuple[str, ...]
    """A module that answers a page, see `answering`, and its arguments."""
    made: Mapping[str, bytes] = field(default_factory=dict)
    """Files that are in no folder, by name."""
