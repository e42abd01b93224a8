"""The program `tales`."""

from _gamekit.program import Program
from tales_of_arabia.cli import arguments

PROGRAM = Program("tales", arguments.build, "tales_of_arabia.cli.commands")
main, run = PROGRAM.main, PROGRAM.run
