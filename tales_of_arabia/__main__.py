"""`python -m tales_of_arabia` is the program `tales`."""

from tales_of_arabia.cli.program import run

run()
