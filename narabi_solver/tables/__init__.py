"""The tables of the search: worked out once, kept in files that are checked. They load kernels."""

from typing import TYPE_CHECKING

from _gamekit import lazy
from _gamekit.moved import attributes

RENAMED = {"Entry": "TableInfo", "entry": "info", "rebuild": "build"}
"""Names of version 0.1 with new ones."""

__all__ = [
    "PLAYERS",
    "TableInfo",
    "build",
    "info",
    "load",
    "verify",
]

if not TYPE_CHECKING:
    __getattr__ = lazy.names(
        __name__, {name: "table_files" for name in __all__}, attributes(__name__, RENAMED)
    )
