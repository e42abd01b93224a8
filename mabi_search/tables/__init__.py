"""Tables of small boards: every position with its value, worked out backwards, kept in checked files."""

from _gamekit import lazy
from mabi_search.tables.probing import Probed, probe

__all__ = [
    "Board",
    "Entry",
    "MissingTableError",
    "Probed",
    "build",
    "entry",
    "probe",
    "verify",
]

__getattr__ = lazy.names(
    __name__,
    {
        "Board": "boards",
        "Entry": "table_files",
        "MissingTableError": "boards",
        "build": "table_files",
        "entry": "table_files",
        "verify": "table_files",
    },
)
