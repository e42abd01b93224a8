"""`python -m narabi_solver` runs the program `narabi`."""

from _gamekit.start import narabi

narabi()
