"""The program `mabi`, one file a command."""

from mabi_search.cli.program import main, run

__all__ = [
    "main",
    "run",
]
