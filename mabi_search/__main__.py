"""`python -m mabi_search` is the program `mabi`."""

from _gamekit.start import mabi

mabi()
