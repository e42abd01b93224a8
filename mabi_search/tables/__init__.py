"""Tables of small boards: every position with its value, worked out backwards, kept in checked files."""

from _gamekit import lazy
from mabi_search.tables.probing import ProbedMove, ProbeResult, probe

__all__ = [
    "Board",
    "MissingTableError",
    "ProbeResult",
    "ProbedMove",
    "StoppedError",
    "TableInfo",
    "build",
    "info",
    "probe",
    "verify",
]

__getattr__ = lazy.names(
    __name__,
    {
        "Board": "boards",
        "Entry": "table_files",  # the old name of `TableInfo`
        "MissingTableError": "boards",
        "StoppedError": "table_files",
        "TableInfo": "table_files",
        "build": "table_files",
        "entry": "table_files",  # the old name of `info`
        "info": "table_files",
        "verify": "table_files",
    },
)
