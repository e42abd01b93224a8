"""Where the tables are cached, and what building them shares; loads nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from _gamekit import folders

VERSION = 4
"""Goes up when the meaning of the content of the tables changes."""


def in_folder(folder: Path, players: int) -> Path:
    """Return the file of the table for a number of players in a folder; each version has its own."""
    return folder / f"relaxed-{players}-players-{VERSION}.table"


def table_path(players: int) -> Path:
    """Return the file of the table for a number of players in the cache folder; it may not exist."""
    return in_folder(folders.cache_folder()[0] / "tables", players)


def pieces(count: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield first and last of pieces of a range."""
    for first in range(0, count, size):
        yield first, min(first + size, count)


def masks_with(places: int, blanks: int) -> list[int]:
    """Return the masks of so many places with so many bits, ascending."""
    return sorted(sum(1 << place for place in chosen) for chosen in combinations(range(places), blanks))
