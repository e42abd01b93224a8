"""The tables of the search: worked out once, kept in files that are checked. They load kernels."""

from _gamekit import lazy

__all__ = [
    "Entry",
    "PLAYERS",
    "entry",
    "load",
    "rebuild",
    "verify",
]

__getattr__ = lazy.names(
    __name__,
    {
        "Entry": "table_files",
        "PLAYERS": "table_files",
        "entry": "table_files",
        "load": "table_files",
        "rebuild": "table_files",
        "verify": "table_files",
    },
)
