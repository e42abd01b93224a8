"""Levels of the engine, and limits set by clocks or by `go`. This module does not import kernels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mabi_search.game.errors import ArgumentError
from mabi_search.playing.words import number_in
from mabi_search.search.sizes import ENGINE_NODES, MAX_DEPTH


class Level(NamedTuple):
    """A strength of the engine."""

    name: str
    nodes: int | None
    """Maximum number of positions searched for a move. None: only time limits the search."""
    slack: int = 0
    """The engine chooses at random among moves that are worse than the best by at most this many hundredths
    of a piece."""
    strict: bool = False
    """True if the number of positions is never increased, even after a proven win or in a run."""


LEVELS = (
    Level("beginner", 200, 200),
    Level("easy", 1_000, 100),
    Level("medium", 5_000, 40),
    Level("strong", 30_000),
    Level("full", ENGINE_NODES),
    Level("patient", 8 * ENGINE_NODES),
)
"""The levels, the weakest first."""
CHOICES = 6
"""Maximum number of moves among which a level with slack chooses."""

TURNS_LEFT = 40
"""Number of turns among which the time on a clock is divided."""
SHARE_OF_BONUS = 0.8
LEAST_SECONDS = 0.02


def seconds_for_move(clock: float, bonus: float) -> float:
    """Return the seconds for a move, given the seconds on the clock and the bonus for each move.

    Examples
    --------
    >>> seconds_for_move(400.0, 5.0)
    14.0
    """
    return max(min(clock / TURNS_LEFT + SHARE_OF_BONUS * bonus, clock / 4), LEAST_SECONDS)


# The words after `go` --------------------------------------------------------------------

MOST = {"depth": MAX_DEPTH, "nodes": 10**12}
"""The words that a positive whole number follows, and the maximum of each number."""
MOVE_TIME = "movetime"
"""The word for the milliseconds for this move."""
CLOCKS = "p1time", "p1inc", "p2time", "p2inc"
"""The words for a player's milliseconds left and milliseconds added after each move: first player, then
second."""
MOST_MILLISECONDS = 10**9
INFINITE = "infinite"


class GoLimits(NamedTuple):
    """The limits of a search."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    infinite: bool = False
    """True if the search continues until `stop`."""


def go_limits(words: Sequence[str], first_to_move: bool) -> GoLimits:
    """Return the limits set by the words after `go`. Without words, the usual node limit applies.

    Raises
    ------
    ArgumentError
        A word is unknown, or it is not followed by a valid number.
    """
    numbers: dict[str, int] = {}
    infinite, rest = False, iter(words)
    for word in rest:
        if word == INFINITE:
            infinite = True
        elif word in MOST or word in (MOVE_TIME, *CLOCKS):
            text, most = next(rest, ""), MOST.get(word, MOST_MILLISECONDS)
            if word not in MOST and re.fullmatch("-[0-9]+", text):
                text = "0"  # the time has run out
            numbers[word] = number_in(word, text, int(word in MOST), most)
        else:
            possible = ", ".join((*MOST, MOVE_TIME, INFINITE, *CLOCKS))
            raise ArgumentError(f"unknown word {word[:40]!r} after 'go'; possible words: {possible}")
    seconds = numbers[MOVE_TIME] / 1000 or LEAST_SECONDS if MOVE_TIME in numbers else None
    time, more = CLOCKS[:2] if first_to_move else CLOCKS[2:]
    if time in numbers:
        share = seconds_for_move(numbers[time] / 1000, numbers.get(more, 0) / 1000)
        seconds = share if seconds is None else min(share, seconds)
    limits = GoLimits(numbers.get("depth"), numbers.get("nodes"), seconds, infinite)
    return GoLimits(nodes=ENGINE_NODES) if limits == GoLimits() else limits
