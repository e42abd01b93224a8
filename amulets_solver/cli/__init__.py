"""The program `amulets`, one file a command."""

from amulets_solver.cli.program import main, run

__all__ = [
    "main",
    "run",
]
