"""`python -m amulets_solver` is the program `amulets`."""

from _gamekit.start import amulets

amulets()
