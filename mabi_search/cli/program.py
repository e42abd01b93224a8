"""The program `mabi`."""

from _gamekit.program import Program
from mabi_search.cli import arguments

PROGRAM = Program("mabi", arguments.build, "mabi_search.cli.commands")
main, run = PROGRAM.main, PROGRAM.run
