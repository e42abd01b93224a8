"""Levels of the engine, and the limits that a clock or `go` sets; this module loads no kernel."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mabi_search.game.errors import ArgumentError
from mabi_search.playing.words import number_in
from mabi_search.search.sizes import ENGINE_NODES, MAX_DEPTH


class Level(NamedTuple):
    """The strength of the engine."""

    name: str
    nodes: int | None
    """Largest number of positions searched for a move; None: as many as time allows."""
    slack: int = 0
    """Hundredths of a piece that the engine may give away: it chooses at random among such moves."""
    strict: bool = False
    """True if the number of positions is never raised, even after a proven win or in a run."""


LEVELS = (
    Level("beginner", 200, 200),
    Level("easy", 1_000, 100),
    Level("medium", 5_000, 40),
    Level("strong", 30_000),
    Level("full", ENGINE_NODES),
    Level("patient", 8 * ENGINE_NODES),
)
"""The levels, from the weakest on."""
CHOICES = 6
"""Number of moves from which a level with slack chooses."""

TURNS_LEFT = 40
"""Number of turns over which the time on a clock is shared."""
SHARE_OF_BONUS = 0.8
LEAST_SECONDS = 0.02


def seconds_for_move(left: float, bonus: float) -> float:
    """Return the seconds for a move, given the seconds on the clock and the seconds added after each move.

    Examples
    --------
    >>> seconds_for_move(400.0, 5.0)
    14.0
    """
    return max(min(left / TURNS_LEFT + SHARE_OF_BONUS * bonus, left / 4), LEAST_SECONDS)


# The words after `go` --------------------------------------------------------------------

MOST = {"depth": MAX_DEPTH, "nodes": 10**12, "movetime": 10**9}
"""The words that are followed by a whole number from 1 on, with the largest number."""
CLOCKS = "p1time", "p1inc", "p2time", "p2inc"
"""The words for the milliseconds left and added after a move, of the first and then of the second player."""
MOST_MILLISECONDS = 10**9
INFINITE = "infinite"


class GoLimits(NamedTuple):
    """The limits of a search."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    infinite: bool = False
    """True if the search goes on until `stop`."""


def go_limits(words: Sequence[str], first_to_move: bool) -> GoLimits:
    """Return the limits set by the words after `go`; by default those of the engine at play.

    Raises
    ------
    ArgumentError
        A word is unknown, or no valid number follows it.
    """
    numbers: dict[str, int] = {}
    infinite, left = False, iter(words)
    for word in left:
        if word == INFINITE:
            infinite = True
        elif word in MOST or word in CLOCKS:
            text, most = next(left, ""), MOST.get(word, MOST_MILLISECONDS)
            if word in CLOCKS and re.fullmatch("-[0-9]+", text):
                text = "0"  # the clock has run out
            numbers[word] = number_in(word, text, int(word in MOST), most)
        else:
            known = ", ".join((*MOST, INFINITE, *CLOCKS))
            raise ArgumentError(f"'go' does not know {word[:40]!r}; it knows {known}")
    seconds = numbers["movetime"] / 1000 if "movetime" in numbers else None
    time, more = CLOCKS[:2] if first_to_move else CLOCKS[2:]
    if time in numbers:
        share = seconds_for_move(numbers[time] / 1000, numbers.get(more, 0) / 1000)
        seconds = share if seconds is None else min(share, seconds)
    limits = GoLimits(numbers.get("depth"), numbers.get("nodes"), seconds, infinite)
    return GoLimits(nodes=ENGINE_NODES) if limits == GoLimits() else limits
