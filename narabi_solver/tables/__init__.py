"""Lookup tables of the search: computed once, cached in checked files. Using them loads kernels."""

from typing import TYPE_CHECKING

from _gamekit import lazy

__all__ = [
    "PLAYERS",
    "TableInfo",
    "build",
    "info",
    "load",
    "verify",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, {"table_files": " ".join(__all__)})
