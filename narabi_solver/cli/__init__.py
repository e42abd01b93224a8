"""The program `narabi`."""

from narabi_solver.cli.program import main, run

__all__ = [
    "main",
    "run",
]
