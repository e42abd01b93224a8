"""What follows the word `go`: how long and how deep to search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mabi_search.game.errors import ArgumentError
from mabi_search.playing.levels import seconds_for_move
from mabi_search.playing.words import number_in
from mabi_search.search.sizes import ENGINE_NODES, MAX_DEPTH

MOST = {"depth": MAX_DEPTH, "nodes": 10**12, "movetime": 10**9}
"""The words that a whole number from 1 on follows, and the greatest."""
CLOCKS = "p1time", "p1inc", "p2time", "p2inc"
"""Milliseconds that the first player has left, and those added after a move; then of the second."""
MOST_MILLISECONDS = 10**9
INFINITE = "infinite"


class Going(NamedTuple):
    """The limits of a search."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    infinite: bool = False
    """True if it goes on until `stop`."""


def going(words: Sequence[str], first_to_move: bool) -> Going:
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
            most, least = MOST.get(word, MOST_MILLISECONDS), int(word in MOST)
            numbers[word] = number_in(word, next(left, ""), least, most)
        else:
            known = ", ".join((*MOST, INFINITE, *CLOCKS))
            raise ArgumentError(f"'go' does not know {word[:40]!r}; it knows {known}")
    seconds = numbers["movetime"] / 1000 if "movetime" in numbers else None
    time, more = CLOCKS[:2] if first_to_move else CLOCKS[2:]
    if time in numbers:
        share = seconds_for_move(numbers[time] / 1000, numbers.get(more, 0) / 1000)
        seconds = share if seconds is None else min(share, seconds)
    found = Going(numbers.get("depth"), numbers.get("nodes"), seconds, infinite)
    return Going(nodes=ENGINE_NODES) if found == Going() else found
