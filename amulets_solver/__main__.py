"""`python -m amulets_solver` is the program `amulets`."""

from amulets_solver.cli import run

run()
