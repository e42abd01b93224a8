"""Helpers for building the tables, for any number of stones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations


def pieces(count: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield first and last of pieces of a range."""
    for first in range(0, count, size):
        yield first, min(first + size, count)


def masks_with(places: int, blanks: int) -> list[int]:
    """Return the masks of so many places with so many bits, ascending."""
    return sorted(sum(1 << place for place in chosen) for chosen in combinations(range(places), blanks))
