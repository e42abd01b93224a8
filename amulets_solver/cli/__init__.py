"""The program `amulets`."""

from amulets_solver.cli.program import main, run

__all__ = [
    "main",
    "run",
]
