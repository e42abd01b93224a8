"""`python -m mabi_search` is the program `mabi`."""

from mabi_search.cli import run

run()
