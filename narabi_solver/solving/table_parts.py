"""Names of the cached table files, and helpers to build tables; importing this module loads no kernels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from _gamekit import folders

VERSION = 4
"""Version of the tables; it is raised when the meaning of their content changes."""
FILES = r"relaxed-\d-players-\d+\.table"
"""Pattern of the names of the tables of all versions."""


def in_folder(folder: Path, players: int) -> Path:
    """Return the file of the table for a number of players in a folder; its name includes the version."""
    return folder / f"relaxed-{players}-players-{VERSION}.table"


def table_path(players: int) -> Path:
    """Return the file of the table for a number of players in the cache folder; it need not exist."""
    return in_folder(folders.cache_folder()[0] / "tables", players)


def pieces(count: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each piece of range(`count`); a piece has at most `size` numbers."""
    for first in range(0, count, size):
        yield first, min(first + size, count)


def masks_with(places: int, blanks: int) -> list[int]:
    """Return all masks of `places` bits of which `blanks` are set, ascending."""
    return sorted(sum(1 << place for place in chosen) for chosen in combinations(range(places), blanks))
