"""`python -m narabi_solver` is the program `narabi`."""

from narabi_solver.cli import run

run()
