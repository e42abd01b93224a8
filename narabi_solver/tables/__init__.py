"""Lookup tables of the search: computed once, cached in checked files. Using them loads kernels."""

from typing import TYPE_CHECKING

from _gamekit import lazy
from _gamekit.moved import attributes

RENAMED = {"Entry": "TableInfo", "entry": "info", "rebuild": "build"}
"""Names of version 0.1, with their new names."""

__all__ = [
    "PLAYERS",
    "TableInfo",
    "build",
    "info",
    "load",
    "verify",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(
        __name__, {"table_files": " ".join(__all__)}, attributes(__name__, RENAMED)
    )
