"""`python -m tales_of_arabia` is the program `tales`."""

from _gamekit.start import tales

tales()
