"""`python -m tales_of_arabia` is the program `tales`."""

from tales_of_arabia.cli import run

run()
