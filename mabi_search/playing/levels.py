"""How strong the engine plays, and how long it may think, by `go` too: known before anything is loaded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mabi_search.game.errors import ArgumentError
from mabi_search.playing.words import number_in
from mabi_search.search.sizes import ENGINE_NODES, MAX_DEPTH


class Level(NamedTuple):
    """How strong the engine plays."""

    name: str
    nodes: int | None
    """Positions it may look at for a move; None: as many as it has time for."""
    slack: int = 0
    """Hundredths of a piece that it may give away: it chooses by chance among its moves."""
    strict: bool = False
    """True if it never looks at more, not even where a win was proven or one side moves alone."""


LEVELS = (
    Level("beginner", 200, 200),
    Level("easy", 1_000, 100),
    Level("medium", 5_000, 40),
    Level("strong", 30_000),
    Level("full", ENGINE_NODES),
    Level("patient", 8 * ENGINE_NODES),
)
"""From the weakest on."""
CHOICES = 6
"""Moves that a level with slack chooses from."""

TURNS_LEFT = 40
"""Turns that the time on a clock is shared out to."""
SHARE_OF_BONUS = 0.8
LEAST_SECONDS = 0.02


def seconds_for_move(left: float, bonus: float) -> float:
    """Return how long the engine may think with so many seconds on its clock, and those added after a move.

    Examples
    --------
    >>> seconds_for_move(400.0, 5.0)
    14.0
    """
    return max(min(left / TURNS_LEFT + SHARE_OF_BONUS * bonus, left / 4), LEAST_SECONDS)


# What follows the word `go` --------------------------------------------------------------------

MOST = {"depth": MAX_DEPTH, "nodes": 10**12, "movetime": 10**9}
"""The words that a whole number from 1 on follows, and the greatest."""
CLOCKS = "p1time", "p1inc", "p2time", "p2inc"
"""Milliseconds that the first player has left, and those added after a move; then of the second."""
MOST_MILLISECONDS = 10**9
INFINITE = "infinite"


class GoLimits(NamedTuple):
    """The limits of a search."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    infinite: bool = False
    """True if it goes on until `stop`."""


def go_limits(words: Sequence[str], first_to_move: bool) -> GoLimits:
    """Return the limits that the words after `go` set; those of the engine at play if they set none.

    Raises
    ------
    ArgumentError
        A word is unknown, or no number follows it that would be right.
    """
    numbers: dict[str, int] = {}
    infinite, left = False, iter(words)
    for word in left:
        if word == INFINITE:
            infinite = True
        elif word in MOST or word in CLOCKS:
            text, most = next(left, ""), MOST.get(word, MOST_MILLISECONDS)
            if word in CLOCKS and re.fullmatch("-[0-9]+", text):
                text = "0"  # what a clock shows that has run out
            numbers[word] = number_in(word, text, int(word in MOST), most)
        else:
            known = ", ".join((*MOST, INFINITE, *CLOCKS))
            raise ArgumentError(f"'go' does not know {word[:40]!r}; it knows {known}")
    seconds = numbers["movetime"] / 1000 if "movetime" in numbers else None
    time, more = CLOCKS[:2] if first_to_move else CLOCKS[2:]
    if time in numbers:
        share = seconds_for_move(numbers[time] / 1000, numbers.get(more, 0) / 1000)
        seconds = share if seconds is None else min(share, seconds)
    found = GoLimits(numbers.get("depth"), numbers.get("nodes"), seconds, infinite)
    return GoLimits(nodes=ENGINE_NODES) if found == GoLimits() else found
