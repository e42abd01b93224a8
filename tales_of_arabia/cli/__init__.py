"""The program `tales`, and the keeping of a table at the terminal."""

from tales_of_arabia.cli.program import main, run

__all__ = [
    "main",
    "run",
]
