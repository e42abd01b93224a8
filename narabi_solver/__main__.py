"""`python -m narabi_solver` is the program `narabi`."""

from _gamekit.start import narabi

narabi()
