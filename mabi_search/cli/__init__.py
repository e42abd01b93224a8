"""The program `mabi`, and a game at the terminal."""

from mabi_search.cli.program import main, run

__all__ = [
    "main",
    "run",
]
