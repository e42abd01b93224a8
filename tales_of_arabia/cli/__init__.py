"""The program `tales`, one file a command."""

from tales_of_arabia.cli.program import main, run

__all__ = [
    "main",
    "run",
]
