"""The program `narabi`, one file a command."""

from narabi_solver.cli.program import main, run

__all__ = [
    "main",
    "run",
]
