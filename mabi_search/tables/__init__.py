"""Tables of small boards: every position with its value, by retrograde analysis, in checked files."""

from _gamekit import lazy

__all__ = [
    "TableSpec",
    "MissingTableError",
    "ProbeResult",
    "ProbedMove",
    "StoppedError",
    "TableInfo",
    "build",
    "info",
    "infos",
    "probe",
    "verify",
]

# `Board`, `Entry` and `entry` are the old names of `TableSpec`, `TableInfo` and `info`
__getattr__, __dir__ = lazy.names(
    __name__,
    {
        "boards": "Board MissingTableError TableSpec",
        "probing": "ProbedMove ProbeResult probe",
        "stored": "TableInfo info infos",
        "table_files": "Entry StoppedError build entry verify",
    },
)
