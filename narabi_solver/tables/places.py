"""Where the tables are cached; the only module of this folder that loads no kernels."""

from __future__ import annotations

from pathlib import Path

from _gamekit import folders


def in_folder(folder: Path, players: int) -> Path:
    """Return the file of the table for a number of players in a folder of tables."""
    return folder / f"relaxed-{players}-players.table"


def table_path(players: int) -> Path:
    """Return the file of the table for a number of players in the cache folder; it may not exist."""
    return in_folder(folders.cache_folder()[0] / "tables", players)
