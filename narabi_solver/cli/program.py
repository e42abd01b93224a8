"""The program `narabi`."""

from _gamekit.program import Program
from narabi_solver.cli import arguments

PROGRAM = Program("narabi", arguments.build, "narabi_solver.cli.commands")
main, run = PROGRAM.main, PROGRAM.run
